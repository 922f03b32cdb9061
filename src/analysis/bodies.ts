/** The bodies of a workflow: everything that is evaluated for the run (findings.md, "Bodies"). */
import type { Body } from '../ir/ir.ts';
import type { StateModel, TransitionModel, WorkflowModel } from '../ir/model.ts';

export type BodyKind =
  | 'enter'
  | 'exit'
  | 'arm'
  | 'completeWhen'
  | 'start'
  | 'milestone'
  | 'remind'
  | 'requires'
  | 'fault'
  | 'setting';

export interface WorkflowBody {
  readonly workflow: WorkflowModel;
  /** The state it belongs to; absent at workflow level. */
  readonly state?: StateModel;
  readonly transition?: TransitionModel;
  readonly kind: BodyKind;
  /** As a sentence names it: ``the `enter` of state 'Pending'``. */
  readonly describe: string;
  readonly body: Body;
  /** Every state it can run in has a `dataStateMachine` block (findings.md, "Deliberate retry"). */
  readonly remembers: boolean;
}

const known = new WeakMap<WorkflowModel, readonly WorkflowBody[]>();

/** All bodies of a workflow, in source order of what they belong to. */
export function bodiesOf(workflow: WorkflowModel): readonly WorkflowBody[] {
  const found = known.get(workflow) ?? collect(workflow);
  known.set(workflow, found);
  return found;
}

function collect(workflow: WorkflowModel): readonly WorkflowBody[] {
  const found: WorkflowBody[] = [];
  const reminders = new Set(
    workflow.states.flatMap((s) => s.timers.flatMap((t) => (t.kind === 'remind' ? (t.transition ?? []) : []))),
  );
  const states = new Map(workflow.states.map((s) => [s.name, s]));

  const add = (
    kind: BodyKind,
    describe: string,
    body: Body | undefined,
    state?: StateModel,
    transition?: TransitionModel,
  ): void => {
    if (body === undefined) return;
    const remembers =
      state !== undefined
        ? state.dataStateMachine !== undefined
        : transition !== undefined && hearersRemember(workflow, transition);
    found.push({
      workflow,
      kind,
      describe,
      body,
      remembers,
      ...(state === undefined ? {} : { state }),
      ...(transition === undefined ? {} : { transition }),
    });
  };

  add('setting', '`StartedAt`', workflow.startedAt);
  add('start', 'the `Start` block', workflow.start);
  add('setting', 'the `Within` of `Deadline`', workflow.deadline?.within);
  for (const event of workflow.events) {
    add('setting', `the \`Authorize\` of event '${event.name}'`, event.authorize);
    add('setting', `the \`CorrelateOn\` of event '${event.name}'`, event.correlateOn);
  }
  for (const state of workflow.states) {
    const at = `state '${state.name}'`;
    add('enter', `the \`enter\` of ${state.terminal ? 'terminal' : 'state'} '${state.name}'`, state.onEntry, state);
    add('exit', `the \`exit\` of ${at}`, state.onExit, state);
    add('setting', `the \`Message\` of terminal '${state.name}'`, state.terminal?.message, state);
    for (const slot of state.slots) {
      add('setting', `the \`Candidates\` of slot '${slot.name}'`, slot.candidates, state);
      for (const r of slot.requires) {
        add('requires', `\`Requires ${r.name}\` of slot '${slot.name}'`, r.must, state);
        add('requires', `the message of \`Requires ${r.name}\` of slot '${slot.name}'`, r.message, state);
      }
      add('milestone', `the \`enter\` of \`Assigned\` of slot '${slot.name}'`, slot.assigned?.enter, state);
      add('milestone', `the \`enter\` of \`Finished\` of slot '${slot.name}'`, slot.finished?.enter, state);
    }
    for (const timer of state.timers) {
      const name =
        timer.kind === 'remind'
          ? `\`Remind ${timer.key.slice(timer.key.lastIndexOf('/') + 1)}\``
          : timerWord[timer.kind];
      add(
        'setting',
        `the \`${timer.kind === 'remind' ? 'After' : 'Within'}\` of ${name} in ${at}`,
        timer.within,
        state,
      );
      add('setting', `the \`ThenEvery\` of ${name} in ${at}`, timer.thenEvery, state);
    }
    add('setting', `the row of child '${state.child?.name}'`, state.child?.row, state);
    add('setting', `the \`FallbackAfter\` of ${at}`, state.awaitAcknowledgement?.fallbackAfter, state);
    const machine = state.dataStateMachine;
    for (const body of [
      machine?.entityKey,
      machine?.lockFor,
      machine?.keepFor,
      ...(machine?.options.map((o) => o.value) ?? []),
    ]) {
      add('setting', `the \`dataStateMachine\` block of ${at}`, body, state);
    }
  }
  for (const transition of workflow.transitions) {
    const state = transition.from === undefined ? undefined : states.get(transition.from);
    const describe = describeTransition(transition);
    const kind = bodyKind(transition, reminders);
    add('completeWhen', `the condition of ${describe}`, transition.condition, state, transition);
    add('setting', `the lock's key of ${describe}`, transition.resourceLock?.key, state, transition);
    add('setting', `the lock's \`Ttl\` of ${describe}`, transition.resourceLock?.ttl, state, transition);
    add(kind, describe, transition.onExecute, state, transition);
  }
  return found;
}

