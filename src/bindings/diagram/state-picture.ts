/** A workflow as a picture: states, the ways between them, and where bodies run. */
import type { Body } from '../../ir/ir.ts';
import type { EventModel, SlotModel, StateModel, TimerModel, TransitionModel, WorkflowModel } from '../../ir/model.ts';
import type { Program } from '../../semantics/program.ts';
import { bodySummary, lastPart } from './body-summary.ts';
import { type Condition, guardedGotos } from './goto-guards.ts';
import {
  type EdgeKind,
  type EdgeLabel,
  type Line,
  mergeEdges,
  type Picture,
  type PictureEdge,
  type PictureNode,
} from './picture.ts';
import { SourceText } from './source-text.ts';

const startNode = '(start)';
const anyNode = '(any)';

/** The picture of one workflow of a program without errors. */
export function statePicture(program: Program, workflow: WorkflowModel): Picture {
  return new StatePicture(program, workflow).picture();
}

class StatePicture {
  readonly #workflow: WorkflowModel;
  readonly #text: SourceText;
  readonly #names: ReadonlyMap<string, string>;
  readonly #timers: ReadonlyMap<string, TimerModel>;
  readonly #slots: ReadonlyMap<string, SlotModel>;
  readonly #events: ReadonlyMap<string, EventModel>;
  readonly #edges: PictureEdge[] = [];

  constructor(program: Program, workflow: WorkflowModel) {
    this.#workflow = workflow;
    this.#text = new SourceText(program);
    this.#names = new Map(program.app.functions.map((f) => [f.key, f.name]));
    const timers = workflow.states.flatMap((s) => s.timers);
    this.#timers = new Map(timers.flatMap((t) => (t.transition === undefined ? [] : [[t.transition, t] as const])));
    this.#slots = new Map(workflow.states.flatMap((s) => s.slots).map((s) => [s.name, s]));
    this.#events = new Map(workflow.events.map((e) => [e.name, e]));
  }

