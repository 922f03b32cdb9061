/** Compile rules of workflows (language.md §7–§10, findings.md "Compile rules"). */
import { type Rule, rule } from '../diagnostic.ts';
import { duplicateDeclaration, typeMismatch, unknownName, wrongArguments } from './types.ts';

/** A rule of another table with the sentence that fits a workflow. */
function like<P>(row: Rule, summary: string, message: (p: P) => string): Rule<P> {
  return { code: row.code, name: row.name, level: row.level, summary, message };
}

/** The bodies in which the decision is still open. */
const where = "an `on` arm, a `complete when`, or a state's own `enter { }`";
const meant = (nearest: string | undefined) => (nearest === undefined ? '' : ` Did you mean '${nearest}'?`);

/** The refusal of seed 003, word for word, with the state's name. */
export const gotoInExit = rule<{ state: string }>({
  code: 'OSY2101',
  name: 'goto-in-exit',
  level: 'error',
  summary: 'an exit body may not goto',
  message: ({ state }) =>
    `an \`exit { }\` body may not \`goto\` — state '${state}' runs its exit body BECAUSE a transition was already decided, so a ` +
    '`goto` here would override a choice already made (and two states redirecting to each other would never settle). Put ' +
    "the decision where it is still open: an `on` arm, a `complete when`, or the destination state's own `enter { }`, " +
    'which MAY redirect.',
});

export const gotoInMilestoneEnter = rule<{ slot: string; milestone: string }>({
  code: 'OSY2102',
  name: 'goto-in-milestone-enter',
  level: 'error',
  summary: "a milestone's enter may not goto",
  message: ({ slot, milestone }) =>
    `the \`enter { }\` of a milestone may not \`goto\` — '${milestone}' of slot '${slot}' runs it BECAUSE the slot was already ` +
    `${milestone === 'Assigned' ? 'claimed' : 'answered'}, and a body that runs as a consequence of a decision does not get to ` +
    `re-make it. Put the decision where it is still open: the slot's \`on\` arm, the milestone's ` +
    `\`${milestone === 'Assigned' ? 'Unassigned' : 'Unfinished'} { }\`, or a \`complete when\`.`,
});

export const gotoInRemind = rule<{ reminder: string }>({
  code: 'OSY2103',
  name: 'goto-in-remind',
  level: 'error',
  summary: 'a Remind body may not goto',
  message: ({ reminder }) =>
    `a \`Remind\` body may not \`goto\` — '${reminder}' only reminds: the wait it belongs to goes on after it, so there is no ` +
    'move for it to decide. Put the move into `Unfinished { }`, which runs when the time is up, or into an `on Expire` arm.',
});

export const gotoInTerminal = rule<{ state: string }>({
  code: 'OSY2104',
  name: 'goto-in-terminal',
  level: 'error',
  summary: "a terminal's enter may not goto",
  message: ({ state }) =>
    `the \`enter { }\` of a terminal may not \`goto\` — '${state}' is where the run stops, and its enter body runs as the run ` +
    `finishes, so there is nowhere left to go. Put the decision before the run arrives: ${where} that is no terminal, which ` +
    'MAY redirect.',
});

export const gotoInStart = rule({
  code: 'OSY2105',
  name: 'goto-in-start',
  level: 'error',
  summary: 'a Start body may not goto',
  message: () =>
    'a `Start { }` body may not `goto` — it runs once, before the run has entered its `Initial` state, so there is no state ' +
    "yet to leave. Put the decision into the initial state's own `enter { }`, which MAY redirect, or into its `complete when`.",
});

export const gotoOutsideWorkflow = rule<{ what: string }>({
  code: 'OSY2106',
  name: 'goto-outside-workflow',
  level: 'error',
  summary: 'functions, lambdas and Requires may not goto',
  message: ({ what }) =>
    `${what} may not \`goto\` — only the body that a run is waiting for can say where the run goes next, and this one hands ` +
    'a result back to whoever called it. Return what was found out, and `goto` in the body that called: ' +
    `${where}.`,
});

export const gotoSelfHere = rule<{ place: 'enter' | 'complete when'; state: string }>({
  code: 'OSY2107',
  name: 'goto-self-here',
  level: 'error',
  summary: 'no goto self in enter or complete when',
  message: ({ place, state }) =>
    `\`goto self\` may not stand in ${place === 'enter' ? 'an `enter { }` body' : 'a `complete when`'} — it would enter ` +
    `'${state}' again, whose ${place === 'enter' ? 'enter body then runs again' : 'condition is asked again on arrival'}, and ` +
    'the run would never settle. Name another state here, or put `goto self` into an `on` arm, where each call enters the ' +
    'state once.',
});

