/** Records from what a database answers. Instants come as bigints: they need all of their bits. */
import {
  DeliveryRecord,
  IncidentRecord,
  type ParentLink,
  type RowRecord,
  type RunOutcome,
  RunRecord,
  type RunStatus,
  type SlotState,
  type StateTime,
  type TimerKind,
  TimerRecord,
  TransitionRecord,
} from '../records.ts';
import { int, json, list, type Raw, record, text, textOrNull, ticks, ticksOrNull, word } from './reading.ts';

export const runStatuses: readonly RunStatus[] = ['A', 'B', 'P', 'C', 'F'];
export const runOutcomes: readonly RunOutcome[] = ['success', 'cancel', 'error'];
const deliveryKinds: readonly DeliveryRecord['kind'][] = [
  'event',
  'start',
  'timer',
  'childStart',
  'childOutcome',
  'forward',
  'cancel',
  'assign',
  'step',
];
const timerKinds: readonly TimerKind[] = ['expire', 'assigned', 'finished', 'remind', 'deadline', 'acknowledge'];

export function slotsOf(raw: Raw): SlotState[] {
  return list(raw, 'slots', record<SlotState>({ slot: 'string', person: 'string|null', answered: 'boolean' }));
}

export function parentOf(raw: Raw): ParentLink | null {
  if (raw['parent'] === null) return null;
  return json(raw, 'parent', record<ParentLink>({ run: 'number', visit: 'number', name: 'string' }));
}

export function stackOf(raw: Raw): string[] {
  return list(raw, 'stack', (line) => (typeof line === 'string' ? line : undefined));
}

function timeOf(value: unknown): StateTime | undefined {
  const [state, stays, spent] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof state !== 'string' || typeof stays !== 'number' || typeof spent !== 'string') return undefined;
  return { state, stays, ticks: BigInt(spent) };
}

export function runOf(raw: Raw, row: RowRecord): RunRecord {
  const run = new RunRecord({
    id: int(raw, 'id'),
    workflow: text(raw, 'workflow'),
    version: text(raw, 'version'),
    row,
    state: text(raw, 'state'),
    at: ticks(raw, 'created_at'),
    parent: null,
  });
  fillRun(raw, run);
  return run;
}

export function fillRun(raw: Raw, run: RunRecord): void {
  run.state = text(raw, 'state');
  run.status = word(raw, 'status', runStatuses);
  run.owner = int(raw, 'owner');
  run.outcome = raw['outcome'] === null ? null : word(raw, 'outcome', runOutcomes);
  run.message = textOrNull(raw, 'message');
  run.visit = int(raw, 'visit');
  run.stateSince = ticks(raw, 'state_since');
  run.startedAt = ticks(raw, 'started_at');
  run.handledAt = ticks(raw, 'handled_at');
  run.times = list(raw, 'times', timeOf);
  run.slots = slotsOf(raw);
  run.child = int(raw, 'child');
  run.waiting = textOrNull(raw, 'waiting');
  run.started = int(raw, 'started') === 1;
  run.parked = int(raw, 'parked');
  run.parent = parentOf(raw);
  run.rev = int(raw, 'rev');
}

export function timerOf(raw: Raw, run: RunRecord): TimerRecord {
  const timer = new TimerRecord({
    seq: int(raw, 'seq'),
    run,
    key: text(raw, 'key'),
    kind: word(raw, 'kind', timerKinds),
    slot: textOrNull(raw, 'slot'),
    visit: int(raw, 'visit'),
    armedAt: ticks(raw, 'armed_at'),
    due: ticks(raw, 'due'),
    round: int(raw, 'round'),
  });
  timer.parked = int(raw, 'parked') === 1;
  return timer;
}

export function deliveryOf(raw: Raw): DeliveryRecord {
  const delivery = new DeliveryRecord({
    seq: int(raw, 'seq'),
    kind: word(raw, 'kind', deliveryKinds),
    workflow: text(raw, 'workflow'),
    run: int(raw, 'run'),
    entity: text(raw, 'entity'),
    row: text(raw, 'row'),
    name: text(raw, 'name'),
    payload: text(raw, 'payload'),
    actor: textOrNull(raw, 'actor'),
    attempt: int(raw, 'attempt'),
    due: ticks(raw, 'due'),
    visit: int(raw, 'visit'),
    key: textOrNull(raw, 'key'),
    origin: int(raw, 'origin'),
    createdAt: ticks(raw, 'created_at'),
    error: textOrNull(raw, 'error'),
  });
  delivery.parked = int(raw, 'parked') === 1;
  return delivery;
}

export function transitionOf(raw: Raw): TransitionRecord {
  const transition = new TransitionRecord({
    seq: int(raw, 'seq'),
    run: int(raw, 'run'),
    delivery: int(raw, 'delivery'),
    hop: int(raw, 'hop'),
    key: text(raw, 'key'),
    kind: text(raw, 'kind'),
    from: text(raw, 'from'),
    attempt: int(raw, 'attempt'),
    at: ticks(raw, 'at'),
  });
  transition.to = textOrNull(raw, 'to');
  transition.endedAt = ticksOrNull(raw, 'ended_at');
  transition.step = int(raw, 'step');
  return transition;
}

export function incidentOf(raw: Raw): IncidentRecord {
  const incident = new IncidentRecord({
    seq: int(raw, 'seq'),
    run: int(raw, 'run'),
    transition: text(raw, 'transition'),
    step: text(raw, 'step'),
    body: text(raw, 'body'),
    type: text(raw, 'type'),
    message: text(raw, 'message'),
    stack: stackOf(raw),
    at: ticks(raw, 'at'),
    delivery: text(raw, 'delivery'),
  });
  incident.resolvedAt = ticksOrNull(raw, 'resolved_at');
  return incident;
}
