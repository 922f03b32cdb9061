/**
 * A connection on which the engine can wait: the driver runs in a thread of its own, and this one sleeps until the answer to
 * a batch lies ready (docs/architecture.md says why the engine is synchronous).
 */
import { createRequire } from 'node:module';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { StoreError } from '../contract.ts';
import type { PostgresAddress } from './address.ts';
import { cellsOf, type Param, wireOfAll } from './cells.ts';
import { faultError, type ThreadFault } from './errors.ts';
import { threadSource } from './thread-source.ts';

/** A statement, prepared when it is first sent. Its columns keep their names and types. */
export interface Statement {
  readonly id: number;
  readonly text: string;
}

/** A statement and the values of its `$1`, `$2`, … */
export type Bound = readonly [statement: Statement, ...values: readonly Param[]];

export type Raw = Record<string, unknown>;

export interface Answer {
  readonly rows: readonly Raw[];
  /** Rows changed, or answered. */
  readonly count: number;
}

/** How this process stands to others that share the store. */
export type Company = 'unknown' | 'alone' | 'several';

interface ThreadResult {
  readonly rows: (string | null)[][];
  readonly fields: readonly (readonly [name: string, type: number])[] | undefined;
  readonly count: number;
}
type ThreadAnswer = { readonly results: readonly ThreadResult[] } | { readonly fault: ThreadFault };

/** A statement that takes longer is taken for lost. */
const patience = 300_000;
const companies: readonly Company[] = ['unknown', 'alone', 'several'];

export class PostgresConnection {
  readonly name: string;
  /** Transactions of this process that `othersEnded` must not take for another's. */
  readonly own = new Set<bigint>();
  readonly #address: PostgresAddress;
  readonly #leaseMs: number;
  readonly #shared = new SharedArrayBuffer(24);
  readonly #state = new Int32Array(this.#shared, 0, 4);
  readonly #claimed = new BigInt64Array(this.#shared, 16, 1);
  readonly #statements = new Map<string, Statement>();
  /** Statements whose text the thread has. */
  readonly #told = new Set<number>();
  readonly #fields = new Map<number, NonNullable<ThreadResult['fields']>>();
  #worker: Worker | undefined;
  #port: MessagePort | undefined;
  #closed = false;

  /** @param leaseMs how long a silent process keeps its claims */
  constructor(address: PostgresAddress, leaseMs: number) {
    this.#address = address;
    this.#leaseMs = leaseMs;
    this.name = address.name;
  }

  /** The same text gives the same statement. */
  statement(text: string): Statement {
    let found = this.#statements.get(text);
    if (found === undefined) {
      found = { id: this.#statements.size + 1, text };
      this.#statements.set(text, found);
    }
    return found;
  }

  /**
   * Sends all, and waits for all: one round trip, and one transaction.
   * @throws StoreError, StoreConflict; nothing of the batch has been done then
   */
  run(batch: readonly Bound[]): readonly Answer[] {
    const results = this.#send({ op: 'batch', statements: batch.map((bound) => this.#packed(bound)) });
    return results.map((result, i) => {
      const { id } = (batch[i] as Bound)[0];
      if (result.fields !== undefined) this.#fields.set(id, result.fields);
      const fields = this.#fields.get(id) ?? [];
      return { rows: result.rows.map((row) => cellsOf(fields, row)), count: result.count };
    });
  }

  #packed([statement, ...values]: Bound): readonly [id: number, text: string | undefined, values: string | undefined] {
    const text = this.#told.has(statement.id) ? undefined : statement.text;
    this.#told.add(statement.id);
    return [statement.id, text, values.length === 0 ? undefined : wireOfAll(values)];
  }

  /** As `run`, for what writes: the transaction is remembered as one of this process's own. */
  write(batch: readonly Bound[]): readonly Answer[] {
    if (batch.length === 0) return [];
    // Alone, nobody has to be told apart.
    if (this.company === 'alone') return this.run(batch);
    const answers = this.run([...batch, [this.statement('SELECT pg_current_xact_id_if_assigned()::text AS id')]]);
    const id = answers.at(-1)?.rows[0]?.['id'] as string | null;
    if (id !== null) this.own.add(BigInt(id));
    return answers;
  }

  /** Asks one question. */
  ask(text: string, ...values: readonly Param[]): readonly Raw[] {
    return (this.run([[this.statement(text), ...values]])[0] as Answer).rows;
  }

  /** Statements in one text, without values or answers: tables are made so. */
  script(text: string): void {
    this.#send({ op: 'script', text });
  }

  /** Takes this process's place among those that share the store. @throws StoreError `locked` when one keeps it to itself */
  join(): void {
    this.#send({ op: 'join' });
  }

  get company(): Company {
    return companies[Atomics.load(this.#state, 1)] ?? 'unknown';
  }

  /** Counts connections made and companions let in: after either, nothing that was known is known. */
  get generation(): number {
    return Atomics.load(this.#state, 2);
  }

  /** The number of this process among those of the store. */
  get worker(): number {
    return Atomics.load(this.#state, 3);
  }

  /** Notes what is being delivered, for the thread to claim should another process come (0: nothing). */
  noteClaim(seq: number): void {
    Atomics.store(this.#claimed, 0, BigInt(seq));
  }

  close(): void {
    if (this.#closed) return;
    try {
      if (this.#port !== undefined) this.#send({ op: 'close' });
    } catch {
      // It is closed either way.
    }
    this.#closed = true;
    this.#end();
  }

  #send(request: unknown): readonly ThreadResult[] {
    if (this.#closed) throw new StoreError('lost', `the connection to ${this.name} is closed`);
    const port = this.#start();
    Atomics.store(this.#state, 0, 0);
    port.postMessage(request);
    // The waking of the answer before may come late, and wake this wait.
    while (Atomics.load(this.#state, 0) === 0) {
      if (Atomics.wait(this.#state, 0, 0, patience) !== 'timed-out') continue;
      this.#end();
      throw new StoreError('lost', `${this.name} gives no answer`);
    }
    const answer = (receiveMessageOnPort(port) as { readonly message: ThreadAnswer }).message;
    if ('fault' in answer) throw faultError(answer.fault, this.name);
    return answer.results;
  }

  #start(): MessagePort {
    if (this.#port !== undefined) return this.#port;
    const { port1, port2 } = new MessageChannel();
    const { connection, schema, patienceMs } = this.#address;
    this.#worker = new Worker(threadSource, {
      eval: true,
      execArgv: [],
      workerData: {
        pg: createRequire(import.meta.url).resolve('pg'),
        port: port2,
        shared: this.#shared,
        connection,
        schema,
        patienceMs,
        leaseMs: this.#leaseMs,
      },
      transferList: [port2],
    });
    this.#worker.unref();
    port1.unref();
    this.#port = port1;
    return port1;
  }

  #end(): void {
    this.#port?.close();
    void this.#worker?.terminate();
    this.#port = undefined;
    this.#worker = undefined;
    this.#told.clear();
  }
}
