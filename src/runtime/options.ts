import type { LibraryKey } from '../ir/ir.ts';
import type { Store } from '../stores/contract.ts';
import type { Ticks } from '../stores/records.ts';
import type { Clock } from './clock.ts';
import type { DataStateMachineConfig } from './data-state-machine/context.ts';
import type { IStateHandler } from './data-state-machine/handler.ts';
import type { HttpTransport } from './http/transport.ts';
import type { LogEntry, Row } from './interpreter/host.ts';
import type { LibraryFunction } from './library/values.ts';
import type { Program } from './program.ts';
import type { TraceSink } from './trace.ts';

/** Budgets of one delivery, or of one call from outside. What exceeds one ends with `EngineAbort` and is undone. */
export interface Limits {
  /** Loop rounds and calls. */
  readonly fuel: number;
  /** Nested calls. */
  readonly depth: number;
  /** Elements that library calls may make, as they charge them. */
  readonly memory: number;
}

export const defaultLimits: Limits = { fuel: 20_000_000, depth: 1_000, memory: 20_000_000 };

/** Retries after a network fault (language.md §10). */
export interface RetryPolicy {
  /** In all, the first included. */
  readonly attempts: number;
  readonly first: Ticks;
  readonly longest: Ticks;
  /** Added to a delay; given the delay. None in tests. */
  readonly jitter?: (delay: Ticks) => Ticks;
}

export const defaultRetry: RetryPolicy = { attempts: 10, first: 10_000_000n, longest: 3_000_000_000n };

export interface EngineOptions {
  /** Default: a store in memory. */
  readonly store?: Store;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** What reaches the network. Without one nothing does. */
  readonly http?: HttpTransport;
  /** Hosts that clients may reach; by default none. `egress` lines of the manifest narrow them. */
  readonly allowHosts?: readonly string[];
  /** Default 1. */
  readonly seed?: number;
  readonly trace?: TraceSink;
  readonly log?: (entry: LogEntry) => void;
  readonly limits?: Partial<Limits>;
  readonly retry?: Partial<RetryPolicy>;
  readonly secrets?: (name: string) => string | undefined;
  /** Members of the library that the host supplies, over the engine's own: `Assert.*` in tests. */
  readonly provided?: (key: LibraryKey) => LibraryFunction | undefined;
  /** Whose the records of `DataStateMachine` are: one tenant for all, or each row's. Default 0. */
  readonly tenant?: number | ((row: Row) => number);
  /** For handlers of state records: the application that the work comes from. */
  readonly sourceApp?: number;
  /** Keeps the records of a node in the place of the store: asked with each `dataStateMachine` block that is at work. */
  readonly stateHandler?: (config: DataStateMachineConfig) => IStateHandler | undefined;
  /** The compiled app; by default the interpreter compiles the definition. */
  readonly program?: Program;
}
