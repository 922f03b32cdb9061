/** The workflows of a definition as the engine runs them: looked up, with their bodies compiled on first use. */
import type { Definition, WorkflowDefinition } from '../definition/document.ts';
import type { Body, Expr, IrSpan } from '../ir/ir.ts';
import type { EventModel, SlotModel, StateModel, TimerModel, TransitionModel } from '../ir/model.ts';
import { StoreError } from '../stores/contract.ts';
import type { AdmissionKind } from './admission.ts';
import type { StateScope } from './data-state-machine/context.ts';
import type { BodyOutcome, RuntimeHost } from './interpreter/host.ts';
import type { Value } from './library/values.ts';
import type { Trigger } from './profiles.ts';
import type { CompiledBody, Program } from './program.ts';
import { planOfItem } from './query/plan.ts';
import type { LambdaPlan } from './query/planned.ts';

/** A body and where it stands. Compiled when it first runs. */
export class BodyInfo {
  /** `invite.osy:31` */
  readonly at: string;
  readonly #program: Program;
  readonly #body: Body;
  #compiled: CompiledBody | undefined;

  constructor(program: Program, body: Body, at: string) {
    this.#program = program;
    this.#body = body;
    this.at = at;
  }

  run(host: RuntimeHost, args: readonly Value[]): BodyOutcome {
    this.#compiled ??= this.#program.body(this.#body);
    return this.#compiled(host, args);
  }

  value(host: RuntimeHost, args: readonly Value[]): Value {
    const outcome = this.run(host, args);
    return outcome.goto === undefined ? outcome.value : null;
  }
}

export interface TransitionInfo {
  readonly key: string;
  readonly kind: AdmissionKind;
  readonly trigger: Trigger;
  readonly from: string | undefined;
  readonly event: string | undefined;
  readonly slot: string | undefined;
  readonly condition: BodyInfo | undefined;
  readonly body: BodyInfo | undefined;
  /** Where it goes without a body to say so: a redirect, a start. */
  readonly target: string | undefined;
  /** It may re-enter whichever state the run is in. */
  readonly mayReenter: boolean;
  /** For each parameter, which of the event's arguments it is; undefined when they are the same. */
  readonly args: readonly number[] | undefined;
  readonly faultType: string;
  readonly lock: LockInfo | undefined;
}

export interface LockInfo {
  readonly action: 'Acquire' | 'Release' | 'Extend';
  readonly key: BodyInfo;
  readonly ttl: BodyInfo | undefined;
}

export interface SlotInfo {
  readonly name: string;
  readonly model: SlotModel;
  readonly candidates: BodyInfo | undefined;
  readonly requires: readonly { readonly must: BodyInfo; readonly message: BodyInfo }[];
  readonly assignedEnter: BodyInfo | undefined;
  readonly finishedEnter: BodyInfo | undefined;
  readonly arm: TransitionInfo | undefined;
}

export interface TimerInfo {
  readonly model: TimerModel;
  readonly within: BodyInfo;
  readonly thenEvery: BodyInfo | undefined;
  readonly transition: TransitionInfo | undefined;
}

/** What a state answers an event with. */
export interface Heard {
  readonly slots: readonly SlotInfo[];
  readonly arm: TransitionInfo | undefined;
}

export interface ChildInfo {
  readonly name: string;
  readonly workflow: string;
  readonly row: BodyInfo;
  readonly outcomes: ReadonlyMap<ChildOutcome, TransitionInfo>;
}
export type ChildOutcome = 'succeeded' | 'cancelled' | 'failed';

export interface StateInfo {
  readonly name: string;
  /** Of the tracked enum. */
  readonly value: number;
  readonly model: StateModel;
  readonly terminal: StateModel['terminal'];
  readonly terminalMessage: BodyInfo | undefined;
  readonly enter: BodyInfo | undefined;
  readonly exit: BodyInfo | undefined;
  readonly slots: readonly SlotInfo[];
  readonly timers: readonly TimerInfo[];
  readonly auto: readonly TransitionInfo[];
  readonly hears: ReadonlyMap<string, Heard>;
  readonly faults: readonly TransitionInfo[];
  readonly child: ChildInfo | undefined;
  readonly acknowledge: { readonly fallbackAfter: BodyInfo | undefined } | undefined;
  readonly memory: MemoryInfo | undefined;
  /** Every way out is automatic: a run that rests here is parked Busy (step 112). */
  readonly automaticOnly: boolean;
}

