/** The events that frame a delivery in the trace. */
import type { Ticks } from '../stores/records.ts';
import { isoOfTicks } from './clock.ts';
import type { Chain } from './hop.ts';
import { ExceptionValue } from './library/values.ts';
import type { TraceEvent } from './trace.ts';

export function traceStart(chain: Chain, name: string, within: number | undefined): void {
  const { trace } = chain.unit.engine;
  if (trace === undefined) return;
  const { run } = chain;
  trace.event({
    e: 'delivery',
    id: chain.id,
    kind: chain.kind,
    workflow: chain.workflow.key,
    run: run.id,
    row: run.row.id,
    name,
    state: run.state,
    at: isoOfTicks(chain.now),
    attempt: chain.attempt,
    ...(within === undefined || within === 0 ? {} : { within }),
  });
}

export function traceEnd(
  chain: Chain,
  outcome: 'done' | 'undone' | 'dropped',
  error?: unknown,
  next?: string,
  retryAt?: Ticks,
  kept?: number,
): void {
  const { trace } = chain.unit.engine;
  if (trace === undefined) return;
  const { run } = chain;
  const event: TraceEvent = {
    e: 'end',
    delivery: chain.id,
    outcome,
    state: run.state,
    status: run.status,
    ...(error === undefined ? {} : { error: errorOf(error) }),
    ...(next === undefined ? {} : { next }),
    ...(retryAt === undefined ? {} : { retryAt: isoOfTicks(retryAt) }),
    ...(kept === undefined ? {} : { kept }),
  };
  trace.event(event);
}

function errorOf(error: unknown): { readonly type: string; readonly message: string } {
  if (error instanceof ExceptionValue) return { type: error.type, message: error.message };
  if (error instanceof Error) return { type: error.name, message: error.message };
  return { type: 'Error', message: String(error) };
}
