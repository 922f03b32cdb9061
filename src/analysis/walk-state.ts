/** What an abstract execution carries along: what is known of locals, what is on its way, what was met. See `frame.ts`. */
import type { Expr, IrFunction, IrParameter, IrSpan, LambdaExpr, LocalId } from '../ir/ir.ts';
import type { AppIndex } from './app-index.ts';
import {
  type Binding,
  type Chain,
  type Closure,
  either,
  type Invocation,
  type Item,
  ItemSet,
  join,
  type Keeping,
  type Known,
  type Locals,
  noPast,
  nothingThrown,
  type Past,
  type Reach,
  ReachSet,
  type ResponseOrigin,
  type Site,
  type Summary,
  together,
} from './effects.ts';
import { joinLocals, meetPlaces, noLocals, type Place, type Sources } from './places.ts';

/** Gives the summary of a function under a binding; as good as is known so far. */
export type SummaryOf = (fn: IrFunction, binding: Binding) => Summary;

export abstract class WalkState {
  readonly index: AppIndex;
  readonly summaryOf: SummaryOf;
  readonly file: number;
  /** False behind a `throw`, a `return`, or a call that never returns: what follows is not reached. */
  live = true;
  items = new ItemSet();
  reaches = new ReachSet();
  readonly invokes = new Map<number, Invocation>();
  readonly checks = new Set<number>();
  readonly responses: ResponseOrigin[] = [];
  unchecked: { readonly own: Site; readonly via: Chain | undefined }[] = [];
  past: Past = noPast;
  /** What those locals hold whose value depends on the place. */
  protected locals: Locals = noLocals;
  /** Where what leaves the innermost `try` comes from; absent outside of every one. */
  protected sources: Sources | undefined;
  /** Types of the exceptions on their way that are none of the network's. */
  throws: ReadonlySet<string> = nothingThrown;
  /** A function was called of which nothing is known yet: the analysis will come this way again. */
  pending = false;
  protected onceDepth = 0;
  protected readonly localFunctions = new Map<LocalId, { readonly name: string; readonly fn: LambdaExpr }>();
  /** The other locals: they have one value, wherever they are seen. */
  readonly #fixed = new Map<LocalId, Known>();
  readonly #variables = new Set<LocalId>();
  /** Locals that a delegate assigns which is kept: from then on they may have each of their values. */
  protected readonly unstable = new Set<LocalId>();
  readonly #handedBack = new Set<LocalId>();

  constructor(index: AppIndex, summaryOf: SummaryOf, file: number) {
    this.index = index;
    this.summaryOf = summaryOf;
    this.file = file;
  }

  abstract value(e: Expr): Known | undefined;
  /** Runs the body of a lambda or local function of this function. */
  protected abstract invokeBlock(lambda: LambdaExpr): {
    readonly completes: boolean;
    readonly value: Known | undefined;
    readonly end: Place | undefined;
  };
  /** The network exceptions that led into the innermost `catch`. */
  protected abstract get arrived(): readonly Item[];

  get(id: LocalId): Known | undefined {
    return this.#variables.has(id) ? this.locals.get(id) : this.#fixed.get(id);
  }

  /** Gives a local a value. */
  set(id: LocalId, known: Known | undefined): void {
    if (!this.#variables.has(id)) {
      if (known === undefined) this.#fixed.delete(id);
      else this.#fixed.set(id, known);
      return;
    }
    const before = this.locals.get(id);
    const after = this.unstable.has(id) && this.locals.has(id) ? join(before, known) : known;
    if (before !== after || !this.locals.has(id)) this.locals = new Map(this.locals).set(id, after);
  }

  /** Locals whose value depends on the place. To be told before anything is set. */
  vary(ids: Iterable<LocalId>): void {
    for (const id of ids) this.#variables.add(id);
  }

  /** Parameters by which values go back to the caller, where they are not followed. */
  handedBack(params: readonly IrParameter[]): void {
    for (const p of params) if (p.mode !== undefined) this.#handedBack.add(p.id);
  }

  protected isHandedBack(id: LocalId): boolean {
    return this.#handedBack.has(id);
  }

  protected get place(): Place {
    return { past: this.past, locals: this.locals };
  }

  protected set place(place: Place) {
    this.past = place.past;
    this.locals = place.locals;
  }

  /** Goes on where several ways meet, if there is any. */
  protected goOnAt(place: Place | undefined): void {
    this.live = place !== undefined;
    if (place !== undefined) this.place = place;
  }

  /** What locals hold when something may have run, or not. */
  protected perhaps(after: Locals | undefined): void {
    if (after !== undefined) this.locals = joinLocals(this.locals, after);
    this.mayFail();
  }

  /** Something runs that any exception may leave. */
  protected mayFail(): void {
    this.sources?.passed(this.locals);
  }

  emit(item: Item): void {
    if (!this.live) return;
    this.items.add(item);
    this.sources?.thrown(item.type, this.locals);
  }

  protected site(e: { readonly s: IrSpan }, name: string): Site {
    return { file: this.file, span: e.s, name };
  }

  /** An exception of a type that is none of the network's may leave this place. */
  protected mayThrow(type: string): void {
    if (!this.live) return;
    this.throws = together(this.throws, new Set([type]));
    this.mayFail();
  }

  /** Something happened on the way here. */
  protected happened(what: Partial<Past>): void {
    this.past = either(this.past, { ...noPast, ...what });
  }

  /** What keeps a call, seen from here too. */
  protected kept(call: Keeping): Keeping {
    return { once: call.once || this.onceDepth > 0, tested: call.tested || this.past.tested };
  }

  protected reach(reach: Reach): void {
    this.reaches.add({ ...reach, ...this.kept(reach) });
  }

  /** Runs alternatives from the same start; what any of them leaves live is live. */
  protected branches(alternatives: readonly (() => void)[]): void {
    const start = this.place;
    let end: Place | undefined;
    for (const run of alternatives) {
      this.live = true;
      this.place = start;
      run();
      if (this.live) end = meetPlaces(end, this.place);
    }
    this.goOnAt(end);
  }

  protected maybe(run: () => Known | undefined): Known | undefined {
    let known: Known | undefined;
    this.branches([
      (): void => undefined,
      (): void => {
        known = run();
      },
    ]);
    return known;
  }

  /** Values that go where they are not followed: answers are no longer watched, delegates count as created here. */
  protected lose(values: readonly (Known | undefined)[]): void {
    for (const known of values) {
      for (const origin of known?.responses ?? []) {
        origin.lost = true;
        if (origin.param !== undefined) this.checks.add(origin.param);
      }
      if (known?.closures !== undefined) this.invokeSomewhere(known.closures);
    }
  }

  /** Delegates that are invoked by whom we do not see, or not at all. */
  protected abstract invokeSomewhere(closures: readonly Closure[]): void;
}