export const unknownState = rule<{ name: string; workflow: string; nearest?: string | undefined }>({
  code: 'OSY2108',
  name: 'unknown-state',
  level: 'error',
  summary: 'a name of a state that the workflow does not have',
  message: ({ name, workflow, nearest }) =>
    `workflow '${workflow}' has no state or terminal '${name}', so a run cannot go there.${meant(nearest)} A state is declared ` +
    `with \`state ${name} { … }\`, a terminal with \`terminal success ${name} { }\`.`,
});

export const unknownEvent = rule<{ name: string; workflow: string; nearest?: string | undefined }>({
  code: 'OSY2109',
  name: 'unknown-event',
  level: 'error',
  summary: 'a name of an event that the workflow does not declare',
  message: ({ name, workflow, nearest }) =>
    `workflow '${workflow}' declares no event '${name}', so nothing can raise or answer it.${meant(nearest)} An event is ` +
    `declared in the workflow: \`event ${name}();\`.`,
});

export const unknownSlot = rule<{
  name: string;
  workflow: string;
  /** The state that the arm stands in; undefined for a workflow-level arm. */
  state: string | undefined;
  /** The state that does open the slot. */
  elsewhere: string | undefined;
}>({
  code: 'OSY2110',
  name: 'unknown-slot',
  level: 'error',
  summary: 'a name of a slot that is not open in this place',
  message: ({ name, workflow, state, elsewhere }) =>
    elsewhere === undefined
      ? `workflow '${workflow}' has no slot '${name}'. A slot is opened by a state: \`subscribe Event() as ${name};\`.`
      : `slot '${name}' is opened by state '${elsewhere}' and is known only there, so ` +
        `${state === undefined ? 'a workflow-level arm' : `state '${state}'`} can never hear it. Move the arm into ` +
        `'${elsewhere}', ${state === undefined ? '' : `open a slot of its own in '${state}', `}or answer the event by its own name.`,
});

export const unknownChild = rule<{ name: string; state: string | undefined; nearest?: string | undefined }>({
  code: 'OSY2111',
  name: 'unknown-child',
  level: 'error',
  summary: 'an outcome arm for a child that the state does not start',
  message: ({ name, state, nearest }) =>
    `${state === undefined ? 'a workflow starts no child outside its states' : `state '${state}' starts no child '${name}'`}, so ` +
    `no outcome of '${name}' can reach this arm.${meant(nearest)} Declare it where it is answered: ` +
    `\`child Flow(row) as ${name};\`${state === undefined ? ' in a state, with the arm beside it' : ''}.`,
});

export const unknownWorkflow = like<{ name: string; nearest?: string | undefined }>(
  unknownName,
  'a child names a workflow that does not exist',
  ({ name, nearest }) =>
    `no workflow is named '${name}', so it cannot run as a child.${meant(nearest)} A child names a workflow of this app.`,
);

export const unknownSetting = like<{
  name: string;
  of: string;
  nearest?: string | undefined;
  known: readonly string[];
}>(
  unknownName,
  'a setting that does not exist',
  ({ name, of, nearest, known }) =>
    `${of} has no setting '${name}', so it would have no effect.${meant(nearest)} ` +
    (known.length === 0 ? 'It has no settings.' : `The settings here are ${list(known)}.`),
);

/** @param belongs the place of an attribute that exists for something else */
export const unknownAttribute = like<{
  name: string;
  of: string;
  nearest?: string | undefined;
  belongs?: string | undefined;
}>(unknownName, 'an attribute that does not exist', ({ name, of, nearest, belongs }) => {
  const told = `there is no attribute \`[${name}]\` for ${of}, so it would have no effect.`;
  if (belongs !== undefined) return `${told} It belongs before ${belongs}: put it there, or remove it.`;
  return nearest === undefined
    ? `${told} Remove it, or write the one that is meant.`
    : `${told} Did you mean \`[${nearest}]\`? Write that, or remove the attribute.`;
});

