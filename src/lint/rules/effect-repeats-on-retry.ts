import { placeKey, walkInOrder } from '../../analysis/call-order.ts';
import type { BodyFacts, CallFact } from '../../analysis/network.ts';
import type { StateGraph } from '../../analysis/state-graph.ts';
import { effectRepeats } from '../../diagnostics/catalogue/network.ts';
import type { Expr, IrFunction, Stmt } from '../../ir/ir.ts';
import type { TransitionModel } from '../../ir/model.ts';
import type { Finding, LintContext } from '../finding.ts';

/**
 * `effect-repeats-on-retry`: a `Post` or `Patch` that a later unhandled fault of the same delivery would repeat. A
 * delivery runs the arm, then `exit`, then `enter`, and so on over redirects and `complete when` moves (language.md §7.6).
 */
export const repeatedEffects: Finding = {
  rules: [effectRepeats],
  look(context) {
    const helpers = new Helpers(context);
    const told = new Set<string>();
    for (const graph of context.graphs) {
      const facts = context.network.bodies.filter((b) => b.of.workflow === graph.workflow);
      if (!facts.some((f) => f.reaches.some((r) => r.effect))) continue;
      for (const sequence of deliveries(graph, facts)) {
        run(sequence, (made, later) => {
          const key = placeKey(made.call.own.file, made.call.own.span);
          if (told.has(key)) return;
          told.add(key);
          const params = { body: made.describe, chain: context.chainText(made.call), later: context.chainText(later) };
          const labels = context.labels([{ at: later.own, message: 'the later call' }]);
          context.report(effectRepeats, made.call.own, params, { chain: context.chain(made.call), ...labels });
        });
      }
    }

    function run(sequence: Stage, repeated: (made: Made, later: CallFact) => void): void {
      const seen = new Map<BodyFacts, number>();
      const queue: { stage: Stage; made: readonly Made[] }[] = [{ stage: sequence, made: [] }];
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { facts } = next.stage;
        if ((seen.get(facts) ?? -1) >= next.made.length) continue;
        seen.set(facts, next.made.length);
        const end = helpers.walkBody(facts, next.made, repeated) ?? next.made;
        for (const stage of next.stage.next()) queue.push({ stage, made: end });
      }
    }
  },
};

/** An effect that was made on the way here, and in which body. */
interface Made {
  readonly call: CallFact;
  readonly describe: string;
}

type CallFacts = Pick<BodyFacts, 'escapes' | 'reaches'> & { readonly describe: string };

interface Stage {
  readonly facts: BodyFacts;
  /** The bodies that the delivery may run next. */
  readonly next: () => readonly Stage[];
}

/** Every way a delivery may begin, with the bodies that follow. */
function deliveries(graph: StateGraph, facts: readonly BodyFacts[]): readonly Stage[] {
  const empty = new Map<string, BodyFacts>();
  const of = (kind: string, state: string): BodyFacts | undefined =>
    facts.find((f) => f.of.kind === kind && f.of.state?.name === state);
  const stand = (state: string, kind: 'enter' | 'exit'): BodyFacts => {
    const found = of(kind, state);
    if (found !== undefined) return found;
    const key = `${kind} ${state}`;
    const made = empty.get(key) ?? emptyFacts(graph, state);
    empty.set(key, made);
    return made;
  };
  const arrive = (state: string): Stage => ({
    facts: stand(state, 'enter'),
    next: () =>
      graph.edges
        .filter((e) => e.from === state && (e.by === 'redirect' || e.by.kind === 'automatic'))
        .flatMap((e) => (e.by === 'redirect' ? [leave(state, e.to)] : transition(e.by, state))),
  });
  const leave = (from: string, to: string): Stage => ({ facts: stand(from, 'exit'), next: () => [arrive(to)] });
  const transition = (t: TransitionModel, from: string): Stage[] =>
    facts
      .filter((f) => f.of.transition === t && f.of.body === t.onExecute)
      .map((f) => ({
        facts: f,
        next: () => graph.edges.filter((e) => e.by === t && e.from === from).map((e) => leave(from, e.to)),
      }));

  const roots: Stage[] = facts
    .filter((f) => f.of.kind === 'start')
    .map((f) => ({ facts: f, next: () => [arrive(graph.workflow.initial)] }));
  roots.push(arrive(graph.workflow.initial));
  for (const state of graph.workflow.states) {
    for (const edge of graph.edges)
      if (edge.from === state.name && edge.by !== 'redirect') roots.push(...transition(edge.by, state.name));
  }
  // Bodies that never move the run, milestones and reminders stand alone.
  for (const f of facts) if (!roots.some((r) => r.facts === f)) roots.push({ facts: f, next: () => [] });
  return roots;
}

