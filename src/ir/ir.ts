/**
 * The typed intermediate representation of bodies: what the checker yields, what the analysis reads, what the definition
 * document holds and what the engine compiles to functions (pipeline.md §10). One form for all of them, so that what is
 * linted is what runs.
 *
 * Everything here is plain JSON data. Names are resolved: a callee is a key into the document's tables, a local is a
 * number. C#'s implicit conversions, default arguments and lifted operators are written out.
 */

/** `[start, end)` in UTF-16 offsets of the body's file (`IrFunction.file`, `Body.file`: an index into `sources`). */
export type IrSpan = readonly [start: number, end: number];

/**
 * A type, written canonically: `int`, `string`, `Ns.Invitation`, `List<int>`, `Func<int,bool>`, `int?`, `int[]`,
 * `(int,string)`, an anonymous type `{Name:string,N:int}`, a type parameter `!T`. No spaces. A reference type is written
 * with `?` where it is declared so; at run time that makes no difference. `parseIrType` reads it.
 */
export type IrType = string;

/** A key of the function table: `Ns.Send(Ns.Invitation)`, `Offer.new(string)`, `Offer.get_Total()`, `Money.op_Addition(Money,Money)`. */
export type FunctionKey = string;

/** A key of the library: `string.Substring(int,int)`, `string.Length`, `List.new()`, `Enumerable.Select(IEnumerable<T>,Func<T,R>)`. */
export type LibraryKey = string;

/** A local's or parameter's number, unique within one outermost body (lambdas and local functions inside share it). */
export type LocalId = number;

// ---------------------------------------------------------------- functions and bodies

export interface IrParameter {
  readonly id: LocalId;
  readonly name: string;
  readonly t: IrType;
  /** `out` and `ref` parameters receive a reference; absent for a value. */
  readonly mode?: 'out' | 'ref';
  /** Takes any number of arguments as one array. */
  readonly params?: true;
  /** What calls that leave the argument out have in its place. For those who check calls against a definition alone. */
  readonly default?: Expr;
}

/** A function, method, constructor, accessor, operator, or the initialiser of a class's fields. */
export interface IrFunction {
  readonly key: FunctionKey;
  /** As a person names it: `SendInvite`, `Offer.Total`, `new Offer`. */
  readonly name: string;
  /** The class, interface or entity it belongs to. */
  readonly owner?: string;
  readonly kind:
    | 'function'
    | 'method'
    | 'constructor'
    | 'getter'
    | 'setter'
    | 'operator'
    | 'fieldInit'
    | 'test'
    | 'fixture';
  /** A function that hosts and `osy run` may call. */
  readonly public?: true;
  readonly static?: boolean;
  readonly virtual?: boolean;
  /** The member that it overrides or implements, for dispatch: keys of base and interface members. */
  readonly overrides?: readonly FunctionKey[];
  readonly typeParams?: readonly string[];
  readonly params: readonly IrParameter[];
  readonly returns: IrType;
  /** Absent for an abstract or interface member without a body. */
  readonly body?: readonly Stmt[];
  /** `: base(…)` or `: this(…)` of a constructor; runs before the body. */
  readonly chain?: { readonly ctor: FunctionKey; readonly args: readonly Expr[]; readonly self: boolean };
  /** A member of a set of alternatives; index into `sources`. */
  readonly file: number;
  readonly span: IrSpan;
  /** Span of the name, where a diagnostic about the declaration stands. */
  readonly nameSpan: IrSpan;
}

/** A workflow body or one of its evaluated expressions (an expression is a single `return`). */
export interface Body {
  readonly file: number;
  readonly span: IrSpan;
  readonly params: readonly IrParameter[];
  readonly block: readonly Stmt[];
}

/** An expression that is evaluated on its own, outside any block: a default value, a setting. */
export interface Evaluated {
  readonly file: number;
  readonly e: Expr;
}

// ---------------------------------------------------------------- statements

