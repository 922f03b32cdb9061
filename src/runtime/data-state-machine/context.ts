/** What a handler is told of a call (data-state-machine.md, "StateHandlerContext"). */
import type { StateKey } from '../../stores/contract.ts';
import type { Ticks } from '../../stores/records.ts';

/** 1 to 7, as data-state-machine.md numbers them. */
export type StateScope = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Scopes by number. */
export const scopeCodes = [
  '',
  'App',
  'Process',
  'Thread',
  'Element',
  'ProcessExecution',
  'ThreadExecution',
  'ElementExecution',
] as const;

/** A `dataStateMachine` block. */
export interface DataStateMachineConfig {
  readonly scope: StateScope;
  /** What an item's entity key is where a call gives none. */
  readonly entityKey: string;
  /** After so many ticks a lock lapses. */
  readonly lockFor: Ticks;
  /** After so many ticks a record counts as expired; null: never. */
  readonly keepFor: Ticks | null;
  /** The block's other settings, as JSON values. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Immutable: the factory gives the first seven fields, once; every call works on a copy with its own last four. Where the seed
 * has numbers of database rows, nodes and executions have names here: that is how a definition knows them.
 */
export interface StateHandlerContext {
  readonly stateLogScopeID: StateScope;
  readonly scopeCode: string;
  /** What the scope applies to: '' for the app, `Flow`, `Flow|main`, `Flow|State`. */
  readonly entityID: string;
  /** The run, and for one visit of a node `run|visit`; null where the scope is of no execution. */
  readonly entityExecutionID: string | null;
  readonly tenantID: number;
  readonly sourceAppID: number | null;
  readonly handlerConfig: DataStateMachineConfig;
  readonly itemKey: string;
  readonly subItemKey: string;
  readonly itemEntityKey: string;
  readonly subItemEntityKey: string;
}

/** The four fields of a call. */
export type ItemKeys = Pick<StateHandlerContext, 'itemKey' | 'subItemKey' | 'itemEntityKey' | 'subItemEntityKey'>;

/** A context as the factory gives it: its item is not named yet. */
export function baseContext(fields: Omit<StateHandlerContext, keyof ItemKeys | 'scopeCode'>): StateHandlerContext {
  return Object.freeze({
    ...fields,
    scopeCode: scopeCodes[fields.stateLogScopeID],
    itemKey: '',
    subItemKey: '',
    itemEntityKey: '',
    subItemEntityKey: '',
  });
}

/** The context of one call: a copy. An item without an entity key has the block's. */
export function callContext(base: StateHandlerContext, keys: ItemKeys): StateHandlerContext {
  const { handlerConfig } = base;
  return Object.freeze({
    stateLogScopeID: base.stateLogScopeID,
    scopeCode: base.scopeCode,
    entityID: base.entityID,
    entityExecutionID: base.entityExecutionID,
    tenantID: base.tenantID,
    sourceAppID: base.sourceAppID,
    handlerConfig,
    itemKey: keys.itemKey,
    subItemKey: keys.subItemKey,
    itemEntityKey: keys.itemEntityKey === '' ? handlerConfig.entityKey : keys.itemEntityKey,
    subItemEntityKey: keys.subItemEntityKey,
  });
}

/** The key under which a store has the records of a call. */
export function stateKeyOf(context: StateHandlerContext): StateKey {
  const { itemKey, itemEntityKey, subItemKey, subItemEntityKey } = context;
  return { scope: scopeText(context), itemKey, itemEntityKey, subItemKey, subItemEntityKey };
}

/**
 * Scope, what it applies to, and whose it is: `Element|Flow|State`, `ElementExecution|Flow|State|12|3`; with
 * `tenant 7|` before it for any tenant but 0.
 */
function scopeText({ tenantID, scopeCode, entityID, entityExecutionID }: StateHandlerContext): string {
  const tenant = tenantID === 0 ? '' : `tenant ${tenantID}|`;
  const entity = entityID === '' ? '' : `|${entityID}`;
  return `${tenant}${scopeCode}${entity}${entityExecutionID === null ? '' : `|${entityExecutionID}`}`;
}
