import { InboxRecord, TransitionRecord } from '../../stores/records.ts';
import { checkRequirements } from '../hearing.ts';
import { proceed, type Step, stop } from './step.ts';

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
    if (chain.hops === 1 && chain.key !== null) {
      if (tx.inbox(chain.key) !== undefined) {
        hop.duplicate = true;
        return stop;
      }
      tx.insert(new InboxRecord(chain.key, tx.next('seq'), chain.now));
    }
    if (hop.record !== undefined) return proceed;
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
