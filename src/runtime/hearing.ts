/** Which arm answers an event, and who may raise it (language.md §7.3). */

import type { RunRecord } from '../stores/records.ts';
import type { EventInfo, SlotInfo, StateInfo, TransitionInfo, WorkflowInfo } from './catalog.ts';
import type { Hop } from './hop.ts';
import type { Row } from './interpreter/host.ts';
import { exception } from './library/exceptions.ts';
import { ExceptionValue, type Value } from './library/values.ts';
import { refusal } from './refusals.ts';
import { slotState } from './slots.ts';
import type { UnitOfWork } from './unit.ts';

export interface Hearing {
  readonly transition: TransitionInfo;
  readonly slot: SlotInfo | undefined;
}

/** The state's own arm, else the workflow's. Undefined: nothing hears it here. */
export function hear(
  workflow: WorkflowInfo,
  state: StateInfo,
  run: RunRecord,
  event: string,
  actor: Row | null,
): Hearing | undefined {
  const heard = state.hears.get(event);
  if (heard !== undefined) {
    const slot = heard.slots.length === 0 ? undefined : chooseSlot(heard.slots, run, actor);
    const transition = slot?.arm ?? heard.arm ?? workflow.shared.get(event);
    if (transition !== undefined) return { transition, slot };
    if (slot !== undefined)
      return { transition: workflow.quiet(`${state.name}/${slot.name}`, 'updateData', 'manual'), slot };
  }
  const shared = workflow.shared.get(event);
  return shared === undefined ? undefined : { transition: shared, slot: undefined };
}

/** The actor's assigned slot, else the first unanswered one; when all are answered, the first is answered again. */
function chooseSlot(slots: readonly SlotInfo[], run: RunRecord, actor: Row | null): SlotInfo {
  const open = slots.filter((s) => slotState(run, s.name)?.answered !== true);
  const own = actor === null ? undefined : open.find((s) => slotState(run, s.name)?.person === actor.id);
  return own ?? open[0] ?? (slots[0] as SlotInfo);
}

/** What the state hears, for the refusal of what it does not. */
export function heardEvents(workflow: WorkflowInfo, state: StateInfo): readonly string[] {
  return [...new Set([...state.hears.keys(), ...workflow.shared.keys()])].sort();
}

export function notHeard(workflow: WorkflowInfo, state: StateInfo, event: string): ExceptionValue {
  const heard = heardEvents(workflow, state);
  const what = heard.length === 0 ? 'nothing' : heard.map((e) => `'${e}'`).join(', ');
  return refusal(
    'Transition:100020',
    `Event '${event}' of ${workflow.key} is not heard in state '${state.name}', which hears ${what}.`,
  );
}

/** @throws NotAuthorized */
export function authorize(unit: UnitOfWork, event: EventInfo, run: RunRecord, actor: Row | null): void {
  if (event.authorize === undefined) return;
  if (!holds(unit, run, actor, () => event.authorize?.value(unit.host, [actor]))) {
    throw exception('NotAuthorized', `${who(actor)} may not raise '${event.model.name}'.`);
  }
}

/** `Candidates` says who may be assigned or answer. @throws NotAuthorized */
export function checkCandidate(unit: UnitOfWork, slot: SlotInfo, run: RunRecord, person: Row | null): void {
  const { candidates } = slot;
  if (candidates === undefined) return;
  if (person === null || !holds(unit, run, person, () => candidates.value(unit.host, [person]))) {
    throw exception('NotAuthorized', `${who(person)} is not a candidate of slot '${slot.name}'.`);
  }
}

/** A test that trips over an absent actor is not met. */
function holds(unit: UnitOfWork, run: RunRecord, actor: Row | null, test: () => Value): boolean {
  const leave = unit.host.enterRow(run.row);
  try {
    return test() === true;
  } catch (error) {
    if (actor === null && error instanceof ExceptionValue && error.type === 'NullReferenceException') return false;
    throw error;
  } finally {
    unit.host.leaveRow(leave);
  }
}

function who(actor: Row | null): string {
  return actor === null ? 'An anonymous caller' : `${actor.entity} ${actor.id}`;
}

/** Step 20. @throws RequirementsNotMet with every failing message */
export function checkRequirements(hop: Hop, slot: SlotInfo): void {
  const { host } = hop.unit;
  const messages: string[] = [];
  for (const { must, message } of slot.requires) {
    hop.body = must;
    if (must.value(host, hop.seed.eventArgs) === true) continue;
    messages.push(String(message.value(host, hop.seed.eventArgs) ?? ''));
  }
  if (messages.length > 0) throw exception('RequirementsNotMet', messages.join('\n'));
}
