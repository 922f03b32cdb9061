import { terminalExitNeverRuns } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

export const terminalExits: Finding = {
  rules: [terminalExitNeverRuns],
  look(context) {
    for (const { workflow } of context.graphs) {
      for (const state of workflow.states) {
        if (state.terminal !== undefined && state.onExit !== undefined) {
          context.report(
            terminalExitNeverRuns,
            { file: state.onExit.file, span: state.onExit.span },
            { state: state.name },
          );
        }
      }
    }
  },
};
