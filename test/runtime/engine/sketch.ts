/**
 * Small apps written by hand, for tests of the engine alone: the definition is the real one, the bodies are functions of
 * TypeScript in the place of IR.
 */

import { type Definition, pipelineTables } from '../../../src/definition/document.ts';
import type { Body, Evaluated, IrParameter, IrType } from '../../../src/ir/ir.ts';
import type {
  EntityField,
  EntityModel,
  StateModel,
  TransitionKind,
  TransitionModel,
  WorkflowModel,
} from '../../../src/ir/model.ts';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import { Engine } from '../../../src/runtime/engine.ts';
import type { Host } from '../../../src/runtime/host.ts';
import type { BodyOutcome, RuntimeHost } from '../../../src/runtime/interpreter/host.ts';
import { utc } from '../../../src/runtime/library/date-format.ts';
import { DateTimeValue } from '../../../src/runtime/library/dates.ts';
import { TimeSpanValue } from '../../../src/runtime/library/timespan.ts';
import type { Value } from '../../../src/runtime/library/values.ts';
import type { EngineOptions } from '../../../src/runtime/options.ts';
import type { Program } from '../../../src/runtime/program.ts';
import type { UnitOfWork } from '../../../src/runtime/unit.ts';
import type { Store } from '../../../src/stores/contract.ts';
import { MemoryStore } from '../../../src/stores/memory/store.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import { SqliteStore } from '../../../src/stores/sqlite/store.ts';

export type BodyFunction = (row: RowRecord, host: Host, args: readonly Value[]) => Value | Goto;

/** What a body returns to move the run. */
export class Goto {
  readonly state: string;
  constructor(state: string) {
    this.state = state;
  }
}
export const goto = (state: string): Goto => new Goto(state);

const functions = new WeakMap<object, BodyFunction>();
const nowhere = { file: 0, span: [0, 0] as const, nameSpan: [0, 0] as const };

export function body(run: BodyFunction): Body {
  const made: Body = { file: 0, span: [0, 0], params: [], block: [] };
  functions.set(made, run);
  return made;
}

/** A program whose bodies are those made with `body`. */
export const handProgram: Program = {
  body(b) {
    const run = functions.get(b) as BodyFunction;
    return (host: RuntimeHost, args): BodyOutcome => {
      const value = run(host.item() as RowRecord, host as Host, args);
      return value instanceof Goto ? { goto: value.state, line: 1 } : { value: value ?? null };
    };
  },
  expression(e) {
    const run = functions.get(e) as BodyFunction;
    return (host, self) => run((self ?? null) as RowRecord, host as Host, []);
  },
  call() {
    throw new Error('no functions here');
  },
  classInfo: () => undefined,
  enumNames: () => undefined,
};

export function expression(run: BodyFunction): Evaluated {
  const made = { file: 0, e: { k: 'const', s: [0, 0], t: 'object', v: null } } as Evaluated;
  functions.set(made, run);
  return made;
}

export interface StateSketch {
  readonly enter?: BodyFunction;
  readonly exit?: BodyFunction;
  readonly on?: Readonly<Record<string, BodyFunction>>;
  readonly slots?: Readonly<Record<string, SlotSketch>>;
  readonly expire?: { readonly within: () => TimeSpanValue; readonly then?: BodyFunction; readonly accrues?: boolean };
  readonly complete?: readonly { readonly when: BodyFunction; readonly then: BodyFunction }[];
  readonly fault?: Readonly<Record<string, BodyFunction>>;
  readonly child?: {
    readonly name: string;
    readonly workflow: string;
    readonly row: BodyFunction;
    readonly succeeded?: BodyFunction;
    readonly cancelled?: BodyFunction;
    readonly failed?: BodyFunction;
  };
  readonly terminal?: 'success' | 'cancel' | 'error';
  readonly message?: string;
  readonly acknowledge?: { readonly fallbackAfter?: () => TimeSpanValue };
}

export interface SlotSketch {
  readonly event: string;
  readonly candidates?: BodyFunction;
  readonly requires?: Readonly<Record<string, { readonly must: BodyFunction; readonly message: string }>>;
  readonly assigned?: {
    readonly within?: () => TimeSpanValue;
    readonly then?: BodyFunction;
    readonly enter?: BodyFunction;
  };
  readonly finished?: {
    readonly within?: () => TimeSpanValue;
    readonly then?: BodyFunction;
    readonly enter?: BodyFunction;
  };
  readonly remind?: {
    readonly after: () => TimeSpanValue;
    readonly thenEvery?: () => TimeSpanValue;
    readonly then: BodyFunction;
  };
}

