import { finishRun } from '../finish.ts';
import { proceed, type Step } from './step.ts';

/** 100: a terminal was reached: the run is completed, what it held is released, its parent told. */
export const finish: Step = {
  order: 100,
  name: 'Finish',
  run(hop) {
    const { target, chain } = hop;
    const terminal = target?.terminal;
    if (terminal === undefined || target === undefined) return proceed;
    const message = target.terminalMessage?.value(hop.unit.host, []);
    finishRun(chain, terminal.outcome, typeof message === 'string' ? message : null);
    return proceed;
  },
};
