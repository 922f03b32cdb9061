/** The engine: a definition, a store, and what is handed in from outside (docs/architecture.md). */
import type { Definition } from '../definition/document.ts';
import type { FunctionKey, LibraryKey } from '../ir/ir.ts';
import type { Due, StateRecord, Store, Transaction } from '../stores/contract.ts';
import { MemoryStore } from '../stores/memory/store.ts';
import type {
  DeliveryRecord,
  IncidentRecord,
  RowRecord,
  RunRecord,
  Ticks,
  TransitionRecord,
} from '../stores/records.ts';
import type { EventRequest } from './accept.ts';
import { WorkflowInfo } from './catalog.ts';
import { openChildren } from './children.ts';
import { type Clock, RealClock, VirtualClock } from './clock.ts';
import { type CodecWorld, writeValue } from './codec.ts';
import { Courier } from './courier.ts';
import { expireState, listStates, releaseState } from './data-state-machine/admin.ts';
import type { DataStateMachineConfig } from './data-state-machine/context.ts';
import { machineFor } from './data-state-machine/factory.ts';
import type { IStateHandler } from './data-state-machine/handler.ts';
import type { IDataStateMachine } from './data-state-machine/machine.ts';
import { StoreStateHandler } from './data-state-machine/store-handler.ts';
import { Entities } from './entities.ts';
import { Clients } from './http/clients.ts';
import type { HttpTransport } from './http/transport.ts';
import type { LogEntry, Row } from './interpreter/host.ts';
import { raiseInvalidOperation } from './library/exceptions.ts';
import { EngineAbort, type LibraryFunction, type Value } from './library/values.ts';
import { defaultLimits, defaultRetry, type EngineOptions, type Limits, type RetryPolicy } from './options.ts';
import { Planner } from './planner.ts';
import type { CompiledExpression, Program } from './program.ts';
import { providedMembers } from './provided.ts';
import { seededRandom } from './random.ts';
import { refusal } from './refusals.ts';
import { ServiceCalendar } from './service-hours.ts';
import type { AccrualCalendar } from './timers.ts';
import type { TraceEvent, TraceSink } from './trace.ts';
import { UnitOfWork } from './unit.ts';

export class Engine {
  readonly definition: Definition;
  readonly program: Program;
  readonly entities: Entities;
  readonly store: Store;
  readonly clock: Clock;
  readonly seed: number;
  readonly random: () => number;
  readonly limits: Limits;
  readonly retry: RetryPolicy;
  readonly planner: Planner;
  readonly clients: Clients;
  readonly http: HttpTransport | undefined;
  readonly stubbed = new Map<FunctionKey, (...args: Value[]) => Value>();
  trace: TraceSink | undefined;
  readonly #workflows: ReadonlyMap<string, WorkflowInfo>;
  readonly #autostarts = new Map<string, readonly WorkflowInfo[]>();
  readonly #calendars = new Map<string, AccrualCalendar>();
  readonly #named = new Map<string, CompiledExpression>();
  readonly #provided: ReadonlyMap<LibraryKey, LibraryFunction>;
  readonly #options: EngineOptions;
  readonly #courier: Courier;
  readonly #stateHandler: IStateHandler;
  readonly #listeners = new Set<(event: TraceEvent) => void>();

  /** The program must be the definition's own; `openEngine` compiles it. */
  constructor(definition: Definition, program: Program, options: EngineOptions = {}) {
    this.definition = definition;
    this.program = program;
    this.#options = options;
    this.store = options.store ?? new MemoryStore();
    this.clock = options.clock ?? new RealClock();
    this.seed = options.seed ?? 1;
    this.random = seededRandom(this.seed + this.store.openings * 0x1000193);
    this.limits = { ...defaultLimits, ...options.limits };
    this.retry = { ...defaultRetry, ...options.retry };
    this.planner = new Planner(definition.pipeline);
    this.trace = options.trace;
    this.http = options.http;
    this.entities = new Entities(definition, program);
    this.#workflows = new Map(definition.workflows.map((w) => [w.key, new WorkflowInfo(w, definition, program)]));
    for (const e of this.entities.all()) this.#autostarts.set(e.name, this.#autostartsOf(e.name));
    this.store.define(this.entities.schema(writeValue));
    this.clients = new Clients(this, definition.types.clients, {
      allow: options.allowHosts ?? [],
      egress: definition.app.egress,
    });
    this.#provided = providedMembers(this);
    this.#courier = new Courier(this);
    this.#stateHandler = new StoreStateHandler(this.store.states);
  }

