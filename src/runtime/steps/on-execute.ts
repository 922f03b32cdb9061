import { reachMilestone } from '../slots.ts';
import { proceed, type Step, skipTo, stays } from './step.ts';

const toResume = skipTo(79);

/**
 * 30: the arm's body, whose `goto` is the target. `Start` runs here, and before the arm the `enter` of the milestone that
 * the delivery brings about (pipeline.md §5).
 */
export const onExecute: Step = {
  order: 30,
  name: 'OnExecute',
  run(hop) {
    const { seed, transition } = hop;
    if (seed.resumeAt < 30) reachMilestone(hop);
    const decided = transition.body === undefined ? undefined : hop.execute(transition.body, seed.args);
    if (decided !== undefined) hop.decided = decided;
    if (transition.kind === 'timeout') return hop.decided === undefined ? stays : proceed;
    // A child's outcome that leaves the run where it is: it goes on with what its state has still to wait for.
    if (hop.decided === undefined && seed.trigger === 'event') return toResume;
    if (hop.decided === undefined) return seed.self ? proceed : stays;
    hop.target = hop.decided === 'self' ? hop.from : hop.workflow.state(hop.decided);
    return proceed;
  },
};
