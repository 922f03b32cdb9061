/** A host without rows, clients or an engine: for `osy eval`, for vectors and for tests. */
import type { FunctionKey, LibraryKey } from '../../ir/ir.ts';
import { type ClassInfo, EngineAbort, type LibraryFunction, type Value } from '../library/values.ts';
import type { Handler, LogEntry, Row, RuntimeHost } from './host.ts';

export interface PlainHostOptions {
  /** Units of work before the run is ended; a thousand million where it is not said, which is some ten seconds. */
  readonly fuel?: number;
  readonly maxDepth?: number;
  /** The clock, in ticks of 100 ns since 0001-01-01T00:00:00Z; 2000-01-01T00:00:00Z where it is not said. */
  readonly utcNowTicks?: bigint;
  readonly seed?: number;
  /** Members that the library leaves to the engine. */
  readonly provided?: (key: LibraryKey) => LibraryFunction | undefined;
  readonly secrets?: ReadonlyMap<string, string>;
}

/** Where a program keeps its types: `CompiledProgram`, once it is made. */
export interface TypeSource {
  classInfo(name: string): ClassInfo | undefined;
  enumNames(name: string): ReadonlyMap<number, string> | undefined;
}

const defaultNow = 630_822_816_000_000_000n;

function unavailable(what: string): never {
  throw new EngineAbort('unavailable', `${what}: not available outside a running app.`);
}

export class PlainHost implements RuntimeHost {
  fuel: number;
  readonly maxDepth: number;
  depth = 0;
  statics: unknown[] | undefined = undefined;
  handlers: Handler | null = null;
  sought: unknown = null;
  aborted = false;
  readonly log: (entry: LogEntry) => void;
  /** What the code logged, in order. */
  readonly entries: LogEntry[] = [];
  readonly utcNowTicks: () => bigint;
  readonly random: () => number;
  readonly charge: (units: number) => void;
  readonly classInfo: (name: string) => ClassInfo | undefined;
  readonly enumNames: (name: string) => ReadonlyMap<number, string> | undefined;
  readonly #options: PlainHostOptions;
  readonly #stubs = new Map<FunctionKey, (...args: Value[]) => Value>();
  #now: bigint;

  constructor(types: TypeSource, options: PlainHostOptions = {}) {
    this.#options = options;
    // Within 31 bits, V8 keeps it in the object itself; counting it down is then twice as fast.
    this.fuel = options.fuel ?? 1_000_000_000;
    this.maxDepth = options.maxDepth ?? 1000;
    this.#now = options.utcNowTicks ?? defaultNow;
    this.utcNowTicks = () => this.#now;
    this.random = seeded(options.seed ?? 1);
    this.charge = (units) => {
      this.fuel -= units;
      if (this.fuel < 0) this.outOfFuel();
    };
    this.classInfo = (name) => types.classInfo(name);
    this.enumNames = (name) => types.enumNames(name);
    this.log = (entry) => {
      this.entries.push(entry);
    };
  }

  /** Moves the clock. */
  advance(ticks: bigint): void {
    this.#now += ticks;
  }

  outOfFuel(): never {
    this.aborted = true;
    throw new EngineAbort('fuel', 'The run took more steps than it may.');
  }

  provided(key: LibraryKey): LibraryFunction | undefined {
    return this.#options.provided?.(key);
  }

  stubFunction(fn: FunctionKey, answer: (...args: Value[]) => Value): void {
    this.#stubs.set(fn, answer);
  }

  functionStub(fn: FunctionKey): ((...args: Value[]) => Value) | undefined {
    return this.#stubs.get(fn);
  }

  secret(name: string): string {
    return this.#options.secrets?.get(name) ?? unavailable(`Secret.${name}`);
  }

  actor(): Row | null {
    return null;
  }

  item(): Row {
    return unavailable('this.Item');
  }
  set(): void {
    unavailable('Writing a row');
  }
  reference(): Row | null {
    return unavailable('Reading a reference');
  }
  setReference(): void {
    unavailable('Writing a row');
  }
  collection(): readonly Row[] {
    return unavailable('Reading a collection');
  }
  create(entity: string): Row {
    return unavailable(`new ${entity}`);
  }
  delete(): void {
    unavailable('Delete()');
  }
  rows(entity: string): Iterable<Row> {
    return unavailable(`The rows of ${entity}`);
  }
  isEntity(): boolean {
    return false;
  }
  client(client: string, operation: string): Value {
    return unavailable(`${client}.${operation}`);
  }
  raise(workflow: string, event: string): Value {
    return unavailable(`${workflow}.Raise${event}`);
  }
  correlate(workflow: string, event: string): Value {
    return unavailable(`${workflow}.Correlate${event}`);
  }
  start(workflow: string): Value {
    return unavailable(`${workflow}.Start`);
  }
  assignSlot(workflow: string, slot: string): Value {
    return unavailable(`${workflow}.Assign${slot}`);
  }
  stubOperation(client: string, operation: string): void {
    unavailable(`${client}.${operation}.Stub`);
  }
  runAs(): Value {
    return unavailable('runas');
  }
  principal(name: string): Row | null {
    return unavailable(name);
  }
  policy(name: string): boolean {
    return unavailable(name);
  }
}

/** A small generator (mulberry32): the same seed gives the same numbers. */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
