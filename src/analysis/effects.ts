/** The data of the escape analysis: where a network call stands, what can leave, what a function does. */
import type { FunctionRefExpr, IrSpan, LambdaExpr, LocalId } from '../ir/ir.ts';

/** A call in some file, with the callee's name as a person writes it. */
export interface Site {
  readonly file: number;
  readonly span: IrSpan;
  readonly name: string;
}

/** The hops from a call down to the network call. */
export interface Chain {
  readonly site: Site;
  readonly next: Chain | undefined;
}

/** Which argument of the function's a thing came in by. */
export interface FromParameter {
  readonly index: number;
  /** The exception type as the argument threw it. `response`: what `EnsureSuccess()` of that argument throws. */
  readonly type: string | 'response';
  /** It is a new exception that a `catch` threw for the argument's: what made that one deliberate does not hold for it. */
  readonly renewed?: true;
}

/** What is told apart of things that came in by a parameter. */
export function parameterKey(p: FromParameter | undefined): string {
  return p === undefined ? '' : `${p.index}:${p.type}${p.renewed ? '+' : ''}`;
}

/** An exception that is on its way. */
export interface Item {
  /** The exact type of the exception. */
  readonly type: string;
  /** Left through `Once` or a `catch` that released the lock first (findings.md, "Deliberate retry"). */
  readonly deliberate: boolean;
  /** The call of the function under analysis that it comes from. */
  readonly own: Site;
  readonly via: Chain | undefined;
  readonly param: FromParameter | undefined;
  /** Made here by `new` and thrown by nobody yet: whose call it is, is seen where it is thrown. */
  readonly made?: true;
}

/** What is told apart of exceptions on their way. */
function itemKey({ type, deliberate, own, param }: Item): string {
  return `${type}|${deliberate}|${own.file}:${own.span[0]}-${own.span[1]}|${parameterKey(param)}`;
}

/** Items without repeats; the first way found to each is kept. */
export class ItemSet {
  readonly #items = new Map<string, Item>();

  add(item: Item): void {
    const key = itemKey(item);
    if (!this.#items.has(key)) this.#items.set(key, item);
  }

  addAll(items: Iterable<Item>): void {
    for (const item of items) this.add(item);
  }

  get size(): number {
    return this.#items.size;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items.values();
  }
}

/** What keeps a retry from making a call again, in a state with the block. */
export interface Keeping {
  /** Made inside `Once`. */
  readonly once: boolean;
  /** `Exists` or `TryAcquireLock` was asked on every way there. */
  readonly tested: boolean;
}

/** How a function invokes a delegate that it is given. */
export interface Invocation extends Keeping {
  /** It may be kept, and invoked when the function has long returned. */
  readonly later: boolean;
}

/** A network call that is made, whatever becomes of what it throws. */
export interface Reach extends Keeping {
  readonly own: Site;
  readonly via: Chain | undefined;
  /** A `Post` or `Patch`. */
  readonly effect: boolean;
}

/** What is told apart of network calls that are made in one place. */
export function reachKey(r: Pick<Reach, 'effect' | 'once' | 'tested'>): string {
  return `${r.effect ? 'effect' : ''}${r.once ? '!' : ''}${r.tested ? '?' : ''}`;
}

export class ReachSet {
  readonly #found = new Map<string, Reach>();

