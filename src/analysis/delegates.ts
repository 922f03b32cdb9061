/** Abstract execution of delegates: lambdas, local functions, method groups, and parameters that are delegates. */
import type { FunctionRefExpr, IrFunction, IrSpan, LambdaExpr } from '../ir/ir.ts';
import { isNetworkMember, lastName } from './app-index.ts';
import {
  type Closure,
  type ClosureEffect,
  type Item,
  ItemSet,
  join,
  joinAll,
  type Keeping,
  type Known,
  type Locals,
  meet,
  noEffect,
  noPast,
  nothingThrown,
  type Past,
  type Reach,
  ReachSet,
  type ResponseOrigin,
  type Site,
  together,
} from './effects.ts';
import { joinLocals } from './places.ts';
import { WalkState } from './walk-state.ts';

/** Delegates called within delegates: deeper nesting than this is read as known no better. */
const maxInvocationDepth = 12;

/** Whether a text of the same file stands in another. */
export function encloses(outer: IrSpan, inner: IrSpan): boolean {
  return outer[0] <= inner[0] && inner[1] <= outer[1];
}

/** What two rounds of a recursion do. */
function either(a: ClosureEffect, b: ClosureEffect): ClosureEffect {
  const items = new ItemSet();
  items.addAll(a.items);
  items.addAll(b.items);
  const reaches = new ReachSet();
  reaches.addAll(a.reaches);
  reaches.addAll(b.reaches);
  return {
    ...b,
    items: [...items],
    reaches: [...reaches],
    completes: a.completes || b.completes,
    throws: together(a.throws, b.throws),
    after: b.after === undefined ? a.after : joinLocals(a.after, b.after),
  };
}

/** A lambda or local function that runs. Where it is called again within, it is taken to do what is known so far. */
interface Running {
  args: readonly (Known | undefined)[];
  /** What locals hold wherever it is called. */
  start: Locals;
  effect: ClosureEffect;
  again: boolean;
}

/** Whether a round told nothing new. */
function sameRun(a: Running, b: Running): boolean {
  return (
    a.args === b.args &&
    a.start === b.start &&
    a.effect.items.length === b.effect.items.length &&
    a.effect.reaches.length === b.effect.reaches.length &&
    a.effect.throws.size === b.effect.throws.size &&
    a.effect.completes === b.effect.completes &&
    a.effect.after === b.effect.after
  );
}

export abstract class Delegates extends WalkState {
  readonly #running = new Map<LambdaExpr, Running>();
  #depth = 0;
  /** What is invoked is kept, and may be invoked at any time from now on. */
  #keeps = false;

  protected abstract callAny(
    e: { readonly s: IrSpan },
    targets: readonly (IrFunction | undefined)[],
    args: readonly (Known | undefined)[],
    name: string,
  ): Known | undefined;
  protected abstract network(e: { readonly s: IrSpan }, name: string, verb: string, refuses: boolean): Site;
  protected abstract answer(own: Site): ResponseOrigin;

  protected override invokeSomewhere(closures: readonly Closure[]): void {
    if (!this.live) return;
    const outer = this.#keeps;
    this.#keeps = true;
    const before = this.locals;
    const value = this.invoke(closures, [], false);
    this.keptAssigns(before);
    this.#keeps = outer;
    this.lose([value]);
  }

  /** Locals that a kept delegate assigns, by what they held before. */
  protected keptAssigns(before: Locals): void {
    for (const [id, known] of this.locals) if (before.has(id) && before.get(id) !== known) this.unstable.add(id);
  }

  /** Any of the delegates runs here, or none. `certain`: one of them does, so that one that never returns ends the path. */
  protected invoke(
    closures: readonly Closure[],
    args: readonly (Known | undefined)[],
    certain: boolean,
  ): Known | undefined {
    if (closures.length === 0) {
      this.lose(args);
      return undefined;
    }
    const values: (Known | undefined)[] = [];
    let completes = !certain;
    let past: Past | undefined;
    let after: Locals | undefined = certain ? undefined : this.locals;
    for (const closure of closures) {
      const effect = this.runClosure(closure, args);
      for (const item of effect.items) this.emit(item);
      for (const r of effect.reaches) this.reach(r);
      this.throws = together(this.throws, effect.throws);
      completes = completes || effect.completes;
      if (effect.completes) {
        past = meet(past, effect.past);
        after = joinLocals(after, effect.after ?? this.locals);
      }
      values.push(effect.value);
    }
    if (certain && past !== undefined) this.happened(past);
    if (completes && after !== undefined) this.locals = after;
    this.mayFail();
    if (!completes) this.live = false;
    return joinAll(values);
  }

  /** What invoking any one of the delegates does; `after` is what locals hold then. */
  protected effectOf(closures: readonly Closure[]): ClosureEffect {
    const items = new ItemSet();
    const reaches = new ReachSet();
    let completes = false;
    let throws = nothingThrown;
    let past: Past | undefined;
    let after: Locals | undefined;
    const values: (Known | undefined)[] = [];
    for (const closure of closures) {
      const effect = this.runClosure(closure, []);
      items.addAll(effect.items);
      reaches.addAll(effect.reaches);
      completes = completes || effect.completes;
      throws = together(throws, effect.throws);
      if (effect.completes) {
        past = meet(past, effect.past);
        after = joinLocals(after, effect.after ?? this.locals);
      }
      values.push(effect.value);
    }
    return {
      items: [...items],
      reaches: [...reaches],
      completes,
      throws,
      past: past ?? noPast,
      after,
      value: joinAll(values),
    };
  }

