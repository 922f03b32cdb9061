import { unreachableState } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

export const unreachableStates: Finding = {
  rules: [unreachableState],
  look(context) {
    for (const graph of context.graphs) {
      const { workflow } = graph;
      const reached = graph.reachableFrom(workflow.initial);
      for (const state of workflow.states) {
        if (reached.has(state.name)) continue;
        context.report(
          unreachableState,
          { file: workflow.file, span: state.nameSpan },
          { state: state.name, initial: workflow.initial },
        );
      }
    }
  },
};