const timerWord = { expire: '`Expire`', assigned: '`Assigned`', finished: '`Finished`', remind: '`Remind`' } as const;

function bodyKind(t: TransitionModel, reminders: ReadonlySet<string>): BodyKind {
  if (t.kind === 'errorBoundary') return 'fault';
  if (t.condition !== undefined) return 'completeWhen';
  return reminders.has(t.key) ? 'remind' : 'arm';
}

/** As a sentence names a transition: ``the arm `on Accept` of state 'Pending'``. */
export function describeTransition(t: TransitionModel): string {
  const place = t.from === undefined ? 'the workflow' : `state '${t.from}'`;
  const tail = t.key.slice(t.key.indexOf('/') + 1);
  if (t.kind === 'errorBoundary') return `\`on fault\` of ${place}`;
  if (t.condition !== undefined || t.trigger === 'automatic') return `\`complete when\` of ${place}`;
  if (t.child !== undefined) return `the arm \`on ${t.child.name} ${t.child.outcome}\` of ${place}`;
  if (t.kind === 'timeout') return 'the arm `on Deadline`';
  if (t.trigger === 'scheduled') {
    const [slot, name] = tail.split('/');
    return name === undefined ? `the arm \`on ${tail}\` of ${place}` : `\`${name}\` of slot '${slot}'`;
  }
  return `the arm \`on ${t.slot ?? t.event ?? tail}\` of ${place}`;
}

function hearersRemember(workflow: WorkflowModel, t: TransitionModel): boolean {
  const hearers = statesThatHear(workflow, t);
  return hearers.length > 0 && hearers.every((s) => s.dataStateMachine !== undefined);
}

/** The states in which a workflow-level transition can run: those without an arm of their own for the event. */
export function statesThatHear(workflow: WorkflowModel, t: TransitionModel): readonly StateModel[] {
  if (t.event === undefined) return workflow.states.filter((s) => s.terminal === undefined);
  const answered = answeredEvents(workflow).get(t.event);
  return workflow.states.filter((s) => s.terminal === undefined && answered?.has(s.name) !== true);
}

const knownAnswers = new WeakMap<WorkflowModel, ReadonlyMap<string, ReadonlySet<string>>>();

/** By event, the states with an arm of their own for it. */
function answeredEvents(workflow: WorkflowModel): ReadonlyMap<string, ReadonlySet<string>> {
  const known = knownAnswers.get(workflow);
  if (known !== undefined) return known;
  const states = new Map<string, Set<string>>();
  for (const { from, event } of workflow.transitions) {
    if (from === undefined || event === undefined) continue;
    const of = states.get(event);
    if (of === undefined) states.set(event, new Set([from]));
    else of.add(from);
  }
  knownAnswers.set(workflow, states);
  return states;
}