  protected runClosure(closure: Closure, args: readonly (Known | undefined)[]): ClosureEffect {
    switch (closure.kind) {
      case 'parameter':
        this.invoked(closure.index, { once: false, tested: false });
        // What the caller's delegate makes of a delegate is not seen from here.
        this.lose(args);
        return closure.effect;
      case 'lambda':
        return this.runLambda(closure.lambda, args);
      case 'local':
        return this.aside(() =>
          this.callLocal(closure.at, closure.at.name, this.localFunctions.get(closure.id)?.fn, args),
        );
      case 'reference':
        return this.aside(() => this.#reference(closure.reference, args));
      default:
        return closure satisfies never;
    }
  }

  /** Notes that a parameter is invoked; kept only if it is each time. */
  protected invoked(index: number, call: Keeping): void {
    const kept = this.kept(call);
    const known = this.invokes.get(index) ?? { ...kept, later: false };
    const once = known.once && kept.once;
    const tested = known.tested && kept.tested;
    this.invokes.set(index, { once, tested, later: known.later || this.#keeps });
  }

  #reference(r: FunctionRefExpr, args: readonly (Known | undefined)[]): Known | undefined {
    if (r.client !== undefined) {
      const op = this.index.operation(r.client.c, r.client.op);
      this.network(r, `${lastName(r.client.c)}.${op?.name ?? r.client.op}`, op?.verb ?? 'Get', true);
      return undefined;
    }
    if (r.m !== undefined) {
      if (!isNetworkMember(r.m)) return undefined;
      const name = r.m.slice(0, r.m.indexOf('('));
      return { responses: [this.answer(this.network(r, name, name.slice(name.indexOf('.') + 1), false))] };
    }
    if (r.fn === undefined) return undefined;
    const fn = this.index.functions.get(r.fn);
    return this.callAny(r, r.virt ? this.index.implementations(r.fn, r.o?.t) : [fn], args, fn?.name ?? r.fn);
  }

  /** A local function's body as a call of its own: its findings stand at the use. */
  protected callLocal(
    e: { readonly s: IrSpan },
    name: string,
    fn: LambdaExpr | undefined,
    args: readonly (Known | undefined)[],
  ): Known | undefined {
    if (fn === undefined || !this.live) return undefined;
    const effect = this.runLambda(fn, args);
    const own = this.site(e, name);
    /** What comes from elsewhere, a caught exception that it throws on or a delegate that it captures, keeps its place. */
    const here = <T extends Reach | Item>(x: T): T =>
      x.own.file === this.file && encloses(fn.s, x.own.span) ? { ...x, own, via: { site: x.own, next: x.via } } : x;
    for (const item of effect.items) this.emit(item.param !== undefined ? item : here(item));
    for (const r of effect.reaches) this.reach(here(r));
    this.throws = together(this.throws, effect.throws);
    this.happened(effect.past);
    this.locals = effect.after ?? this.locals;
    this.mayFail();
    if (!effect.completes) this.live = false;
    return effect.value;
  }

  /** Runs a lambda's body apart from here: what it throws and reaches is handed back. Recursion is run to its fixpoint. */
  protected runLambda(lambda: LambdaExpr, args: readonly (Known | undefined)[]): ClosureEffect {
    const running = this.#running.get(lambda);
    if (running !== undefined) return this.#calledAgain(running, lambda, args);
    if (this.#depth >= maxInvocationDepth) return noEffect;
    this.#depth++;
    const effect: ClosureEffect = { ...noEffect, completes: false };
    const run: Running = { args, start: this.locals, effect, again: false };
    this.#running.set(lambda, run);
    this.handedBack(lambda.params);
    for (;;) {
      const before = { ...run };
      const round = this.aside(() => {
        this.locals = run.start;
        for (const [i, p] of lambda.params.entries()) this.set(p.id, before.args[i]);
        const { completes, value, end } = this.invokeBlock(lambda);
        if (!completes) this.live = false;
        if (end !== undefined) this.place = end;
        return value;
      });
      // What was found before is kept, so that there is an end.
      run.effect = either(before.effect, round);
      if (!run.again || sameRun(before, run)) break;
    }
    this.#running.delete(lambda);
    this.#depth--;
    return run.effect;
  }

  #calledAgain(running: Running, lambda: LambdaExpr, args: readonly (Known | undefined)[]): ClosureEffect {
    const known = running.args;
    const joined = lambda.params.map((_, i) => join(known[i], args[i]));
    if (joined.some((arg, i) => arg !== known[i])) running.args = joined;
    running.start = joinLocals(running.start, this.locals);
    running.again = true;
    return running.effect;
  }

  /** Runs something whose exceptions and calls are handed back instead of counted here. */
  protected aside(run: () => Known | undefined): ClosureEffect {
    const outer = {
      items: this.items,
      reaches: this.reaches,
      live: this.live,
      throws: this.throws,
      place: this.place,
    };
    this.items = new ItemSet();
    this.reaches = new ReachSet();
    this.live = true;
    this.throws = nothingThrown;
    const value = run();
    const effect: ClosureEffect = {
      items: [...this.items],
      reaches: [...this.reaches],
      completes: this.live,
      throws: this.throws,
      past: this.past,
      after: this.live ? this.locals : undefined,
      value,
    };
    this.items = outer.items;
    this.reaches = outer.reaches;
    this.live = outer.live;
    this.throws = outer.throws;
    this.place = outer.place;
    return effect;
  }
}
