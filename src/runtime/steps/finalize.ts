import { proceed, type Step } from './step.ts';

/** 110: the attempt's record is completed; a hop of the error boundary that got here resolves the open incidents. */
export const finalize: Step = {
  order: 110,
  name: 'Finalize',
  run(hop) {
    const { chain, record, run, unit } = hop;
    if (record !== undefined) {
      unit.tx.touch(record);
      record.to = run.state;
      record.endedAt = chain.now;
      record.step = 110;
    }
    unit.tx.touch(run);
    // What was imported is handled as of its own beginning (language.md §7.2).
    const handled = chain.kind === 'start' ? run.startedAt : chain.now;
    if (handled > run.handledAt) run.handledAt = handled;
    if (chain.kind === 'start' && hop.next === undefined) run.started = true;
    if (hop.seed.trigger === 'errorBoundary') resolveIncidents(hop);
    return proceed;
  },
};

function resolveIncidents(hop: Parameters<Step['run']>[0]): void {
  const { tx } = hop.unit;
  for (const incident of tx.incidents(hop.run.id)) {
    if (incident.resolvedAt !== null) continue;
    tx.touch(incident);
    incident.resolvedAt = hop.chain.now;
  }
}