export interface WorkflowSketch {
  readonly key: string;
  readonly entity: string;
  readonly autostart?: boolean;
  readonly states: Readonly<Record<string, StateSketch>>;
  /** Workflow-level arms by event. */
  readonly on?: Readonly<Record<string, BodyFunction>>;
  readonly cancel?: Readonly<Record<string, BodyFunction>>;
  readonly fault?: Readonly<Record<string, BodyFunction>>;
  readonly start?: BodyFunction;
  readonly startedAt?: BodyFunction;
  readonly deadline?: { readonly within: () => TimeSpanValue; readonly then?: BodyFunction };
  readonly authorize?: Readonly<Record<string, BodyFunction>>;
  readonly correlateOn?: Readonly<Record<string, BodyFunction>>;
  readonly events?: Readonly<Record<string, readonly IrType[]>>;
  /** Arms that never move the run, by `State/Event` or `Event`. */
  readonly quiet?: readonly string[];
  /** Arms that may `goto self`. */
  readonly reentering?: readonly string[];
  readonly locks?: Readonly<Record<string, NonNullable<TransitionModel['resourceLock']>>>;
  readonly serviceHours?: WorkflowModel['serviceHours'];
  readonly commit?: 'atomic' | 'perStep';
}

/** Members of an entity: a type, or a type with rules. */
export type EntitySketch = Readonly<Record<string, IrType | (Partial<EntityField> & { readonly t: IrType })>>;

export interface AppSketch {
  readonly entities: Readonly<Record<string, EntitySketch>>;
  readonly workflows: readonly WorkflowSketch[];
  readonly principal?: string;
  readonly uniques?: Readonly<Record<string, EntityModel['uniques']>>;
  readonly invariants?: Readonly<Record<string, EntityModel['invariants']>>;
}

export function app(sketch: AppSketch): Definition {
  return {
    format: 'osy.pipeline/1',
    compiler: 'osy test',
    app: { name: 'Test', egress: [] },
    sources: [{ path: 'app.osy', sha256: '', lines: [0] }],
    pipeline: pipelineTables,
    types: {
      enums: sketch.workflows.map((w) => ({
        ...nowhere,
        name: `${w.key}State`,
        members: Object.keys(w.states).map((name, value) => ({ name, value, span: [0, 0] as const })),
      })),
      entities: Object.entries(sketch.entities).map(([name, members]) => ({
        ...nowhere,
        name,
        interfaces: [],
        ...(sketch.principal === name ? { principal: true as const } : {}),
        uniques: sketch.uniques?.[name] ?? [],
        invariants: sketch.invariants?.[name] ?? [],
        fields: [
          ...Object.entries(members).map(([field, t]) => fieldOf(field, t)),
          ...sketch.workflows
            .filter((w) => w.entity === name)
            .map((w) => fieldOf(fieldName(sketch, w), `${w.key}State`)),
        ],
      })),
      classes: [],
      clients: [],
    },
    policies: [],
    principals: [],
    functions: {},
    workflows: sketch.workflows.map((w) => ({ ...workflowOf(sketch, w), version: `v1-${w.key}` })),
  };
}

/** `Status` for the first workflow of an entity, else its key. */
function fieldName(sketch: AppSketch, w: WorkflowSketch): string {
  return sketch.workflows.find((o) => o.entity === w.entity) === w ? 'Status' : w.key;
}

function fieldOf(name: string, t: IrType | (Partial<EntityField> & { readonly t: IrType })): EntityField {
  const given = typeof t === 'string' ? { t } : t;
  return { name, required: false, rules: [], span: [0, 0], nameSpan: [0, 0], ...given };
}

