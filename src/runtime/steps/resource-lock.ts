import { applyLock } from '../resource-lock.ts';
import { proceed, type Step } from './step.ts';

/** 25: acquires, releases or extends a business lock (pipeline.md §9). */
export const resourceLock: Step = {
  order: 25,
  name: 'ResourceLock',
  run(hop) {
    if (hop.transition.lock !== undefined) applyLock(hop, hop.transition.lock);
    return proceed;
  },
};