/** The settings of a `dataStateMachine` block. */
export interface MemoryInfo {
  readonly scope: StateScope;
  readonly entityKey: BodyInfo | undefined;
  readonly lockFor: BodyInfo | undefined;
  readonly keepFor: BodyInfo | undefined;
  /** What else it says: for the handler. */
  readonly options: ReadonlyMap<string, BodyInfo>;
}

export interface EventInfo {
  readonly model: EventModel;
  readonly authorize: BodyInfo | undefined;
  readonly correlation: Correlation | undefined;
}

/** The rule that finds the row an event is for. */
export interface Correlation {
  readonly rule: BodyInfo;
  /** What a store can be asked in place of the rule, and how to compute what that takes from the event's arguments. */
  readonly plan: LambdaPlan | undefined;
  readonly outside: BodyInfo | undefined;
}

export interface DeadlineInfo {
  readonly within: BodyInfo;
  readonly accrues: boolean;
  readonly transition: TransitionInfo | undefined;
}

function correlation(
  rule: Body | undefined,
  body: (b: Body | undefined) => BodyInfo | undefined,
): Correlation | undefined {
  const found = body(rule);
  if (rule === undefined || found === undefined) return undefined;
  const predicate = planOfItem(rule.block);
  const plan = predicate === undefined ? undefined : { predicate, member: undefined };
  return { rule: found, plan, outside: predicate === undefined ? undefined : body(outsideOf(rule, predicate.values)) };
}

/** A body that computes, from the same parameters, a list of values. */
function outsideOf(rule: Body, values: readonly Expr[]): Body {
  const s = rule.span;
  return { ...rule, block: [{ k: 'return', s, e: { k: 'array', s, t: 'object[]', items: values } }] };
}

export class WorkflowInfo {
  readonly key: string;
  readonly model: WorkflowDefinition;
  readonly entity: string;
  readonly field: string;
  readonly initial: StateInfo;
  readonly states: ReadonlyMap<string, StateInfo>;
  readonly events: ReadonlyMap<string, EventInfo>;
  /** Workflow-level arms by event. */
  readonly shared: ReadonlyMap<string, TransitionInfo>;
  readonly faults: readonly TransitionInfo[];
  readonly timers: ReadonlyMap<string, TimerInfo>;
  readonly start: TransitionInfo;
  readonly startedAt: BodyInfo | undefined;
  readonly deadline: DeadlineInfo | undefined;
  /** The first `[Cancel]` arm whose event has no parameters: what cancelling a child run raises (language.md §9). */
  readonly cancelArm: TransitionInfo | undefined;
  readonly transitions: ReadonlyMap<string, TransitionInfo>;
  readonly #made = new Map<string, TransitionInfo>();