function workflowOf(sketch: AppSketch, w: WorkflowSketch): WorkflowModel {
  const transitions: TransitionModel[] = [];
  const add = (
    key: string,
    kind: TransitionKind,
    run: BodyFunction | undefined,
    more: Partial<TransitionModel> = {},
  ): string => {
    const trigger =
      kind === 'automatic'
        ? 'automatic'
        : kind === 'errorBoundary'
          ? 'errorBoundary'
          : kind === 'scheduled' || kind === 'timeout'
            ? 'scheduled'
            : 'manual';
    transitions.push({
      key,
      kind: w.quiet?.includes(key) ? 'updateData' : kind,
      trigger,
      params: [],
      args: (w.events?.[more.event ?? ''] ?? []).map((_, i) => i),
      targets: w.quiet?.includes(key) ? [] : w.reentering?.includes(key) ? ['self'] : ['somewhere'],
      mayStay: true,
      span: [0, 0],
      nameSpan: [0, 0],
      ...(run === undefined ? {} : { onExecute: body(run) }),
      ...(w.locks?.[key] === undefined ? {} : { resourceLock: w.locks[key] }),
      ...more,
    });
    return key;
  };
  const states = Object.entries(w.states).map(([name, s], i) => stateOf(name, s, i, add));
  for (const [event, run] of Object.entries(w.on ?? {})) add(event, 'sharedTransition', run, { event });
  for (const [event, run] of Object.entries(w.cancel ?? {})) add(event, 'cancel', run, { event });
  for (const [type, run] of Object.entries(w.fault ?? {})) {
    add(`any/on fault ${type}`, 'errorBoundary', run, { faultType: type, args: [0] });
  }
  const deadline = w.deadline;
  const events = new Set(transitions.flatMap((t) => (t.event === undefined ? [] : [t.event])));
  for (const s of Object.values(w.states)) for (const slot of Object.values(s.slots ?? {})) events.add(slot.event);
  return {
    ...nowhere,
    key: w.key,
    tracks: { entity: w.entity, field: fieldName(sketch, w), enum: `${w.key}State`, span: [0, 0] },
    autostart: w.autostart ?? true,
    initial: Object.keys(w.states)[0] as string,
    commit: w.commit ?? 'atomic',
    ...(w.start === undefined ? {} : { start: body(w.start) }),
    ...(w.startedAt === undefined ? {} : { startedAt: body(w.startedAt) }),
    ...(w.serviceHours === undefined ? {} : { serviceHours: w.serviceHours }),
    ...(deadline === undefined
      ? {}
      : {
          deadline: {
            within: body(() => deadline.within()),
            accrues: false,
            span: [0, 0] as const,
            ...(deadline.then === undefined ? {} : { transition: add('any/Deadline', 'timeout', deadline.then) }),
          },
        }),
    events: [...events].map((name) => ({
      name,
      params: (w.events?.[name] ?? []).map((t, id): IrParameter => ({ id, name: `p${id}`, t })),
      ...(w.authorize?.[name] === undefined ? {} : { authorize: body(w.authorize[name]) }),
      ...(w.correlateOn?.[name] === undefined ? {} : { correlateOn: body(w.correlateOn[name]) }),
      span: [0, 0],
      nameSpan: [0, 0],
    })),
    states,
    transitions,
  };
}

type Add = (
  key: string,
  kind: TransitionKind,
  run: BodyFunction | undefined,
  more?: Partial<TransitionModel>,
) => string;

