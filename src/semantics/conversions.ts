/** C#'s conversions: what a value may become by itself, and what a cast may make of it. `conversion-ir.ts` emits them. */
import type { ConstExpr } from '../ir/ir.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { Members } from './members.ts';
import type { Callable } from './symbols.ts';
import {
  charType,
  containsError,
  decimalType,
  doubleType,
  intType,
  isByte,
  isEnum,
  isInterface,
  isNullableValue,
  isReferenceType,
  isSilent,
  isValueType,
  longType,
  nullType,
  objectType,
  stripNullable,
  type TypeTable,
  voidType,
} from './type-table.ts';
import type { Type } from './types.ts';

/** `implicit`: needs no cast. */
export type Conversion = { readonly implicit: boolean } & (
  | {
      readonly kind: /** One type, but for `?` on references and names of tuple elements. */
        | 'identity'
        /** A reference seen as a base, interface or variant: the value stays as it is. */
        | 'reference'
        /** `null` to what may be null. */
        | 'null'
        /** `T` to `T?`: the value stays as it is. `inner` in `nullable`. */
        | 'silent'
        | 'numeric'
        /** A constant that fits: `int` to `byte`, 0 to an enum. */
        | 'constant'
        /** An enum and a number, or two enums. */
        | 'enum'
        | 'boxing'
        | 'unboxing'
        /** A cast that is checked when it runs. */
        | 'downcast'
        /** `T?` to `T`. */
        | 'unwrap';
    }
  /** To `T?`: from `S` (then `lifted` is false), or null for null from `S?`. */
  | { readonly kind: 'nullable'; readonly lifted: boolean; readonly inner: Conversion }
  | { readonly kind: 'tuple'; readonly items: readonly Conversion[] }
  /** `before` converts to the operator's parameter, `after` from what it returns. `lifted`: null gives null. */
  | {
      readonly kind: 'user';
      readonly operator: Callable;
      readonly before: Conversion;
      readonly after: Conversion;
      readonly lifted: boolean;
    }
);

export type ConstantValue = ConstExpr['v'];

const identity: Conversion = { kind: 'identity', implicit: true };
const reference: Conversion = { kind: 'reference', implicit: true };
const silent: Conversion = { kind: 'silent', implicit: true };
const nullConversion: Conversion = { kind: 'null', implicit: true };
const numeric: Conversion = { kind: 'numeric', implicit: true };
const constant: Conversion = { kind: 'constant', implicit: true };
const boxing: Conversion = { kind: 'boxing', implicit: true };
const explicitNumeric: Conversion = { kind: 'numeric', implicit: false };
const explicitEnum: Conversion = { kind: 'enum', implicit: false };
const unboxing: Conversion = { kind: 'unboxing', implicit: false };
const downcast: Conversion = { kind: 'downcast', implicit: false };
const unwrap: Conversion = { kind: 'unwrap', implicit: false };

export class Conversions {
  readonly #types: TypeTable;
  readonly #hierarchy: Hierarchy;
  readonly #members: Members;
  readonly #implicit = new Map<Type, Map<Type, Conversion | null>>();

  constructor(types: TypeTable, hierarchy: Hierarchy, members: Members) {
    this.#types = types;
    this.#hierarchy = hierarchy;
    this.#members = members;
  }

  /** The implicit conversion. `value`: the constant that the expression is, where it is one. */
  classify(from: Type, to: Type, value?: ConstantValue): Conversion | undefined {
    const conversion = this.#cached(from, to);
    if (conversion !== undefined || value === undefined) return conversion;
    if (constantFits(from, stripNullable(to), value)) {
      return isNullableValue(to) ? { kind: 'nullable', implicit: true, lifted: false, inner: constant } : constant;
    }
    return undefined;
  }

  /** What a cast may do, implicit conversions included. */
  classifyExplicit(from: Type, to: Type, value?: ConstantValue): Conversion | undefined {
    return this.classify(from, to, value) ?? this.#standardExplicit(from, to) ?? this.#user(from, to, true);
  }

  /** `from` becomes `to` by itself. */
  isImplicit(from: Type, to: Type, value?: ConstantValue): boolean {
    return this.classify(from, to, value) !== undefined;
  }