function emptyFacts(graph: StateGraph, state: string): BodyFacts {
  const model = graph.state(state);
  const body = { file: graph.workflow.file, span: [0, 0] as const, params: [], block: [] };
  const base = { workflow: graph.workflow, kind: 'enter' as const, describe: '', body, remembers: false };
  return { of: model === undefined ? base : { ...base, state: model }, escapes: [], reaches: [], unchecked: [] };
}

/** The walk over one body, and what helpers repeat within themselves. */
class Helpers {
  readonly #context: LintContext;
  readonly #inside = new Map<IrFunction, boolean>();

  constructor(context: LintContext) {
    this.#context = context;
  }

  walkBody(
    facts: BodyFacts,
    before: readonly Made[],
    repeated: (made: Made, later: CallFact) => void,
  ): readonly Made[] | undefined {
    const { of } = facts;
    return this.#walk(of.body.file, of.body.block, { ...facts, describe: of.describe }, before, of.remembers, repeated);
  }

  #walk(
    file: number,
    block: readonly Stmt[],
    facts: CallFacts,
    before: readonly Made[],
    remembers: boolean,
    repeated: (made: Made, later: CallFact) => void,
  ): readonly Made[] | undefined {
    const faults = new Map(
      facts.escapes.filter((e) => e.kind === 'fault').map((e) => [placeKey(e.own.file, e.own.span), e]),
    );
    const effects = new Map(
      facts.reaches.filter((r) => r.effect && !(r.once && remembers)).map((r) => [placeKey(r.own.file, r.own.span), r]),
    );
    interface State {
      readonly made: readonly Made[];
      readonly tested: boolean;
    }
    const end = walkInOrder<State>(
      block,
      { made: before, tested: false },
      {
        join: (a, b) => ({
          made: a.made === b.made ? a.made : [...new Set([...a.made, ...b.made])],
          tested: a.tested && b.tested,
        }),
        after: (e, state) => {
          if (remembers && isLockTest(e)) return { ...state, tested: true };
          const key = placeKey(file, e.s);
          const fault = faults.get(key);
          const effect = effects.get(key);
          if (fault !== undefined) {
            for (const made of state.made) repeated(made, fault);
            if (effect !== undefined && !state.tested && this.#repeatsInside(e))
              repeated({ call: effect, describe: facts.describe }, fault);
          }
          if (effect === undefined || state.tested || state.made.some((m) => m.call === effect)) return state;
          return { ...state, made: [...state.made, { call: effect, describe: facts.describe }] };
        },
      },
    );
    return end?.made;
  }

  /** A helper makes an effect and then lets a fault out that comes after it. */
  #repeatsInside(e: Expr): boolean {
    const key = e.k === 'call' ? e.fn : e.k === 'new' ? (e.ctor ?? `${e.c}.new()`) : undefined;
    const fn = key === undefined ? undefined : this.#context.index.functions.get(key);
    if (fn?.body === undefined) return false;
    const known = this.#inside.get(fn);
    if (known !== undefined) return known;
    this.#inside.set(fn, false);
    const frame = this.#context.network.run(fn.file, fn.body);
    const escapes = [...frame.items].flatMap((i) => {
      const kind = this.#context.index.networkKind(i.type);
      return kind === undefined ? [] : [{ own: i.own, via: i.via, kind, deliberate: i.deliberate }];
    });
    let found = false;
    const facts: CallFacts = { describe: fn.name, escapes, reaches: [...frame.reaches] };
    this.#walk(fn.file, fn.body, facts, [], false, () => {
      found = true;
    });
    this.#inside.set(fn, found);
    return found;
  }
}

function isLockTest(e: Expr): boolean {
  return e.k === 'lib' && /^DataStateMachine\.(Exists|TryAcquireLock)\(/.test(e.m);
}
