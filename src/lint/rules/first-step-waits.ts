import type { BodyFacts } from '../../analysis/network.ts';
import type { StateGraph } from '../../analysis/state-graph.ts';
import { firstStepWaits } from '../../diagnostics/catalogue/network.ts';
import type { Finding } from '../finding.ts';

/** `workflow-first-step-waits-on-a-slow-call`: a body that the creating commit runs reaches the network, handled or not. */
export const slowFirstStep: Finding = {
  rules: [firstStepWaits],
  look(context) {
    for (const graph of context.graphs) {
      const { workflow } = graph;
      if (!workflow.autostart) continue;
      for (const facts of context.network.bodies) {
        if (facts.of.workflow !== workflow || !runsAtCreation(facts, graph)) continue;
        const seen = new Set<string>();
        for (const reach of facts.reaches) {
          const key = `${reach.own.file}:${reach.own.span[0]}`;
          if (seen.has(key)) continue;
          seen.add(key);
          const params = { body: facts.of.describe, chain: context.chainText(reach), workflow: workflow.key };
          context.report(firstStepWaits, reach.own, params, { chain: context.chain(reach) });
        }
      }
    }
  },
};

/** Settled by redirects and `complete when` moves alone, the run may get to these states within the commit. */
function runsAtCreation(facts: BodyFacts, graph: StateGraph): boolean {
  const { of } = facts;
  const passed = graph.reachableFrom(graph.workflow.initial, (e) => e.by === 'redirect' || e.by.kind === 'automatic');
  if (of.kind === 'start' || (of.kind === 'setting' && of.body === graph.workflow.startedAt)) return true;
  const state = of.state?.name;
  if (state === undefined || !passed.has(state)) return false;
  if (of.kind === 'enter' || of.kind === 'completeWhen') return true;
  // A state that the run passes through in the commit is left in it too.
  return (
    of.kind === 'exit' &&
    graph.edges.some((e) => e.from === state && (e.by === 'redirect' || e.by.kind === 'automatic'))
  );
}
