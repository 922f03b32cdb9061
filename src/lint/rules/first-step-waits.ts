import { Deliveries, type Stage } from '../../analysis/deliveries.ts';
import type { StateGraph } from '../../analysis/state-graph.ts';
import { firstStepWaits } from '../../diagnostics/catalogue/network.ts';
import type { Body } from '../../ir/ir.ts';
import type { Finding } from '../finding.ts';

/** `workflow-first-step-waits-on-a-slow-call`: a body that the creating commit runs reaches the network, handled or not. */
export const slowFirstStep: Finding = {
  rules: [firstStepWaits],
  look(context) {
    for (const graph of context.graphs) {
      if (!graph.workflow.autostart) continue;
      const atCreation = bodiesAtCreation(graph);
      for (const { of, reaches } of context.network.in(graph.workflow)) {
        if (!atCreation.has(of.body)) continue;
        const seen = new Set<string>();
        for (const reach of reaches) {
          const key = `${reach.own.file}:${reach.own.span[0]}-${reach.own.span[1]}`;
          if (seen.has(key)) continue;
          seen.add(key);
          const params = { body: of.describe, chain: context.chainText(reach), workflow: graph.workflow.key };
          context.report(firstStepWaits, reach.own, params, { chain: context.chain(reach) });
        }
      }
    }
  },
};

function bodiesAtCreation(graph: StateGraph): ReadonlySet<Body> {
  const bodies = new Set<Body>();
  const seen = new Set<string>();
  const queue: Stage[] = [new Deliveries(graph).creation()];
  for (let stage = queue.pop(); stage !== undefined; stage = queue.pop()) {
    if (seen.has(stage.key)) continue;
    seen.add(stage.key);
    if (stage.body !== undefined) bodies.add(stage.body);
    queue.push(...stage.next());
  }
  return bodies;
}
