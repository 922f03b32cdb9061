/** Runs the hops of a delivery (pipeline.md §1, §4). */
import { type Chain, Hop, type HopSeed } from './hop.ts';
import { profileLabel } from './profiles.ts';
import { refusal } from './refusals.ts';
import { proceed, type Step, type StepOutcome } from './steps/step.ts';
import type { TraceSink } from './trace.ts';

const finalizeOrder = 110;

/**
 * The inbound hop and the automatic ones after it, inline. What a step throws leaves the chain where it stands; undoing
 * is the caller's. Returns the last hop.
 */
export function runChain(chain: Chain, inbound: HopSeed): Hop {
  const { planner } = chain.unit.engine;
  let seed = inbound;
  for (;;) {
    const hop = new Hop(chain, seed);
    chain.hops++;
    chain.commits?.begin(hop);
    const trace = chain.unit.engine.trace;
    if (trace === undefined) runHop(hop);
    else runTraced(hop, trace);
    if (hop.next === undefined) return hop;
    if (chain.hops > planner.tables.chainLimit) {
      chain.at = { transition: hop.next.transition.key, step: 'Auto', body: '' };
      throw refusal(
        'Transition:100017',
        `More than ${planner.tables.chainLimit} automatic transitions followed one delivery; the last was '${hop.next.transition.key}'.`,
      );
    }
    seed = hop.next;
  }
}

function runHop(hop: Hop): void {
  const { planner } = hop.unit.engine;
  const { trigger, self, resumeAt } = hop.seed;
  let steps = planner.steps(trigger, self, hop.directives, resumeAt);
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step;
    const position = runStep(hop, step);
    if (position === next) continue;
    if (position === end) return;
    steps = planner.steps(trigger, self, hop.directives, position);
    i = -1;
  }
}

const next = -1;
const end = -2;

/** Runs a step; answers where to go on: the next of the plan, the end, or an order from which to plan anew. */
function runStep(hop: Hop, step: Step): number {
  const { commits } = hop.chain;
  try {
    if (commits === undefined) return positionAfter(hop, step, step.run(hop));
    commits.before(hop);
    const position = positionAfter(hop, step, step.run(hop));
    commits.after(hop, position === next ? step.order + 1 : position);
    return position;
  } catch (error) {
    hop.chain.at = { transition: hop.transition.key, step: step.name, body: hop.body?.at ?? '' };
    throw error;
  }
}

function positionAfter(hop: Hop, step: Step, outcome: StepOutcome): number {
  if (outcome === proceed) return next;
  if (outcome.with !== undefined) hop.directives = { ...hop.directives, ...outcome.with };
  switch (outcome.kind) {
    case 'continue':
      return step.order + 1;
    case 'skipTo':
      return outcome.order;
    case 'skipToFinalize':
      return finalizeOrder;
    case 'stop':
      return end;
  }
}

/** As `runHop`, telling of every step of the table, also of those that do not run. */
function runTraced(hop: Hop, trace: TraceSink): void {
  const { planner } = hop.unit.engine;
  const { trigger, self, resumeAt, reason } = hop.seed;
  const head = { delivery: hop.chain.id, hop: hop.chain.hops };
  trace.event({
    e: 'hop',
    ...head,
    transition: hop.transition.key,
    kind: hop.transition.kind,
    profile: profileLabel(planner.profile(trigger, self)),
    state: hop.run.state,
    ...(reason === undefined ? {} : { reason }),
  });
  let position = resumeAt;
  for (const { order, name } of planner.tables.steps) {
    // Whatever order a document's members are in, a trace has one order.
    const row = { order, name };
    const left = row.order < position;
    const why =
      position === Number.POSITIVE_INFINITY
        ? 'stopped'
        : left
          ? row.order < resumeAt
            ? 'resumed later'
            : 'skipped over'
          : planner.reason(trigger, self, hop.directives, row);
    if (why !== undefined) {
      trace.event({ e: 'step', ...head, ...row, state: hop.run.state, outcome: 'skipped', reason: why });
      continue;
    }
    const [step] = planner.steps(trigger, self, hop.directives, row.order);
    hop.body = undefined;
    hop.note = undefined;
    try {
      const to = runStep(hop, step as Step);
      if (to === end) position = Number.POSITIVE_INFINITY;
      else if (to !== next) position = to;
    } catch (error) {
      trace.event({ e: 'step', ...head, ...row, state: hop.run.state, outcome: 'threw', ...bodyOf(hop) });
      throw error;
    }
    trace.event({
      e: 'step',
      ...head,
      ...row,
      state: hop.run.state,
      outcome: 'ran',
      ...bodyOf(hop),
      ...(hop.note === undefined ? {} : { note: hop.note }),
    });
  }
}

function bodyOf(hop: Hop): { readonly body?: string } {
  return hop.body === undefined ? {} : { body: hop.body.at };
}
