import { refusal } from '../refusals.ts';
import { proceed, type Step, skipTo } from './step.ts';

const toCreateTransition = skipTo(20);

/** 5: recognises cancel and exit, which wait for nobody. */
export const preflight: Step = {
  order: 5,
  name: 'Preflight',
  run(hop) {
    const { kind } = hop.transition;
    if (kind !== 'cancel' && kind !== 'exit') return proceed;
    if (hop.run.status === 'C') throw refusal('Instance:100018', 'The run has finished.');
    return toCreateTransition;
  },
};
