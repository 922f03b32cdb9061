import { reachMilestone } from '../slots.ts';
import { proceed, type Step, skipEpilogue } from './step.ts';

/**
 * 21: updateData while a child is open: the milestone that it brings about and the arm's body run here, the rest of the
 * state's life is left alone.
 */
export const parentUpdateDataOnly: Step = {
  order: 21,
  name: 'ParentUpdateDataOnly',
  run(hop) {
    if (hop.transition.kind !== 'updateData' || hop.run.child === 0) return proceed;
    reachMilestone(hop);
    const { body } = hop.transition;
    if (body !== undefined) hop.execute(body, hop.seed.args);
    return skipEpilogue;
  },
};
