/** Which states were entered and which transitions taken, as the trace tells it. */
import type { TraceEvent, TraceSink } from '../../runtime/trace.ts';

/** What a delivery did, until it is known whether it is kept. */
interface Pending {
  readonly workflow: string;
  readonly states: string[];
  readonly transitions: string[];
}

export type Visit = readonly [workflow: string, kind: 'state' | 'transition', name: string, times: number];

/** Counts what is kept: a state that a delivery entered before it was undone was not entered. */
export class WorkflowVisits implements TraceSink {
  readonly #open: Pending[] = [];
  readonly #counts = new Map<string, Visit>();

  event(event: TraceEvent): void {
    const open = this.#open.at(-1);
    switch (event.e) {
      case 'delivery':
        this.#open.push({ workflow: event.workflow, states: [], transitions: [] });
        return;
      case 'hop':
        open?.transitions.push(event.transition);
        return;
      case 'step':
        if (event.name === 'ChangeState' && event.outcome === 'ran') open?.states.push(event.state);
        return;
      case 'end':
        this.#open.pop();
        if (open === undefined || event.outcome !== 'done') return;
        for (const state of open.states) this.#add([open.workflow, 'state', state, 1]);
        for (const transition of open.transitions) this.#add([open.workflow, 'transition', transition, 1]);
        return;
      case 'log':
      case 'call':
        return;
      default:
        return event satisfies never;
    }
  }

  times(workflow: string, kind: 'state' | 'transition', name: string): number {
    return this.#counts.get(keyOf(workflow, kind, name))?.[3] ?? 0;
  }

  entries(): readonly Visit[] {
    return [...this.#counts.values()];
  }

  addAll(visits: readonly Visit[]): void {
    for (const visit of visits) this.#add(visit);
  }

  #add([workflow, kind, name, times]: Visit): void {
    this.#counts.set(keyOf(workflow, kind, name), [workflow, kind, name, this.times(workflow, kind, name) + times]);
  }
}

function keyOf(workflow: string, kind: string, name: string): string {
  return `${workflow}\n${kind}\n${name}`;
}