function stateOf(name: string, s: StateSketch, index: number, add: Add): StateModel {
  for (const [event, run] of Object.entries(s.on ?? {})) {
    add(`${name}/${event}`, 'stateTransition', run, { from: name, event });
  }
  for (const [type, run] of Object.entries(s.fault ?? {})) {
    add(`${name}/on fault ${type}`, 'errorBoundary', run, { from: name, faultType: type, args: [0] });
  }
  const timers: StateModel['timers'][number][] = [];
  const timer = (
    key: string,
    kind: StateModel['timers'][number]['kind'],
    within: () => TimeSpanValue,
    then: BodyFunction | undefined,
    more: { slot?: string; thenEvery?: () => TimeSpanValue; accrues?: boolean } = {},
  ): string => {
    timers.push({
      key,
      kind,
      within: body(() => within()),
      accrues: more.accrues ?? false,
      span: [0, 0],
      ...(more.slot === undefined ? {} : { slot: more.slot }),
      ...(more.thenEvery === undefined ? {} : { thenEvery: body(() => (more.thenEvery as () => Value)()) }),
      ...(then === undefined ? {} : { transition: add(key, 'scheduled', then, { from: name }) }),
    });
    return key;
  };
  const slots = Object.entries(s.slots ?? {}).map(([slot, sketch]): StateModel['slots'][number] => {
    const { assigned, finished, remind } = sketch;
    if (assigned?.within !== undefined)
      timer(`${name}/${slot}/Assigned`, 'assigned', assigned.within, assigned.then, { slot });
    if (finished?.within !== undefined)
      timer(`${name}/${slot}/Finished`, 'finished', finished.within, finished.then, { slot });
    if (remind !== undefined) {
      timer(`${name}/${slot}/Remind`, 'remind', remind.after, remind.then, {
        slot,
        ...(remind.thenEvery === undefined ? {} : { thenEvery: remind.thenEvery }),
      });
    }
    const arm = s.on?.[slot];
    if (arm !== undefined) throw new Error('name a slot unlike an event');
    return {
      name: slot,
      event: sketch.event,
      requires: Object.entries(sketch.requires ?? {}).map(([r, { must, message }]) => ({
        name: r,
        must: body(must),
        message: body(() => message),
        span: [0, 0],
      })),
      ...(sketch.candidates === undefined
        ? {}
        : { candidates: body((_row, host, args) => sketch.candidates?.(args[0] as RowRecord, host, args)) }),
      ...(assigned === undefined
        ? {}
        : { assigned: { span: [0, 0], ...(assigned.enter === undefined ? {} : { enter: body(assigned.enter) }) } }),
      ...(finished === undefined
        ? {}
        : { finished: { span: [0, 0], ...(finished.enter === undefined ? {} : { enter: body(finished.enter) }) } }),
      span: [0, 0],
      nameSpan: [0, 0],
    };
  });
  if (s.expire !== undefined)
    timer(`${name}/Expire`, 'expire', s.expire.within, s.expire.then, { accrues: s.expire.accrues ?? false });
  const auto = (s.complete ?? []).map(({ when, then }, i) =>
    add(`${name}/complete ${i + 1}`, 'automatic', then, { from: name, condition: body(when) }),
  );
  const { child } = s;
  if (child !== undefined) {
    for (const outcome of ['succeeded', 'cancelled', 'failed'] as const) {
      const run = child[outcome];
      if (run !== undefined) {
        add(`${name}/on ${child.name} ${outcome}`, 'stateTransition', run, {
          from: name,
          trigger: 'event',
          child: { name: child.name, outcome },
          args: outcome === 'failed' ? [0] : [],
        });
      }
    }
  }
  return {
    name,
    stateType: s.terminal !== undefined ? 3 : child !== undefined ? 4 : index === 0 ? 1 : 2,
    ...(s.terminal === undefined
      ? {}
      : {
          terminal: {
            outcome: s.terminal,
            ...(s.message === undefined ? {} : { message: body(() => s.message ?? '') }),
          },
        }),
    ...(s.enter === undefined ? {} : { onEntry: body(s.enter) }),
    ...(s.exit === undefined ? {} : { onExit: body(s.exit) }),
    slots,
    timers,
    auto,
    ...(child === undefined
      ? {}
      : { child: { name: child.name, workflow: child.workflow, row: body(child.row), span: [0, 0] } }),
    ...(s.acknowledge === undefined
      ? {}
      : {
          awaitAcknowledgement:
            s.acknowledge.fallbackAfter === undefined
              ? {}
              : { fallbackAfter: body(() => (s.acknowledge as { fallbackAfter: () => Value }).fallbackAfter()) },
        }),
    span: [0, 0],
    nameSpan: [0, 0],
  };
}

// ---------------------------------------------------------------- running

/** 2026-03-02T08:00:00Z */
export const morning = 639_080_352_000_000_000n;
export const second = 10_000_000n;
export const minute = 60n * second;
export const hour = 60n * minute;
export const day = 24n * hour;

export const minutes = (n: number) => (): TimeSpanValue => TimeSpanValue.ofTicks(BigInt(n) * minute);
export const days = (n: number) => (): TimeSpanValue => TimeSpanValue.ofTicks(BigInt(n) * day);
export const at = (ticks: bigint): DateTimeValue => DateTimeValue.ofTicks(ticks, utc);

export function open(definition: Definition, options: EngineOptions = {}): Engine {
  return new Engine(definition, handProgram, { clock: new VirtualClock(morning), ...options });
}

/** The member of a row. */
export function read(row: unknown, member: string): Value {
  return (row as RowRecord).v[member] ?? null;
}

/** The name of the state that the row's newest run is in. */
export function stateOfRow(engine: Engine, row: unknown): string {
  return engine.runsOf(row as RowRecord).at(-1)?.state ?? '';
}

/** Writes a member in a body. */
export function put(host: Host, row: RowRecord, member: string, value: Value): void {
  host.set(row, member, value);
}

/** Adds to a text member, to see what ran and in which order. */
export const note =
  (text: string, then?: string): BodyFunction =>
  (row, host) => {
    host.set(row, 'Trace', `${String(row.v['Trace'] ?? '')}${text} `);
    return then === undefined ? null : goto(then);
  };

export function created(
  engine: Engine,
  entity: string,
  init: Readonly<Record<string, Value>> = {},
): [UnitOfWork, RowRecord] {
  const unit = engine.unit();
  const row = unit.create(entity, init) as RowRecord;
  unit.commit();
  return [unit, row];
}

/** The stores that every test of the engine runs on. */
export const stores: readonly (readonly [name: string, make: () => Store])[] = [
  ['memory', () => new MemoryStore()],
  ['SQLite', () => new SqliteStore(':memory:')],
];