  constructor(model: WorkflowDefinition, definition: Definition, program: Program) {
    this.key = model.key;
    this.model = model;
    this.entity = model.tracks.entity;
    this.field = model.tracks.field;
    const at = (file: number, span: IrSpan): string => place(definition, file, span);
    const body = (b: Body | undefined): BodyInfo | undefined =>
      b === undefined ? undefined : new BodyInfo(program, b, at(b.file, b.span));
    const values = new Map(
      definition.types.enums.find((e) => e.name === model.tracks.enum)?.members.map((m) => [m.name, m.value]),
    );
    this.transitions = new Map(model.transitions.map((t) => [t.key, transitionInfo(t, body)]));
    this.events = new Map(
      model.events.map((e) => [
        e.name,
        { model: e, authorize: body(e.authorize), correlation: correlation(e.correlateOn, body) },
      ]),
    );
    const shared = model.transitions.filter((t) => t.from === undefined && t.event !== undefined);
    this.shared = new Map(shared.map((t) => [t.event as string, this.#transition(t.key)]));
    this.faults = model.transitions
      .filter((t) => t.kind === 'errorBoundary' && t.from === undefined)
      .map((t) => this.#transition(t.key));
    this.states = new Map(model.states.map((s) => [s.name, this.#state(s, values.get(s.name) ?? 0, body as Maker)]));
    this.timers = new Map([...this.states.values()].flatMap((s) => s.timers.map((t) => [t.model.key, t] as const)));
    this.initial = this.state(model.initial);
    this.startedAt = body(model.startedAt);
    this.start = synthetic('start', 'start', 'manual', model.initial, body(model.start));
    this.deadline =
      model.deadline === undefined
        ? undefined
        : {
            within: body(model.deadline.within) as BodyInfo,
            accrues: model.deadline.accrues,
            transition:
              model.deadline.transition === undefined ? undefined : this.#transition(model.deadline.transition),
          };
    const cancel = shared.find(
      (t) => t.kind === 'cancel' && this.events.get(t.event as string)?.model.params.length === 0,
    );
    this.cancelArm = cancel === undefined ? undefined : this.#transition(cancel.key);
  }

  state(name: string): StateInfo {
    const state = this.states.get(name);
    if (state !== undefined) return state;
    // States of a definition name each other rightly: this one comes from a run.
    throw new StoreError(
      'broken',
      `the database holds a run of '${this.key}' in a state that the workflow does not have`,
    );
  }

  /** The automatic transition of a redirect from `enter`. */
  redirect(from: string, to: string): TransitionInfo {
    return this.#make(`${from}/redirect ${to}`, (key) => synthetic(key, 'automatic', 'automatic', to, undefined, from));
  }

  /** An event that the run's open child answers. */
  forward(event: string): TransitionInfo {
    return this.#make(`forward ${event}`, (key) =>
      synthetic(key, 'sharedTransition', 'manual', undefined, undefined, undefined, event),
    );
  }

  /** A delivery that runs no arm: an assignment, a slot without one, a resume. */
  quiet(key: string, kind: AdmissionKind, trigger: Trigger): TransitionInfo {
    return this.#make(key, () => synthetic(key, kind, trigger, undefined, undefined));
  }

  #make(key: string, make: (key: string) => TransitionInfo): TransitionInfo {
    let info = this.#made.get(key);
    if (info === undefined) {
      info = make(key);
      this.#made.set(key, info);
    }
    return info;
  }

  #transition(key: string): TransitionInfo {
    const info = this.transitions.get(key);
    if (info === undefined) throw new Error(`workflow '${this.key}' has no transition '${key}'`);
    return info;
  }

  #state(model: StateModel, value: number, body: Maker): StateInfo {
    const own = this.model.transitions.filter((t) => t.from === model.name);
    const slots = model.slots.map((slot): SlotInfo => {
      const arm = own.find((t) => t.slot === slot.name && t.trigger === 'manual');
      return {
        name: slot.name,
        model: slot,
        candidates: body(slot.candidates),
        requires: slot.requires.map((r) => ({ must: body(r.must) as BodyInfo, message: body(r.message) as BodyInfo })),
        assignedEnter: body(slot.assigned?.enter),
        finishedEnter: body(slot.finished?.enter),
        arm: arm === undefined ? undefined : this.#transition(arm.key),
      };
    });
    const hears = new Map<string, Heard>();
    const arms = own.filter((t) => t.event !== undefined && t.slot === undefined);
    for (const event of new Set([...model.slots.map((s) => s.event), ...arms.map((t) => t.event as string)])) {
      const arm = arms.find((t) => t.event === event);
      hears.set(event, {
        slots: slots.filter((s) => s.model.event === event),
        arm: arm === undefined ? undefined : this.#transition(arm.key),
      });
    }
    const child = model.child;
    const outcomes = own.filter((t) => t.child !== undefined && t.child.name === child?.name);
    const ways = [...own, ...this.model.transitions.filter((t) => t.from === undefined)].filter(
      (t) => t.targets.length > 0 && t.kind !== 'errorBoundary' && t.kind !== 'cancel' && t.kind !== 'exit',
    );
    return {
      name: model.name,
      value,
      model,
      terminal: model.terminal,
      terminalMessage: body(model.terminal?.message),
      enter: body(model.onEntry),
      exit: body(model.onExit),
      slots,
      timers: model.timers.map((t) => ({
        model: t,
        within: body(t.within) as BodyInfo,
        thenEvery: body(t.thenEvery),
        transition: t.transition === undefined ? undefined : this.#transition(t.transition),
      })),
      auto: model.auto.map((key) => this.#transition(key)),
      hears,
      faults: own.filter((t) => t.kind === 'errorBoundary').map((t) => this.#transition(t.key)),
      child:
        child === undefined
          ? undefined
          : {
              name: child.name,
              workflow: child.workflow,
              row: body(child.row) as BodyInfo,
              outcomes: new Map(
                outcomes.map((t) => [t.child?.outcome as ChildOutcome, this.#transition(t.key)] as const),
              ),
            },
      acknowledge:
        model.awaitAcknowledgement === undefined
          ? undefined
          : { fallbackAfter: body(model.awaitAcknowledgement.fallbackAfter) },
      memory:
        model.dataStateMachine === undefined
          ? undefined
          : {
              scope: model.dataStateMachine.scope as StateScope,
              entityKey: body(model.dataStateMachine.entityKey),
              lockFor: body(model.dataStateMachine.lockFor),
              keepFor: body(model.dataStateMachine.keepFor),
              options: new Map(
                model.dataStateMachine.options.map(({ name, value }) => [name, body(value) as BodyInfo] as const),
              ),
            },
      automaticOnly: ways.length > 0 && ways.every((t) => t.kind === 'automatic'),
    };
  }
}

type Maker = (b: Body | undefined) => BodyInfo | undefined;

/** The arms of an event that are not the state's. A workflow-level arm says nothing of slots. */
function transitionInfo(t: TransitionModel, body: Maker): TransitionInfo {
  const identity = t.args.every((from, to) => from === to);
  return {
    key: t.key,
    kind: t.kind,
    trigger: t.trigger,
    from: t.from,
    event: t.event,
    slot: t.slot,
    condition: body(t.condition),
    body: body(t.onExecute),
    target: undefined,
    mayReenter: t.targets.includes('self'),
    args: identity ? undefined : t.args,
    faultType: t.faultType ?? 'Exception',
    lock:
      t.resourceLock === undefined
        ? undefined
        : {
            action: t.resourceLock.action,
            key: body(t.resourceLock.key) as BodyInfo,
            ttl: body(t.resourceLock.ttl),
          },
  };
}

function synthetic(
  key: string,
  kind: AdmissionKind,
  trigger: Trigger,
  target: string | undefined,
  body: BodyInfo | undefined,
  from?: string,
  event?: string,
): TransitionInfo {
  return {
    key,
    kind,
    trigger,
    from,
    event,
    slot: undefined,
    condition: undefined,
    body,
    target,
    mayReenter: false,
    args: undefined,
    faultType: 'Exception',
    lock: undefined,
  };
}

/** `invite.osy:31`, from the offsets of line starts that the definition holds. */
export function place(definition: Definition, file: number, span: IrSpan): string {
  const source = definition.sources[file];
  if (source === undefined) return '';
  let low = 0;
  let high = source.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lines[middle] as number) <= span[0]) low = middle;
    else high = middle - 1;
  }
  return `${source.path}:${low + 1}`;
}

/** An event's arguments as the arm's parameters take them. */
export function argumentsOf(transition: TransitionInfo, args: readonly Value[]): readonly Value[] {
  return transition.args === undefined ? args : transition.args.map((i) => args[i] ?? null);
}
