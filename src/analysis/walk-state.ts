/** What an abstract execution carries along: what is known of locals, what is on its way, what was met. See `frame.ts`. */
import type { Expr, IrFunction, IrSpan, LambdaExpr, LocalId } from '../ir/ir.ts';
import type { AppIndex } from './app-index.ts';
import {
  type Binding,
  type Chain,
  type Closure,
  either,
  type Item,
  ItemSet,
  join,
  type Keeping,
  type Known,
  meet,
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
  readonly invokes = new Map<number, Keeping>();
  readonly checks = new Set<number>();
  readonly responses: ResponseOrigin[] = [];
  unchecked: { readonly own: Site; readonly via: Chain | undefined }[] = [];
  past: Past = noPast;
  /** Types of the exceptions on their way that are none of the network's. */
  throws: ReadonlySet<string> = nothingThrown;
  /** A function was called of which nothing is known yet: the analysis will come this way again. */
  pending = false;
  /** How often more came to be known of a local. */
  protected changes = 0;
  protected onceDepth = 0;
  protected readonly localFunctions = new Map<LocalId, { readonly name: string; readonly fn: LambdaExpr }>();
  readonly #locals = new Map<LocalId, Known>();

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
    readonly past: Past;
  };
  /** The network exceptions that led into the innermost `catch`. */
  protected abstract get arrived(): readonly Item[];

  get(id: LocalId): Known | undefined {
    return this.#locals.get(id);
  }

  set(id: LocalId, known: Known | undefined): void {
    if (known === undefined) this.#locals.delete(id);
    else this.#locals.set(id, known);
  }

  /** A local that may have this value from now on, beside those that it had: values are not told apart by place. */
  protected also(id: LocalId, known: Known | undefined): void {
    const before = this.#locals.get(id);
    const after = join(before, known);
    if (after === before) return;
    this.changes++;
    this.set(id, after);
  }

  emit(item: Item): void {
    if (this.live) this.items.add(item);
  }

  protected site(e: { readonly s: IrSpan }, name: string): Site {
    return { file: this.file, span: e.s, name };
  }

  /** An exception of a type that is none of the network's may leave this place. */
  protected mayThrow(type: string): void {
    if (this.live) this.throws = together(this.throws, new Set([type]));
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
    const start = this.past;
    let live = false;
    let past: Past | undefined;
    for (const run of alternatives) {
      this.live = true;
      this.past = start;
      run();
      if (this.live) past = meet(past, this.past);
      live = live || this.live;
    }
    this.past = past ?? start;
    this.live = live;
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
