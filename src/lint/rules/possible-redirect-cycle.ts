import { type Edge, grouped, type StateGraph } from '../../analysis/state-graph.ts';
import { possibleRedirectCycle } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

/** A cycle of `enter` redirects and `complete when` moves, told at its first `goto` with labels on the rest. */
export const redirectCycles: Finding = {
  rules: [possibleRedirectCycle],
  look(context) {
    for (const graph of context.graphs) {
      const told = new Set<string>();
      const edges = graph.edges.filter(isAutomatic).sort((a, b) => a.file - b.file || a.span[0] - b.span[0]);
      const from = grouped(edges, (edge) => edge.from);
      for (const first of edges) {
        if (told.has(first.from)) continue;
        const cycle = shortestCycle(from, first);
        if (cycle === undefined || cycle.some((e) => told.has(e.from))) continue;
        for (const e of cycle) told.add(e.from);
        const names = [...cycle.map((e) => e.from), first.from].join(' → ');
        const rest = cycle.slice(1).map((e) => ({ at: e, message: `'${e.from}' goes on to '${e.to}' here` }));
        context.report(possibleRedirectCycle, first, { cycle: names }, context.labels(rest));
      }
    }
  },
};

function isAutomatic(e: StateGraph['edges'][number]): boolean {
  return e.by === 'redirect' || e.by.kind === 'automatic';
}

/** The shortest way from where `first` leads back to where it starts. */
function shortestCycle(from: ReadonlyMap<string, readonly Edge[]>, first: Edge): readonly Edge[] | undefined {
  const cameBy = new Map<string, Edge>([[first.to, first]]);
  const queue = [first.to];
  for (const at of queue) {
    if (cameBy.has(first.from)) break;
    for (const e of from.get(at) ?? []) {
      if (cameBy.has(e.to)) continue;
      cameBy.set(e.to, e);
      queue.push(e.to);
    }
  }
  if (!cameBy.has(first.from)) return undefined;
  const cycle: Edge[] = [];
  let at = first.from;
  do {
    const e = cameBy.get(at) as Edge;
    cycle.unshift(e);
    at = e.from;
  } while (at !== first.from);
  return cycle;
}
