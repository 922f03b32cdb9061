/** Findings on the state graph, on locks, and on things unused (findings.md, "Workflow findings"). */
import { rule } from '../diagnostic.ts';

export const unreachableState = rule<{ state: string; initial: string }>({
  code: 'OSY3101',
  name: 'unreachable-state',
  level: 'should',
  summary: 'no run ever gets to this state',
  message: ({ state, initial }) =>
    `no run ever gets to state '${state}': no arm, timer, redirect or \`complete when\` leads to it from '${initial}'.`,
  help: 'Add the `goto` that is missing, or remove the state and its enum member.',
});

export const stateWithoutExit = rule<{ state: string }>({
  code: 'OSY3102',
  name: 'state-without-exit',
  level: 'should',
  summary: 'a run that gets here stays for ever',
  message: ({ state }) =>
    `a run that gets to state '${state}' stays for ever: nothing in it or at workflow level can leave it, \`[Cancel]\` and \`[Exit]\` arms aside.`,
  help: 'Add an arm, a deadline or a `complete when` with a `goto`, or declare it as a `terminal`.',
});

export const cannotFinish = rule<{ state: string }>({
  code: 'OSY3103',
  name: 'cannot-finish',
  level: 'should',
  summary: 'no terminal can be reached from this state',
  message: ({ state }) => `a run in state '${state}' can go on but never finish: no terminal can be reached from it.`,
  help: 'Lead one of the states that it goes round in to a `terminal`.',
});

export const terminalExitNeverRuns = rule<{ state: string }>({
  code: 'OSY3104',
  name: 'terminal-exit-never-runs',
  level: 'should',
  summary: "a terminal's exit never runs",
  message: ({ state }) => `this \`exit\` never runs: '${state}' is a terminal, which is where runs stop.`,
  help: "Put the work into the terminal's `enter`, which runs as the run finishes.",
});

export const possibleRedirectCycle = rule<{ cycle: string }>({
  code: 'OSY3105',
  name: 'possible-redirect-cycle',
  level: 'should',
  summary: 'redirects may go round in a circle',
  message: ({ cycle }) =>
    `redirects may go round in a circle: ${cycle}. While the conditions on the way hold, the run never settles; after 50 hops it is refused with Transition:100017 and everything is undone.`,
  help: 'Make sure that one of the conditions becomes false on the way, or let an event decide instead.',
});

export const eventNeverHeard = rule<{ event: string }>({
  code: 'OSY3106',
  name: 'event-never-heard',
  level: 'should',
  summary: 'no arm answers this event',
  message: ({ event }) => `no arm answers event '${event}': raising it is refused in every state.`,
  help: 'Add an `on` arm in the states that should hear it, or remove the event.',
});

export const slotNeverAnswered = rule<{ slot: string }>({
  code: 'OSY3107',
  name: 'slot-never-answered',
  level: 'should',
  summary: 'no arm answers this slot',
  message: ({ slot }) => `nothing happens when slot '${slot}' is answered: it has no arm and no milestone.`,
  help: 'Add `on SLOT { … }` to the state, or a milestone that records the answer.',
});

export const eventNeverRaised = rule<{ event: string; workflow: string }>({
  code: 'OSY3108',
  name: 'event-never-raised',
  level: 'consider',
  summary: 'nothing in the app raises this event',
  message: ({ event, workflow }) =>
    `nothing in the app raises event '${event}': no \`${workflow}.Raise${event}(…)\`, no correlation. Hosts may raise it.`,
});

export const armShadowsWorkflowArm = rule<{ event: string; state: string }>({
  code: 'OSY3109',
  name: 'arm-shadows-workflow-arm',
  level: 'consider',
  summary: "a state's arm keeps a workflow-level arm from being asked",
  message: ({ event, state }) =>
    `in state '${state}' this arm answers '${event}' alone: the workflow-level arm for the same event is not asked there.`,
});

