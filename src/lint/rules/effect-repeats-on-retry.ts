import type { WorkflowBody } from '../../analysis/bodies.ts';
import { placeKey, walkInOrder } from '../../analysis/call-order.ts';
import { Deliveries, type Stage } from '../../analysis/deliveries.ts';
import type { Reach } from '../../analysis/effects.ts';
import type { BodyFacts, CallFact } from '../../analysis/network.ts';
import { effectRepeats } from '../../diagnostics/catalogue/network.ts';
import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Body, Expr, IrFunction, Stmt } from '../../ir/ir.ts';
import type { Finding, LintContext } from '../finding.ts';
import { onceForm } from '../once-form.ts';

/** `effect-repeats-on-retry`: a `Post` or `Patch` that a later unhandled fault of the same delivery would repeat. */
export const repeatedEffects: Finding = {
  rules: [effectRepeats],
  look(context) {
    const walks = new EffectWalks(context);
    const told = new Set<string>();
    for (const graph of context.graphs) {
      const facts = context.network.in(graph.workflow);
      // It takes both: something to repeat, and a fault that makes the delivery begin again.
      if (!facts.some((f) => f.reaches.some((r) => r.effect))) continue;
      if (!facts.some((f) => f.escapes.some((e) => e.kind === 'fault'))) continue;
      const fixOf = ({ call, of }: Made): Fix | undefined => {
        const file = context.program.files[call.own.file];
        if (file === undefined || of === undefined) return undefined;
        // Bodies of one state share its records, and so the names in them.
        const others = facts.filter((f) => f.of.state === of.state).flatMap((f) => f.reaches);
        return onceForm(file, of, call, others);
      };
      const repeated = (made: Made, later: CallFact): void => {
        const key = placeKey(made.call.own.file, made.call.own.span);
        if (told.has(key)) return;
        told.add(key);
        const params = { body: made.describe, chain: context.chainText(made.call), later: context.chainText(later) };
        const labels = context.labels([{ at: later.own, message: 'the later call' }]);
        const fix = fixOf(made);
        const extras = { chain: context.chain(made.call), ...labels, ...(fix === undefined ? {} : { fix }) };
        context.report(effectRepeats, made.call.own, params, extras);
      };
      run(new Deliveries(graph).roots(), new Map(facts.map((f) => [f.of.body, f])), walks, repeated);
      // Bodies that are no part of a delivery that moves the run stand alone.
      for (const f of facts) walks.body(f, [], repeated);
    }
  },
};

type Repeated = (made: Made, later: CallFact) => void;

/** An effect that was made on the way here, and in which body. */
interface Made {
  readonly call: Reach;
  readonly describe: string;
  /** Absent within a helper. */
  readonly of: WorkflowBody | undefined;
}

/** Carries what was made from body to body, along every way that a delivery may take. */
function run(
  roots: readonly Stage[],
  facts: ReadonlyMap<Body, BodyFacts>,
  walks: EffectWalks,
  repeated: Repeated,
): void {
  const seen = new Map<string, Set<Reach>>();
  const queue: { readonly stage: Stage; readonly made: readonly Made[] }[] = roots.map((stage) => ({
    stage,
    made: [],
  }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { stage, made } = next;
    const known = seen.get(stage.key);
    if (known !== undefined && made.every((m) => known.has(m.call))) continue;
    seen.set(stage.key, new Set([...(known ?? []), ...made.map((m) => m.call)]));
    const of = stage.body === undefined ? undefined : facts.get(stage.body);
    const after = of === undefined ? made : walks.body(of, made, repeated);
    if (after !== undefined) for (const following of stage.next()) queue.push({ stage: following, made: after });
  }
}

interface CallFacts extends Pick<BodyFacts, 'escapes' | 'reaches'> {
  readonly of: WorkflowBody | undefined;
  readonly describe: string;
  /** `Once` and locks remember here. */
  readonly remembers: boolean;
}

/** Those calls by their places: which let a fault out, and which make an effect that is not remembered. */
interface Calls {
  readonly of: WorkflowBody | undefined;
  readonly describe: string;
  readonly remembers: boolean;
  readonly faults: ReadonlyMap<string, CallFact>;
  readonly effects: ReadonlyMap<string, Reach>;
}

function callsOf({ escapes, reaches, of, describe, remembers }: CallFacts): Calls {
  const kept = (r: Reach): boolean => remembers && (r.once || r.tested);
  const place = <T extends CallFact>(call: T): readonly [string, T] => [placeKey(call.own.file, call.own.span), call];
  return {
    of,
    describe,
    remembers,
    faults: new Map(escapes.filter((e) => e.kind === 'fault').map(place)),
    effects: new Map(reaches.filter((r) => r.effect && !kept(r)).map(place)),
  };
}

/** Walks over bodies and helpers in order of execution. */
class EffectWalks {
  readonly #context: LintContext;
  readonly #calls = new WeakMap<BodyFacts, Calls>();
  /** What was found of helpers, where machines remember and where they do not. */
  readonly #inside = { remembered: new Map<IrFunction, boolean>(), forgotten: new Map<IrFunction, boolean>() };

  constructor(context: LintContext) {
    this.#context = context;
  }

  /** What was made when the body ends; undefined where it never does. */
  body(facts: BodyFacts, before: readonly Made[], repeated: Repeated): readonly Made[] | undefined {
    const { body, describe, remembers } = facts.of;
    const calls = this.#calls.get(facts) ?? callsOf({ ...facts, describe, remembers });
    this.#calls.set(facts, calls);
    return this.#walk(body.file, body.block, calls, before, repeated);
  }

  #walk(
    file: number,
    block: readonly Stmt[],
    calls: Calls,
    before: readonly Made[],
    repeated: Repeated,
  ): readonly Made[] | undefined {
    const { faults, effects, of, describe, remembers } = calls;
    // Most bodies reach nothing: what was made before them was made when they end.
    if (faults.size === 0 && effects.size === 0) return before;
    return walkInOrder<readonly Made[]>(block, before, {
      join: (a, b) => (a === b ? a : [...a, ...b.filter((m) => !a.some((x) => x.call === m.call))]),
      after: (e, made) => {
        const key = placeKey(file, e.s);
        const fault = faults.get(key);
        const effect = effects.get(key);
        const own = effect === undefined ? undefined : { call: effect, describe, of };
        if (fault !== undefined) {
          for (const m of made) repeated(m, fault);
          if (own !== undefined && this.#repeatsInside(e, remembers)) repeated(own, fault);
        }
        return own === undefined || made.some((m) => m.call === own.call) ? made : [...made, own];
      },
    });
  }

  /** A helper makes an effect and then lets a fault out that comes after it. */
  #repeatsInside(e: Expr, remembers: boolean): boolean {
    const key = e.k === 'call' ? e.fn : e.k === 'new' ? (e.ctor ?? `${e.c}.new()`) : undefined;
    const fn = key === undefined ? undefined : this.#context.index.functions.get(key);
    if (fn?.body === undefined) return false;
    const inside = remembers ? this.#inside.remembered : this.#inside.forgotten;
    const known = inside.get(fn);
    if (known !== undefined) return known;
    inside.set(fn, false);
    const { escapes, reaches } = this.#context.network.factsOf(fn.file, fn.body);
    let found = false;
    this.#walk(fn.file, fn.body, callsOf({ escapes, reaches, of: undefined, describe: fn.name, remembers }), [], () => {
      found = true;
    });
    inside.set(fn, found);
    return found;
  }
}
