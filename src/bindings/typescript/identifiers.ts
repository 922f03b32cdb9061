/** Names of an app as TypeScript can say them: no keywords, no two things of one name. */
import { camelCase } from '../../semantics/json-names.ts';

/** Words that cannot name a binding in a module, in strict mode. */
const reserved: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
    'if import in instanceof new null return super switch this throw true try typeof var void while with ' +
    'implements interface let package private protected public static yield await eval arguments undefined'
  ).split(' '),
);

/** Words that cannot name a type besides. */
const reservedTypes: ReadonlySet<string> = new Set(
  'any unknown never object string number boolean bigint symbol void'.split(' '),
);

/** A name that binds something: `class` is `class_`. */
export function bindingName(name: string): string {
  return reserved.has(name) ? `${name}_` : isIdentifier(name) ? name : `_${[...name].map(asWord).join('')}`;
}

/** A name of a member, in quotes where it has to be. */
export function memberName(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

export function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}

function asWord(character: string): string {
  return /[\p{ID_Continue}$]/u.test(character) ? character : '_';
}

/**
 * Names in camelCase, each for itself: where two would be one (`Email` and `email`), or one is taken, those stay as they are
 * written, and get a `_` where even that is taken.
 */
export function camelNames(
  names: readonly string[],
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const count = new Map<string, number>();
  for (const name of names) {
    const camel = camelCase(name);
    count.set(camel, (count.get(camel) ?? 0) + 1);
  }
  const used = new Set(taken);
  const found = new Map<string, string>();
  for (const name of names) {
    let own = count.get(camelCase(name)) === 1 && !used.has(camelCase(name)) ? camelCase(name) : name;
    while (used.has(own)) own = `${own}_`;
    used.add(own);
    found.set(name, own);
  }
  return found;
}

/** Full names as names of types: the last part where it is nobody else's, else all parts (`Sales_Order`). */
export class TypeNames {
  readonly #names = new Map<string, string>();
  readonly #used: Set<string>;

  constructor(fullNames: readonly string[], taken: readonly string[]) {
    this.#used = new Set(taken);
    const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
    const count = new Map<string, number>();
    for (const name of fullNames) count.set(last(name), (count.get(last(name)) ?? 0) + 1);
    for (const name of fullNames) {
      const own = count.get(last(name)) === 1 ? last(name) : name.replaceAll('.', '_');
      this.#names.set(name, this.fresh(reservedTypes.has(own) ? `${own}_` : bindingName(own)));
    }
  }

  /** A name of the module's own that nothing else has. */
  fresh(wanted: string): string {
    let name = wanted;
    while (this.#used.has(name)) name = `${name}_`;
    this.#used.add(name);
    return name;
  }

  of(fullName: string): string | undefined {
    return this.#names.get(fullName);
  }
}

/** Names of parameters: no keyword, none twice, none that the handle itself uses. */
export function parameterNames(names: readonly string[], taken: readonly string[]): readonly string[] {
  const used = new Set(taken);
  return names.map((name) => {
    let own = bindingName(name);
    while (used.has(own)) own = `${own}_`;
    used.add(own);
    return own;
  });
}
