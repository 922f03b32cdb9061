/**
 * The sequential model of `races.test.ts`: what rows, runs and timers must be after each step, told from the
 * specification alone. It knows nothing of the engine; a unit of work is a copy of what it has changed, and the first to
 * commit wins.
 */

export const minute = 600_000_000n;
export const second = 10_000_000n;

export type Main = 'A' | 'B' | 'C' | 'Done' | 'Off';

export interface Timer {
  readonly key: string;
  readonly due: bigint;
  readonly seq: number;
}

/** A row with its run of `Main`, and what there is of `Side`. */
export interface Job {
  readonly main: Main;
  readonly n: number;
  readonly trace: string;
  readonly timers: readonly Timer[];
  readonly visit: number;
  readonly handledAt: bigint;
  readonly claimed: boolean;
  /** Of each run of `Side`, oldest first, whether it is open. */
  readonly sides: readonly boolean[];
}

interface Retry {
  readonly row: number;
  readonly due: bigint;
  readonly seq: number;
  readonly visit: number;
}

interface Draft {
  readonly base: number;
  job: Job;
  /** Which runs that others see have been changed. */
  main: boolean;
  side: boolean;
}

interface Client {
  readonly drafts: Map<number, Draft>;
  retries: Retry[];
}

/** What a command is answered: `ok`, `later` for PendingRetry, a code, or `conflict`. */
export type Answer = string;

export class Model {
  now: bigint;
  readonly jobs: Job[] = [];
  readonly #versions: number[] = [];
  readonly #clients: Client[] = [];
  #retries: Retry[] = [];
  #seq = 0;

