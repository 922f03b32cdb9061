/**
 * What a database holds, read without an app and without changing anything: the runs, and what belongs to each. One set of
 * questions for SQLite and PostgreSQL, whose tables have the same names and columns.
 */
import type { StateStatus, StateStore } from '../contract.ts';
import type { ParentLink, RunOutcome, RunStatus, SlotState, Ticks } from '../records.ts';
import { int, type Raw, text, textOrNull, ticks, ticksOrNull, word } from '../sql/reading.ts';
import { parentOf, runOutcomes, runStatuses, slotsOf, stackOf } from '../sql/records.ts';
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
    return new Map(rows.map((r) => [word(r, 'status', runStatuses), int(r, 'n')]));
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
        key: text(t, 'key'),
        kind: text(t, 'kind'),
        slot: textOrNull(t, 'slot'),
        due: ticks(t, 'due'),
        round: int(t, 'round'),
        parked: int(t, 'parked') === 1,
      })),
      deliveries: this.#ask('SELECT * FROM deliveries WHERE run = ? ORDER BY due, seq', id).map((d) => ({
        id: int(d, 'seq'),
        kind: text(d, 'kind'),
        name: text(d, 'name'),
        due: ticks(d, 'due'),
        attempt: int(d, 'attempt'),
        error: textOrNull(d, 'error'),
        parked: int(d, 'parked') === 1,
      })),
      transitions: this.#ask('SELECT * FROM transitions WHERE run = ? ORDER BY seq', id).map((t) => ({
        key: text(t, 'key'),
        kind: text(t, 'kind'),
        from: text(t, 'from'),
        to: textOrNull(t, 'to'),
        attempt: int(t, 'attempt'),
        at: ticks(t, 'at'),
      })),
      incidents: this.#ask('SELECT * FROM incidents WHERE run = ? ORDER BY seq', id).map((i) => ({
        id: int(i, 'seq'),
        transition: text(i, 'transition'),
        step: text(i, 'step'),
        body: text(i, 'body'),
        type: text(i, 'type'),
        message: text(i, 'message'),
        stack: stackOf(i),
        at: ticks(i, 'at'),
        resolvedAt: ticksOrNull(i, 'resolved_at'),
      })),
      locks: this.#ask('SELECT key, until FROM locks WHERE run = ? ORDER BY key', id).map((l) => ({
        key: text(l, 'key'),
        until: ticks(l, 'until'),
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
  const dues = [ticksOrNull(raw, 'first_timer'), ticksOrNull(raw, 'first_delivery')].filter((d) => d !== null);
  return {
    id: int(raw, 'id'),
    workflow: text(raw, 'workflow'),
    version: text(raw, 'version'),
    entity: text(raw, 'root'),
    row: text(raw, 'row'),
    state: text(raw, 'state'),
    status: word(raw, 'status', runStatuses),
    outcome: raw['outcome'] === null ? null : word(raw, 'outcome', runOutcomes),
    message: textOrNull(raw, 'message'),
    visit: int(raw, 'visit'),
    createdAt: ticks(raw, 'created_at'),
    startedAt: ticks(raw, 'started_at'),
    stateSince: ticks(raw, 'state_since'),
    handledAt: ticks(raw, 'handled_at'),
    child: int(raw, 'child'),
    parent: parentOf(raw),
    waiting: textOrNull(raw, 'waiting'),
    slots: slotsOf(raw),
    openIncidents: int(raw, 'open_incidents'),
    nextDue: dues.sort((a, b) => (a < b ? -1 : 1))[0] ?? null,
  };
}
