import { noArgs, plainSeed } from '../hop.ts';
import { follows, proceed, type Step } from './step.ts';

/** 80: `complete when`, in order, first true wins. Asked after every delivery that leaves the run in a state. */
export const auto: Step = {
  order: 80,
  name: 'Auto',
  run(hop) {
    const target = hop.target ?? hop.workflow.state(hop.run.state);
    if (hop.next !== undefined) return proceed;
    for (const transition of target.auto) {
      const { condition } = transition;
      hop.body = condition;
      if (condition !== undefined && condition.value(hop.unit.host, noArgs) !== true) continue;
      if (!reserve(hop)) return proceed;
      hop.next = { ...plainSeed, transition, trigger: 'automatic', reason: 'auto' };
      hop.note = transition.key;
      return follows;
    }
    return proceed;
  },
};

/** updateData never owns the status: its winner must reserve the run, or is dropped (pipeline.md §3). */
function reserve(hop: Parameters<Step['run']>[0]): boolean {
  const { chain, run, unit } = hop;
  if (chain.owns) return true;
  const unowned = run.status === 'B' && run.owner === 0 && run.child === 0 && run.waiting === null;
  if (unowned || run.status === 'A') {
    unit.tx.touch(run);
    run.status = 'B';
    run.owner = chain.id;
    chain.owns = true;
    return true;
  }
  unit.host.warn(`'complete when' of ${run.state} was dropped: the run is busy with another delivery`);
  return false;
}