export type Stmt =
  | {
      readonly k: 'local';
      readonly s: IrSpan;
      readonly id: LocalId;
      readonly name: string;
      readonly t: IrType;
      readonly init?: Expr;
    }
  | { readonly k: 'expr'; readonly s: IrSpan; readonly e: Expr }
  | { readonly k: 'block'; readonly s: IrSpan; readonly body: readonly Stmt[] }
  | {
      readonly k: 'if';
      readonly s: IrSpan;
      readonly c: Expr;
      readonly then: readonly Stmt[];
      readonly else?: readonly Stmt[];
    }
  | { readonly k: 'while'; readonly s: IrSpan; readonly c: Expr; readonly body: readonly Stmt[] }
  | { readonly k: 'do'; readonly s: IrSpan; readonly body: readonly Stmt[]; readonly c: Expr }
  /** One variable for all rounds, as in C#: a lambda that captures it sees the last value. */
  | {
      readonly k: 'for';
      readonly s: IrSpan;
      readonly init: readonly Stmt[];
      readonly c?: Expr;
      readonly step: readonly Expr[];
      readonly body: readonly Stmt[];
    }
  /** A fresh variable each round. `vars` has one element, or several for `var (a, b)` over tuples. */
  | {
      readonly k: 'foreach';
      readonly s: IrSpan;
      readonly vars: readonly { readonly id: LocalId; readonly name: string; readonly t: IrType }[];
      readonly e: Expr;
      readonly body: readonly Stmt[];
    }
  | { readonly k: 'break'; readonly s: IrSpan }
  | { readonly k: 'continue'; readonly s: IrSpan }
  | { readonly k: 'return'; readonly s: IrSpan; readonly e?: Expr }
  /** Without `e`: rethrow of the exception of the innermost `catch`. */
  | { readonly k: 'throw'; readonly s: IrSpan; readonly e?: Expr }
  | {
      readonly k: 'try';
      readonly s: IrSpan;
      readonly body: readonly Stmt[];
      readonly catches: readonly CatchClause[];
      readonly finally?: readonly Stmt[];
    }
  | { readonly k: 'switch'; readonly s: IrSpan; readonly e: Expr; readonly sections: readonly SwitchSection[] }
  /** Ends the body and names where the run goes. `state` is the enum member's name; `self` re-enters the present state. */
  | { readonly k: 'goto'; readonly s: IrSpan; readonly state?: string; readonly self?: true }
  /** `fn` is hoisted: it may be called before this statement. */
  | { readonly k: 'localFn'; readonly s: IrSpan; readonly id: LocalId; readonly name: string; readonly fn: LambdaExpr };

export interface CatchClause {
  readonly s: IrSpan;
  /** Absent for a bare `catch`, which catches everything. */
  readonly t?: IrType;
  readonly id?: LocalId;
  readonly name?: string;
  readonly filter?: Expr;
  readonly body: readonly Stmt[];
}

export interface SwitchSection {
  /** `null` is `default`. */
  readonly labels: readonly ({ readonly p: Pattern; readonly when?: Expr } | null)[];
  readonly body: readonly Stmt[];
}

// ---------------------------------------------------------------- expressions

/** The domain an operator works in. Smaller integers do not exist; `char` operands are converted to `int` first. */
export type Domain = 'int' | 'long' | 'decimal' | 'double' | 'bool' | 'string' | 'enum' | 'ref';

export type BinaryOp =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'shl'
  | 'shr'
  | 'ushr'
  | 'band'
  | 'bor'
  | 'bxor'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge';

interface E {
  readonly s: IrSpan;
  /** The static type of the value. */
  readonly t: IrType;
}

/**
 * A constant. `v` by type: int, char (UTF-16 unit) and enum a number; long and decimal a string of digits (decimal with
 * its scale, `"1.10"`); double a number, or `"NaN"`, `"Infinity"`, `"-Infinity"`, `"-0"`; string, bool, null themselves.
 */
