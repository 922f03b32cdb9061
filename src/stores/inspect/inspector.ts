/**
 * What a database holds, read without an app and without changing anything: the runs, and what belongs to each. One set of
 * questions for SQLite and PostgreSQL, whose tables have the same names and columns.
 */
import type { StateStatus, StateStore } from '../contract.ts';
import type { ParentLink, RunOutcome, RunStatus, SlotState, Ticks } from '../records.ts';
import type { Raw } from '../sqlite/readers.ts';
import { type StateLine, stateLineOf } from '../state-rows.ts';

/** Asks the database. Parameters stand as `?`; integers come as bigints or numbers. */
export type Ask = (sql: string, ...values: readonly (string | number | bigint)[]) => readonly Raw[];

export interface RunFilter {
  /** Full name, or the part after the last dot. */
  readonly workflow?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** Only runs on this row. */
  readonly row?: string | undefined;
  readonly take: number;
}

export interface RunLine {
  readonly id: number;
  readonly workflow: string;
  readonly version: string;
  readonly entity: string;
  readonly row: string;
  readonly state: string;
  readonly status: RunStatus;
  readonly outcome: RunOutcome | null;
  readonly message: string | null;
  readonly visit: number;
  readonly createdAt: Ticks;
  readonly startedAt: Ticks;
  readonly stateSince: Ticks;
  readonly handledAt: Ticks;
  readonly child: number;
  readonly parent: ParentLink | null;
  readonly waiting: string | null;
  readonly slots: readonly SlotState[];
  readonly openIncidents: number;
  /** Of its timers and queued deliveries, the first. */
  readonly nextDue: Ticks | null;
}

export interface TimerLine {
  readonly key: string;
  readonly kind: string;
  readonly slot: string | null;
  readonly due: Ticks;
  readonly round: number;
  /** Out of the queue until the run can take it. */
  readonly parked: boolean;
}

export interface DeliveryLine {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly due: Ticks;
  readonly attempt: number;
  readonly error: string | null;
  readonly parked: boolean;
}

export interface TransitionLine {
  readonly key: string;
  readonly kind: string;
  readonly from: string;
  /** Null while it has not come to its end. */
  readonly to: string | null;
  readonly attempt: number;
  readonly at: Ticks;
}

export interface IncidentLine {
  readonly id: number;
  readonly transition: string;
  readonly step: string;
  readonly body: string;
  readonly type: string;
  readonly message: string;
  readonly stack: readonly string[];
  readonly at: Ticks;
  readonly resolvedAt: Ticks | null;
}

export interface RunDetail extends RunLine {
  readonly timers: readonly TimerLine[];
  readonly deliveries: readonly DeliveryLine[];
  readonly transitions: readonly TransitionLine[];
  readonly incidents: readonly IncidentLine[];
  readonly locks: readonly { readonly key: string; readonly until: Ticks }[];
}

export interface StateLineFilter {
  readonly scope?: string | undefined;
  readonly item?: string | undefined;
  readonly itemEntity?: string | undefined;
  readonly subItem?: string | undefined;
  readonly subItemEntity?: string | undefined;
  readonly status?: StateStatus | undefined;
  readonly id?: number | undefined;
  /** Written at or after this instant. */
  readonly since?: Ticks | undefined;
  /** Records that were replaced, too. */
  readonly history: boolean;
  readonly take: number;
}

/** A database that is looked into. */
export interface Inspected {
  readonly inspector: Inspector;
  /** To mend state records. @throws StoreError when the database may only be read */
  readonly states: () => StateStore;
  readonly close: () => void;
}

export class Inspector {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** How many runs have each status. */
  counts(): ReadonlyMap<RunStatus, number> {
    const rows = this.#ask('SELECT status, count(*) AS n FROM runs GROUP BY status ORDER BY status');
    return new Map(rows.map((r) => [r['status'] as RunStatus, Number(r['n'])]));
  }

  /** The newest runs that fit, oldest first. */
  runs(filter: RunFilter): readonly RunLine[] {
    const { where, values } = conditions([
      ['(workflow = ? OR workflow LIKE ?)', filter.workflow, filter.workflow && `%.${filter.workflow}`],
      ['status = ?', filter.status],
      ['"row" = ?', filter.row],
    ]);
    return this.#ask(`${runColumns}${where} ORDER BY id DESC LIMIT ?`, ...values, filter.take)
      .map(lineOf)
      .reverse();
  }

