import { unparkWork } from '../timers.ts';
import { proceed, type Step } from './step.ts';

/**
 * 112: Busy becomes Active where the chain settles. Not while a child is open or an acknowledgement awaited, and not in a
 * state whose every way out is automatic: there it stays Busy, owned by nobody.
 */
export const resolveAvailable: Step = {
  order: 112,
  name: 'ResolveAvailable',
  run(hop) {
    const { chain, run, unit } = hop;
    if (!chain.owns || run.status !== 'B' || run.waiting !== null) return proceed;
    unit.tx.touch(run);
    const parked = run.child !== 0 || (hop.target ?? hop.from).automaticOnly;
    if (!parked) run.status = 'A';
    run.owner = 0;
    chain.owns = false;
    unparkWork(unit.tx, run);
    return proceed;
  },
};
