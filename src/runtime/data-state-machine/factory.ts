/** Gives a body, or a host, the machine of a node: contextual with a `dataStateMachine` block, null without. */
import type { RunRecord } from '../../stores/records.ts';
import type { BodyInfo, MemoryInfo } from '../catalog.ts';
import type { Engine } from '../engine.ts';
import { noArgs } from '../hop.ts';
import type { Host } from '../host.ts';
import { toJson } from '../library/json.ts';
import { TimeSpanValue } from '../library/timespan.ts';
import type { Value } from '../library/values.ts';
import { baseContext, type DataStateMachineConfig, type StateHandlerContext } from './context.ts';
import type { StateCaller } from './handler.ts';
import { ContextualDataStateMachine, type DataStateMachine, NullDataStateMachine } from './machine.ts';

/** 30 minutes. */
const defaultLock = 30n * 60n * 10_000_000n;

/** Of the node that the delivery at work is in; a workflow-level arm belongs to the node its run is in. */
export function machineOf(host: Host): DataStateMachine {
  const { chain } = host;
  if (chain === undefined) return NullDataStateMachine.Instance;
  const { run } = chain;
  const { machine } = chain;
  if (machine?.state === run.state && machine.visit === run.visit) return machine.machine;
  const caller: StateCaller = {
    holder: String(chain.origin),
    tokens: chain.tokens,
    now: () => host.unit.engine.clock.now(),
  };
  const made = machineFor(host, run, caller);
  chain.machine = { state: run.state, visit: run.visit, machine: made };
  return made;
}

/** Of the node that a run is in. */
export function machineFor(host: Host, run: RunRecord, caller: StateCaller): DataStateMachine {
  const { engine } = host.unit;
  const { memory } = engine.workflow(run.workflow).state(run.state);
  if (memory === undefined) return NullDataStateMachine.Instance;
  const config = configOf(host, memory, run);
  return new ContextualDataStateMachine(engine.stateHandler(config), contextOf(engine, host, run, config), caller);
}

function configOf(host: Host, memory: MemoryInfo, run: RunRecord): DataStateMachineConfig {
  const settingOf = (setting: BodyInfo | undefined): Value =>
    setting === undefined ? null : host.onRow(run.row, () => setting.value(host, noArgs));
  const entityKey = settingOf(memory.entityKey);
  const lockFor = settingOf(memory.lockFor);
  const keepFor = settingOf(memory.keepFor);
  const options = [...memory.options].map(([name, value]) => [name, plain(host, settingOf(value))]);
  return Object.freeze({
    scope: memory.scope,
    entityKey: typeof entityKey === 'string' ? entityKey : run.row.entity,
    lockFor: lockFor instanceof TimeSpanValue ? lockFor.toTicks() : defaultLock,
    keepFor: keepFor instanceof TimeSpanValue ? keepFor.toTicks() : null,
    options: Object.freeze(Object.fromEntries(options)),
  });
}

function plain(host: Host, value: Value): unknown {
  return value === null ? null : JSON.parse(toJson(value, 'object', host));
}

/** Records of a scope are seen by exactly what it applies to. A thread is the main run, or one child lane. */
function contextOf(engine: Engine, host: Host, run: RunRecord, config: DataStateMachineConfig): StateHandlerContext {
  const { scope } = config;
  const { workflow, state } = run;
  const id = String(run.id);
  const [entityID, entityExecutionID] = ((): readonly [string, string | null] => {
    switch (scope) {
      case 1:
        return ['', null];
      case 2:
        return [workflow, null];
      case 3:
        return [`${workflow}|${laneOf(host, run)}`, null];
      case 4:
        return [`${workflow}|${state}`, null];
      case 5:
        return [workflow, id];
      case 6:
        return [`${workflow}|${laneOf(host, run)}`, id];
      case 7:
        return [`${workflow}|${state}`, `${id}|${run.visit}`];
    }
  })();
  return baseContext({
    stateLogScopeID: scope,
    entityID,
    entityExecutionID,
    tenantID: engine.tenantOf(run.row),
    sourceAppID: engine.sourceApp,
    handlerConfig: config,
  });
}

/** `main`, or the `child` that started the run: `Flow.Name`. */
function laneOf(host: Host, run: RunRecord): string {
  if (run.parent === null) return 'main';
  return `${host.unit.tx.run(run.parent.run)?.workflow ?? ''}.${run.parent.name}`;
}
