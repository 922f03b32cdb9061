/** `osy run --explain DELIVERY` */
import { explanation, type RunSituation, runOfDelivery, tracedDeliveries } from '../../report/explanation.ts';
import { isoOfTicks } from '../../runtime/clock.ts';
import type { Engine } from '../../runtime/engine.ts';
import type { TraceEvent } from '../../runtime/trace.ts';
import { statusNames } from '../runs/json.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** @throws UsageError when no such delivery was made */
export function explainDelivery(
  delivery: number,
  events: readonly TraceEvent[],
  engine: Engine,
  terminal: Terminal,
): void {
  const run = runOfDelivery(events, delivery);
  if (run === undefined) {
    const made = tracedDeliveries(events);
    const there = made.length === 0 ? 'nothing was delivered' : `these were made: ${made.join(', ')}`;
    throw new UsageError(`no delivery ${delivery} was made while this ran; ${there}`);
  }
  terminal.out(explanation(delivery, events, situationOf(run, engine), terminal.style));
}

/** Undefined for a run that was undone together with the delivery that began it. */
function situationOf(id: number, engine: Engine): RunSituation | undefined {
  const run = engine.runs().find((each) => each.id === id);
  if (run === undefined) return undefined;
  const { model } = engine.workflow(run.workflow);
  const ended = run.status === 'C';
  const heard = model.transitions
    .filter((t) => t.event !== undefined && (t.from === undefined || t.from === run.state))
    .map((t) => t.event as string);
  return {
    run: id,
    state: run.state,
    since: isoOfTicks(run.stateSince),
    status: statusNames[run.status],
    message: run.message,
    hears: ended ? [] : [...new Set(heard)],
    timers: run.timers.map((t) => ({ key: t.key, due: isoOfTicks(t.due) })),
    deliveries: engine.deliveries(id).map((d) => ({
      what: `${d.kind} ${d.name}`.trim(),
      attempt: d.attempt,
      due: isoOfTicks(d.due),
      error: d.error,
    })),
    child: run.child,
    incidents: engine
      .incidents(id)
      .filter((i) => i.resolvedAt === null)
      .map((i) => ({
        at: isoOfTicks(i.at),
        what: `${i.type}: ${i.message}`,
        where: `in ${i.transition}, step ${i.step}${i.body === '' ? '' : `, ${i.body}`}`,
      })),
  };
}
