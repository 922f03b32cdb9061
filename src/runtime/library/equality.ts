/**
 * Equality, hashing and order of any two values, as `Equals`, `EqualityComparer<T>.Default` and `Comparer<T>.Default` have
 * them. Value types compare by what they hold, tuples and anonymous objects part by part, strings by the invariant culture
 * when ordered and by their units when equal, everything else by reference unless its class says otherwise.
 */
import type { IrType } from '../../ir/ir.ts';
import { compareInvariant } from './collation.ts';
import { raiseArgument, raiseInvalidOperation } from './exceptions.ts';
import { isStruct } from './structs.ts';
import { shortTypeName } from './type-names.ts';
import { AnonymousValue, Boxed, Instance, type LibraryHost, TupleValue, type Value } from './values.ts';

/** `Equals`: NaN equals itself, `1.0m` equals `1.00m`, null equals null. */
export function equalsValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || a === null) return typeof a === 'number' && Number.isNaN(a) && Number.isNaN(b as number);
  if (a instanceof Instance) return instanceEquals(a, b);
  if (typeof b !== 'object' || b === null || a.constructor !== b.constructor) return false;
  if (a instanceof Boxed) return a.t === (b as Boxed).t && equalsValue(a.v, (b as Boxed).v);
  if (a instanceof TupleValue) return allEqual(a.items, (b as TupleValue).items);
  if (a instanceof AnonymousValue) {
    const other = (b as AnonymousValue).fields;
    return allEqual([...a.fields.keys()], [...other.keys()]) && allEqual([...a.fields.values()], [...other.values()]);
  }
  return isStruct(a) && a.equals(b as typeof a);
}

function allEqual(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, i) => equalsValue(value, b[i]));
}

function instanceEquals(a: Instance, b: Value): boolean {
  const typed = b instanceof Instance && b.c === a.c ? a.c.overrides.get('IEquatable.Equals(T)') : undefined;
  const override = typed ?? a.c.overrides.get('object.Equals(object)');
  return override !== undefined && override(a, b) === true;
}

function hasOwnEquality(value: Instance): boolean {
  return value.c.overrides.has('object.Equals(object)') || value.c.overrides.has('IEquatable.Equals(T)');
}

// ---------------------------------------------------------------- hashing

/**
 * Gives values keys for a JavaScript `Map` or `Set`: equal values the same key, others different ones. One per collection,
 * since objects with an `Equals` of their own have no key but the first of them that was seen.
 */
export class KeySpace {
  readonly #buckets = new Map<Value, Instance[]>();

  key(value: Value): Value {
    switch (typeof value) {
      case 'string':
        // What begins with NUL is a composed key.
        return value.charCodeAt(0) === 0 ? `\0s${value}` : value;
      case 'object':
        return value === null ? null : this.#objectKey(value);
      default:
        return value;
    }
  }

  #objectKey(value: object): Value {
    if (value instanceof Boxed) return `\0b${value.t}:${this.#part(value.v)}`;
    if (value instanceof TupleValue) return `\0t${value.items.map((item) => this.#part(item)).join()}`;
    if (value instanceof AnonymousValue) {
      return `\0a${[...value.fields].map(([name, field]) => `${name}=${this.#part(field)}`).join()}`;
    }
    if (value instanceof Instance) return hasOwnEquality(value) ? this.#first(value) : value;
    if (isStruct(value)) return `\0v${value.constructor.name}:${value.key?.() ?? value.toString()}`;
    return value;
  }

  /** The first instance seen that equals this one. */
  #first(value: Instance): Instance {
    const hash = value.c.overrides.get('object.GetHashCode()')?.(value);
    const bucket = this.#buckets.get(hash);
    if (bucket === undefined) {
      this.#buckets.set(hash, [value]);
      return value;
    }
    const found = bucket.find((other) => instanceEquals(value, other));
    if (found !== undefined) return found;
    bucket.push(value);
    return value;
  }

  /** A part of a composed key: its length first, so that no two lists of parts read alike. */
  #part(value: Value): string {
    const key = this.key(value);
    if ((typeof key === 'object' && key !== null) || typeof key === 'function') return `o${objectNumber(key)}`;
    // -0 is 0 here, as in a Map.
    const text = `${key as string}`;
    return `${typeof key === 'string' ? 's' : typeof key === 'bigint' ? 'l' : 'v'}${text.length}:${text}`;
  }
}

const objectNumbers = new WeakMap<object, number>();
let lastObjectNumber = 0;

/** Tells objects apart within a composed key; shown to nobody. */
function objectNumber(value: object): number {
  let number = objectNumbers.get(value);
  if (number === undefined) {
    number = ++lastObjectNumber;
    objectNumbers.set(value, number);
  }
  return number;
}

/** A key for values that stand alone: as `KeySpace.key`, but an object with an `Equals` of its own is its own key. */
export function hashKey(value: Value): Value {
  return new KeySpace().key(value);
}

interface Numbering {
  next: number;
  readonly of: WeakMap<object, number>;
}