export const stateWithoutMember = rule<{ state: string; enumName: string; nearest?: string | undefined }>({
  code: 'OSY2114',
  name: 'state-without-member',
  level: 'error',
  summary: 'a state that is no member of the tracked enum',
  message: ({ state, enumName, nearest }) =>
    `state '${state}' is no member of '${enumName}' — the enum member stored in the tracked field IS the run's state, so a ` +
    `run could not be recorded as being here.${meant(nearest)} Add '${state}' to the enum, or name the state after a member.`,
});

export const memberWithoutState = rule<{ members: readonly string[]; enumName: string; workflow: string }>({
  code: 'OSY2115',
  name: 'member-without-state',
  level: 'error',
  summary: 'a member of the tracked enum without a state',
  message: ({ members, enumName, workflow }) =>
    `${members.length === 1 ? 'member' : 'members'} ${list(members)} of '${enumName}' ${members.length === 1 ? 'has' : 'have'} ` +
    `neither a state nor a terminal in '${workflow}' — a row that held ${members.length === 1 ? 'it' : 'one of them'} would be ` +
    `in no state at all. Declare \`state ${members[0]} { … }\` or a terminal, or take ` +
    `${members.length === 1 ? 'the member' : 'the members'} out of the enum.`,
});

export const duplicateState = rule<{ state: string; workflow: string }>({
  code: 'OSY2116',
  name: 'duplicate-state',
  level: 'error',
  summary: 'two states of one name',
  message: ({ state, workflow }) =>
    `'${state}' is declared already in '${workflow}' — one enum member is one state, so a run could not tell the two apart. ` +
    'Put both bodies into one declaration, or name this one after another member of the enum.',
});

export const duplicateEvent = rule<{ event: string; workflow: string }>({
  code: 'OSY2117',
  name: 'duplicate-event',
  level: 'error',
  summary: 'two events of one name',
  message: ({ event, workflow }) =>
    `event '${event}' is declared already in '${workflow}' — \`${workflow}.Raise${event}\` names exactly one event. Remove this ` +
    'declaration, or give it a name of its own.',
});

export const duplicateSlot = rule<{ slot: string; workflow: string; state: string }>({
  code: 'OSY2118',
  name: 'duplicate-slot',
  level: 'error',
  summary: 'two slots of one name in a workflow',
  message: ({ slot, workflow, state }) =>
    `slot '${slot}' is opened already by state '${state}' — slot names are unique in a workflow, because ` +
    `\`${workflow}.Assign${slot}\` and the run's record know a slot by its name alone. Give this one another name with \`as\`.`,
});

export const duplicateArm = rule<{ name: string; place: string; event: string | undefined }>({
  code: 'OSY2119',
  name: 'duplicate-arm',
  level: 'error',
  summary: 'two arms that answer the same thing in one place',
  message: ({ name, place, event }) =>
    (event === undefined
      ? `${place} answers '${name}' already`
      : `${place} already has an arm that answers event '${event}', which this arm for '${name}' would answer too`) +
    ', so one of the two arms could never run. Put both into one arm and decide inside it, with `when (…) { … } default { … }`.',
});

export const duplicateItem = like<{ word: string; place: string }>(
  duplicateDeclaration,
  'a setting, hook or block that may stand once stands twice',
  ({ word, place }) =>
    `${place} has a '${word}' already — it may stand once, since only one of them could count. Put both into one.`,
);

export const initialIsTerminal = rule<{ state: string }>({
  code: 'OSY2121',
  name: 'initial-is-terminal',
  level: 'error',
  summary: 'Initial names a terminal',
  message: ({ state }) =>
    `'${state}' is a terminal — a run that began there would be over before anything could happen. Let \`Initial\` name a ` +
    `\`state\`, or declare '${state}' as one.`,
});

export const trackedFieldNotAnEnum = rule<{ field: string; type: string }>({
  code: 'OSY2122',
  name: 'tracked-field-not-an-enum',
  level: 'error',
  summary: 'Tracks names a field that is not of an enum type',
  message: ({ field, type }) =>
    `'${field}' is of type '${type}' — the enum member stored in the tracked field IS the run's state, so \`Tracks\` needs a ` +
    'field of an enum type that is not nullable. Declare an enum with one member per state and give the field that type.',
});

