import { proceed, type Step, terminalReached } from './step.ts';

/** 50: the tracked field and the run's state. Quiet when nothing is left: then it only says where the run is. */
export const changeState: Step = {
  order: 50,
  name: 'ChangeState',
  run(hop) {
    const { run, workflow, unit } = hop;
    if (hop.stays || hop.target === undefined) {
      hop.target = hop.from;
      return proceed;
    }
    const { target } = hop;
    unit.tx.touch(run);
    run.state = target.name;
    run.visit++;
    run.stateSince = hop.chain.kind === 'start' ? run.startedAt : hop.chain.now;
    if (run.slots.length > 0) run.slots = [];
    if (run.row.v[workflow.field] !== target.value) unit.writeTracked(run.row, workflow.field, target.value);
    hop.note = `${hop.from.name} → ${target.name}`;
    return target.terminal === undefined ? proceed : terminalReached;
  },
};
