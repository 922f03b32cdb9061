/** `osy/runtime`: for hosts that only run definitions. Nothing of the compiler is loaded. */
export {
  AppError,
  type AppNames,
  type Bytes,
  bindApp,
  type CorrelationOutcome,
  type DateOnly,
  type DateTime,
  type Decimal,
  type Dictionary,
  type Json,
  type List,
  type MemberOf,
  networkFault,
  type Opaque,
  type RaiseOptions,
  type RaiseOutcome,
  type RowHandle,
  type Rows,
  type RunState,
  type Supplied,
  serviceRefusal,
  type TimeOnly,
  type TimeSpan,
  type UnitOfWorkHandle,
} from './bindings/host/index.ts';
export { type Definition, definitionFormat } from './definition/document.ts';
export { loadDefinition } from './definition/loader.ts';
export type { EventRequest } from './runtime/accept.ts';
export { type Clock, dateOfTicks, isoOfTicks, RealClock, ticksOfDate, VirtualClock } from './runtime/clock.ts';
export {
  baseContext,
  type DataStateMachineConfig,
  type StateHandlerContext,
  type StateScope,
} from './runtime/data-state-machine/context.ts';
export type { IStateHandler, StateCaller, StateQuery } from './runtime/data-state-machine/handler.ts';
export {
  ContextualDataStateMachine,
  type IDataStateMachine,
  NullDataStateMachine,
} from './runtime/data-state-machine/machine.ts';
export { IdempotencyStatus } from './runtime/data-state-machine/status.ts';
export { InMemoryStateHandler, StoreStateHandler } from './runtime/data-state-machine/store-handler.ts';
export { Engine } from './runtime/engine.ts';
export { type RecordedExchange, RecordedTransport, RecordingTransport } from './runtime/http/recorded.ts';
export { ThreadTransport, type ThreadTransportOptions } from './runtime/http/thread-transport.ts';
export type { HttpAnswer, HttpRequest, HttpTransport } from './runtime/http/transport.ts';
export type { LogEntry, Row } from './runtime/interpreter/host.ts';
export { EngineAbort, ExceptionValue } from './runtime/library/values.ts';
export { openEngine } from './runtime/open.ts';
export type { EngineOptions, Limits, RetryPolicy } from './runtime/options.ts';
export { type RefusalCode, refusalCode } from './runtime/refusals.ts';
export { TraceBuffer, type TraceEvent, type TraceSink, traceFormat, traceLine } from './runtime/trace.ts';
export type { UnitOfWork } from './runtime/unit.ts';
export { type StateRecord, type Store, StoreConflict, StoreError } from './stores/contract.ts';
export { MemoryStore } from './stores/memory/store.ts';
export { type PostgresOptions, PostgresStore } from './stores/postgres/store.ts';
export type { IncidentRecord, RunRecord, RunStatus, TransitionRecord } from './stores/records.ts';
export type { SqliteOptions } from './stores/sqlite/driver.ts';
export { SqliteStore } from './stores/sqlite/store.ts';
