/** Makes each step of a perStep delivery durable on its own, with how far it has come (pipeline.md §5). */
import { TransitionRecord } from '../../stores/records.ts';
import type { Hop } from '../hop.ts';
import type { UnitOfWork } from '../unit.ts';
import { followingSeed, milestoneReached, type Progress } from './progress.ts';

/** Beyond the last step: nothing of the hop is left. */
const allSteps = 112;

export class StepCommits {
  readonly #unit: UnitOfWork;
  readonly #progress: Progress;
  readonly #commit: () => void;

  constructor(unit: UnitOfWork, progress: Progress, commit: () => void) {
    this.#unit = unit;
    this.#progress = progress;
    this.#commit = commit;
  }

  /** A hop that was begun before goes on with what it had decided. */
  begin(hop: Hop): void {
    const record = this.#progress.hop(hop.chain.hops);
    if (record === undefined) return;
    hop.record = record;
    if (record.step === 0) return;
    const { workflow, seed } = hop;
    hop.from = workflow.state(record.from);
    const ended = record.endedAt !== null;
    const stay = record.step >= 30 && record.to === null && !seed.self && !ended && seed.trigger !== 'event';
    hop.decided = record.to ?? hop.transition.target;
    if (record.step >= 50) hop.target = record.to === null ? hop.from : workflow.state(record.to);
    else if (record.step >= 30 && record.to !== null && hop.transition.kind !== 'timeout')
      hop.target = workflow.state(record.to);
    const after = this.#progress.hop(hop.chain.hops + 1);
    if (after !== undefined) hop.next = followingSeed(workflow, after);
    const terminal = record.step >= 50 && record.to !== null && hop.target?.terminal !== undefined;
    hop.directives = { next: after !== undefined, stay, epilogue: true, terminal };
  }

  /** A step is about to run: what those before it did is kept. Before step 20 there is nothing to tell how far it came. */
  before(hop: Hop): void {
    if (hop.record !== undefined && this.#unit.tx.dirty) this.#commit();
  }

  /** A step has run, and its hop goes on at `position`, or not at all (a negative one). */
  after(hop: Hop, position: number): void {
    this.#note(hop, position < 0 ? allSteps : position - 1);
  }

  /** Within step 30 (not 21): the milestone has been entered, and the arm's body comes next. */
  milestone(hop: Hop): void {
    if (hop.run.child === 0) this.#note(hop, milestoneReached);
    this.before(hop);
  }

  #note(hop: Hop, step: number): void {
    const { tx } = this.#unit;
    if (tx.dirty) this.#unit.settleWrites(0);
    const { chain, record } = hop;
    if (record === undefined) return;
    if (this.#progress.hop(chain.hops) === undefined) this.#progress.add(record);
    tx.touch(record);
    record.step = step;
    if (record.endedAt === null) record.to = destinationOf(hop);
    if (hop.next !== undefined && this.#progress.hop(chain.hops + 1) === undefined) this.#recordNext(hop);
  }

  /** NextTransition is kept as the record that its hop will take up. */
  #recordNext(hop: Hop): void {
    const { chain, next, run } = hop;
    if (next === undefined) return;
    const { tx } = this.#unit;
    const record = new TransitionRecord({
      seq: tx.next('seq'),
      run: run.id,
      delivery: chain.origin,
      hop: chain.hops + 1,
      key: next.transition.key,
      kind: next.transition.kind,
      from: run.state,
      attempt: chain.attempt,
      at: chain.now,
    });
    record.to = next.transition.target ?? null;
    tx.insert(record);
    this.#progress.add(record);
  }
}

function destinationOf(hop: Hop): string | null {
  if (hop.stays) return null;
  return hop.target?.name ?? (hop.decided === 'self' ? hop.from.name : hop.decided) ?? null;
}
