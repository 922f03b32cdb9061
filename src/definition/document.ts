/** The door between the two wings: the definition document, format `osy.pipeline/1` (pipeline.md §10). */
import type { IrFunction } from '../ir/ir.ts';
import type {
  ClassModel,
  ClientModel,
  EntityModel,
  EnumModel,
  NamedValue,
  TestModel,
  WorkflowModel,
} from '../ir/model.ts';

export const definitionFormat = 'osy.pipeline/1';

/** The steps of pipeline.md §1 by their names; `order` ascends. */
export interface StepRow {
  readonly order: number;
  readonly name: StepName;
}

export type StepName =
  | 'Preflight'
  | 'ForwardToActiveSubflow'
  | 'SetBusy'
  | 'CreateTransition'
  | 'ParentUpdateDataOnly'
  | 'ResourceLock'
  | 'OnExecute'
  | 'ApplyTimeoutState'
  | 'CancelScheduledJobs'
  | 'OnExit'
  | 'ChangeState'
  | 'OnEntry'
  | 'SubFlow'
  | 'LongPollTermination'
  | 'ClearBusyOnResume'
  | 'Auto'
  | 'Schedule'
  | 'Finish'
  | 'Finalize'
  | 'ResolveAvailable';

export type ProfileName = 'Manual' | 'AutoChain' | 'Scheduled' | 'Event' | 'ErrorBoundary';

export interface ProfileRow {
  /** Orders of the steps it leaves out. */
  readonly exclude: readonly number[];
  readonly allowSubFlow: boolean;
  readonly allowAutoChain: boolean;
}

export interface PipelineTables {
  readonly steps: readonly StepRow[];
  readonly profiles: Readonly<Record<ProfileName, ProfileRow>>;
  /** What `+Self` leaves out on top. */
  readonly selfTarget: { readonly exclude: readonly number[] };
  /** How many automatic hops may follow the inbound transition. */
  readonly chainLimit: number;
  readonly commit: 'atomic' | 'perStep';
}

/** A workflow with the hash of its content: runs remember it. */
export interface WorkflowDefinition extends WorkflowModel {
  readonly version: string;
}

export interface Definition {
  readonly format: typeof definitionFormat;
  /** `osy 0.1.0` */
  readonly compiler: string;
  readonly app: { readonly name: string; readonly egress: readonly string[] };
  readonly sources: readonly {
    readonly path: string;
    readonly sha256: string /** offsets of line starts, to tell lines without the source */;
    readonly lines: readonly number[];
  }[];
  readonly pipeline: PipelineTables;
  readonly types: {
    readonly enums: readonly EnumModel[];
    readonly entities: readonly EntityModel[];
    readonly classes: readonly ClassModel[];
    readonly clients: readonly ClientModel[];
  };
  readonly policies: readonly NamedValue[];
  readonly principals: readonly NamedValue[];
  readonly functions: Readonly<Record<string, IrFunction>>;
  readonly workflows: readonly WorkflowDefinition[];
  /** Only in a document compiled for `osy test`. */
  readonly tests?: readonly TestModel[];
}

/** The tables of pipeline.md §1 and §2, as every definition carries them. */
export const pipelineTables: PipelineTables = {
  steps: [
    { order: 5, name: 'Preflight' },
    { order: 10, name: 'ForwardToActiveSubflow' },
    { order: 19, name: 'SetBusy' },
    { order: 20, name: 'CreateTransition' },
    { order: 21, name: 'ParentUpdateDataOnly' },
    { order: 25, name: 'ResourceLock' },
    { order: 30, name: 'OnExecute' },
    { order: 38, name: 'ApplyTimeoutState' },
    { order: 39, name: 'CancelScheduledJobs' },
    { order: 40, name: 'OnExit' },
    { order: 50, name: 'ChangeState' },
    { order: 60, name: 'OnEntry' },
    { order: 70, name: 'SubFlow' },
    { order: 75, name: 'LongPollTermination' },
    { order: 79, name: 'ClearBusyOnResume' },
    { order: 80, name: 'Auto' },
    { order: 90, name: 'Schedule' },
    { order: 100, name: 'Finish' },
    { order: 110, name: 'Finalize' },
    { order: 112, name: 'ResolveAvailable' },
  ],
  profiles: {
    Manual: { exclude: [], allowSubFlow: true, allowAutoChain: true },
    AutoChain: { exclude: [5, 10, 19, 38], allowSubFlow: false, allowAutoChain: true },
    Scheduled: { exclude: [5, 10], allowSubFlow: false, allowAutoChain: true },
    Event: { exclude: [5, 10], allowSubFlow: true, allowAutoChain: true },
    ErrorBoundary: { exclude: [5, 10, 25], allowSubFlow: false, allowAutoChain: true },
  },
  selfTarget: { exclude: [39, 40, 60, 90] },
  chainLimit: 50,
  commit: 'atomic',
};