export const gotoSelfPostponesDeadline = rule<{ state: string; timer: string }>({
  code: 'OSY3110',
  name: 'goto-self-postpones-deadline',
  level: 'should',
  summary: '`goto self` pushes a timer back on every call',
  message: ({ state, timer }) =>
    `\`goto self\` leaves and re-enters the state, so every call starts the clock of ${timer} in state '${state}' anew: called often enough, it is never due.`,
  help: 'To keep the clock running end the arm without a `goto`: an arm that only writes leaves timers alone.',
});

export const reminderAfterDeadline = rule<{ reminder: string; after: string; within: string }>({
  code: 'OSY3111',
  name: 'reminder-after-deadline',
  level: 'should',
  summary: 'a reminder is never due before its deadline',
  message: ({ reminder, after, within }) =>
    `'${reminder}' never fires: it is due after ${after}, and its slot's time is up after ${within}.`,
  help: 'Make `After` shorter than `Within`.',
});

export const deadlineUnanswered = rule<{ what: 'Expire' | 'Deadline' }>({
  code: 'OSY3112',
  name: 'deadline-unanswered',
  level: 'should',
  summary: 'nothing happens when the time is up',
  message: ({ what }) => `nothing happens when this \`${what}\` is due: there is no \`on ${what}\`.`,
  help: 'Add `on Expire { … }` to the state (`on Deadline { … }` to the workflow), or remove the deadline.',
});

export const emptyCatch = rule<{ type: string }>({
  code: 'OSY3113',
  name: 'empty-catch',
  level: 'consider',
  summary: 'a failure is swallowed without a trace',
  message: ({ type }) => `this \`catch\` of ${type} is empty: the failure is swallowed and nobody can find it.`,
  help: 'Log it (`Log.Error(e, "…")`), or say in a comment inside the block why it does not matter.',
});

export const lockWithoutRelease = rule<{ how: string }>({
  code: 'OSY3201',
  name: 'lock-without-release',
  level: 'must',
  summary: 'a lock can be left held',
  message: ({ how }) =>
    `the lock is left held ${how}: neither \`Set\` nor \`ReleaseLockAsFailed\` is called on that path, so nobody can process the item until the lock lapses.`,
  help: 'Call `Set(…, IdempotencyStatus.Processed)` after the work and `ReleaseLockAsFailed` in a `catch` that rethrows; `DataStateMachine.Once` does both.',
});

export const setBeforeAct = rule<{ call: string }>({
  code: 'OSY3202',
  name: 'set-before-act',
  level: 'should',
  summary: 'Processed is set before the work is done',
  message: ({ call }) =>
    `\`Processed\` is set before ${call}: if that call fails, the item counts as done and is never tried again.`,
  help: 'Act first, then `Set(…, IdempotencyStatus.Processed)`.',
});

export const costUnboundedRead = rule<{ entity: string }>({
  code: 'OSY3203',
  name: 'cost-unbounded-read',
  level: 'consider',
  summary: 'every row of an entity is read',
  message: ({ entity }) => `this reads every '${entity}' there is, and ever more as they grow in number.`,
  help: 'Narrow the query with `Where`, page it with `Take`, or ask for one row by its key.',
});

export const unusedFunction = rule<{ name: string }>({
  code: 'OSY3304',
  name: 'unused-function',
  level: 'consider',
  summary: 'nothing calls this function',
  message: ({ name }) => `nothing calls '${name}'.`,
  help: 'Remove it, or make it `public` if hosts or `osy run` are to call it.',
});

export const unusedSuppression = rule<{ rule: string; unknown?: true; nearest?: string }>({
  code: 'OSY3305',
  name: 'unused-suppression',
  level: 'should',
  summary: 'a suppression silences nothing',
  message: ({ rule: name, unknown, nearest }) =>
    name === ''
      ? 'this suppression names no finding, and so silences none.'
      : unknown
        ? `'${name}' is suppressed here, and no finding has that name${nearest === undefined ? '' : `: '${nearest}' is most like it`}.`
        : `'${name}' is suppressed here, and nothing of that name is found.`,
  help: 'Remove it, so that a new finding is not silenced unseen.',
});