  // ---------------------------------------------------------------- for hosts

  /** A unit of work. `actor` is a `[Principal]` row, or null for the system. */
  unit(actor: Row | null = null): UnitOfWork {
    return new UnitOfWork(this, this.store.begin(), actor);
  }

  /**
   * Runs what is due at the present instant: for one row's runs, or everything. What a delivery throws becomes a retry, an
   * answer of the error boundary, or an incident.
   * @throws EngineAbort when an operation was called that is neither stubbed nor allowed
   */
  settle(row?: Row): void {
    this.#settleUntil(this.clock.now(), row);
  }

  /** Moves the virtual clock on; what falls due on the way fires at its own instant. */
  advance(by: Ticks): void {
    this.setClock(this.clock.now() + by);
  }

  setClock(at: Ticks): void {
    const { clock } = this;
    if (!(clock instanceof VirtualClock)) raiseInvalidOperation('Only a virtual clock can be set.');
    if (at > clock.now()) {
      const pace = new Pace();
      for (let due = this.#courier.firstDue(at); due !== undefined; due = this.#courier.firstDue(at)) {
        if (due.due > clock.now()) clock.set(due.due);
        pace.count(due);
        this.#courier.deliver(due);
      }
    }
    clock.set(at);
  }

  /** When the next timer or retry is due; undefined when nothing is armed. */
  nextDue(): Ticks | undefined {
    return this.#courier.firstDue(endOfTime)?.due;
  }

  /** Runs, oldest first. */
  runs(workflow?: string): readonly RunRecord[] {
    return this.#ask((tx) => [...tx.runs(workflow)]);
  }

  run(id: number): RunRecord {
    const run = this.#ask((tx) => tx.run(id));
    if (run === undefined) throw refusal('Instance:100017', `There is no run ${id}.`);
    return run;
  }

  /** Of a run and its open children the deepest: the one whose state and status a client is shown (pipeline.md §7). */
  shownRun(id: number): RunRecord {
    const run = this.run(id);
    return this.#ask((tx) => openChildren(tx, run).at(-1) ?? run);
  }

  runsOf(row: Row): readonly RunRecord[] {
    return this.#ask((tx) => tx.runsOf(row as RowRecord));
  }

  /** Incidents, oldest first; resolved ones too. */
  incidents(run?: number): readonly IncidentRecord[] {
    return this.#ask((tx) => [...tx.incidents(run)]);
  }

  deliveries(run?: number): readonly DeliveryRecord[] {
    return this.#ask((tx) => [...tx.deliveries(run)]);
  }

  transitions(run: number): readonly TransitionRecord[] {
    return this.#ask((tx) => [...tx.transitions(run)]);
  }

  /**
   * Runs the failed delivery of a faulted run again (language.md §10).
   * @returns whether the run is faulted no more
   * @throws WorkflowException `Instance:100027` when it is not faulted
   */
  retryRun(id: number): boolean {
    const run = this.run(id);
    if (run.status !== 'F') throw refusal('Instance:100027', `Run ${id} is not faulted.`);
    const incident = this.incidents(id).findLast((i) => i.resolvedAt === null);
    if (incident === undefined) throw refusal('Instance:100027', `Run ${id} has no open incident.`);
    return this.#courier.retry(run, incident);
  }