  add(reach: Reach): void {
    const key = `${reach.own.file}:${reach.own.span[0]}-${reach.own.span[1]}|${reachKey(reach)}`;
    if (!this.#found.has(key)) this.#found.set(key, reach);
  }

  addAll(all: Iterable<Reach>): void {
    for (const r of all) this.add(r);
  }

  get size(): number {
    return this.#found.size;
  }

  [Symbol.iterator](): Iterator<Reach> {
    return this.#found.values();
  }
}

/** An answer of `Http.*` that is looked at or not. */
export interface ResponseOrigin {
  /** Absent for an argument of the function. */
  readonly own: Site | undefined;
  readonly via: Chain | undefined;
  readonly param: number | undefined;
  /** Its success was asked for. */
  checked: boolean;
  /** It went where this analysis does not follow. */
  lost: boolean;
}

export type Closure =
  | { readonly kind: 'lambda'; readonly lambda: LambdaExpr }
  | { readonly kind: 'reference'; readonly reference: FunctionRefExpr }
  /** A local function, and where it is made a delegate: its findings stand there. */
  | { readonly kind: 'local'; readonly id: LocalId; readonly at: { readonly s: IrSpan; readonly name: string } }
  | { readonly kind: 'parameter'; readonly index: number; readonly effect: ClosureEffect };

/** What is known of a value. Absent parts are unknown, or do not matter. */
export interface Known {
  readonly closures?: readonly Closure[];
  /** The exceptions that it can be; `otherException` if it can be one that is none of the network's. */
  readonly exceptions?: readonly Item[];
  readonly otherException?: boolean;
  readonly responses?: readonly ResponseOrigin[];
  readonly truth?: boolean;
  /** It may as well be something of which nothing is known: another value, or null. */
  readonly partial?: true;
}

/**
 * What locals may hold at a place. One that is not in it has no value yet on any way there, so that nobody reads it; one of
 * which nothing is known is there as `undefined`.
 */
export type Locals = ReadonlyMap<LocalId, Known | undefined>;

/** What invoking a delegate does, seen from where it was created. */
export interface ClosureEffect {
  readonly items: readonly Item[];
  readonly reaches: readonly Reach[];
  readonly completes: boolean;
  /** Types of the exceptions that may leave it and are none of the network's; `Exception` where the type is not known. */
  readonly throws: ReadonlySet<string>;
  /** What happened on every way through it. */
  readonly past: Past;
  /** What locals hold at its end; absent where it does not end, and for a delegate of which only the effect is known. */
  readonly after?: Locals | undefined;
  readonly value?: Known | undefined;
}

/** What has happened on every way to a place. */
export interface Past {
  /** `ReleaseLockAsFailed` was called. */
  readonly released: boolean;
  /** `Set` or `ReleaseLockAsFailed` was called. */
  readonly given: boolean;
  /** `Exists` or `TryAcquireLock` was asked. */
  readonly tested: boolean;
}

/** What happened on both of two ways; of a way that is not there, what happened on the other. */
export function meet(a: Past | undefined, b: Past | undefined): Past | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    released: a.released && b.released,
    given: a.given && b.given,
    tested: a.tested && b.tested,
  };
}

/** What happened on one of two stretches of a way. */
export function either(a: Past, b: Past): Past {
  return {
    released: a.released || b.released,
    given: a.given || b.given,
    tested: a.tested || b.tested,
  };
}

/** The beginning of every way. */
export const noPast: Past = { released: false, given: false, tested: false };

export const nothingThrown: ReadonlySet<string> = new Set();

/** Types that are thrown in one place or the other. */
export function together(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (b.size === 0 || a === b) return a;
  return a.size === 0 ? b : new Set([...a, ...b]);
}

export const noEffect: ClosureEffect = {
  items: [],
  reaches: [],
  completes: true,
  throws: nothingThrown,
  past: noPast,
};

/** An exception that leaves a function, seen from its caller. */
export interface Escape {
  readonly type: string;
  readonly deliberate: boolean;
  /** From the function's own call on; absent where it came in by a parameter. */
  readonly via: Chain | undefined;
  readonly param: FromParameter | undefined;
}

/** What calling a function does. Grows only, until nothing changes any more. */
export interface Summary {
  /** Computed without what the call binds: its arguments are out of sight. */
  readonly blurred?: true;
  readonly completes: boolean;
  readonly escapes: readonly Escape[];
  readonly reaches: readonly (Omit<Reach, 'own' | 'via'> & { readonly via: Chain })[];
  /** Delegate parameters that it invokes, and how it does so each time. */
  readonly invokes: ReadonlyMap<number, Invocation>;
  /** `HttpResponse` parameters whose success it looks at, or that it passes on out of sight. */
  readonly checks: ReadonlySet<number>;
  /** It returns an answer of `Http.*` that it has not looked at; parameters that it hands back are in `returnsParams`. */
  readonly returnsAnswer: Chain | undefined;
  readonly returnsParams: ReadonlySet<number>;
  /** An answer that nobody looks at, in it or below it. */
  readonly unchecked: Chain | undefined;
  /** Exceptions that it returns as values: new ones by their types, and arguments that it hands back. */
  readonly returnsExceptions: ReturnedExceptions | undefined;
  /** The truth value that it always returns. */
  readonly returnsTruth: boolean | undefined;
  /** What happened on every way to its end. */
  readonly past: Past;
  /** Types of the exceptions that may leave it and are none of the network's; `Exception` where the type is not known. */
  readonly throws: ReadonlySet<string>;
}

