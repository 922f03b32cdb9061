/** The app by its keys, and the questions every analysis asks of it: who implements a member, what is a kind of what. */
import type { Expr, FunctionKey, IrFunction, IrSpan, IrType, LValue, Stmt } from '../ir/ir.ts';
import type { AppModel, ClassModel, ClientModel, ClientOperationModel, EntityModel } from '../ir/model.ts';
import { libraryMember, libraryType } from '../semantics/library/index.ts';

/** What of a network call went wrong: no answer came, or an answer that is not a success (language.md §4). */
export type NetworkKind = 'fault' | 'refusal';

/**
 * `[SuppressWarning("network-…")]` on a helper: chains through it are not reported (findings.md). The names are those of
 * the catalogue.
 */
export interface Accepted {
  readonly has: (functionKey: FunctionKey, finding: string) => boolean;
}

const nothingAccepted: Accepted = { has: () => false };

export const faultType = 'NetworkException';
export const refusalType = 'ExternalServiceException';

export class AppIndex {
  readonly app: AppModel;
  readonly functions: ReadonlyMap<FunctionKey, IrFunction>;
  readonly classes: ReadonlyMap<string, ClassModel>;
  readonly entities: ReadonlyMap<string, EntityModel>;
  readonly clients: ReadonlyMap<string, ClientModel>;
  readonly #overriders = new Map<FunctionKey, IrFunction[]>();
  readonly #heirs = new Map<string, string[]>();
  readonly #implementations = new Map<string, readonly IrFunction[]>();
  readonly #operations = new Map<string, ClientOperationModel>();
  readonly #made = new Map<string, IrFunction>();

  /** Helpers whose own reach is accepted, by the findings' names. */
  readonly accepted: Accepted;

  constructor(app: AppModel, accepted: Accepted = nothingAccepted) {
    this.app = app;
    this.accepted = accepted;
    this.functions = new Map(app.functions.map((f) => [f.key, f]));
    this.classes = new Map(app.classes.map((c) => [c.name, c]));
    this.entities = new Map(app.entities.map((e) => [e.name, e]));
    this.clients = new Map(app.clients.map((c) => [c.name, c]));
    for (const f of app.functions) for (const key of f.overrides ?? []) push(this.#overriders, key, f);
    for (const c of app.classes) {
      if (c.base !== undefined) push(this.#heirs, plainName(c.base), c.name);
      for (const i of c.interfaces) push(this.#heirs, plainName(i), c.name);
    }
    for (const client of app.clients)
      for (const op of client.operations) this.#operations.set(`${client.name}.${op.key}`, op);
  }

  operation(client: string, key: string): ClientOperationModel | undefined {
    return this.#operations.get(`${client}.${key}`);
  }

  /**
   * Every body that a dispatched call of `key` may run: for each class that the receiver, of static type `receiver`, can be
   * an object of, the one nearest to it.
   */
  implementations(key: FunctionKey, receiver?: IrType): readonly IrFunction[] {
    const owner = this.functions.get(key)?.owner;
    const type = receiver === undefined ? undefined : plainName(receiver);
    const known = type !== undefined && owner !== undefined && this.classes.has(type) && this.isClass(type, owner);
    const called = known ? `${key} of ${type}` : key;
    let found = this.#implementations.get(called);
    if (found === undefined) {
      found = this.#dispatched(known ? type : owner, this.#withOverriders(key));
      this.#implementations.set(called, found);
    }
    return found;
  }

  /** Its own body, and those of all that override or implement it. */
  #withOverriders(key: FunctionKey): readonly IrFunction[] {
    const found: IrFunction[] = [];
    const seen = new Set<FunctionKey>();
    const queue = [key];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const own = this.functions.get(next);
      if (own?.body !== undefined) found.push(own);
      for (const f of this.#overriders.get(next) ?? []) queue.push(f.key);
    }
    return found;
  }

  /** Without the bodies that every class of a type overrides. */
  #dispatched(type: string | undefined, all: readonly IrFunction[]): readonly IrFunction[] {
    const created = type === undefined ? [] : this.#created(type);
    if (created.length === 0) return all;
    const formOf = (fn: IrFunction): ClassModel['form'] | undefined => this.classes.get(fn.owner ?? '')?.form;
    const reached = new Set(all.filter((fn) => formOf(fn) === undefined));
    for (const name of created) {
      let nearest: readonly IrFunction[] = [];
      for (let at: string | undefined = name; at !== undefined && nearest.length === 0; at = this.baseClass(at)?.name)
        nearest = all.filter((fn) => fn.owner === at);
      // A body that an interface gives is for classes that have none.
      if (nearest.length === 0)
        nearest = all.filter((fn) => formOf(fn) === 'interface' && this.isClass(name, fn.owner as string));
      for (const fn of nearest) reached.add(fn);
    }
    return all.filter((fn) => reached.has(fn));
  }

  /** The classes of the app that are of a type and of which there can be objects. */
  #created(type: string): readonly string[] {
    const found = new Set([type]);
    for (const name of found) for (const heir of this.#heirs.get(name) ?? []) found.add(heir);
    return [...found].filter((name) => {
      const model = this.classes.get(name);
      return model?.form === 'class' && model.abstract !== true;
    });
  }

  /** Overriders of a library member (`object.ToString()`) in classes that a value of static type `t` may be of. */
  libraryOverriders(key: string, t: IrType): readonly IrFunction[] {
    const overriders = this.#overriders.get(key);
    if (overriders === undefined) return [];
    const name = plainName(t);
    if (!this.classes.has(name)) return [];
    return overriders.filter(
      (f) => f.owner !== undefined && (this.isClass(f.owner, name) || this.isClass(name, f.owner)),
    );
  }

  /** `name` is `of` or inherits from it (classes and interfaces of the app, exceptions of the library). */
  isClass(name: string, of: string): boolean {
    if (name === of) return true;
    const model = this.classes.get(name);
    if (model !== undefined) {
      const parents = [...(model.base === undefined ? [] : [model.base]), ...model.interfaces];
      return parents.some((p) => this.isClass(plainName(p), of));
    }
    return libraryBase(name) !== undefined && this.isClass(libraryBase(name) as string, of);
  }

  isException(t: IrType): boolean {
    return this.isClass(plainName(t), 'Exception');
  }

  networkKind(exceptionType: string): NetworkKind | undefined {
    if (this.isClass(exceptionType, faultType)) return 'fault';
    return this.isClass(exceptionType, refusalType) ? 'refusal' : undefined;
  }

  /** The constructor that `new C(…)` calls; where the class declares none, one without a body. */
  constructorOf(className: string, key: FunctionKey | undefined): IrFunction | undefined {
    const model = this.classes.get(className);
    if (model === undefined) return undefined;
    const declared = this.functions.get(key ?? `${className}.new()`);
    if (declared !== undefined) return declared;
    return this.#synthetic(
      `${className}.new()`,
      `new ${lastName(className)}`,
      model.file,
      model.span,
      [],
      'constructor',
      className,
    );
  }

