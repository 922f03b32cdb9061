/**
 * The resolved model of an app: what its declarations mean, with bodies as IR. The checker yields it, lint and the
 * analysis read it, and the definition document holds it as it is (pipeline.md §10). Plain JSON data.
 *
 * Names of types and workflows are full names (`Ns.Invitation`). `file` is an index into `sources`.
 */
import type { Body, Evaluated, Expr, FunctionKey, IrFunction, IrParameter, IrSpan, IrType } from './ir.ts';

/** Where a declaration stands and where its name does. */
export interface Declared {
  readonly file: number;
  readonly span: IrSpan;
  readonly nameSpan: IrSpan;
}

// ---------------------------------------------------------------- types

export interface EnumModel extends Declared {
  readonly name: string;
  readonly members: readonly {
    readonly name: string;
    readonly value: number;
    readonly label?: string;
    readonly span: IrSpan;
  }[];
}

/** The value rules of language.md §5; `args` are constants. */
export interface FieldRule {
  readonly rule:
    | 'Required'
    | 'Unique'
    | 'MaxLength'
    | 'MinLength'
    | 'Min'
    | 'Max'
    | 'Pattern'
    | 'Immutable'
    | 'Precision';
  readonly args: readonly (string | number)[];
  readonly message?: string;
}

export interface EntityField {
  readonly name: string;
  readonly t: IrType;
  /** The member must have a value when the row is written. */
  readonly required: boolean;
  /** Evaluated for each new row that does not set the member; no `default` and not required: the type's zero or null. */
  readonly default?: Evaluated;
  /** The inverse side of a reference: rows of `entity` whose `back` is this row. Not stored. */
  readonly collection?: { readonly entity: string; readonly back: string };
  readonly rules: readonly FieldRule[];
  readonly span: IrSpan;
  readonly nameSpan: IrSpan;
}

export interface EntityModel extends Declared {
  readonly name: string;
  readonly base?: string;
  readonly interfaces: readonly string[];
  readonly abstract?: true;
  readonly principal?: true;
  /** Its own, without the base's and without `Id`, `CreatedAt`, `ModifiedAt`, `CreatedBy`, `ModifiedBy`. */
  readonly fields: readonly EntityField[];
  readonly uniques: readonly { readonly fields: readonly string[]; readonly message?: string }[];
  readonly invariants: readonly { readonly condition: Evaluated; readonly message: Evaluated }[];
}

export interface ClassField {
  readonly name: string;
  readonly t: IrType;
  readonly static?: true;
  readonly public: boolean;
  /** Runs, in order, before the constructor (static ones: before first use). */
  readonly init?: Expr;
  /** Name in JSON (language.md §6). */
  readonly json: string;
}

export interface ClassModel extends Declared {
  readonly name: string;
  readonly form: 'class' | 'interface';
  readonly typeParams: readonly string[];
  /** The base class, with type arguments; of the app, or a library exception. */
  readonly base?: IrType;
  readonly interfaces: readonly IrType[];
  readonly abstract?: true;
  /** Fields and auto-properties of its own. */
  readonly fields: readonly ClassField[];
  /** Members with bodies, abstract ones included: keys of the function table. */
  readonly functions: readonly FunctionKey[];
}

export interface ClientParameter {
  readonly name: string;
  readonly t: IrType;
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** The segment's, query's or header's name on the wire. */
  readonly wire: string;
}

export interface ClientOperationModel {
  /** `Send(MailRequest)`: the name with the parameter types; this is `ClientExpr.op`. */
  readonly key: string;
  readonly name: string;
  readonly verb: 'Get' | 'Post' | 'Put' | 'Patch' | 'Delete' | 'Head';
  /** `/messages/{id}` */
  readonly path: string;
  readonly params: readonly ClientParameter[];
  readonly returns: IrType;
  readonly span: IrSpan;
  readonly nameSpan: IrSpan;
}

export interface ClientModel extends Declared {
  readonly name: string;
  readonly baseUrl: string;
  readonly timeout?: Evaluated;
  readonly headers: readonly { readonly name: string; readonly value: Evaluated }[];
  readonly operations: readonly ClientOperationModel[];
}

/** `policy P => e;` and `principal P => e;` as expressions over the acting row or nothing. */
export interface NamedValue extends Declared {
  readonly name: string;
  readonly value: Evaluated;
}

// ---------------------------------------------------------------- workflows

export interface WorkflowModel extends Declared {
  /** Its full name. */
  readonly key: string;
  readonly tracks: { readonly entity: string; readonly field: string; readonly enum: string; readonly span: IrSpan };
  readonly autostart: boolean;
  readonly initial: string;
  readonly commit: 'atomic' | 'perStep';
  readonly startedAt?: Body;
  readonly start?: Body;
  readonly deadline?: {
    readonly within: Body;
    readonly accrues: boolean;
    readonly span: IrSpan /** the `timeout` transition's key */;
    readonly transition?: string;
  };
  readonly serviceHours?: ServiceHours;
  readonly events: readonly EventModel[];
  /** In source order. */
  readonly states: readonly StateModel[];
  readonly transitions: readonly TransitionModel[];
}

/** Windows in minutes since midnight, local to `zone`; `to` may be 1440 or, past midnight, more. */
export interface ServiceHours {
  readonly zone: string;
  /** By ISO weekday, Monday first. */
  readonly days: readonly (readonly { readonly from: number; readonly to: number }[])[];
  /** `yyyy-MM-dd` */
  readonly closed: readonly string[];
}