  run(id: number): RunDetail | undefined {
    const [raw] = this.#ask(`${runColumns} WHERE id = ?`, id);
    if (raw === undefined) return undefined;
    return {
      ...lineOf(raw),
      timers: this.#ask('SELECT * FROM timers WHERE run = ? ORDER BY due, seq', id).map((t) => ({
        key: t['key'] as string,
        kind: t['kind'] as string,
        slot: t['slot'] as string | null,
        due: BigInt(t['due'] as bigint),
        round: Number(t['round']),
        parked: Number(t['parked']) === 1,
      })),
      deliveries: this.#ask('SELECT * FROM deliveries WHERE run = ? ORDER BY due, seq', id).map((d) => ({
        id: Number(d['seq']),
        kind: d['kind'] as string,
        name: d['name'] as string,
        due: BigInt(d['due'] as bigint),
        attempt: Number(d['attempt']),
        error: d['error'] as string | null,
        parked: Number(d['parked']) === 1,
      })),
      transitions: this.#ask('SELECT * FROM transitions WHERE run = ? ORDER BY seq', id).map((t) => ({
        key: t['key'] as string,
        kind: t['kind'] as string,
        from: t['from'] as string,
        to: t['to'] as string | null,
        attempt: Number(t['attempt']),
        at: BigInt(t['at'] as bigint),
      })),
      incidents: this.#ask('SELECT * FROM incidents WHERE run = ? ORDER BY seq', id).map((i) => ({
        id: Number(i['seq']),
        transition: i['transition'] as string,
        step: i['step'] as string,
        body: i['body'] as string,
        type: i['type'] as string,
        message: i['message'] as string,
        stack: JSON.parse(i['stack'] as string) as string[],
        at: BigInt(i['at'] as bigint),
        resolvedAt: instant(i['resolved_at']),
      })),
      locks: this.#ask('SELECT key, until FROM locks WHERE run = ? ORDER BY key', id).map((l) => ({
        key: l['key'] as string,
        until: BigInt(l['until'] as bigint),
      })),
    };
  }

  /** State records, newest first. */
  states(filter: StateLineFilter): readonly StateLine[] {
    const { where, values } = conditions([
      ['live = ?', filter.history ? undefined : 1],
      ['seq = ?', filter.id],
      ['scope = ?', filter.scope],
      ['item = ?', filter.item],
      ['item_entity = ?', filter.itemEntity],
      ['sub_item = ?', filter.subItem],
      ['sub_item_entity = ?', filter.subItemEntity],
      ['status = ?', filter.status],
      ['updated_at >= ?', filter.since],
    ]);
    return this.#ask(`SELECT * FROM states${where} ORDER BY seq DESC LIMIT ?`, ...values, filter.take).map(stateLineOf);
  }
}

type Value = string | number | bigint;

/** Conditions whose values are given, joined. */
function conditions(all: readonly (readonly [string, ...(Value | undefined)[]])[]): {
  readonly where: string;
  readonly values: readonly Value[];
} {
  const given = all.filter(([, first]) => first !== undefined);
  return {
    where: given.length === 0 ? '' : ` WHERE ${given.map(([sql]) => sql).join(' AND ')}`,
    values: given.flatMap(([, ...values]) => values as Value[]),
  };
}

const runColumns = `SELECT runs.*,
  (SELECT count(*) FROM incidents i WHERE i.run = runs.id AND i.resolved_at IS NULL) AS open_incidents,
  (SELECT min(due) FROM timers t WHERE t.run = runs.id) AS first_timer,
  (SELECT min(due) FROM deliveries d WHERE d.run = runs.id) AS first_delivery FROM runs`;

function lineOf(raw: Raw): RunLine {
  const parent = raw['parent'] as string | null;
  const dues = [instant(raw['first_timer']), instant(raw['first_delivery'])].filter((d) => d !== null);
  return {
    id: Number(raw['id']),
    workflow: raw['workflow'] as string,
    version: raw['version'] as string,
    entity: raw['root'] as string,
    row: raw['row'] as string,
    state: raw['state'] as string,
    status: raw['status'] as RunStatus,
    outcome: raw['outcome'] as RunOutcome | null,
    message: raw['message'] as string | null,
    visit: Number(raw['visit']),
    createdAt: BigInt(raw['created_at'] as bigint),
    startedAt: BigInt(raw['started_at'] as bigint),
    stateSince: BigInt(raw['state_since'] as bigint),
    handledAt: BigInt(raw['handled_at'] as bigint),
    child: Number(raw['child']),
    parent: parent === null ? null : (JSON.parse(parent) as ParentLink),
    waiting: raw['waiting'] as string | null,
    slots: JSON.parse(raw['slots'] as string) as SlotState[],
    openIncidents: Number(raw['open_incidents']),
    nextDue: dues.sort((a, b) => (a < b ? -1 : 1))[0] ?? null,
  };
}

function instant(value: unknown): Ticks | null {
  return value === null || value === undefined ? null : BigInt(value as bigint);
}
