/** `osy state`: what nodes remember of what they have done, and mending it (data-state-machine.md). */
import { isoOfTicks, ticksOfDate } from '../runtime/clock.ts';
import { type StateRecord, seenAt } from '../stores/contract.ts';
import type { Inspected, StateLineFilter } from '../stores/inspect/inspector.ts';
import type { Ticks } from '../stores/records.ts';
import type { StateLine } from '../stores/state-rows.ts';
import { inspectDatabase, refusing } from './database.ts';
import { exitCode } from './exit-codes.ts';
import { instantOf } from './instant.ts';
import { itemText, statePretty, stateStatusOf, statesJson, statesPretty } from './state/show.ts';
import { type Terminal, UsageError } from './terminal.ts';

export interface StateOptions {
  readonly db: string;
  readonly format: 'text' | 'json';
  readonly scope?: string;
  readonly entity?: string;
  readonly sub?: string;
  readonly subEntity?: string;
  readonly id?: number | undefined;
  /** The present instant, ISO 8601; by default the machine's. */
  readonly at?: string;
}

export interface StateListOptions extends StateOptions {
  readonly status?: string;
  readonly history?: boolean;
  readonly since?: string;
  readonly limit: number;
}

/** `osy state ls`: live records, newest first; `--history` shows those that were replaced, too. */
export async function stateList(options: StateListOptions, terminal: Terminal): Promise<number> {
  return looking(options, terminal, ({ inspector }) => {
    const records = inspector.states({
      ...listFilter(options),
      status: stateStatusOf(options.status),
      history: options.history === true,
      take: options.limit,
    });
    printAll(records, options, terminal);
    return exitCode.clean;
  });
}

/**
 * `osy state query --scope S --entity E`: what `DataStateMachine.Query` would see there, history included; a record past its
 * retention is Expired.
 */
export async function stateQuery(options: StateListOptions, terminal: Terminal): Promise<number> {
  if (options.scope === undefined || options.entity === undefined) {
    throw new UsageError('query takes --scope and --entity; osy state ls shows which there are');
  }
  return looking(options, terminal, ({ inspector }) => {
    const now = nowOf(options);
    const status = stateStatusOf(options.status);
    const seen = inspector
      .states({ ...listFilter(options), history: true, take: Number.MAX_SAFE_INTEGER })
      .map((line): StateLine => ({ ...seenAt(line, now), live: line.live }))
      .filter((line) => status === undefined || line.status === status);
    printAll(seen.slice(0, options.limit), options, terminal);
    return exitCode.clean;
  });
}

function listFilter(options: StateListOptions): Omit<StateLineFilter, 'history' | 'take'> {
  const since = options.since === undefined ? undefined : instantOf('--since', options.since);
  return { ...keyFilter(undefined, options), since };
}

function printAll(records: readonly StateLine[], options: StateOptions, terminal: Terminal): void {
  terminal.out(options.format === 'json' ? statesJson(records) : statesPretty(records, terminal.style));
}

/** `osy state get ITEM` */
export async function stateGet(item: string | undefined, options: StateOptions, terminal: Terminal): Promise<number> {
  return looking(options, terminal, (database) => {
    print(theRecord(database, item, options), options, terminal);
    return exitCode.clean;
  });
}

/** `osy state release ITEM`: the lock counts as failed, so that the next one may try. */
export async function stateRelease(
  item: string | undefined,
  options: StateOptions & { readonly force?: boolean },
  terminal: Terminal,
): Promise<number> {
  return looking(options, terminal, (database) => {
    const record = theRecord(database, item, options);
    if (record.status !== 2) throw new UsageError(`${itemText(record)} is not locked`);
    const now = nowOf(options);
    refuseLive(record, now, options.force === true);
    swap(database, record, {
      status: 3,
      message: 'released by hand',
      lockedUntil: null,
      holder: null,
      updatedAt: later(now, record.updatedAt),
    });
    print(theRecord(database, record.itemKey, { ...options, ...keyOptions(record) }), options, terminal);
    return exitCode.clean;
  });
}

/**
 * `osy state expire [ITEM]`: what was done counts as not done any more. Without an item, writes down for all records past
 * their retention that they are.
 */
