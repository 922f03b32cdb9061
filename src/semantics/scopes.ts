/** Which declaration a name stands for in a file (language.md §2): namespaces, `using`s, and what is nearest else. */
import type { CompilationUnit } from '../syntax/tree.ts';
import type { GlobalSymbol } from './symbols.ts';

/** What a name finds. Functions of one name and namespace are overloads, and come together. */
export type Found =
  | { readonly kind: 'symbols'; readonly symbols: readonly GlobalSymbol[] }
  | { readonly kind: 'ambiguous'; readonly symbols: readonly GlobalSymbol[] }
  | undefined;

export class GlobalScope {
  /** By namespace ('' is the outermost), then by name. */
  readonly #namespaces = new Map<string, Map<string, GlobalSymbol[]>>();
  /** Every namespace and every beginning of one. */
  readonly #prefixes = new Set<string>();
  readonly #byName = new Map<string, GlobalSymbol[]>();
  /** Per file: own namespace, those around it, the outermost. */
  readonly #around: readonly (readonly string[])[];
  readonly #usings: readonly (readonly string[])[];
  readonly #cache: readonly Map<string, Found>[];
  readonly #names: readonly { names: readonly string[] | undefined }[];

  constructor(units: readonly CompilationUnit[]) {
    this.#around = units.map((unit) => around(namespaceOf(unit)));
    this.#usings = units.map((unit) => unit.usings.map((using) => using.parts.map((part) => part.name).join('.')));
    this.#cache = units.map(() => new Map());
    this.#names = units.map(() => ({ names: undefined }));
  }

  /** @returns what the name stands for in the same namespace already, where that is no overload */
  add(symbol: GlobalSymbol): GlobalSymbol | undefined {
    const namespace = namespaceOfSymbol(symbol);
    let names = this.#namespaces.get(namespace);
    if (names === undefined) {
      names = new Map();
      this.#namespaces.set(namespace, names);
      for (const prefix of around(namespace)) if (prefix !== '') this.#prefixes.add(prefix);
    }
    const there = names.get(symbol.name);
    const first = there?.[0];
    if (there === undefined) names.set(symbol.name, [symbol]);
    else if (first !== undefined && (first.kind !== 'function' || symbol.kind !== 'function')) return first;
    else there.push(symbol);
    const same = this.#byName.get(symbol.name);
    if (same === undefined) this.#byName.set(symbol.name, [symbol]);
    else same.push(symbol);
    return undefined;
  }

  /** Own namespace, those around it, the outermost, then the `using`s, where two answers are too many. */
  lookup(name: string, file: number): Found {
    const cache = this.#cache[file] as Map<string, Found>;
    if (cache.has(name)) return cache.get(name);
    const found = this.#find(name, file);
    cache.set(name, found);
    return found;
  }

  #find(name: string, file: number): Found {
    for (const namespace of this.#around[file] as readonly string[]) {
      const symbols = this.#namespaces.get(namespace)?.get(name);
      if (symbols !== undefined) return { kind: 'symbols', symbols };
    }
    const found: GlobalSymbol[][] = [];
    for (const using of new Set(this.#usings[file])) {
      const symbols = this.#namespaces.get(using)?.get(name);
      if (symbols !== undefined) found.push(symbols);
    }
    if (found.length === 0) return undefined;
    const symbols = found.flat();
    const overloads = found.length === 1 || symbols.every((symbol) => symbol.kind === 'function');
    return { kind: overloads ? 'symbols' : 'ambiguous', symbols };
  }

  /** `A.B.C`, from the outermost namespace or from one around the file's own. */
  lookupQualified(parts: readonly string[], file: number): readonly GlobalSymbol[] | undefined {
    const name = parts.at(-1);
    const namespace = this.namespace(parts.slice(0, -1), file);
    return namespace === undefined || name === undefined ? undefined : this.#namespaces.get(namespace)?.get(name);
  }

  /** The full name of the namespace that `parts` stands for in the file; undefined where it is none. */
  namespace(parts: readonly string[], file: number): string | undefined {
    const name = parts.join('.');
    for (const outer of this.#around[file] as readonly string[]) {
      const full = outer === '' ? name : `${outer}.${name}`;
      if (this.#prefixes.has(full)) return full;
    }
    return undefined;
  }

  isNamespace(full: string): boolean {
    return this.#prefixes.has(full);
  }

  /** Members of a namespace by name. */
  inNamespace(full: string, name: string): readonly GlobalSymbol[] | undefined {
    return this.#namespaces.get(full)?.get(name);
  }

  /** Declarations of that name anywhere in the app: to say which `using` is missing. */
  anywhere(name: string): readonly GlobalSymbol[] {
    return this.#byName.get(name) ?? [];
  }

  /** Names visible in the file, for "did you mean". */
  visibleNames(file: number): readonly string[] {
    const entry = this.#names[file] as { names: readonly string[] | undefined };
    entry.names ??= [
      ...new Set(
        [...(this.#around[file] as readonly string[]), ...(this.#usings[file] as readonly string[])].flatMap((ns) => [
          ...(this.#namespaces.get(ns)?.keys() ?? []),
        ]),
      ),
    ];
    return entry.names;
  }
}

export function namespaceOf(unit: CompilationUnit): string {
  return unit.namespace === undefined ? '' : unit.namespace.parts.map((part) => part.name).join('.');
}

function namespaceOfSymbol(symbol: GlobalSymbol): string {
  return symbol.fullName.length === symbol.name.length ? '' : symbol.fullName.slice(0, -symbol.name.length - 1);
}

/** `A.B.C`, `A.B`, `A`, and the outermost. */
function around(namespace: string): string[] {
  const parts = namespace === '' ? [] : namespace.split('.');
  const all: string[] = [];
  for (let n = parts.length; n >= 0; n--) all.push(parts.slice(0, n).join('.'));
  return all;
}