  /** Ends a run as cancelled: its own cancel arm, or where it is (language.md §9). */
  cancelRun(id: number): void {
    const run = this.run(id);
    if (run.status === 'C') throw refusal('Instance:100018', `Run ${id} has finished.`);
    const unit = this.unit();
    try {
      unit.tx.enter();
      unit.enqueue({
        kind: 'cancel',
        workflow: run.workflow,
        run: run.id,
        row: run.row,
        name: 'cancel',
        payload: '[]',
        actor: null,
      });
      unit.commit();
    } finally {
      unit.close();
    }
  }

  /**
   * Takes an event in and answers before it is done: the run is Busy from now on, and the next `settle` delivers it. A host
   * that answers 202 calls this; one that waits for the outcome raises in a unit of work.
   * @returns the number of the delivery
   * @throws ExceptionValue NotAuthorized, or a WorkflowException (accept.ts)
   */
  accept(request: EventRequest): number {
    return this.#courier.accept(request);
  }

  /** The client has acknowledged (pipeline.md §1, step 75). @throws WorkflowException when nothing waits for it */
  acknowledge(id: number): void {
    const run = this.run(id);
    if (run.waiting !== 'acknowledgement') throw refusal('Transition:100020', `Run ${id} awaits no acknowledgement.`);
    this.#courier.acknowledge(run);
  }

  /**
   * The memory of the node that a run is in, for work that the host does itself: with `dataStateMachine`, what its bodies see;
   * without, `NullDataStateMachine.Instance`.
   * @param holder names the piece of work: the same in each of its attempts, and nothing else's
   * @throws WorkflowException `Instance:100017` when there is no such run
   */
  dataStateMachine(run: number, holder: string): IDataStateMachine {
    const record = this.run(run);
    const unit = this.unit();
    try {
      const caller = { holder: `host:${holder}`, tokens: new Map<string, number>(), now: () => this.clock.now() };
      return machineFor(unit.host, record, caller);
    } finally {
      unit.close();
    }
  }

  /**
   * Tells a listener each event of the trace from now on, beside the sink that the options name. A delivery that is under way
   * is not told from its beginning. What the listener throws leaves the delivery, so it had better not.
   * @returns ends it
   */
  subscribe(listener: (event: TraceEvent) => void): () => void {
    // Each call is a subscription of its own, also with the same listener.
    const tell = (event: TraceEvent): void => listener(event);
    this.#listeners.add(tell);
    this.#retrace();
    return () => {
      this.#listeners.delete(tell);
      this.#retrace();
    };
  }

  /** With nobody to listen, nothing is traced. */
  #retrace(): void {
    const own = this.#options.trace;
    this.trace =
      this.#listeners.size === 0
        ? own
        : {
            event: (event) => {
              own?.event(event);
              for (const tell of this.#listeners) tell(event);
            },
          };
  }

  /** State records, oldest first, history included. */
  stateRecords(): readonly StateRecord[] {
    return listStates(this.store.states);
  }

  releaseState(record: StateRecord, force = false): void {
    releaseState(this.store.states, record, this.clock.now(), force);
  }

  expireState(record: StateRecord): void {
    expireState(this.store.states, record, this.clock.now());
  }

  /** Everything that the store holds, as text: equal dumps, equal stores. */
  dump(): string {
    this.#ask(() => undefined);
    return this.store.dump();
  }

  close(): void {
    this.http?.close?.();
    this.store.close();
  }

  // ---------------------------------------------------------------- for the rest of the engine

  workflow(key: string): WorkflowInfo {
    const found = this.#workflows.get(key);
    if (found === undefined) throw refusal('Transition:100004', `The definition has no workflow '${key}'.`);
    return found;
  }

  findWorkflow(key: string): WorkflowInfo | undefined {
    return this.#workflows.get(key);
  }

  autostarts(entity: string): readonly WorkflowInfo[] {
    return this.#autostarts.get(entity) ?? none;
  }

  calendar(workflow: WorkflowInfo): AccrualCalendar {
    let calendar = this.#calendars.get(workflow.key);
    if (calendar === undefined) {
      const hours = workflow.model.serviceHours;
      if (hours === undefined) throw new Error(`workflow '${workflow.key}' has no service hours`);
      calendar = new ServiceCalendar(hours);
      this.#calendars.set(workflow.key, calendar);
    }
    return calendar;
  }