export interface ConstExpr extends E {
  readonly k: 'const';
  readonly v: string | number | boolean | null;
}
/** `default(T)`, written so only where T is a type parameter or has no constant form. */
export interface DefaultExpr extends E {
  readonly k: 'default';
}
export interface LocalExpr extends E {
  readonly k: 'local';
  readonly id: LocalId;
  readonly name: string;
}
/** The receiver in a method of a class or entity. */
export interface ThisExpr extends E {
  readonly k: 'this';
  /** `base`: members of the library are asked for as the base has them, overrides aside. */
  readonly base?: true;
}
/** `this.Item`: the row of the run. */
export interface ItemExpr extends E {
  readonly k: 'item';
}
/** `actor`, `user`, `Session.CurrentUser`: the acting principal's row, or null. */
export interface ActorExpr extends E {
  readonly k: 'actor';
}
/** A stored member of an entity, class, tuple (`Item1`) or anonymous object. A null `o` is a NullReferenceException. */
export interface FieldExpr extends E {
  readonly k: 'field';
  readonly o: Expr;
  readonly f: string;
  readonly owner: string;
}
/** A static field of a class. */
export interface StaticFieldExpr extends E {
  readonly k: 'sfield';
  readonly owner: string;
  readonly f: string;
}
/**
 * A property or indexer with accessors of the app's own. `args` are an indexer's. `virt` as in `CallExpr`. `targs`: those of
 * the class, for a static property of a generic one.
 */
export interface PropertyExpr extends E {
  readonly k: 'prop';
  readonly o?: Expr;
  readonly get?: FunctionKey;
  readonly set?: FunctionKey;
  readonly args: readonly Expr[];
  readonly virt?: true;
  readonly targs?: readonly IrType[];
}
/** A property or indexer of the library that may be assigned (`List.Item`, `Dictionary.Item`); read-only ones are `lib`. */
export interface LibraryPropertyExpr extends E {
  readonly k: 'libprop';
  readonly m: LibraryKey;
  readonly o: Expr;
  readonly args: readonly Expr[];
  readonly targs?: readonly IrType[];
}
/** An array element; `i` of type int, `hat` for `^i`. */
export interface ElementExpr extends E {
  readonly k: 'elem';
  readonly o: Expr;
  readonly i: Expr;
}

/** Arguments stand in parameter order with defaults filled in; `order` gives the order of evaluation where it differs. */
export interface CallExpr extends E {
  readonly k: 'call';
  readonly fn: FunctionKey;
  readonly o?: Expr;
  /** Dispatched by the receiver's run-time type (virtual, abstract, interface). Absent for `base.M()` too. */
  readonly virt?: true;
  readonly args: readonly Expr[];
  readonly order?: readonly number[];
  /** The class's, for a static member or an operator of a generic one, then the function's own. */
  readonly targs?: readonly IrType[];
}
/** A member of the library: method, read-only property, constant, constructor, operator. `targs`: the owner's, then the method's. */
export interface LibraryExpr extends E {
  readonly k: 'lib';
  readonly m: LibraryKey;
  readonly o?: Expr;
  readonly args: readonly Expr[];
  readonly order?: readonly number[];
  readonly targs?: readonly IrType[];
}
/** A client operation. `args` in parameter order, defaults filled. */
export interface ClientExpr extends E {
  readonly k: 'client';
  readonly c: string;
  readonly op: string;
  readonly args: readonly Expr[];
  readonly order?: readonly number[];
}
/** `XFlow.RaiseY(row, args…[, at: t])`. */
export interface RaiseExpr extends E {
  readonly k: 'raise';
  readonly w: string;
  readonly e: string;
  readonly row: Expr;
  readonly args: readonly Expr[];
  readonly at?: Expr;
}
export interface CorrelateExpr extends E {
  readonly k: 'correlate';
  readonly w: string;
  readonly e: string;
  readonly args: readonly Expr[];
}
export interface StartExpr extends E {
  readonly k: 'start';
  readonly w: string;
  readonly row: Expr;
}
/** `XFlow.AssignSlot(row, person)`. */
export interface AssignSlotExpr extends E {
  readonly k: 'assignSlot';
  readonly w: string;
  readonly slot: string;
  readonly row: Expr;
  readonly person: Expr;
}
/** `Mailer.Send.Stub(f)`, `Mailer.Send.Fails(e)`, `SendInvite.Stub(f)`. */
export interface StubExpr extends E {
  readonly k: 'stub';
  readonly of: { readonly c: string; readonly op: string } | { readonly fn: FunctionKey };
  readonly with: Expr;
  readonly fails?: true;
}
/** Calls a delegate. */
export interface InvokeExpr extends E {
  readonly k: 'invoke';
  readonly f: Expr;
  readonly args: readonly Expr[];
}
/** Calls a local function: `id` is the `localFn`'s. */
export interface CallLocalExpr extends E {
  readonly k: 'callLocal';
  readonly id: LocalId;
  readonly name: string;
  readonly args: readonly Expr[];
  readonly order?: readonly number[];
  readonly targs?: readonly IrType[];
}
export interface LambdaExpr extends E {
  readonly k: 'lambda';
  readonly params: readonly IrParameter[];
  readonly returns: IrType;
  readonly typeParams?: readonly string[];
  readonly body: readonly Stmt[];
}
/** A method group turned into a delegate. Exactly one of `fn`, `m`, `client`, `local` is present. */
export interface FunctionRefExpr extends E {
  readonly k: 'fnref';
  readonly fn?: FunctionKey;
  readonly m?: LibraryKey;
  readonly client?: { readonly c: string; readonly op: string };
  readonly local?: LocalId;
  readonly o?: Expr;
  readonly virt?: true;
  readonly targs?: readonly IrType[];
  /** How many arguments the delegate takes. */
  readonly arity: number;
}

