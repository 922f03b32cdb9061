import { answerSlot, assignSlot } from '../slots.ts';
import { proceed, type Step, stays } from './step.ts';

/**
 * 30: the arm's body, whose `goto` is the target. `Start` runs here, and before the arm the `enter` of the milestone that
 * the delivery brings about (pipeline.md §5).
 */
export const onExecute: Step = {
  order: 30,
  name: 'OnExecute',
  run(hop) {
    const { seed, transition } = hop;
    if (seed.slot !== undefined && seed.resumeAt < 30) {
      if (seed.milestone === 'answered') answerSlot(hop, seed.slot);
      else if (seed.milestone === 'assigned') assignSlot(hop, seed.slot);
      hop.chain.commits?.milestone(hop);
    }
    const decided = transition.body === undefined ? undefined : hop.execute(transition.body, seed.args);
    if (decided !== undefined) hop.decided = decided;
    if (transition.kind === 'timeout') return hop.decided === undefined ? stays : proceed;
    if (hop.decided === undefined) return seed.self ? proceed : stays;
    hop.target = hop.decided === 'self' ? hop.from : hop.workflow.state(hop.decided);
    return proceed;
  },
};
