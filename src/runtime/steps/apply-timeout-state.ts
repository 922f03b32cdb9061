import { proceed, type Step } from './step.ts';

/** 38: a timeout's target goes on the context before anything is left. */
export const applyTimeoutState: Step = {
  order: 38,
  name: 'ApplyTimeoutState',
  run(hop) {
    if (hop.transition.kind === 'timeout' && hop.decided !== undefined) {
      hop.target = hop.decided === 'self' ? hop.from : hop.workflow.state(hop.decided);
    }
    return proceed;
  },
};
