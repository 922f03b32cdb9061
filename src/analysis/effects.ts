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
}

/** Items without repeats; the first way found to each is kept. */
export class ItemSet {
  readonly #items = new Map<string, Item>();

  add(item: Item): void {
    const p = item.param;
    const key = `${item.type}|${item.deliberate}|${item.own.file}:${item.own.span[0]}-${item.own.span[1]}|${p === undefined ? '' : `${p.index}:${p.type}`}`;
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

/** A network call that is made, whatever becomes of what it throws. */
export interface Reach {
  readonly own: Site;
  readonly via: Chain | undefined;
  /** A `Post` or `Patch`. */
  readonly effect: boolean;
  /** Made inside `Once`. */
  readonly once: boolean;
}

export class ReachSet {
  readonly #found = new Map<string, Reach>();

  add(reach: Reach): void {
    const key = `${reach.own.file}:${reach.own.span[0]}-${reach.own.span[1]}|${reach.effect}|${reach.once}`;
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
  | { readonly kind: 'local'; readonly id: LocalId }
  | { readonly kind: 'parameter'; readonly index: number; readonly effect: ClosureEffect };

/** What is known of a value. Absent parts are unknown, or do not matter. */
export interface Known {
  readonly closures?: readonly Closure[];
  /** The exceptions that it can be; `otherException` if it can be one that is none of the network's. */
  readonly exceptions?: readonly Item[];
  readonly otherException?: boolean;
  readonly responses?: readonly ResponseOrigin[];
  readonly truth?: boolean;
}

/** What invoking a delegate does, seen from where it was created. */
export interface ClosureEffect {
  readonly items: readonly Item[];
  readonly reaches: readonly Reach[];
  readonly completes: boolean;
}

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
  readonly completes: boolean;
  readonly escapes: readonly Escape[];
  readonly reaches: readonly { readonly via: Chain; readonly effect: boolean; readonly once: boolean }[];
  /** Delegate parameters that it invokes. */
  readonly invokes: ReadonlySet<number>;
  /** `HttpResponse` parameters whose success it looks at, or that it passes on out of sight. */
  readonly checks: ReadonlySet<number>;
  /** It returns an answer of `Http.*` that it has not looked at; parameters that it hands back are in `returnsParams`. */
  readonly returnsAnswer: Chain | undefined;
  readonly returnsParams: ReadonlySet<number>;
  /** An answer that nobody looks at, in it or below it. */
  readonly unchecked: Chain | undefined;
  /** It calls `ReleaseLockAsFailed`. */
  readonly releases: boolean;
  /** It tests `Exists` or `TryAcquireLock`. */
  readonly testsLock: boolean;
  /** An exception of any kind may leave it. */
  readonly throws: boolean;
}

/** Nothing is known yet: the bottom of the lattice. */
export const bottom: Summary = {
  completes: false,
  escapes: [],
  reaches: [],
  invokes: new Set(),
  checks: new Set(),
  returnsAnswer: undefined,
  returnsParams: new Set(),
  unchecked: undefined,
  releases: false,
  testsLock: false,
  throws: false,
};

/** How a call binds the parameters that matter: delegates and exceptions. */
export interface Binding {
  /** Canonical text: equal bindings have equal keys. */
  readonly key: string;
  readonly closures: ReadonlyMap<number, ClosureEffect>;
  readonly exceptions: ReadonlyMap<number, { readonly types: readonly string[]; readonly other: boolean }>;
}

export const unbound: Binding = { key: '', closures: new Map(), exceptions: new Map() };

/** Two values that a variable may have. */
export function join(a: Known | undefined, b: Known | undefined): Known | undefined {
  if (a === undefined) return b === undefined ? undefined : withoutTruth(b);
  if (b === undefined) return withoutTruth(a);
  const closures = union(a.closures, b.closures);
  const exceptions = union(a.exceptions, b.exceptions);
  const responses = union(a.responses, b.responses);
  const truth = a.truth === b.truth ? a.truth : undefined;
  return {
    ...(closures === undefined ? {} : { closures }),
    ...(exceptions === undefined ? {} : { exceptions }),
    ...(responses === undefined ? {} : { responses }),
    ...(a.otherException || b.otherException ? { otherException: true } : {}),
    ...(truth === undefined ? {} : { truth }),
  };
}

function withoutTruth(known: Known): Known {
  if (known.truth === undefined) return known;
  const { truth: _, ...rest } = known;
  return rest;
}

function union<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
  if (a === undefined) return b;
  if (b === undefined || a === b) return a;
  const extra = b.filter((x) => !a.includes(x));
  return extra.length === 0 ? a : [...a, ...extra];
}
