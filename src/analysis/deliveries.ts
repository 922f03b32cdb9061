/**
 * Which bodies one delivery may run, and in which order: the arm, then `exit`, `enter`, and on over redirects and
 * `complete when` moves to where the run settles and its timers are armed (language.md §7.6, pipeline.md §1 and §5).
 */
import type { Body } from '../ir/ir.ts';
import type { SlotModel, StateModel, TransitionModel, WorkflowModel } from '../ir/model.ts';
import { statesThatHear } from './bodies.ts';
import { mayEnd, type StateGraph } from './state-graph.ts';

/** A body that is run, or a place between bodies, and what may come after it. */
export interface Stage {
  /** Stages of one key are the same. */
  readonly key: string;
  readonly body: Body | undefined;
  readonly next: () => readonly Stage[];
}

export class Deliveries {
  readonly #graph: StateGraph;
  readonly #workflow: WorkflowModel;
  readonly #transitions: ReadonlyMap<string, TransitionModel>;

  constructor(graph: StateGraph) {
    this.#graph = graph;
    this.#workflow = graph.workflow;
    this.#transitions = new Map(graph.workflow.transitions.map((t) => [t.key, t]));
  }

  /** The start of a run: what the creating commit runs where the workflow autostarts. */
  creation(): Stage {
    const { startedAt, start, deadline, initial } = this.#workflow;
    return sequence('start', [startedAt, start, deadline?.within], () => [this.#arrive(initial)]);
  }

  /** Every way in which a delivery may begin. */
  roots(): readonly Stage[] {
    const { states, transitions } = this.#workflow;
    const found: Stage[] = [this.creation()];
    for (const t of transitions) {
      if (t.trigger === 'automatic') continue;
      const from = t.from === undefined ? statesThatHear(this.#workflow, t) : states.filter((s) => s.name === t.from);
      for (const state of from) found.push(this.#arm(t, state));
    }
    for (const state of states) for (const slot of state.slots) found.push(...this.#milestones(state, slot));
    return found;
  }

  #arm(t: TransitionModel, state: StateModel): Stage {
    const slots =
      t.event === undefined ? [] : state.slots.filter((s) => (t.slot ?? s.name) === s.name && s.event === t.event);
    const before = slots.flatMap((s) => [...requirements(s), s.finished?.enter]);
    const bodies = [...before, t.resourceLock?.key, t.resourceLock?.ttl, t.onExecute];
    return sequence(`${t.key} in ${state.name}`, bodies, () => this.#moves(t, state));
  }

  /** What follows a transition's body: the states that it goes to, or the state that it stays in. */
  #moves(t: TransitionModel, state: StateModel): readonly Stage[] {
    const gone = this.#graph.edges
      .filter((e) => e.by === t && e.from === state.name)
      .map((e) => this.#leave(state, e.to));
    return t.mayStay ? [...gone, this.#auto(state, 0, false)] : gone;
  }

  /** Milestones that are no part of an arm: an assignment, and an answer that no arm hears. */
  #milestones(state: StateModel, slot: SlotModel): readonly Stage[] {
    const stay = (): readonly Stage[] => [this.#auto(state, 0, false)];
    return [
      sequence(`${state.name}/${slot.name} assigned`, [slot.assigned?.enter], stay),
      sequence(`${state.name}/${slot.name} finished`, [...requirements(slot), slot.finished?.enter], stay),
    ];
  }

  #leave(from: StateModel, to: string): Stage {
    return sequence(`${from.name} to ${to}`, [from.onExit], () => [this.#arrive(to)]);
  }

  #arrive(name: string): Stage {
    const state = this.#graph.state(name);
    if (state === undefined) return sequence(`no ${name}`, [], () => []);
    if (state.terminal !== undefined)
      return sequence(`enter ${name}`, [state.onEntry, state.terminal.message], () => []);
    const redirects = this.#graph.edges.filter((e) => e.by === 'redirect' && e.from === name);
    const settles = state.onEntry === undefined || mayEnd(state.onEntry.block);
    return sequence(`enter ${name}`, [state.onEntry], () => [
      ...redirects.map((e) => this.#leave(state, e.to)),
      ...(settles ? [this.#settle(state)] : []),
    ]);
  }

  #settle(state: StateModel): Stage {
    return sequence(`settle ${state.name}`, [state.child?.row], () => [this.#auto(state, 0, true)]);
  }

  /** The `complete when`s of a state in order; where none of them moves the run, its timers are armed if it is new there. */
  #auto(state: StateModel, from: number, arrived: boolean): Stage {
    const t = this.#transitions.get(state.auto[from] ?? '');
    const key = `${arrived ? 'settling' : 'staying'} in ${state.name}`;
    if (t === undefined) {
      const armed = arrived ? state.timers.map((timer) => timer.within) : [];
      return sequence(`${key} armed`, armed, () => []);
    }
    return sequence(`${key} ${from}`, [t.condition], () => [
      sequence(`${t.key} taken`, [t.resourceLock?.key, t.onExecute], () => this.#moves(t, state)),
      this.#auto(state, from + 1, arrived),
    ]);
  }
}

function requirements(slot: SlotModel): readonly Body[] {
  return slot.requires.flatMap((r) => [r.must, r.message]);
}

/** Bodies that run one after the other; those that are not there are left out. */
function sequence(key: string, bodies: readonly (Body | undefined)[], next: () => readonly Stage[]): Stage {
  const [first, ...rest] = bodies.filter((b) => b !== undefined);
  if (rest.length === 0) return { key, body: first, next };
  return { key: `${key} ${rest.length}`, body: first, next: () => [sequence(key, rest, next)] };
}