/** Members set by an object initialiser, in order. `nested` adds to or initialises the value already there. */
export interface MemberInit {
  readonly f: string;
  readonly s: IrSpan;
  /** The setter, where the member is a property with accessors of its own. */
  readonly set?: FunctionKey;
  /** The library property, where it is one. */
  readonly m?: LibraryKey;
  readonly v: Expr;
}
/** `new C(…) { … }` of a class of the app. Runs field initialisers, the constructor, then `init`. */
export interface NewExpr extends E {
  readonly k: 'new';
  readonly c: string;
  readonly ctor?: FunctionKey;
  readonly args: readonly Expr[];
  readonly order?: readonly number[];
  readonly targs?: readonly IrType[];
  readonly init: readonly MemberInit[];
}
/** `new E { … }`: creates a row. Members not named get their default values. */
export interface NewEntityExpr extends E {
  readonly k: 'newEntity';
  readonly e: string;
  readonly init: readonly MemberInit[];
}
/** An array with the given elements; an element may be a `spread`. */
export interface ArrayExpr extends E {
  readonly k: 'array';
  readonly items: readonly Expr[];
}
/** `new T[n]` */
export interface NewArrayExpr extends E {
  readonly k: 'newArray';
  readonly n: Expr;
}
export interface SpreadExpr extends E {
  readonly k: 'spread';
  readonly e: Expr;
}
/**
 * A collection with an initialiser: `base` is made, then each entry is added by calling `add` with its values
 * (`List.Add(T)`, `Dictionary.Add(K,V)`; for `["k"] = v` the library property is set: `index`).
 * A collection expression `[a, ..b]` for a list is this too, its entries possibly `spread`.
 */
export interface CollectionExpr extends E {
  readonly k: 'collection';
  readonly base: Expr;
  readonly entries: readonly {
    readonly add: LibraryKey | FunctionKey;
    readonly index?: true;
    readonly own?: true;
    readonly values: readonly Expr[];
  }[];
  readonly targs?: readonly IrType[];
}
/** An object initialiser on a library object (`new HttpOptions { … }`) or a nested initialiser. */
export interface WithInitExpr extends E {
  readonly k: 'withInit';
  readonly base: Expr;
  readonly init: readonly MemberInit[];
}