  /** The base class of the app that a class has. */
  baseClass(className: string): ClassModel | undefined {
    const base = this.classes.get(className)?.base;
    return base === undefined ? undefined : this.classes.get(plainName(base));
  }

  /** The field initialisers of one class, as a function. */
  fieldInitializers(className: string, statics: boolean): IrFunction | undefined {
    const model = this.classes.get(className);
    const inits = model?.fields.filter((f) => f.init !== undefined && (f.static === true) === statics) ?? [];
    if (model === undefined || inits.length === 0) return undefined;
    const block = inits.map((f): Stmt => {
      const v = f.init as Expr;
      const place = { s: v.s, t: f.t, f: f.name, owner: className };
      const to: LValue = statics
        ? { k: 'sfield', ...place }
        : { k: 'field', ...place, o: { k: 'this', s: v.s, t: className } };
      return { k: 'expr', s: v.s, e: { k: 'assign', s: v.s, t: f.t, to, v } };
    });
    const name = inits.length === 1 ? `${lastName(className)}.${inits[0]?.name}` : `${lastName(className)}'s fields`;
    return this.#synthetic(
      `${className}.${statics ? 'static' : ''}fields`,
      name,
      model.file,
      model.span,
      block,
      'fieldInit',
      className,
    );
  }

  /** Default values of the members that `new E { … }` does not set, one function each. */
  entityDefaults(entityName: string, set: ReadonlySet<string>): readonly IrFunction[] {
    const found: IrFunction[] = [];
    for (
      let e = this.entities.get(entityName);
      e !== undefined;
      e = e.base === undefined ? undefined : this.entities.get(e.base)
    ) {
      for (const field of e.fields) {
        if (field.default === undefined || set.has(field.name) || field.default.e.k === 'const') continue;
        const block: Stmt[] = [{ k: 'expr', s: field.default.e.s, e: field.default.e }];
        found.push(
          this.#synthetic(
            `${e.name}.${field.name} default`,
            `${lastName(e.name)}.${field.name}`,
            field.default.file,
            field.span,
            block,
            'fieldInit',
            e.name,
          ),
        );
      }
    }
    return found;
  }

  #synthetic(
    key: string,
    name: string,
    file: number,
    span: IrSpan,
    body: readonly Stmt[],
    kind: IrFunction['kind'],
    owner: string,
  ): IrFunction {
    let made = this.#made.get(key);
    if (made === undefined) {
      made = { key, name, kind, owner, params: [], returns: 'void', body, file, span, nameSpan: span };
      this.#made.set(key, made);
    }
    return made;
  }
}

/** The base of a library exception. */
function libraryBase(name: string): string | undefined {
  const type = libraryType(name, 0);
  return type?.kind === 'exception' ? type.bases[0]?.name : undefined;
}

/** A type's name without arguments, array marks and `?`. */
export function plainName(t: IrType): string {
  const end = t.search(/[<?[]/);
  return end < 0 ? t : t.slice(0, end);
}

export function lastName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf('.') + 1);
}

/** What calling a member of the library does that the analysis must know. */
export function isNetworkMember(key: string): boolean {
  return libraryMember(key)?.effect === 'network';
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