  #cached(from: Type, to: Type): Conversion | undefined {
    if (from === to) return identity;
    let known = this.#implicit.get(from);
    if (known === undefined) {
      known = new Map();
      this.#implicit.set(from, known);
    }
    let conversion = known.get(to);
    if (conversion === undefined) {
      conversion = this.#standardImplicit(from, to) ?? this.#user(from, to, false);
      // What mentions an unknown name is wrong already.
      conversion ??= containsError(from) || containsError(to) ? silent : null;
      known.set(to, conversion);
    }
    return conversion ?? undefined;
  }

  /** Without operators of the app's or the library's own. */
  #standardImplicit(from: Type, to: Type): Conversion | undefined {
    if (isSilent(from) || isSilent(to)) return silent;
    if (this.#types.same(from, to)) return identity;
    if (from === voidType || to === voidType) return undefined;
    if (from === nullType) return acceptsNull(to) ? nullConversion : undefined;
    if (isNullableValue(to)) {
      const lifted = isNullableValue(from);
      const inner = this.#standardImplicit(lifted ? stripNullable(from) : from, stripNullable(to));
      return inner && { kind: 'nullable', implicit: true, lifted, inner };
    }
    if (isImplicitNumeric(from, to)) return numeric;
    if (from.kind === 'tuple' && to.kind === 'tuple') {
      return this.#tuple(from.items, to.items, (a, b) => this.#cached(a, b));
    }
    const target = stripNullable(to);
    if (isValueType(target)) return undefined;
    const source = stripNullable(from);
    if (isValueType(source) || (source.kind === 'param' && !isReferenceType(source))) {
      return this.#boxes(source, target) ? boxing : undefined;
    }
    return this.#hierarchy.isReferenceConvertible(source, target) ? reference : undefined;
  }

  #boxes(from: Type, to: Type): boolean {
    if (to === objectType) return true;
    if (to.kind === 'param' || to.kind === 'array' || to.kind === 'delegate') return false;
    return this.#hierarchy.inherits(from, to);
  }

  #tuple(
    from: readonly Type[],
    to: readonly Type[],
    convert: (from: Type, to: Type) => Conversion | undefined,
  ): Conversion | undefined {
    if (from.length !== to.length) return undefined;
    const items: Conversion[] = [];
    for (const [i, type] of from.entries()) {
      const item = convert(type, to[i] as Type);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return { kind: 'tuple', implicit: items.every((item) => item.implicit), items };
  }

  #standardExplicit(from: Type, to: Type): Conversion | undefined {
    if (from === voidType || to === voidType || from === nullType) return undefined;
    if (isNullableValue(to) && isValueType(from)) {
      const lifted = isNullableValue(from);
      const inner = this.#standardEither(lifted ? stripNullable(from) : from, stripNullable(to));
      return inner && { kind: 'nullable', implicit: false, lifted, inner };
    }
    if (isNullableValue(from) && isValueType(to)) {
      const inner = this.#standardEither(stripNullable(from), to);
      if (inner === undefined) return undefined;
      // One step of a cast loses the null, the other changes the number.
      return inner.kind === 'identity' ? unwrap : { kind: 'nullable', implicit: false, lifted: false, inner };
    }
    if (isNumber(from) && isNumber(to)) return explicitNumeric;
    if ((isEnum(from) && (isEnum(to) || isNumber(to))) || (isNumber(from) && isEnum(to))) return explicitEnum;
    if (from.kind === 'tuple' && to.kind === 'tuple') {
      return this.#tuple(from.items, to.items, (a, b) => this.#standardEither(a, b));
    }
    const source = stripNullable(from);
    const target = isNullableValue(to) ? to : stripNullable(to);
    if (isValueType(target)) {
      const inner = stripNullable(target);
      return !isValueType(source) && this.#boxes(inner, source) ? unboxing : undefined;
    }
    if (isValueType(source)) return undefined;
    return this.#isDowncast(source, target) ? downcast : undefined;
  }

  #standardEither(from: Type, to: Type): Conversion | undefined {
    return this.#standardImplicit(from, to) ?? this.#standardExplicit(from, to);
  }

  /** References that may turn out to be of the type: a derived one, an interface that a derived class may have. */
  #isDowncast(from: Type, to: Type): boolean {
    if (from === objectType || from.kind === 'param' || to.kind === 'param') return true;
    if (this.#hierarchy.isReferenceConvertible(to, from)) return true;
    if (isInterface(to)) return isInterface(from) || !isSealed(from);
    if (isInterface(from)) return !isSealed(to) || this.#hierarchy.inherits(to, from);
    if (from.kind === 'array' && to.kind === 'array') {
      return !isValueType(from.element) && !isValueType(to.element) && this.#isDowncast(from.element, to.element);
    }
    return false;
  }

  // -------------------------------------------------------------- operators of one's own

  /** `implicit` and `explicit operator`s of either type, with a standard conversion before and after (C# spec 10.5). */
  #user(from: Type, to: Type, explicit: boolean): Conversion | undefined {
    const source = stripNullable(from);
    const target = stripNullable(to);
    if (!mayHaveOperators(source) && !mayHaveOperators(target)) return undefined;
    if (isInterface(source) || isInterface(target)) return undefined;
    const operators = new Set<Callable>();
    for (const of of [source, target]) {
      for (const each of this.#members.operatorsOf(of, 'op_Implicit')) operators.add(each);
      if (explicit) for (const each of this.#members.operatorsOf(of, 'op_Explicit')) operators.add(each);
    }
    if (operators.size === 0) return undefined;
    const standard = (a: Type, b: Type): Conversion | undefined =>
      this.#standardImplicit(a, b) ?? (explicit ? this.#standardExplicit(a, b) : undefined);
    const found: (Conversion & { kind: 'user' })[] = [];
    for (const operator of operators) {
      const param = operator.params[0]?.type;
      if (param === undefined) continue;
      const whole = this.#through(operator, standard(from, param), standard(operator.returns, to), explicit, false);
      if (whole !== undefined) {
        found.push(whole);
      } else if (isNullableValue(from) && !isNullableValue(param) && acceptsNull(to)) {
        const lifted = this.#through(operator, standard(source, param), standard(operator.returns, to), explicit, true);
        if (lifted !== undefined) found.push(lifted);
      }
    }
    return found.length < 2 ? found[0] : this.#mostSpecific(found, source, target);
  }

  #through(
    operator: Callable,
    before: Conversion | undefined,
    after: Conversion | undefined,
    explicit: boolean,
    lifted: boolean,
  ): (Conversion & { kind: 'user' }) | undefined {
    if (before === undefined || after === undefined) return undefined;
    return { kind: 'user', implicit: !explicit, operator, before, after, lifted };
  }

  #mostSpecific(
    found: readonly (Conversion & { kind: 'user' })[],
    source: Type,
    target: Type,
  ): (Conversion & { kind: 'user' }) | undefined {
    const score = (each: Conversion & { kind: 'user' }): number => {
      const param = each.operator.params[0]?.type;
      let points = 0;
      if (param !== undefined && this.#types.same(stripNullable(param), source)) points += 4;
      else if (each.before.implicit) points += 2;
      if (this.#types.same(stripNullable(each.operator.returns), target)) points += 4;
      else if (each.after.implicit) points += 2;
      return points;
    };
    const best = Math.max(...found.map(score));
    const most = found.filter((each) => score(each) === best);
    if (most.length === 1) return most[0];
    const closest = most.filter((a) =>
      most.every((b) => {
        const pa = a.operator.params[0]?.type;
        const pb = b.operator.params[0]?.type;
        return pa !== undefined && pb !== undefined && this.#standardImplicit(pa, pb) !== undefined;
      }),
    );
    return closest.length === 1 ? closest[0] : undefined;
  }
}

/** `null` may stand for a value of the type. */
export function acceptsNull(type: Type): boolean {
  return type.kind === 'nullable' || isReferenceType(type) || isSilent(type);
}

function isNumber(type: Type): boolean {
  return numericRank(type) > 0;
}

/** 0 for what is no number. */
function numericRank(type: Type): number {
  switch (type) {
    case charType:
      return 2;
    case intType:
      return 3;
    case longType:
      return 4;
    case doubleType:
      return 5;
    case decimalType:
      return 6;
    default:
      return isByte(type) ? 1 : 0;
  }
}

/** C#'s table: to what holds every value. `double` and `decimal` do not mix, and nothing becomes a `char`. */
export function isImplicitNumeric(from: Type, to: Type): boolean {
  const a = numericRank(from);
  const b = numericRank(to);
  return a > 0 && b > a && b >= 3 && !(a === 5 && b === 6);
}

function constantFits(from: Type, to: Type, value: ConstantValue): boolean {
  if (from === intType && typeof value === 'number') {
    if (isByte(to)) return value >= 0 && value <= 255;
    return value === 0 && isEnum(to);
  }
  return false;
}

function isSealed(type: Type): boolean {
  return (type.kind === 'class' && type.symbol.sealed) || type.kind === 'primitive' || type.kind === 'delegate';
}

function mayHaveOperators(type: Type): boolean {
  return type.kind === 'class' || type.kind === 'entity' || (type.kind === 'library' && type.library.kind !== 'enum');
}