  /** The row that a reference member holds the id of. */
  rowOf(tx: Transaction, entity: string, field: string, id: string): Row | null {
    const target = this.entities.get(entity).byName.get(field)?.reference;
    return target === undefined ? null : (tx.row(this.entities.get(target).root, id) ?? null);
  }

  principalRow(tx: Transaction, id: string | null): Row | null {
    const { principal } = this.entities;
    return id === null || principal === undefined ? null : (tx.row(principal.root, id) ?? null);
  }

  world(tx: Transaction): CodecWorld {
    return {
      row: (root, id) => tx.row(root, id) ?? null,
      classInfo: (name) => this.program.classInfo(name),
    };
  }

  namedValue(kind: 'principals' | 'policies', name: string): CompiledExpression {
    const key = `${kind}.${name}`;
    let found = this.#named.get(key);
    if (found === undefined) {
      const model = this.definition[kind].find((n) => n.name === name);
      if (model === undefined) throw new Error(`the definition has no '${name}' among its ${kind}`);
      found = this.program.expression(model.value);
      this.#named.set(key, found);
    }
    return found;
  }

  provided(key: LibraryKey): LibraryFunction | undefined {
    return this.#options.provided?.(key) ?? this.#provided.get(key);
  }

  tenantOf(row: Row): number {
    const { tenant } = this.#options;
    return typeof tenant === 'function' ? tenant(row) : (tenant ?? 0);
  }

  get sourceApp(): number | null {
    return this.#options.sourceApp ?? null;
  }

  stateHandler(config: DataStateMachineConfig): IStateHandler {
    return this.#options.stateHandler?.(config) ?? this.#stateHandler;
  }

  secret(name: string): string | undefined {
    return this.#options.secrets?.(name);
  }

  tell(entry: LogEntry, delivery: number): void {
    this.#options.log?.(entry);
    const thrown = entry.exception as { readonly type?: string; readonly message?: string } | undefined;
    this.trace?.event({
      e: 'log',
      delivery,
      level: entry.level,
      message: entry.message,
      ...(thrown?.type === undefined ? {} : { exception: `${thrown.type}: ${thrown.message}` }),
    });
  }

  deliverAll(records: readonly DeliveryRecord[]): void {
    this.#courier.deliverAll(records);
  }

  #autostartsOf(entity: string): readonly WorkflowInfo[] {
    return [...this.#workflows.values()].filter(
      (w) => w.model.autostart && this.entities.get(w.entity).heirs.has(entity),
    );
  }

  #ask<T>(question: (tx: Transaction) => T): T {
    return this.#courier.ask(question);
  }

  #settleUntil(now: Ticks, row: Row | undefined): void {
    const mine = row === undefined ? undefined : (due: Due): boolean => this.#courier.concerns(due, row);
    const pace = new Pace();
    for (;;) {
      const due = this.#courier.firstDue(now, mine);
      if (due === undefined) return;
      pace.count(due);
      this.#courier.deliver(due);
    }
  }
}

/** A run whose timers fall due at one instant for ever never comes to rest: settling it is ended. */
class Pace {
  #at: Ticks = -1n;
  readonly #fired = new Map<number, number>();

  count(due: Due): void {
    if (due.due !== this.#at) {
      this.#at = due.due;
      this.#fired.clear();
    }
    const run = due.table === 'timers' ? due.run.id : due.run;
    const fired = (this.#fired.get(run) ?? 0) + 1;
    this.#fired.set(run, fired);
    if (fired > mostAtOneInstant) {
      throw new EngineAbort(
        'endless',
        `run ${run} does not come to rest: more than ${mostAtOneInstant} of its timers and deliveries fell due at one instant`,
      );
    }
  }
}

const mostAtOneInstant = 1000;

const none: readonly WorkflowInfo[] = [];
const endOfTime = 3_155_378_975_999_999_999n;
