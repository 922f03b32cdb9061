/** Gives a running body the machine of the node that it is in. */
import type { RunRecord, Ticks } from '../../stores/records.ts';
import type { BodyInfo, MemoryInfo } from '../catalog.ts';
import { noArgs } from '../hop.ts';
import type { Host } from '../host.ts';
import { TimeSpanValue } from '../library/timespan.ts';
import { ContextualStateMachine, nullStateMachine, type StateMachine } from './machine.ts';

const defaultLock = 30n * 60n * 10_000_000n;

/** Scopes by number: data-state-machine.md. */
const scopeNames = [
  '',
  'App',
  'Process',
  'Thread',
  'Element',
  'ProcessExecution',
  'ThreadExecution',
  'ElementExecution',
];

export function machineOf(host: Host): StateMachine {
  const { chain } = host;
  if (chain === undefined) return nullStateMachine;
  const { run, workflow } = chain;
  const { memory } = workflow.state(run.state);
  if (memory === undefined) return nullStateMachine;
  chain.tokens ??= new Map();
  const entityKey = memory.entityKey?.value(host, noArgs);
  return new ContextualStateMachine(host.unit.engine.store.states, {
    scope: scopeOf(memory, run),
    entityKey: typeof entityKey === 'string' ? entityKey : run.row.entity,
    lockFor: spanOf(host, memory.lockFor) ?? defaultLock,
    keepFor: spanOf(host, memory.keepFor) ?? null,
    holder: String(chain.origin),
    tokens: chain.tokens,
    now: () => later(host.unit.engine.clock.now(), host.now),
  });
}

/** Records of a scope are seen by exactly what it applies to. A thread is the main run, or one child lane. */
function scopeOf(memory: MemoryInfo, run: RunRecord): string {
  const name = scopeNames[memory.scope] ?? 'Element';
  const lane = run.parent === null ? 'main' : `child ${run.parent.name}`;
  switch (memory.scope) {
    case 1:
      return name;
    case 2:
      return `${name}|${run.workflow}`;
    case 3:
      return `${name}|${run.workflow}|${lane}`;
    case 5:
    case 6:
      return `${name}|${run.workflow}|${run.id}`;
    case 7:
      return `${name}|${run.workflow}|${run.id}|${run.state}|${run.visit}`;
    default:
      return `Element|${run.workflow}|${run.state}`;
  }
}

function spanOf(host: Host, setting: BodyInfo | undefined): Ticks | undefined {
  const value = setting?.value(host, noArgs);
  return value instanceof TimeSpanValue ? value.toTicks() : undefined;
}

function later(a: Ticks, b: Ticks): Ticks {
  return a > b ? a : b;
}