export async function stateExpire(
  item: string | undefined,
  options: StateOptions & { readonly force?: boolean },
  terminal: Terminal,
): Promise<number> {
  return looking(options, terminal, (database) => {
    const now = nowOf(options);
    const all = item === undefined && options.id === undefined;
    const chosen = all ? pastRetention(database, options, now) : [theRecord(database, item, options)];
    for (const record of chosen) {
      if (record.status === 2) refuseLive(record, now, options.force === true);
      const expiresAt = record.expiresAt !== null && record.expiresAt < now ? record.expiresAt : now;
      swap(database, record, { status: 6, expiresAt, lockedUntil: null, holder: null, updatedAt: now });
    }
    const after = chosen.map((r) => theRecord(database, r.itemKey, { ...options, ...keyOptions(r) }));
    if (options.format === 'json') terminal.out(statesJson(after));
    else if (all && after.length === 0) terminal.out('no record is past its retention\n');
    else terminal.out(statesPretty(after, terminal.style));
    return exitCode.clean;
  });
}

function pastRetention({ inspector }: Inspected, options: StateOptions, now: Ticks): readonly StateLine[] {
  const every = inspector.states({ ...keyFilter(undefined, options), history: false, take: Number.MAX_SAFE_INTEGER });
  return every.filter((r) => r.status !== 6 && r.expiresAt !== null && r.expiresAt <= now);
}

/** A lock that has not lapsed has a holder who may be at work: taking it away is for those who know better. */
function refuseLive(record: StateLine, now: Ticks, force: boolean): void {
  if (force || record.lockedUntil === null || record.lockedUntil <= now) return;
  throw new UsageError(
    `${itemText(record)} is locked by delivery ${record.holder ?? '?'} until ${isoOfTicks(record.lockedUntil)}; --force takes the lock away, and what its holder is doing may then be done twice`,
  );
}

function swap(database: Inspected, record: StateLine, change: Partial<StateRecord>): void {
  const { live, ...old } = record;
  if (!live) throw new UsageError(`record ${record.seq} is history; only the live record of a key can be mended`);
  if (database.states().replace(old, { ...old, ...change })) return;
  throw new UsageError(`${itemText(record)} was changed by another process meanwhile; look again`);
}

/** The one live record that is meant. */
function theRecord({ inspector }: Inspected, item: string | undefined, options: StateOptions): StateLine {
  if (item === undefined && options.id === undefined) throw new UsageError('name an item, or a record with --id');
  const found = inspector.states({ ...keyFilter(item, options), history: options.id !== undefined, take: 4 });
  const [first] = found;
  const what = options.id === undefined ? `'${item}'` : `${options.id}`;
  if (first === undefined) throw new UsageError(`there is no state record ${what} in the database`);
  if (found.length > 1) {
    const where = found.map(
      (r) =>
        `--scope '${r.scope}' --entity '${r.itemEntityKey}'${r.subItemKey === '' ? '' : ` --sub '${r.subItemKey}'`}`,
    );
    throw new UsageError(`several records are called ${what}; say which:\n  ${where.slice(0, 3).join('\n  ')}`);
  }
  return first;
}

function keyFilter(item: string | undefined, options: StateOptions): Omit<StateLineFilter, 'history' | 'take'> {
  return {
    item,
    scope: options.scope,
    itemEntity: options.entity,
    subItem: options.sub,
    subItemEntity: options.subEntity,
    id: options.id,
  };
}

function keyOptions(r: StateLine): Partial<StateOptions> {
  return { scope: r.scope, entity: r.itemEntityKey, sub: r.subItemKey, subEntity: r.subItemEntityKey, id: undefined };
}

function print(record: StateLine, options: StateOptions, terminal: Terminal): void {
  terminal.out(options.format === 'json' ? statesJson([record]) : statePretty(record, nowOf(options), terminal.style));
}

function nowOf(options: StateOptions): Ticks {
  return options.at === undefined ? ticksOfDate(new Date()) : instantOf('--at', options.at);
}

function later(a: Ticks, b: Ticks): Ticks {
  return a > b ? a : b;
}

async function looking<T>(options: StateOptions, terminal: Terminal, look: (database: Inspected) => T): Promise<T> {
  const database = await inspectDatabase(options.db, terminal);
  try {
    return await refusing(() => look(database));
  } finally {
    database.close();
  }
}