export interface EventModel {
  readonly name: string;
  readonly params: readonly IrParameter[];
  /** One parameter: the acting row or null. */
  readonly authorize?: Body;
  /** The event's parameters; true where the row is meant. */
  readonly correlateOn?: Body;
  readonly span: IrSpan;
  readonly nameSpan: IrSpan;
}

export interface StateModel {
  readonly name: string;
  /** 1 initial, 2 intermediate, 3 finish, 4 subflow. */
  readonly stateType: 1 | 2 | 3 | 4;
  readonly terminal?: { readonly outcome: 'success' | 'cancel' | 'error'; readonly message?: Body };
  readonly onEntry?: Body;
  readonly onExit?: Body;
  readonly slots: readonly SlotModel[];
  /** In source order, which breaks ties of due times. */
  readonly timers: readonly TimerModel[];
  /** Keys of its `complete when` transitions, in order. */
  readonly auto: readonly string[];
  readonly child?: ChildModel;
  readonly awaitAcknowledgement?: { readonly fallbackAfter?: Body };
  readonly dataStateMachine?: DataStateMachineModel;
  readonly span: IrSpan;
  readonly nameSpan: IrSpan;
}

export interface SlotModel {
  readonly name: string;
  readonly event: string;
  /** One parameter: the person. */
  readonly candidates?: Body;
  /** Both bodies take the event's parameters. */
  readonly requires: readonly {
    readonly name: string;
    readonly must: Body;
    readonly message: Body;
    readonly span: IrSpan;
  }[];
  readonly assigned?: { readonly enter?: Body; readonly timer?: string; readonly span: IrSpan };
  readonly finished?: { readonly enter?: Body; readonly timer?: string; readonly span: IrSpan };
  readonly span: IrSpan;
  readonly nameSpan: IrSpan;
}

export interface TimerModel {
  /** Unique in the workflow: `Pending/Expire`, `Requested/Approved/Finished`, `Requested/Approved/Nudge`. */
  readonly key: string;
  readonly kind: 'expire' | 'assigned' | 'finished' | 'remind';
  readonly slot?: string;
  /** `Within`, or a reminder's `After`. */
  readonly within: Body;
  readonly thenEvery?: Body;
  readonly accrues: boolean;
  /** The `scheduled` transition it raises; absent where nothing answers it. */
  readonly transition?: string;
  readonly span: IrSpan;
}

export interface ChildModel {
  readonly name: string;
  readonly workflow: string;
  /** The row the child runs on. */
  readonly row: Body;
  readonly span: IrSpan;
}

export interface DataStateMachineModel {
  /** 1–7 */
  readonly scope: number;
  readonly entityKey?: Body;
  readonly lockFor?: Body;
  readonly keepFor?: Body;
  readonly options: readonly { readonly name: string; readonly value: Body }[];
  readonly span: IrSpan;
}

export type TransitionKind =
  | 'stateTransition'
  | 'sharedTransition'
  | 'updateData'
  | 'cancel'
  | 'exit'
  | 'scheduled'
  | 'timeout'
  | 'automatic'
  | 'errorBoundary';

export interface TransitionModel {
  /** Unique in the workflow: `Requested/on Approved`, `any/on HandBack`, `Requested/Expire`, `Requested/complete 1`. */
  readonly key: string;
  readonly kind: TransitionKind;
  readonly trigger: 'manual' | 'automatic' | 'scheduled' | 'event' | 'errorBoundary';
  /** The state it stands in; absent for a workflow-level arm. */
  readonly from?: string;
  readonly event?: string;
  readonly slot?: string;
  readonly child?: { readonly name: string; readonly outcome: 'succeeded' | 'cancelled' | 'failed' };
  /** Of `on fault (T e)`; `Exception` where none was written. */
  readonly faultType?: IrType;
  readonly params: readonly IrParameter[];
  /** For each of `params`, which of the event's arguments it is. */
  readonly args: readonly number[];
  /** Names of states its `goto`s name, in source order without repeats; `self` for `goto self`. */
  readonly targets: readonly string[];
  /** Some path ends without a `goto`: the run may stay. */
  readonly mayStay: boolean;
  readonly condition?: Body;
  readonly onExecute?: Body;
  readonly resourceLock?: {
    readonly action: 'Acquire' | 'Release' | 'Extend';
    readonly key: Body;
    readonly ttl?: Body;
  };
  readonly span: IrSpan;
  readonly nameSpan: IrSpan;
}

// ---------------------------------------------------------------- the app

export interface TestModel {
  readonly name: string;
  readonly function: FunctionKey;
  readonly fixture?: FunctionKey;
  /** A principal's name. */
  readonly runas?: string;
  readonly file: number;
}

/** Everything an app declares, checked. Lists are in the order of files and places. */
export interface AppModel {
  readonly name: string;
  readonly egress: readonly string[];
  readonly enums: readonly EnumModel[];
  readonly entities: readonly EntityModel[];
  readonly classes: readonly ClassModel[];
  readonly clients: readonly ClientModel[];
  readonly policies: readonly NamedValue[];
  readonly principals: readonly NamedValue[];
  readonly functions: readonly IrFunction[];
  readonly workflows: readonly WorkflowModel[];
  readonly tests: readonly TestModel[];
}
