import { statesThatHear } from '../../analysis/bodies.ts';
import { gotosOf } from '../../analysis/state-graph.ts';
import { gotoSelfPostponesDeadline } from '../../diagnostics/catalogue/lint.ts';
import type { StateModel, TransitionModel } from '../../ir/model.ts';
import type { Finding } from '../finding.ts';

/** [S] `goto self` re-arms the state's timers on each call. The timer that raised the arm itself is due already. */
export const postponedDeadlines: Finding = {
  rules: [gotoSelfPostponesDeadline],
  look(context) {
    for (const graph of context.graphs) {
      const { workflow } = graph;
      for (const t of workflow.transitions) {
        if (t.onExecute === undefined) continue;
        const states =
          t.from === undefined ? statesThatHear(workflow, t) : [graph.state(t.from)].filter((s) => s !== undefined);
        const state = states.find((s) => pushedBack(s, t).length > 0);
        if (state === undefined) continue;
        const timer = pushedBack(state, t)[0] as StateModel['timers'][number];
        for (const g of gotosOf(t.onExecute.block)) {
          if (g.state !== 'self') continue;
          const labels = context.labels([
            { at: { file: workflow.file, span: timer.span }, message: 'this clock starts anew' },
          ]);
          context.report(
            gotoSelfPostponesDeadline,
            { file: t.onExecute.file, span: g.span },
            { state: state.name, timer: timerName(timer.key) },
            labels,
          );
        }
      }
    }
  },
};

function pushedBack(state: StateModel, t: TransitionModel): readonly StateModel['timers'][number][] {
  return state.timers.filter((timer) => timer.transition === undefined || timer.transition !== t.key);
}

function timerName(key: string): string {
  const parts = key.split('/').slice(1);
  return `\`${parts.at(-1)}\`${parts.length > 1 ? ` of slot '${parts[0]}'` : ''}`;
}
