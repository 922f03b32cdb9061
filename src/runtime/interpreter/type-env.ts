/** What type parameters stand for in one activation of generic code: generics are reified (language.md §3). */
import type { IrType } from '../../ir/ir.ts';
import { substituteIrType } from '../../ir/types.ts';

export class TypeEnv {
  readonly bindings: ReadonlyMap<string, IrType>;
  readonly #bound = new Map<IrType, IrType>();
  readonly #extended = new Map<string, TypeEnv>();

  constructor(bindings: ReadonlyMap<string, IrType>) {
    this.bindings = bindings;
  }

  static readonly empty = new TypeEnv(new Map());

  /** A closed type. */
  bind(t: IrType): IrType {
    let bound = this.#bound.get(t);
    if (bound === undefined) {
      bound = substituteIrType(t, this.bindings);
      this.#bound.set(t, bound);
    }
    return bound;
  }

  /** The environment of a generic function called with `args`; the same arguments give the same one. */
  extend(names: readonly string[], args: readonly IrType[]): TypeEnv {
    const key = `${names.join()};${args.join(';')}`;
    let env = this.#extended.get(key);
    if (env === undefined) {
      env = this.#extendedBy(names, args);
      if (this.#extended.size > 1000) this.#extended.clear();
      this.#extended.set(key, env);
    }
    return env;
  }

  #extendedBy(names: readonly string[], args: readonly IrType[]): TypeEnv {
    const bindings = new Map(this.bindings);
    names.forEach((name, i) => {
      bindings.set(name, args[i] ?? 'object');
    });
    return new TypeEnv(bindings);
  }
}