export interface UnaryExpr extends E {
  readonly k: 'un';
  readonly op: 'neg' | 'not' | 'compl';
  readonly on: Domain;
  readonly lifted?: true;
  readonly e: Expr;
}
/** Operands are already converted to `on`; `lifted`: either may be null, with C#'s rules for the operator. */
export interface BinaryExpr extends E {
  readonly k: 'bin';
  readonly op: BinaryOp;
  readonly on: Domain;
  readonly lifted?: true;
  readonly l: Expr;
  readonly r: Expr;
}
/** `&&`, `||`. */
export interface LogicExpr extends E {
  readonly k: 'and' | 'or';
  readonly l: Expr;
  readonly r: Expr;
}
export interface ConditionalExpr extends E {
  readonly k: 'cond';
  readonly c: Expr;
  readonly a: Expr;
  readonly b: Expr;
}
/** `l ?? r`. */
export interface CoalesceExpr extends E {
  readonly k: 'coalesce';
  readonly l: Expr;
  readonly r: Expr;
}
/** `o?.…`: `o` is evaluated into local `id`; null gives null, else `then` (which reads the local). */
export interface NullConditionalExpr extends E {
  readonly k: 'nullcond';
  readonly o: Expr;
  readonly id: LocalId;
  readonly then: Expr;
}
export type LValue = LocalExpr | FieldExpr | StaticFieldExpr | PropertyExpr | LibraryPropertyExpr | ElementExpr;
export interface AssignExpr extends E {
  readonly k: 'assign';
  readonly to: LValue;
  readonly v: Expr;
}
/** Compound assignment, `++`, `--`, `??=`: `to`'s parts are evaluated once, the old value stands in local `id` while `v` is computed. */
export interface UpdateExpr extends E {
  readonly k: 'update';
  readonly to: LValue;
  readonly id: LocalId;
  readonly v: Expr;
  /** The value of the expression is the old one (`x++`). */
  readonly post?: true;
  /** `??=`: `v` is evaluated and stored only if the old value is null. */
  readonly ifNull?: true;
}
/** `(a, b) = e`: each target is set from the tuple's parts. `null` discards. */
export interface DeconstructExpr extends E {
  readonly k: 'deconstruct';
  readonly to: readonly (LValue | null)[];
  readonly v: Expr;
}
/** An `out` or `ref` argument. */
export interface RefExpr extends E {
  readonly k: 'ref';
  readonly mode: 'out' | 'ref';
  readonly to: LValue;
}

/** A numeric conversion between `from` and `t` (also char and enum), nullable on both sides when `lifted`. Explicit ones wrap (unchecked), except to decimal. */
export interface ConvertExpr extends E {
  readonly k: 'conv';
  readonly from: IrType;
  readonly lifted?: true;
  readonly e: Expr;
}
/** A value type becomes `object`, an interface or a type parameter's boxed form; `from` is its type. */
export interface BoxExpr extends E {
  readonly k: 'box';
  readonly from: IrType;
  readonly e: Expr;
}
/** `(T)o` of a reference or boxed value: InvalidCastException if it is not one; of `T?` to `T`: InvalidOperationException if null. */
export interface CastExpr extends E {
  readonly k: 'cast';
  readonly e: Expr;
  readonly from: IrType;
}
/** `o as T`. */
export interface AsExpr extends E {
  readonly k: 'as';
  readonly e: Expr;
  readonly from: IrType;
}
export interface IsExpr extends E {
  readonly k: 'is';
  readonly e: Expr;
  readonly p: Pattern;
}
export interface SwitchExpr extends E {
  readonly k: 'switchx';
  readonly e: Expr;
  readonly arms: readonly { readonly s: IrSpan; readonly p: Pattern; readonly when?: Expr; readonly v: Expr }[];
}
/** An interpolated string. Each hole's static type (`e.t`) governs its text. */
export interface InterpolatedExpr extends E {
  readonly k: 'interp';
  readonly parts: readonly (string | { readonly e: Expr; readonly align?: number; readonly format?: string })[];
}
export interface TupleExpr extends E {
  readonly k: 'tuple';
  readonly items: readonly Expr[];
}
export interface AnonymousExpr extends E {
  readonly k: 'anon';
  readonly fields: readonly { readonly f: string; readonly v: Expr }[];
}
/** `e with { … }`: a copy with members set. */
export interface WithExpr extends E {
  readonly k: 'with';
  readonly e: Expr;
  readonly init: readonly MemberInit[];
}
export interface ThrowExpr extends E {
  readonly k: 'throwx';
  readonly e: Expr;
}
/** `^n` and `a..b` where the library wants an Index or a Range value. */
export interface IndexFromEndExpr extends E {
  readonly k: 'fromEnd';
  readonly e: Expr;
}
export interface RangeExpr extends E {
  readonly k: 'range';
  readonly from?: Expr;
  readonly to?: Expr;
}
/** An entity type used as a query: all its rows. */
export interface RowsExpr extends E {
  readonly k: 'rows';
  readonly e: string;
}
/** `runas (P) { … }` in tests is a call of this with the block as a lambda. */
export interface RunAsExpr extends E {
  readonly k: 'runas';
  readonly p: Expr;
  readonly body: LambdaExpr;
}
/** `Ada` of `principal Ada => …`. */
export interface PrincipalExpr extends E {
  readonly k: 'principal';
  readonly p: string;
}
/** A policy's value for the acting principal. */
export interface PolicyExpr extends E {
  readonly k: 'policy';
  readonly p: string;
}
/** `Secret.MailKey`: a secret that the host supplies. */
export interface SecretExpr extends E {
  readonly k: 'secret';
  readonly name: string;
}
/** `typeof(T)`. */
export interface TypeOfExpr extends E {
  readonly k: 'typeof';
  readonly of: IrType;
}

