import type { StateGraph } from '../../analysis/state-graph.ts';
import { cannotFinish, stateWithoutExit } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

/** `state-without-exit`, and `cannot-finish` where there is a way on but none to a terminal. */
export const deadEnds: Finding = {
  rules: [stateWithoutExit, cannotFinish],
  look(context) {
    for (const graph of context.graphs) {
      const terminals = graph.workflow.states.filter((s) => s.terminal !== undefined).map((s) => s.name);
      const finishing = graph.reaching(terminals);
      for (const state of graph.workflow.states) {
        if (state.terminal !== undefined) continue;
        const at = { file: graph.workflow.file, span: state.nameSpan };
        if (!canBeLeft(graph, state.name)) context.report(stateWithoutExit, at, { state: state.name });
        else if (terminals.length > 0 && !finishing.has(state.name))
          context.report(cannotFinish, at, { state: state.name });
      }
    }
  },
};

function canBeLeft(graph: StateGraph, state: string): boolean {
  return graph
    .edgesFrom(state)
    .some((e) => e.to !== state && (e.by === 'redirect' || (e.by.kind !== 'cancel' && e.by.kind !== 'exit')));
}