export interface ReturnedExceptions {
  readonly made: readonly string[];
  /** Arguments handed back, with the types that they may then have. */
  readonly params: readonly FromParameter[];
  /** It may be one that is none of the network's. */
  readonly other: boolean;
}

/** Nothing is known yet: the bottom of the lattice. */
export const bottom: Summary = {
  completes: false,
  escapes: [],
  reaches: [],
  invokes: new Map(),
  checks: new Set(),
  returnsAnswer: undefined,
  returnsParams: new Set(),
  unchecked: undefined,
  returnsExceptions: undefined,
  returnsTruth: undefined,
  past: noPast,
  throws: nothingThrown,
};

/** How a call binds the parameters that matter: delegates, exceptions, and flags that are known. */
export interface Binding {
  /** Canonical text: equal bindings have equal keys. */
  readonly key: string;
  readonly closures: ReadonlyMap<number, ClosureEffect>;
  readonly exceptions: ReadonlyMap<number, { readonly types: readonly string[]; readonly other: boolean }>;
  readonly truths: ReadonlyMap<number, boolean>;
}

/** For a function that is called in too many ways to tell them apart. */
export const blurred: Binding = { key: '*', closures: new Map(), exceptions: new Map(), truths: new Map() };

/** Two values that a variable may have; `undefined` is one of which nothing is known. */
export function join(a: Known | undefined, b: Known | undefined): Known | undefined {
  if (a === undefined || b === undefined) {
    const one = a ?? b;
    if (one === undefined || (one.partial === true && one.truth === undefined)) return one;
    const { truth: _, ...rest } = one;
    return { ...rest, partial: true };
  }
  const closures = union(a.closures, b.closures);
  const exceptions = unionOfItems(a.exceptions, b.exceptions);
  const responses = union(a.responses, b.responses);
  const truth = a.truth === b.truth ? a.truth : undefined;
  const otherException = a.otherException === true || b.otherException === true;
  const partial = a.partial === true || b.partial === true;
  const grown =
    closures !== a.closures ||
    exceptions !== a.exceptions ||
    responses !== a.responses ||
    truth !== a.truth ||
    otherException !== (a.otherException === true) ||
    partial !== (a.partial === true);
  if (!grown) return a;
  return {
    ...(closures === undefined ? {} : { closures }),
    ...(exceptions === undefined ? {} : { exceptions }),
    ...(responses === undefined ? {} : { responses }),
    ...(otherException ? { otherException } : {}),
    ...(truth === undefined ? {} : { truth }),
    ...(partial ? { partial } : {}),
  };
}

/** What one of several values is; of none, nothing is known. */
export function joinAll(values: readonly (Known | undefined)[]): Known | undefined {
  return values.length === 0 ? undefined : values.reduce((all, v) => join(all, v));
}

/** The same exception is made anew each time that its place is run: items are compared by what is told apart of them. */
function unionOfItems(a: readonly Item[] | undefined, b: readonly Item[] | undefined): readonly Item[] | undefined {
  if (a === undefined) return b;
  if (b === undefined || a === b) return a;
  const key = (item: Item): string => `${itemKey(item)}${item.made ? '*' : ''}`;
  const known = new Set(a.map(key));
  const extra = b.filter((x) => !known.has(key(x)));
  return extra.length === 0 ? a : [...a, ...extra];
}

function union<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
  if (a === undefined) return b;
  if (b === undefined || a === b) return a;
  const extra = b.filter((x) => !a.includes(x));
  return extra.length === 0 ? a : [...a, ...extra];
}
