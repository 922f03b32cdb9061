import { refusal } from '../refusals.ts';
import { proceed, type Step } from './step.ts';

/** 19: Busy for the run of the transition. Admission has usually done it. */
export const setBusy: Step = {
  order: 19,
  name: 'SetBusy',
  run(hop) {
    const { chain, run } = hop;
    if (chain.owns || hop.transition.kind === 'updateData' || hop.seed.self) return proceed;
    if (!hop.unit.tx.casStatus(run, 'A', 'B', chain.id)) throw refusal('Instance:100031', 'The run is busy.');
    chain.owns = true;
    return proceed;
  },
};