export type Expr =
  | ConstExpr
  | DefaultExpr
  | LocalExpr
  | ThisExpr
  | ItemExpr
  | ActorExpr
  | FieldExpr
  | StaticFieldExpr
  | PropertyExpr
  | LibraryPropertyExpr
  | ElementExpr
  | CallExpr
  | LibraryExpr
  | ClientExpr
  | RaiseExpr
  | CorrelateExpr
  | StartExpr
  | AssignSlotExpr
  | StubExpr
  | InvokeExpr
  | CallLocalExpr
  | LambdaExpr
  | FunctionRefExpr
  | NewExpr
  | NewEntityExpr
  | ArrayExpr
  | NewArrayExpr
  | SpreadExpr
  | CollectionExpr
  | WithInitExpr
  | UnaryExpr
  | BinaryExpr
  | LogicExpr
  | ConditionalExpr
  | CoalesceExpr
  | NullConditionalExpr
  | AssignExpr
  | UpdateExpr
  | DeconstructExpr
  | RefExpr
  | ConvertExpr
  | BoxExpr
  | CastExpr
  | AsExpr
  | IsExpr
  | SwitchExpr
  | InterpolatedExpr
  | TupleExpr
  | AnonymousExpr
  | WithExpr
  | ThrowExpr
  | IndexFromEndExpr
  | RangeExpr
  | RowsExpr
  | RunAsExpr
  | PrincipalExpr
  | PolicyExpr
  | TypeOfExpr
  | SecretExpr;

// ---------------------------------------------------------------- patterns

export type Pattern =
  | { readonly p: 'any' }
  /** Equal to a constant of the operand's type. */
  | { readonly p: 'const'; readonly v: Expr; readonly on: Domain }
  | { readonly p: 'rel'; readonly op: 'lt' | 'le' | 'gt' | 'ge'; readonly v: Expr; readonly on: Domain }
  | { readonly p: 'null' }
  /** Is not null and of type `t`; `sub` sees it as `t`. */
  | { readonly p: 'type'; readonly t: IrType; readonly sub?: Pattern }
  /** Binds the value; always matches (a preceding `type` or `props` does the testing). */
  | { readonly p: 'bind'; readonly id: LocalId; readonly name: string; readonly t: IrType }
  /** Is not null and each member's value (an expression over local `id`, which holds the operand) matches. */
  | {
      readonly p: 'props';
      readonly id: LocalId;
      readonly t: IrType;
      readonly members: readonly { readonly v: Expr; readonly p: Pattern }[];
    }
  /** Positional over a tuple. */
  | { readonly p: 'tuple'; readonly items: readonly Pattern[] }
  /** A list pattern; `rest` is the index of `..`, with an optional pattern for the slice. */
  | { readonly p: 'list'; readonly items: readonly Pattern[]; readonly rest?: number; readonly slice?: Pattern }
  | { readonly p: 'and' | 'or'; readonly l: Pattern; readonly r: Pattern }
  | { readonly p: 'not'; readonly e: Pattern };