export const trackedFieldHasDefault = rule<{ field: string; workflow: string; initial: string }>({
  code: 'OSY2123',
  name: 'tracked-field-has-default',
  level: 'error',
  summary: 'the tracked field of an autostart workflow has a default',
  message: ({ field, workflow, initial }) =>
    `'${field}' may have no default — '${workflow}' autostarts, so its \`Initial\`${initial === '' ? '' : ` ('${initial}')`} IS ` +
    "this field's first value, and a second one could only disagree. Remove the default here, or let the workflow say " +
    '`Autostart = false`.',
});

export const trackedFieldNeedsDefault = rule<{ field: string; workflow: string; initial: string }>({
  code: 'OSY2124',
  name: 'tracked-field-needs-default',
  level: 'error',
  summary: 'the tracked field of a workflow that is started by hand has no default',
  message: ({ field, workflow, initial }) =>
    `'${field}' needs a default — '${workflow}' does not autostart, so a new row exists before any run does and has to hold ` +
    `some member${initial === '' ? '' : `, most likely its \`Initial\`: \`= ${initial}\``}. Give the field a default here, or let the ` +
    'workflow say `Autostart = true`.',
});

export const trackedFieldAssigned = rule<{ field: string; workflow: string }>({
  code: 'OSY2125',
  name: 'tracked-field-assigned',
  level: 'error',
  summary: 'the tracked field is assigned',
  message: ({ field, workflow }) =>
    `'${field}' may not be assigned — '${workflow}' tracks it, so its value IS the state of a run, and a value written past ` +
    `the run would skip its exit, its enter and its timers. Move the run instead: raise an event of '${workflow}' whose arm ` +
    'says `goto`.',
});

export const twoWorkflowsTrackOneField = rule<{ field: string; workflow: string; other: string }>({
  code: 'OSY2126',
  name: 'two-workflows-track-one-field',
  level: 'error',
  summary: 'two workflows track one field',
  message: ({ field, workflow, other }) =>
    `'${other}' tracks '${field}' already — the field holds the state of one run, so '${workflow}' and '${other}' would ` +
    'overwrite each other. Give this workflow a field of its own on the entity, or make the two workflows one.',
});

export const completeWhenWithoutGoto = rule<{ state: string }>({
  code: 'OSY2127',
  name: 'complete-when-without-goto',
  level: 'error',
  summary: 'a path of a complete when ends without a goto',
  message: ({ state }) =>
    `some path through this \`complete when\` ends without a \`goto\` — its condition says that state '${state}' is complete, so ` +
    'it has to say where the run goes, or it would be asked again after every delivery. End every path with `goto State;`, ' +
    'or put work that leaves the run where it is into an `on` arm.',
});

export const unconditionalRedirectCycle = rule<{ states: readonly string[] }>({
  code: 'OSY2128',
  name: 'unconditional-redirect-cycle',
  level: 'error',
  summary: 'states whose enter bodies always redirect into each other',
  message: ({ states }) =>
    `${states.length === 1 ? `state '${states[0]}' always redirects to itself` : `states ${list(states)} always redirect into each other`} ` +
    `(${[...states, states[0]].join(' → ')}) — a run that arrives here never settles and dies of the chain limit. Let at least ` +
    'one `enter { }` of the cycle stay on some path, or let an `on` arm decide.',
});

export const cancelTarget = rule<{ state: string | undefined }>({
  code: 'OSY2129',
  name: 'cancel-target',
  level: 'error',
  summary: 'a [Cancel] arm goes elsewhere than to a terminal cancel',
  message: ({ state }) =>
    state === undefined
      ? 'a `[Cancel]` arm must `goto` a `terminal cancel` — whoever cancels a run is told that it is over, and this arm ' +
        'leaves it where it is. End it with a `goto`, or remove `[Cancel]`.'
      : `a \`[Cancel]\` arm may go only to a \`terminal cancel\`, and '${state}' is none — a cancelled run is over, and its parent ` +
        `is told that it was cancelled. Go to a \`terminal cancel\`, or remove \`[Cancel]\` and let this be an ordinary arm.`,
});

export const exitTarget = rule<{ state: string | undefined }>({
  code: 'OSY2130',
  name: 'exit-target',
  level: 'error',
  summary: 'an [Exit] arm goes elsewhere than to a terminal',
  message: ({ state }) =>
    state === undefined
      ? 'an `[Exit]` arm must `goto` a terminal — it ends the run early, and this arm leaves the run where it is. End it with ' +
        'a `goto`, or remove `[Exit]`.'
      : `an \`[Exit]\` arm may go only to a terminal, and '${state}' is a state — it is let in while the run is busy BECAUSE it ` +
        'ends the run. Go to a terminal, or remove `[Exit]` and let this be an ordinary arm.',
});

