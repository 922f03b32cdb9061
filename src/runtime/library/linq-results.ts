/** LINQ's operations that walk at once and answer with one value. */
import type { IrType } from '../../ir/ir.ts';
import { equalityOf, orderOf } from './comparers.ts';
import { each, knownCount, positionsOf, requireSource, walk } from './enumeration.ts';
import { compareValues, equalsValue } from './equality.ts';
import {
  raiseArgumentOutOfRange,
  raiseMoreThanOne,
  raiseMoreThanOneMatch,
  raiseNoElements,
  raiseNoMatch,
  raiseOverflow,
} from './exceptions.ts';
import { charging } from './linq-charge.ts';
import type { Predicate, Select } from './linq-sequences.ts';
import type { IndexValue } from './ranges.ts';
import { SetValue } from './sets.ts';
import { requireFunction } from './stretches.ts';
import { defaultOf } from './structs.ts';
import type { LibraryHost, Value } from './values.ts';

type Host = LibraryHost;

/** Stands for "no element", which null cannot. */
const none: unique symbol = Symbol('none');
type Maybe = Value | typeof none;

export function count(host: Host, source: Value, test?: Predicate): number {
  requireSource(source);
  const tick = charging(host);
  let counted = 0;
  if (test !== undefined) {
    requireFunction(test, 'predicate');
    each(source, (item) => {
      tick.count();
      if (test(item)) counted++;
      return true;
    });
    return counted;
  }
  const known = knownCount(source);
  if (known !== undefined) return known;
  each(source, () => {
    tick.count();
    counted++;
    return true;
  });
  return counted > 2147483647 ? raiseOverflow() : counted;
}

export function any(host: Host, source: Value, test?: Predicate): boolean {
  requireSource(source);
  if (test === undefined) {
    const known = knownCount(source);
    return known === undefined ? !each(source, () => false) : known > 0;
  }
  requireFunction(test, 'predicate');
  const tick = charging(host);
  return !each(source, (item) => {
    tick.count();
    return !test(item);
  });
}

export function all(host: Host, source: Value, test: Predicate): boolean {
  requireSource(source);
  requireFunction(test, 'predicate');
  const tick = charging(host);
  return each(source, (item) => {
    tick.count();
    return test(item);
  });
}

export function contains(host: Host, source: Value, value: Value, comparer?: Value): boolean {
  requireSource(source);
  if (comparer === undefined && source instanceof SetValue) return source.has(value);
  const equals = equalityOf(comparer)?.equals ?? equalsValue;
  const tick = charging(host);
  return !each(source, (item) => {
    tick.count();
    return !equals(item, value);
  });
}

export function sequenceEqual(host: Host, first: Value, second: Value, comparer?: Value): boolean {
  requireSource(first, 'first');
  requireSource(second, 'second');
  const counts = [knownCount(first), knownCount(second)];
  if (counts[0] !== undefined && counts[1] !== undefined && counts[0] !== counts[1]) return false;
  const equals = equalityOf(comparer)?.equals ?? equalsValue;
  const tick = charging(host);
  const others = walk(second)[Symbol.iterator]();
  const same = each(first, (item) => {
    tick.count();
    const other = others.next();
    return other.done !== true && equals(item, other.value);
  });
  return same && others.next().done === true;
}

// ---------------------------------------------------------------- single elements

export function findFirst(host: Host, source: Value, test?: Predicate): Maybe {
  requireSource(source);
  const positions = test === undefined ? positionsOf(source) : undefined;
  if (positions !== undefined) return positions.length() > 0 ? positions.at(0) : none;
  if (test !== undefined) requireFunction(test, 'predicate');
  const tick = charging(host);
  let found: Maybe = none;
  each(source, (item) => {
    tick.count();
    if (test !== undefined && !test(item)) return true;
    found = item;
    return false;
  });
  return found;
}

export function findLast(host: Host, source: Value, test?: Predicate): Maybe {
  requireSource(source);
  if (test !== undefined) requireFunction(test, 'predicate');
  const positions = positionsOf(source);
  if (positions !== undefined) {
    // From the end, as .NET does with a list: the predicate sees the last elements only.
    for (let i = positions.length() - 1; i >= 0; i--) {
      const item = positions.at(i);
      if (test === undefined || test(item)) return item;
    }
    return none;
  }
  const tick = charging(host);
  let found: Maybe = none;
  each(source, (item) => {
    tick.count();
    if (test === undefined || test(item)) found = item;
    return true;
  });
  return found;
}

