/** Boxing, casts and tests whose types are known only when they run, and what dispatch asks of receivers. */
import type { IrType } from '../../../ir/ir.ts';
import { parseIrType } from '../../../ir/types.ts';
import { raiseInvalidCast, raiseNullableHasNoValue, raiseNullReference } from '../../library/exceptions.ts';
import { TypeValue } from '../../library/objects.ts';
import { Boxed, ExceptionValue, Instance, type Value } from '../../library/values.ts';
import type { ClassTable, RowTable } from '../class-table.ts';
import type { Slots } from '../dispatch.ts';
import { castMessage } from '../library-bridge.ts';
import type { TypeEnv } from '../type-env.ts';
import { isRow, type TypeFacts } from '../type-facts.ts';

/** What casts need of the program. */
export interface CastProgram {
  readonly facts: TypeFacts;
  rowTable(entity: string): RowTable;
}

const bare = (t: IrType): IrType => (t.endsWith('?') ? t.slice(0, -1) : t);

/** A value of static type `t`, seen as `object`. */
function box(facts: TypeFacts, value: Value, t: IrType): Value {
  if (value === null || value instanceof Boxed) return value;
  const shape = parseIrType(t);
  return shape.kind !== 'tuple' && facts.isValueType(shape) ? new Boxed(bare(t), value) : value;
}

/** A value seen as `object` that passed the test for `t`, as a value of type `t`. */
function unbox(facts: TypeFacts, value: Value, t: IrType): Value {
  return value instanceof Boxed && facts.isValueType(parseIrType(t)) ? value.v : value;
}

export const typeSupport = {
  isBoxed(value: Value): value is Boxed {
    return value instanceof Boxed;
  },

  makeBox(t: IrType, value: Value): Boxed {
    return new Boxed(t, value);
  },

  box(program: CastProgram, value: Value, t: IrType): Value {
    return box(program.facts, value, t);
  },

  unboxed(value: Value): Value {
    return value instanceof Boxed ? value.v : value;
  },

  /** The value under a box of that type, or undefined, which equals nothing. */
  boxedAs(value: Value, t: IrType): Value {
    if (value instanceof Boxed) return value.t === t ? value.v : undefined;
    return value;
  },

  is(program: CastProgram, value: Value, t: IrType): boolean {
    return program.facts.test(t)(value);
  },

  unbox(program: CastProgram, value: Value, t: IrType): Value {
    return unbox(program.facts, value, t);
  },

  as(program: CastProgram, value: Value, t: IrType): Value {
    return program.facts.test(t)(value) ? unbox(program.facts, value, t) : null;
  },

  /** `(T)o`; `t` is closed and `value` is seen as `object`. */
  cast(program: CastProgram, value: Value, t: IrType): Value {
    const { facts } = program;
    const shape = parseIrType(t);
    if (value === null) {
      if (facts.mayBeNull(shape)) return null;
      raiseNullReference();
    }
    if (facts.test(t)(value)) return unbox(facts, value, t);
    // The CLR lets an enum be unboxed as its underlying int, and back.
    if (value instanceof Boxed && shape.kind === 'named') {
      const isInt = (name: string): boolean => name === 'int' || facts.isEnum(name);
      if (isInt(value.t) && isInt(shape.name)) return value.v;
    }
    return raiseInvalidCast(castMessage(value, t));
  },

  /** `(T)x` of a `T?`. */
  value(value: Value): Value {
    return value ?? raiseNullableHasNoValue();
  },

  /** The slots that a receiver of any kind dispatches through. */
  slots(program: CastProgram, self: Value): Slots {
    if (self instanceof Instance) return (self.c as ClassTable).m;
    if (self instanceof ExceptionValue) return (self.info as ClassTable | undefined)?.m ?? {};
    if (isRow(self)) return program.rowTable(self.entity).m;
    return self === null ? raiseNullReference() : {};
  },

  /** The override of a library member by the receiver's class, if it has one. */
  override(self: Value, key: string): ((self: Value, ...args: Value[]) => Value) | undefined {
    if (self instanceof Instance) return self.c.overrides.get(key);
    return self instanceof ExceptionValue ? self.info?.overrides.get(key) : undefined;
  },

  typeOf(t: IrType): TypeValue {
    return new TypeValue(t);
  },

  envOf(self: Instance | ExceptionValue, owner: string): TypeEnv {
    const table = (self instanceof Instance ? self.c : self.info) as ClassTable;
    return table.envOf(owner);
  },

  sameReference(a: Value, b: Value): boolean {
    return (
      a === b ||
      (isRow(a) && isRow(b) && a.entity === b.entity && (a as { id?: unknown }).id === (b as { id?: unknown }).id)
    );
  },
};