  constructor(now: bigint, rows: number, clients: number) {
    this.now = now;
    for (let i = 0; i < rows; i++) {
      const fresh: Job = {
        main: 'A',
        n: 0,
        trace: '',
        timers: [],
        visit: 0,
        handledAt: now,
        claimed: false,
        sides: [],
      };
      this.jobs.push(this.#arrive(fresh, 'A', now));
      this.#versions.push(0);
    }
    for (let i = 0; i < clients; i++) this.#clients.push({ drafts: new Map(), retries: [] });
  }

  raise(client: number, row: number, event: string): Answer {
    if (this.#beaten(client)) return 'conflict';
    const job = this.#view(client, row);
    if (ended(job)) return 'Instance:100018';
    if (event === 'Ring') {
      this.#of(client).retries.push({ row, due: this.now + second, seq: this.#seq++, visit: job.visit });
      return 'later';
    }
    const to = targetOf(job.main, event);
    if (to === undefined) return 'Transition:100020';
    if (event !== 'Add' && event !== 'Drop' && this.#heldByOthers(client, row, 'main')) return 'Instance:100031';
    this.#draft(client, row, this.#answer(job, event, to, this.now), 'main');
    return 'ok';
  }

  claim(client: number, row: number): Answer {
    if (this.#beaten(client)) return 'conflict';
    const job = this.#view(client, row);
    if (ended(job)) return 'Instance:100018';
    if (job.main !== 'A') return 'Transition:100020';
    const timers = job.timers.filter((t) => t.key !== 'A/Doing/Assigned');
    const next = job.claimed ? job : { ...job, claimed: true, timers, trace: `${job.trace}claim ` };
    this.#draft(client, row, { ...next, handledAt: later(this.now, job.handledAt) }, 'main');
    return 'ok';
  }

  start(client: number, row: number): Answer {
    if (this.#beaten(client)) return 'conflict';
    const job = this.#view(client, row);
    if (job.sides.includes(true)) return 'Instance:100025';
    this.#draft(client, row, { ...job, sides: [...job.sides, true] }, undefined);
    return 'ok';
  }

  close(client: number, row: number): Answer {
    if (this.#beaten(client)) return 'conflict';
    const job = this.#view(client, row);
    if (job.sides.length === 0) return 'Instance:100017';
    if (job.sides.at(-1) !== true) return 'Instance:100018';
    if (this.#heldByOthers(client, row, 'side')) return 'Instance:100031';
    // A run that the client has started itself is nothing that others could meet.
    const own = job.sides.length > this.#job(row).sides.length;
    this.#draft(client, row, { ...job, sides: [...job.sides.slice(0, -1), false] }, own ? undefined : 'side');
    return 'ok';
  }

  commit(client: number): Answer {
    if (this.#beaten(client)) return 'conflict';
    const { drafts, retries } = this.#of(client);
    for (const [row, draft] of drafts) this.#keep(row, draft.job);
    this.#retries.push(...retries);
    this.#forget(client);
    return 'ok';
  }

  discard(client: number): Answer {
    if (this.#beaten(client)) return 'conflict';
    this.#forget(client);
    return 'ok';
  }

  /** From outside, at once: whoever holds the run uncommitted is the one who loses. */
  cancel(row: number): Answer {
    const job = this.#job(row);
    if (ended(job)) return 'Instance:100018';
    this.#keep(row, this.#answer(job, 'Drop', 'Off', later(this.now, job.handledAt)));
    return 'ok';
  }

  /** What is due by then, in due order; a timer whose run somebody holds waits. */
  advance(by: bigint): void {
    const until = this.now + by;
    for (let due = this.#firstDue(until); due !== undefined; due = this.#firstDue(until)) {
      if (due.what.due > this.now) this.now = due.what.due;
      if ('key' in due.what) this.#fire(due.row, due.what);
      else this.#ring(due.what);
    }
    this.now = until;
  }

  // ---------------------------------------------------------------- deliveries

  #firstDue(until: bigint): { readonly row: number; readonly what: Timer | Retry } | undefined {
    const all: { readonly row: number; readonly what: Timer | Retry }[] = [];
    this.jobs.forEach((job, row) => {
      for (const what of job.timers) {
        if (what.key.endsWith('Remind') || !this.#heldByOthers(-1, row, 'main')) all.push({ row, what });
      }
    });
    for (const what of this.#retries) all.push({ row: what.row, what });
    return all
      .filter((d) => d.what.due <= until)
      .sort((a, b) => (a.what.due === b.what.due ? a.what.seq - b.what.seq : a.what.due < b.what.due ? -1 : 1))[0];
  }

  #fire(row: number, timer: Timer): void {
    const old = this.#job(row);
    const now = later(timer.due, old.handledAt);
    const job = { ...old, handledAt: now, timers: old.timers.filter((t) => t !== timer) };
    switch (timer.key) {
      case 'A/Doing/Assigned':
        return this.#keep(row, { ...job, trace: `${job.trace}unclaimed ` });
      case 'B/Seeing/Remind': {
        const next = { key: timer.key, due: timer.due + 10n * minute, seq: this.#seq++ };
        return this.#keep(row, { ...job, trace: `${job.trace}remind `, timers: [...job.timers, next] });
      }
      case 'A/Expire':
        return this.#keep(row, this.#move({ ...job, trace: `${job.trace}late ` }, 'C', now));
      default:
        return this.#keep(row, this.#move({ ...job, trace: `${job.trace}wind ` }, 'A', now));
    }
  }

  #ring(retry: Retry): void {
    this.#retries = this.#retries.filter((r) => r !== retry);
    const job = this.#job(retry.row);
    if (ended(job) || job.visit !== retry.visit) return;
    const now = later(retry.due, job.handledAt);
    this.#keep(retry.row, { ...job, trace: `${job.trace}ring `, handledAt: now });
  }

  #answer(job: Job, event: string, to: Main | 'stay', now: bigint): Job {
    const n = event === 'Add' ? job.n + 1 : job.n;
    const noted = { ...job, n, trace: `${job.trace}${event} `, handledAt: later(now, job.handledAt) };
    return to === 'stay' ? this.#complete(noted, now) : this.#move(noted, to, now);
  }

  #move(job: Job, to: Main, now: bigint): Job {
    return this.#complete(this.#arrive({ ...job, trace: `${job.trace}-${job.main} ` }, to, now), now);
  }

  /** `complete when` of C. */
  #complete(job: Job, now: bigint): Job {
    if (job.main !== 'C' || job.n < 3) return job;
    return this.#arrive({ ...job, trace: `${job.trace}full -C ` }, 'Done', now);
  }

  #arrive(job: Job, to: Main, now: bigint): Job {
    const armed = (waits[to] ?? []).map(([key, after]) => ({ key, due: now + after * minute, seq: this.#seq++ }));
    const trace = `${job.trace}+${to} `;
    return { ...job, main: to, trace, timers: armed, visit: job.visit + 1, claimed: false, handledAt: now };
  }

  // ---------------------------------------------------------------- units of work

  /** Somebody has committed a change of what the client has changed: everything of it is gone. */
  #beaten(client: number): boolean {
    for (const [row, draft] of this.#of(client).drafts) {
      if (draft.base === this.#versions[row]) continue;
      this.#forget(client);
      return true;
    }
    return false;
  }

  #heldByOthers(client: number, row: number, run: 'main' | 'side'): boolean {
    return this.#clients.some((c, i) => i !== client && c.drafts.get(row)?.[run] === true);
  }

  #view(client: number, row: number): Job {
    return this.#of(client).drafts.get(row)?.job ?? this.#job(row);
  }

  #draft(client: number, row: number, job: Job, run: 'main' | 'side' | undefined): void {
    const { drafts } = this.#of(client);
    const draft = drafts.get(row) ?? { base: this.#versions[row] as number, job, main: false, side: false };
    draft.job = job;
    if (run !== undefined) draft[run] = true;
    drafts.set(row, draft);
  }

  #keep(row: number, job: Job): void {
    this.jobs[row] = job;
    this.#versions[row] = (this.#versions[row] as number) + 1;
  }

  #forget(client: number): void {
    this.#of(client).drafts.clear();
    this.#of(client).retries = [];
  }

  #of(client: number): Client {
    return this.#clients[client] as Client;
  }

  #job(row: number): Job {
    return this.jobs[row] as Job;
  }
}

const waits: Partial<Record<Main, readonly (readonly [key: string, after: bigint])[]>> = {
  A: [
    ['A/Doing/Assigned', 20n],
    ['A/Expire', 60n],
  ],
  B: [
    ['B/Seeing/Remind', 10n],
    ['B/Expire', 30n],
  ],
};

function targetOf(main: Main, event: string): Main | 'stay' | undefined {
  switch (event) {
    case 'Add':
      return 'stay';
    case 'Drop':
      return 'Off';
    case 'Go':
      return main === 'A' ? 'B' : undefined;
    case 'Back':
      return main === 'A' ? undefined : 'A';
    default:
      return undefined;
  }
}

export function ended(job: Job): boolean {
  return job.main === 'Done' || job.main === 'Off';
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