const numberings = new WeakMap<LibraryHost, Numbering>();
const ownNumbering: Numbering = { next: 1, of: new WeakMap() };

/**
 * `GetHashCode()`: the same in every run, unlike .NET's, so that runs are reproducible. Without a host the numbers of
 * objects that are known by reference only are good within this process: enough to find them in a table.
 */
export function hashValue(value: Value, host?: LibraryHost): number {
  switch (typeof value) {
    case 'string':
      return hashText(value);
    case 'number':
      return Number.isInteger(value) && Math.abs(value) <= 0xffff_ffff ? value | 0 : hashDouble(value);
    case 'bigint':
      return Number(BigInt.asIntN(32, value ^ (value >> 32n)));
    case 'boolean':
      return value ? 1 : 0;
    case 'object':
      return value === null ? 0 : hashObject(value, host);
    case 'function':
      return identityHash(value, host);
    default:
      return 0;
  }
}

/** The hash of a value of a value type: a bare number does not say whether it is an int, a char or a double. */
export function hashTyped(value: Value, type: IrType, host?: LibraryHost): number {
  if (type === 'char') return (value as number) | ((value as number) << 16);
  return type === 'double' ? hashDouble(value as number) : hashValue(value, host);
}

function hashObject(value: object, host: LibraryHost | undefined): number {
  if (value instanceof Boxed) return hashTyped(value.v, value.t, host);
  if (value instanceof TupleValue) return combineHashes(value.items.map((item) => hashValue(item, host)));
  if (value instanceof AnonymousValue) {
    return combineHashes([...value.fields.values()].map((field) => hashValue(field, host)));
  }
  if (value instanceof Instance) {
    const override = value.c.overrides.get('object.GetHashCode()');
    if (override !== undefined) return override(value) as number;
  }
  return isStruct(value) ? value.hash() : identityHash(value, host);
}

/** Numbers objects in the order they are asked for. */
function identityHash(value: object, host: LibraryHost | undefined): number {
  let known = host === undefined ? ownNumbering : numberings.get(host);
  if (known === undefined) {
    known = { next: 1, of: new WeakMap() };
    numberings.set(host!, known);
  }
  let hash = known.of.get(value);
  if (hash === undefined) {
    hash = Math.imul(known.next++, 0x9e3779b1) >>> 6;
    known.of.set(value, hash);
  }
  return hash;
}

export function combineHashes(parts: readonly number[]): number {
  let hash = 17;
  for (const part of parts) hash = (Math.imul(hash, 31) + part) | 0;
  return hash;
}

const doubleView = new DataView(new ArrayBuffer(8));

/** As .NET has it: both halves of the bits; all zeros are one, and all that is no number. */
function hashDouble(value: number): number {
  doubleView.setFloat64(0, value);
  const high = doubleView.getInt32(0);
  return value === 0 || Number.isNaN(value) ? high & 0x7ff0_0000 : high ^ doubleView.getInt32(4);
}

function hashText(text: string): number {
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) | 0;
  return hash;
}

// ---------------------------------------------------------------- order

/**
 * The default order: null first, NaN before every number, false before true.
 * @throws InvalidOperationException when a value has no order, ArgumentException when two are of different types
 */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  switch (typeof a) {
    case 'number': {
      const other = b as number;
      if (a < other) return -1;
      if (a > other) return 1;
      if (a === other) return 0;
      return Number.isNaN(a) ? (Number.isNaN(other) ? 0 : -1) : 1;
    }
    case 'string':
      return typeof b === 'string' ? compareInvariant(a, b) : raiseArgument('Object must be of type String.');
    case 'bigint':
      return a < (b as bigint) ? -1 : 1;
    case 'boolean':
      return a ? 1 : -1;
    case 'object':
      return compareObjects(a as object, b);
    default:
      return raiseNoOrder();
  }
}

function compareObjects(a: object, b: Value): number {
  if (a instanceof Boxed) {
    if (!(b instanceof Boxed) || a.t !== b.t) raiseArgument(`Object must be of type ${shortTypeName(a.t)}.`);
    return compareValues(a.v, b.v);
  }
  if (a instanceof TupleValue && b instanceof TupleValue) {
    for (const [i, item] of a.items.entries()) {
      const order = compareValues(item, b.items[i]);
      if (order !== 0) return order;
    }
    return 0;
  }
  if (a instanceof Instance) {
    const override =
      a.c.overrides.get('IComparable.CompareTo(T)') ?? a.c.overrides.get('IComparable.CompareTo(object)');
    if (override !== undefined) return override(a, b) as number;
  } else if (isStruct(a) && a.compareTo !== undefined && (b as object).constructor === a.constructor) {
    return a.compareTo(b as typeof a);
  }
  // The other one may know how to compare itself.
  if (b instanceof Instance && !(a instanceof Instance)) return -compareObjects(b, a);
  return raiseNoOrder();
}

function raiseNoOrder(): never {
  return raiseInvalidOperation(
    'Failed to compare two elements in the array. At least one object must implement IComparable.',
  );
}