  picture(): Picture {
    const { key, tracks, autostart, states, initial } = this.#workflow;
    this.#edges.push({
      from: startNode,
      to: initial,
      kind: 'start',
      labels: [
        {
          text: autostart ? `new ${lastPart(tracks.entity)}` : 'Start',
          guards: this.#hook('Start', this.#workflow.start),
        },
      ],
    });
    for (const state of states) this.#redirects(state);
    for (const t of this.#workflow.transitions) this.#ways(t);
    const any = this.#anyLines();
    const fromAny = any.length > 0 || this.#edges.some((e) => e.from === anyNode);
    const nodes: PictureNode[] = [
      { id: startNode, kind: 'start', title: '', lines: [] },
      ...states.map((s) => this.#node(s)),
      ...(fromAny ? [{ id: anyNode, kind: 'any', title: 'in every state', lines: any } as const] : []),
    ];
    return {
      kind: 'states',
      name: key,
      summary: `Tracks ${tracks.entity}.${tracks.field}. A run begins ${autostart ? 'when the row is created' : 'when it is started'}.`,
      nodes,
      edges: mergeEdges(this.#edges),
      groups: [],
    };
  }

  #node(state: StateModel): PictureNode {
    const kind = state.terminal?.outcome ?? (state.child === undefined ? 'state' : 'child');
    const lines: Line[] = [];
    if (state.terminal?.message !== undefined)
      lines.push({ kind: 'note', text: this.#text.setting(state.terminal.message) });
    if (state.child !== undefined) {
      const { name, workflow, row } = state.child;
      lines.push({ kind: 'child', text: `${name} runs ${lastPart(workflow)} on ${this.#text.setting(row, 30)}` });
    }
    lines.push(
      ...this.#hookLines('enter', state.onEntry),
      ...this.#hookLines('exit', state.terminal ? undefined : state.onExit),
    );
    for (const slot of state.slots) lines.push(...this.#slotLines(slot));
    for (const timer of state.timers) lines.push(...this.#timerLines(timer));
    for (const t of this.#workflow.transitions) if (t.from === state.name) lines.push(...this.#stayLines(t));
    if (state.awaitAcknowledgement !== undefined) {
      const after = state.awaitAcknowledgement.fallbackAfter;
      lines.push({
        kind: 'note',
        text: `awaits acknowledgement${after ? `, ${this.#text.duration(after)} at most` : ''}`,
      });
    }
    if (state.dataStateMachine !== undefined) lines.push({ kind: 'note', text: 'dataStateMachine' });
    return { id: state.name, kind, title: state.name, lines };
  }

  /** Arms that name no slot's milestone are drawn as edges; what is left of a slot is said in the state. */
  #slotLines(slot: SlotModel): readonly Line[] {
    const answered = this.#workflow.transitions.some((t) => t.slot === slot.name && t.trigger === 'manual');
    const assigned = this.#hookLines(`${slot.name} assigned`, slot.assigned?.enter);
    const finished = this.#hookLines(`${slot.name} finished`, slot.finished?.enter);
    const bare: Line[] = answered ? [] : [{ kind: 'slot', text: `${eventLabel(slot.event, slot.name)} is recorded` }];
    const who: Line[] =
      slot.candidates === undefined
        ? []
        : [{ kind: 'slot', text: `${slot.name} by ${this.#text.setting(slot.candidates, 32)}` }];
    return [...bare, ...who, ...assigned, ...finished];
  }

  /** A timer that moves the run is an edge; others are said in the state. */
  #timerLines(timer: TimerModel): readonly Line[] {
    const transition = this.#workflow.transitions.find((t) => t.key === timer.transition);
    if (transition !== undefined && transition.targets.length > 0) return [];
    const name = lastSegment(timer.key);
    const hours = this.#hours(timer.accrues);
    if (timer.kind === 'remind') {
      const every = timer.thenEvery === undefined ? '' : `, then every ${this.#text.duration(timer.thenEvery)}`;
      const does = bodySummary(transition?.onExecute, (key) => this.#name(key));
      return [
        {
          kind: 'timer',
          text: `${name} after ${this.#text.duration(timer.within)}${every}${hours}${does && ` / ${does}`}`,
        },
      ];
    }
    const within = `within ${this.#text.duration(timer.within)}${hours}`;
    const what = timer.kind === 'expire' ? 'expires' : `${timer.slot} ${timer.kind}`;
    return [
      {
        kind: 'timer',
        text:
          timer.kind === 'expire' ? `${what} after ${this.#text.duration(timer.within)}${hours}` : `${what} ${within}`,
      },
    ];
  }

  /** An arm that does not, or need not, move the run. */
  #stayLines(t: TransitionModel): readonly Line[] {
    const timer = this.#timers.get(t.key);
    if (!t.mayStay || timer?.kind === 'remind') return [];
    const label = this.#label(t);
    if (t.targets.length > 0) return [{ kind: 'stay', text: `${label}: may stay` }];
    const does = bodySummary(t.onExecute, (key) => this.#name(key));
    return [{ kind: 'stay', text: `${label}${does === '' ? ': stays' : ` / ${does}`}` }];
  }

  #anyLines(): readonly Line[] {
    const lines: Line[] = [];
    for (const t of this.#workflow.transitions) {
      if (t.from !== undefined) continue;
      lines.push(...this.#stayLines(t));
      if (t.targets.includes('self')) lines.push({ kind: 'stay', text: `${this.#label(t)}: enters the state again` });
    }
    return lines;
  }

  #redirects(state: StateModel): void {
    if (state.terminal !== undefined || state.onEntry === undefined) return;
    for (const { state: to, conditions } of guardedGotos(state.onEntry.block)) {
      const guards = this.#conditions(state.onEntry.file, conditions);
      this.#edges.push({ from: state.name, to, kind: 'redirect', labels: [{ text: 'on entry', guards }] });
    }
  }

  #ways(t: TransitionModel): void {
    if (t.onExecute === undefined) return;
    const from = t.from ?? anyNode;
    for (const { state, conditions } of guardedGotos(t.onExecute.block)) {
      if (state === 'self' && t.from === undefined) continue;
      const own = this.#conditions(t.onExecute.file, conditions);
      const label: EdgeLabel = { text: this.#label(t), guards: [...this.#requirements(t), ...own] };
      this.#edges.push({ from, to: state === 'self' ? from : state, kind: edgeKind(t), labels: [label] });
    }
  }

  #label(t: TransitionModel): string {
    const timer = this.#timers.get(t.key);
    if (timer !== undefined)
      return `${lastSegment(t.key)} after ${this.#text.duration(timer.within)}${this.#hours(timer.accrues)}`;
    if (t.kind === 'timeout' && this.#workflow.deadline !== undefined) {
      const { within, accrues } = this.#workflow.deadline;
      return `Deadline after ${this.#text.duration(within)}${this.#hours(accrues)}`;
    }
    if (t.kind === 'errorBoundary')
      return `fault${t.faultType === undefined || t.faultType === 'Exception' ? '' : ` ${t.faultType}`}`;
    if (t.child !== undefined) return `${t.child.name} ${t.child.outcome}`;
    if (t.condition !== undefined) return `when ${this.#text.setting(t.condition)}`;
    const event = eventLabel(t.event ?? lastSegment(t.key), t.slot);
    const params = t.params.length === 0 ? '' : `(${t.params.map((p) => p.name).join(', ')})`;
    return `${event}${params}`;
  }

  /** What must hold before the arm is asked. */
  #requirements(t: TransitionModel): readonly string[] {
    if (t.trigger !== 'manual') return [];
    const authorize = t.event === undefined ? undefined : this.#events.get(t.event)?.authorize;
    const requires = t.slot === undefined ? [] : (this.#slots.get(t.slot)?.requires ?? []);
    return [
      ...(authorize === undefined ? [] : [`by ${this.#text.setting(authorize, 36)}`]),
      ...(requires.length === 0 ? [] : [`requires ${requires.map((r) => r.name).join(', ')}`]),
      ...(t.resourceLock === undefined
        ? []
        : [`${t.resourceLock.action} ${this.#text.setting(t.resourceLock.key, 30)}`]),
    ];
  }

  /** The tests that hold are told; where all failed it is `otherwise`. */
  #conditions(file: number, conditions: readonly Condition[]): readonly string[] {
    const told = conditions.flatMap(
      (c) => c.words ?? (c.span === undefined ? [] : [this.#text.short(file, c.span, 44)]),
    );
    if (told.length > 0) return [`[${told.join(' && ')}]`];
    return conditions.length === 0 ? [] : ['[otherwise]'];
  }

  #hook(name: string, body: Body | undefined): readonly string[] {
    return this.#hookLines(name, body).map((line) => line.text);
  }

  #hookLines(name: string, body: Body | undefined): readonly Line[] {
    const does = bodySummary(body, (key) => this.#name(key));
    return does === '' ? [] : [{ kind: 'hook', text: `${name} / ${does}` }];
  }

  #hours(accrues: boolean): string {
    return accrues && this.#workflow.serviceHours !== undefined ? ' of service' : '';
  }

  #name(key: string): string {
    return this.#names.get(key) ?? lastPart(key.replace(/\(.*$/, ''));
  }
}

function edgeKind(t: TransitionModel): EdgeKind {
  switch (t.kind) {
    case 'stateTransition':
    case 'sharedTransition':
    case 'updateData':
      return t.child === undefined ? 'move' : 'child';
    case 'cancel':
    case 'exit':
      return 'cancel';
    case 'scheduled':
    case 'timeout':
      return 'timer';
    case 'automatic':
      return 'auto';
    case 'errorBoundary':
      return 'fault';
    default:
      return t.kind satisfies never;
  }
}

function eventLabel(event: string, slot: string | undefined): string {
  return slot === undefined || slot === event ? event : `${event} as ${slot}`;
}

function lastSegment(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/^on /, '');
}
