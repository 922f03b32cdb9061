/** What generated calls need: members that the engine supplies, references to variables, static fields, delegates. */
import type { LibraryKey } from '../../../ir/ir.ts';
import { raiseModifiedDuringEnumeration } from '../../library/exceptions.ts';
import { ListValue } from '../../library/list.ts';
import {
  EngineAbort,
  ExceptionValue,
  Instance,
  type LibraryFunction,
  type Ref,
  type Value,
} from '../../library/values.ts';
import type { RuntimeHost } from '../host.ts';

/** Sets up the static fields of one class on a host. */
export interface StaticOwner {
  readonly index: number;
  initialise(host: RuntimeHost): Record<string, Value>;
}

/** A variable of generated code as an `out` or `ref` argument. */
class VariableRef implements Ref {
  readonly get: () => Value;
  readonly set: (value: Value) => void;

  constructor(get: () => Value, set: (value: Value) => void) {
    this.get = get;
    this.set = set;
  }
}

export const callSupport = {
  /** A member that the library leaves to the engine. */
  member(host: RuntimeHost, key: LibraryKey): LibraryFunction {
    const found = host.provided(key);
    if (found === undefined) throw new EngineAbort('unavailable', `'${key}' is not available here.`);
    return found;
  },

  /** An object as its base in the library sees it: without the app's overrides. */
  asBase(self: Value): Value {
    if (self instanceof ExceptionValue) {
      const bare = new ExceptionValue(self.type, self.message, self.inner, self.fields);
      bare.stack.push(...self.stack);
      return bare;
    }
    if (!(self instanceof Instance)) return self;
    return new Instance({ ...self.c, name: self.c.name, overrides: new Map() }, self.f);
  },

  ref(get: () => Value, set: (value: Value) => void): Ref {
    return new VariableRef(get, set);
  },

  statics(host: RuntimeHost, owner: StaticOwner): Record<string, Value> {
    return owner.initialise(host);
  },

  list(items: Value[]): ListValue {
    return new ListValue(items);
  },

  modified(): never {
    raiseModifiedDuringEnumeration();
  },
};
