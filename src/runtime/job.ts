/** Deliveries that nobody waits for, in one shape: fired timers and what the outbox holds. */

import type { Due } from '../stores/contract.ts';
import { type DeliverySeed, type RunRecord, type Ticks, type TimerKind, TimerRecord } from '../stores/records.ts';
import type { WorkflowInfo } from './catalog.ts';
import { readPayload, readStored } from './codec.ts';

/** What a fired timer was, kept while its delivery is retried. */
export interface FiredTimer {
  readonly kind: TimerKind;
  readonly slot: string | null;
  /** Decimal digits. */
  readonly due: string;
  readonly round: number;
}

export interface Job {
  readonly seed: DeliverySeed;
  /** What is taken out of the store when the job is done with. Absent for a retry by hand. */
  readonly record: Due | undefined;
}

export function jobOf(due: Due): Job {
  return { seed: due.table === 'timers' ? timerSeed(due) : due, record: due };
}

function timerSeed(timer: TimerRecord): DeliverySeed {
  const fired: FiredTimer = { kind: timer.kind, slot: timer.slot, due: String(timer.due), round: timer.round };
  return {
    seq: timer.seq,
    kind: 'timer',
    workflow: timer.run.workflow,
    run: timer.run.id,
    entity: timer.run.row.root,
    row: timer.run.row.id,
    name: timer.key,
    payload: JSON.stringify(fired),
    actor: null,
    attempt: 1,
    due: timer.due,
    visit: timer.kind === 'deadline' ? -1 : timer.visit,
    key: null,
    origin: timer.seq,
    createdAt: timer.armedAt,
    error: null,
  };
}

/** A seed as text, for incidents. */
export function seedText(seed: DeliverySeed): string {
  const plain: Record<string, unknown> = {};
  for (const key of seedKeys) plain[key] = typeof seed[key] === 'bigint' ? String(seed[key]) : seed[key];
  return JSON.stringify(plain);
}

export function seedOf(text: string): DeliverySeed {
  return readStored(() => {
    const plain = readPayload<DeliverySeed & { due: string; createdAt: string }>(text);
    return { ...plain, due: BigInt(plain.due), createdAt: BigInt(plain.createdAt) };
  });
}

const seedKeys = [
  'seq',
  'kind',
  'workflow',
  'run',
  'entity',
  'row',
  'name',
  'payload',
  'actor',
  'attempt',
  'due',
  'visit',
  'key',
  'origin',
  'createdAt',
  'error',
] as const;

/** A job whose run is known. */
export interface RunJob extends Job {
  readonly workflow: WorkflowInfo;
  readonly run: RunRecord;
}

/** The delivery of a client's acknowledgement: what the fallback timer would bring. */
export function acknowledgement(run: RunRecord, seq: number, now: Ticks): DeliverySeed {
  const fired: FiredTimer = { kind: 'acknowledge', slot: null, due: String(now), round: 0 };
  return {
    seq,
    kind: 'timer',
    workflow: run.workflow,
    run: run.id,
    entity: run.row.root,
    row: run.row.id,
    name: 'Acknowledge',
    payload: JSON.stringify(fired),
    actor: null,
    attempt: 1,
    due: now,
    visit: run.visit,
    key: null,
    origin: seq,
    createdAt: now,
    error: null,
  };
}

/** The timer that a job of kind `timer` was, for what follows from it. */
export function firedTimer({ seed, run }: RunJob): TimerRecord {
  const fired = readPayload<FiredTimer>(seed.payload);
  return new TimerRecord({
    seq: seed.seq,
    run,
    key: seed.name,
    kind: fired.kind,
    slot: fired.slot,
    visit: seed.visit,
    armedAt: seed.createdAt,
    due: BigInt(fired.due),
    round: fired.round,
  });
}