export function findSingle(host: Host, source: Value, test?: Predicate): Maybe {
  requireSource(source);
  if (test !== undefined) requireFunction(test, 'predicate');
  const tick = charging(host);
  let found: Maybe = none;
  each(source, (item) => {
    tick.count();
    if (test !== undefined && !test(item)) return true;
    if (found !== none) {
      if (test === undefined) raiseMoreThanOne();
      raiseMoreThanOneMatch();
    }
    found = item;
    return true;
  });
  return found;
}

/** The element, or the exception of `First`, `Last` and `Single`. */
export function required(found: Maybe, test?: Predicate): Value {
  if (found !== none) return found;
  return test === undefined ? raiseNoElements() : raiseNoMatch();
}

/** The element, or `default(T)`. */
export function orDefault(host: Host, found: Maybe, type: IrType | undefined): Value {
  if (found !== none) return found;
  return type === undefined ? null : defaultOf(type, host);
}

export function orElse(found: Maybe, otherwise: Value): Value {
  return found === none ? otherwise : found;
}

function findAt(host: Host, source: Value, index: number): Maybe {
  requireSource(source);
  if (index < 0) return none;
  const positions = positionsOf(source);
  if (positions !== undefined) return index < positions.length() ? positions.at(index) : none;
  let left = index;
  return findFirst(host, source, () => left-- === 0);
}

/** As `findAt`, counted from the end where the index says so. */
function findAtIndex(host: Host, source: Value, index: IndexValue): Maybe {
  requireSource(source);
  if (!index.fromEnd) return findAt(host, source, index.value);
  const length = knownCount(source);
  if (length !== undefined) return findAt(host, source, length - index.value);
  const items: Value[] = [];
  const tick = charging(host);
  each(source, (item) => {
    tick.count();
    return items.push(item) > 0;
  });
  return findAt(host, items, items.length - index.value);
}

export function elementAt(host: Host, source: Value, index: number | IndexValue): Value {
  const found = typeof index === 'number' ? findAt(host, source, index) : findAtIndex(host, source, index);
  return found === none ? raiseArgumentOutOfRange('index') : found;
}

export function elementAtOrDefault(host: Host, source: Value, index: number | IndexValue, type: IrType): Value {
  const found = typeof index === 'number' ? findAt(host, source, index) : findAtIndex(host, source, index);
  return orDefault(host, found, type);
}

// ---------------------------------------------------------------- folds

export function aggregate(host: Host, source: Value, f: (a: Value, b: Value) => Value): Value {
  requireSource(source);
  requireFunction(f, 'func');
  const tick = charging(host);
  let held: Maybe = none;
  each(source, (item) => {
    tick.count();
    held = held === none ? item : f(held, item);
    return true;
  });
  return held === none ? raiseNoElements() : held;
}

export function aggregateFrom(host: Host, source: Value, seed: Value, f: (a: Value, b: Value) => Value): Value {
  requireSource(source);
  requireFunction(f, 'func');
  const tick = charging(host);
  let held = seed;
  each(source, (item) => {
    tick.count();
    held = f(held, item);
    return true;
  });
  return held;
}

/**
 * The smallest (`sign` 1) or greatest (`sign` -1) of what `of` makes of the elements; nulls are left out where null is a
 * value of `type`, and null is then the answer for no elements.
 */
export function extreme(host: Host, source: Value, sign: 1 | -1, type: IrType, comparer?: Value, of?: Select): Value {
  requireSource(source);
  if (of !== undefined) requireFunction(of, 'selector');
  const compare = orderOf(comparer) ?? compareValues;
  const tick = charging(host);
  let best: Maybe = none;
  each(source, (item) => {
    tick.count();
    const value = of === undefined ? item : of(item);
    if (value !== null && (best === none || sign * compare(value, best) < 0)) best = value;
    return true;
  });
  if (best !== none) return best;
  return defaultOf(type, host) === null ? null : raiseNoElements();
}

/** The first element with the smallest or greatest key; elements without a key only count when there are no others. */
export function extremeBy(
  host: Host,
  source: Value,
  sign: 1 | -1,
  keyOf: Select,
  type: IrType,
  comparer?: Value,
): Value {
  requireSource(source);
  requireFunction(keyOf, 'keySelector');
  const compare = orderOf(comparer) ?? compareValues;
  const tick = charging(host);
  let best: Maybe = none;
  let bestKey: Value = null;
  each(source, (item) => {
    tick.count();
    const key = keyOf(item);
    if (best === none || (key !== null && (bestKey === null || sign * compare(key, bestKey) < 0))) {
      best = item;
      bestKey = key;
    }
    return true;
  });
  if (best !== none) return best;
  return defaultOf(type, host) === null ? null : raiseNoElements();
}
