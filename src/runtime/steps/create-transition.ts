import { TransitionRecord } from '../../stores/records.ts';
import { checkRequirements } from '../hearing.ts';
import { takeKey } from '../inbox.ts';
import { refusal } from '../refusals.ts';
import { proceed, type Step } from './step.ts';

/**
 * 20: the attempt's record, the guard against duplicates, and what the answered slot requires. In a perStep chain the hop
 * before has made the record already.
 */
export const createTransition: Step = {
  order: 20,
  name: 'CreateTransition',
  run(hop) {
    const { chain, run, unit, seed } = hop;
    const { tx } = unit;
    if (hop.record !== undefined) return proceed;
    if (chain.hops === 1 && !takeKey(unit, chain.key, chain.now)) {
      throw refusal('Instance:100019', `A request with the key '${chain.key}' has taken effect before.`);
    }
    const record = new TransitionRecord({
      seq: tx.next('seq'),
      run: run.id,
      delivery: chain.commits === undefined ? chain.id : chain.origin,
      hop: chain.hops,
      key: seed.transition.key,
      kind: seed.transition.kind,
      from: run.state,
      attempt: chain.attempt,
      at: chain.now,
    });
    tx.insert(record);
    hop.record = record;
    if (seed.slot !== undefined && seed.milestone === 'answered') checkRequirements(hop, seed.slot);
    return proceed;
  },
};