export const childCycle = rule<{ workflows: readonly string[] }>({
  code: 'OSY2131',
  name: 'child-cycle',
  level: 'error',
  summary: 'a workflow that is its own descendant through child',
  message: ({ workflows }) =>
    `${workflows.length === 1 ? `'${workflows[0]}' starts itself as a child` : `${list(workflows)} start each other as children`} ` +
    `(${[...workflows, workflows[0]].join(' → ')}) — each run would wait for a run of the same workflow below it. Start one of ` +
    'them as an independent run instead: `Flow.Start(row)` in a body.',
});

/** Reported by the analysis: it needs the call graph. */
export const commitInWorkflowBody = rule<{ call: string; body: string }>({
  code: 'OSY2132',
  name: 'commit-in-workflow-body',
  level: 'error',
  summary: 'UnitOfWork.Commit or Discard in a workflow body',
  message: ({ call, body }) =>
    `${body} may not reach \`${call}\` — a body runs inside the transaction of the move that triggered it, and a commit here ` +
    'would keep half of a move that may still fail. The run commits by itself when the move is complete; commit in a ' +
    'function that no workflow body calls, before or after it raises the event.',
});

export const serviceHours = rule<{ problem: string; instead: string }>({
  code: 'OSY2133',
  name: 'service-hours',
  level: 'error',
  summary: 'ServiceHours that cannot be read',
  message: ({ problem, instead }) => `${problem}. ${instead}`,
});

export const missingSetting = rule<{ name: string; of: string; why: string; example: string }>({
  code: 'OSY2135',
  name: 'missing-setting',
  level: 'error',
  summary: 'a setting that is needed and not there',
  message: ({ name, of, why, example }) => `${of} needs \`${name}\` — ${why}. Write \`${example}\`.`,
});

export const misplacedItem = rule<{ what: string; place: string; why: string; instead: string }>({
  code: 'OSY2136',
  name: 'misplaced-item',
  level: 'error',
  summary: 'an item that has no meaning in this place',
  message: ({ what, place, why, instead }) => `${what} may not stand in ${place} — ${why}. ${instead}`,
});

export const settingValue = like<{ name: string; expected: string; why: string }>(
  typeMismatch,
  'a setting of the wrong form',
  ({ name, expected, why }) => `\`${name}\` takes ${expected} — ${why}.`,
);

export const armParameter = like<{ name: string; event: string; params: readonly string[] }>(
  wrongArguments,
  "an arm's parameter that its event does not have",
  ({ name, event, params }) =>
    `event '${event}' has no parameter that '${name}' could stand for — an arm takes its event's parameters by name, or all of ` +
    `them by position under other names. ` +
    (params.length === 0 ? 'It has none: leave the list empty.' : `It has ${list(params)}.`),
);

export const armParameterType = like<{ name: string; event: string; expected: string; actual: string }>(
  typeMismatch,
  "an arm's parameter of another type than its event's",
  ({ name, event, expected, actual }) =>
    `parameter '${name}' is of type '${actual}' here and of type '${expected}' in event '${event}' — the arm receives what was ` +
    `raised as it is. Write \`${expected} ${name}\`.`,
);

export const workflowRules = [
  gotoInExit,
  gotoInMilestoneEnter,
  gotoInRemind,
  gotoInTerminal,
  gotoInStart,
  gotoOutsideWorkflow,
  gotoSelfHere,
  unknownState,
  unknownEvent,
  unknownSlot,
  unknownChild,
  stateWithoutMember,
  memberWithoutState,
  duplicateState,
  duplicateEvent,
  duplicateSlot,
  duplicateArm,
  initialIsTerminal,
  trackedFieldNotAnEnum,
  trackedFieldHasDefault,
  trackedFieldNeedsDefault,
  trackedFieldAssigned,
  twoWorkflowsTrackOneField,
  completeWhenWithoutGoto,
  unconditionalRedirectCycle,
  cancelTarget,
  exitTarget,
  childCycle,
  commitInWorkflowBody,
  serviceHours,
  missingSetting,
  misplacedItem,
] as const;

function list(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} and ${quoted[quoted.length - 1]}`;
}
