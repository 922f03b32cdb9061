/**
 * How C#'s values are represented at run time (docs/representation.md gives the reasons).
 *
 * | C# | here |
 * |---|---|
 * | int, char (UTF-16 unit), enum | number |
 * | double | number |
 * | long | bigint, always within 64 bits |
 * | decimal | `Decimal` |
 * | bool, string | boolean, string |
 * | T? | the value, or null (never undefined) |
 * | DateTime, DateOnly, TimeOnly, TimeSpan, Guid | classes of their own |
 * | T[], byte[] | Array, its length never changed |
 * | List, Dictionary, HashSet | `ListValue`, `DictionaryValue`, … |
 * | IEnumerable | anything of `Enumerable` below |
 * | delegates | functions |
 * | tuple, anonymous object | `TupleValue`, `AnonymousValue` |
 * | a value type as `object` | `Boxed`, since a bare number does not say whether it is an int, a double or a char |
 * | exceptions | `ExceptionValue`, thrown as they are |
 * | class instances, entity rows | `Instance`, `Row` |
 */
import type { IrType } from '../../ir/ir.ts';

/** Any value an Osy expression can have. Narrowed by the static types in the IR; dynamic tests use the classes below. */
export type Value = unknown;

/** A value of a value type (number, char, enum, bool, Guid, …) seen as `object`, with its exact type. */
export class Boxed {
  readonly t: IrType;
  readonly v: Value;
  constructor(t: IrType, v: Value) {
    this.t = t;
    this.v = v;
  }
}

/** A tuple; parts by position. */
export class TupleValue {
  readonly items: Value[];
  constructor(items: Value[]) {
    this.items = items;
  }
}

/** An anonymous object; equal to another with the same names and equal values. */
export class AnonymousValue {
  readonly fields: ReadonlyMap<string, Value>;
  constructor(fields: ReadonlyMap<string, Value>) {
    this.fields = fields;
  }
}

/** What the engine knows of a class of the app, for `is`, equality, JSON and text. Built by the code generator. */
export interface ClassInfo {
  /** Full name, as in `IrType`. */
  readonly name: string;
  readonly base: ClassInfo | undefined;
  /** Full names of every class and interface that an instance is, itself included. */
  readonly is: ReadonlySet<string>;
  /** Public fields and auto-properties in declaration order, bases first; `json` is the name in JSON. */
  readonly fields: readonly { readonly name: string; readonly t: IrType; readonly json: string }[];
  /** Overridden `ToString`, `Equals`, `GetHashCode` and the like by library key; called with the instance as first argument. */
  readonly overrides: ReadonlyMap<string, (self: Value, ...args: Value[]) => Value>;
}

/** An instance of a class of the app. `f` holds all fields by name. */
export class Instance {
  readonly c: ClassInfo;
  readonly f: Record<string, Value>;
  constructor(c: ClassInfo, f: Record<string, Value>) {
    this.c = c;
    this.f = f;
  }
}

/**
 * An exception object. Thrown with JavaScript's `throw`, caught by generated code. `type` is the class's full name;
 * what it is a kind of comes from `exceptionBase` for library types and from `info` for those of the app.
 */
export class ExceptionValue {
  readonly type: string;
  message: string;
  readonly inner: ExceptionValue | null;
  /** `StatusCode`, `Body`, `Code`, `ParamName` and the like; the fields of an app's own exception class. */
  readonly fields: Record<string, Value>;
  readonly info: ClassInfo | undefined;
  /** Osy frames, innermost first: `SendInvite (invite.osy:18)`; filled in as the exception leaves functions. */
  readonly stack: string[] = [];
  constructor(
    type: string,
    message: string,
    inner: ExceptionValue | null = null,
    fields: Record<string, Value> = {},
    info?: ClassInfo,
  ) {
    this.type = type;
    this.message = message;
    this.inner = inner;
    this.fields = fields;
    this.info = info;
  }
}

/** Ends a run from within and is seen by no `catch` of the app: a limit that was reached, an operation nobody stubbed. */
export class EngineAbort extends Error {
  /** `fuel`, `depth`, `memory`, `unstubbed`, … */
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = 'EngineAbort';
    this.reason = reason;
  }
}

/** What library members may ask of the engine they run in. */
export interface LibraryHost {
  /** The delivery's instant, in ticks of 100 ns since 0001-01-01T00:00:00Z. */
  readonly utcNowTicks: () => bigint;
  /** In [0, 1), seeded. */
  readonly random: () => number;
  /** Charges work that a library call does beyond a constant; throws `EngineAbort` when the budget is spent. */
  readonly charge: (units: number) => void;
  readonly classInfo: (name: string) => ClassInfo | undefined;
  /** Names by value of an enum of the app or the library. */
  readonly enumNames: (name: string) => ReadonlyMap<number, string> | undefined;
}

/**
 * An implementation of a library member. Arguments: the receiver (instance members), then every declared parameter
 * (`params` as one array, `out` and `ref` as a `Ref`), then, if the owner or the member has type parameters, one array of
 * `IrType` with the owner's arguments before the member's.
 */
export type LibraryFunction = (host: LibraryHost, ...args: never[]) => Value;

/** What an `out` or `ref` argument is. */
export interface Ref {
  get(): Value;
  set(value: Value): void;
}

/** Anything that `foreach` and LINQ can walk: arrays, strings (by UTF-16 unit, as numbers), and objects with an iterator. */
export type EnumerableValue = readonly Value[] | string | Iterable<Value>;
