/** Records from what SQLite answers. Integers come as bigints: instants need all of their bits. */
import type { EntitySchema } from '../contract.ts';
import {
  DeliveryRecord,
  IncidentRecord,
  type ParentLink,
  RowRecord,
  type RunOutcome,
  RunRecord,
  type RunStatus,
  type SlotState,
  type StateTime,
  type TimerKind,
  TimerRecord,
  TransitionRecord,
} from '../records.ts';

export type Raw = Record<string, unknown>;

const int = (v: unknown): number => Number(v);
const ticks = (v: unknown): bigint => v as bigint;
const text = (v: unknown): string => v as string;
const maybe = (v: unknown): string | null => v as string | null;

export function rowOf(schema: EntitySchema, raw: Raw): RowRecord {
  const v: Record<string, unknown> = {};
  fillRow(schema, raw, v);
  const row = new RowRecord(text(raw['entity']), schema.root, text(raw['id']), int(raw['seq']), v);
  row.rev = int(raw['rev']);
  return row;
}

export function fillRow(schema: EntitySchema, raw: Raw, v: Record<string, unknown>): void {
  for (const column of schema.columns) v[column.name] = column.fromCell(raw[`m:${column.name}`] as never);
}

export function runOf(raw: Raw, row: RowRecord): RunRecord {
  const run = new RunRecord({
    id: int(raw['id']),
    workflow: text(raw['workflow']),
    version: text(raw['version']),
    row,
    state: text(raw['state']),
    at: ticks(raw['created_at']),
    parent: null,
  });
  fillRun(raw, run);
  return run;
}

export function fillRun(raw: Raw, run: RunRecord): void {
  run.state = text(raw['state']);
  run.status = text(raw['status']) as RunStatus;
  run.owner = int(raw['owner']);
  run.outcome = maybe(raw['outcome']) as RunOutcome | null;
  run.message = maybe(raw['message']);
  run.visit = int(raw['visit']);
  run.stateSince = ticks(raw['state_since']);
  run.startedAt = ticks(raw['started_at']);
  run.handledAt = ticks(raw['handled_at']);
  run.times = (JSON.parse(text(raw['times'])) as [string, number, string][]).map(
    ([state, stays, spent]): StateTime => ({ state, stays, ticks: BigInt(spent) }),
  );
  run.slots = JSON.parse(text(raw['slots'])) as SlotState[];
  run.child = int(raw['child']);
  run.waiting = maybe(raw['waiting']);
  run.started = int(raw['started']) === 1;
  run.parked = int(raw['parked']);
  const parent = maybe(raw['parent']);
  run.parent = parent === null ? null : (JSON.parse(parent) as ParentLink);
  run.rev = int(raw['rev']);
}

export function timerOf(raw: Raw, run: RunRecord): TimerRecord {
  const timer = new TimerRecord({
    seq: int(raw['seq']),
    run,
    key: text(raw['key']),
    kind: text(raw['kind']) as TimerKind,
    slot: maybe(raw['slot']),
    visit: int(raw['visit']),
    armedAt: ticks(raw['armed_at']),
    due: ticks(raw['due']),
    round: int(raw['round']),
  });
  timer.parked = int(raw['parked']) === 1;
  return timer;
}

export function deliveryOf(raw: Raw): DeliveryRecord {
  const delivery = new DeliveryRecord({
    seq: int(raw['seq']),
    kind: text(raw['kind']) as DeliveryRecord['kind'],
    workflow: text(raw['workflow']),
    run: int(raw['run']),
    entity: text(raw['entity']),
    row: text(raw['row']),
    name: text(raw['name']),
    payload: text(raw['payload']),
    actor: maybe(raw['actor']),
    attempt: int(raw['attempt']),
    due: ticks(raw['due']),
    visit: int(raw['visit']),
    key: maybe(raw['key']),
    origin: int(raw['origin']),
    createdAt: ticks(raw['created_at']),
    error: maybe(raw['error']),
  });
  delivery.parked = int(raw['parked']) === 1;
  return delivery;
}

export function transitionOf(raw: Raw): TransitionRecord {
  const transition = new TransitionRecord({
    seq: int(raw['seq']),
    run: int(raw['run']),
    delivery: int(raw['delivery']),
    hop: int(raw['hop']),
    key: text(raw['key']),
    kind: text(raw['kind']),
    from: text(raw['from']),
    attempt: int(raw['attempt']),
    at: ticks(raw['at']),
  });
  transition.to = maybe(raw['to']);
  transition.endedAt = raw['ended_at'] as bigint | null;
  transition.step = int(raw['step']);
  return transition;
}

export function incidentOf(raw: Raw): IncidentRecord {
  const incident = new IncidentRecord({
    seq: int(raw['seq']),
    run: int(raw['run']),
    transition: text(raw['transition']),
    step: text(raw['step']),
    body: text(raw['body']),
    type: text(raw['type']),
    message: text(raw['message']),
    stack: JSON.parse(text(raw['stack'])) as string[],
    at: ticks(raw['at']),
    delivery: text(raw['delivery']),
  });
  incident.resolvedAt = raw['resolved_at'] as bigint | null;
  return incident;
}
