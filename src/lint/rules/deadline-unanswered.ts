import { deadlineUnanswered } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

export const unansweredDeadlines: Finding = {
  rules: [deadlineUnanswered],
  look(context) {
    for (const { workflow } of context.graphs) {
      if (workflow.deadline !== undefined && workflow.deadline.transition === undefined) {
        context.report(deadlineUnanswered, { file: workflow.file, span: workflow.deadline.span }, { what: 'Deadline' });
      }
      for (const timer of workflow.states.flatMap((s) => s.timers)) {
        if (timer.kind === 'expire' && timer.transition === undefined)
          context.report(deadlineUnanswered, { file: workflow.file, span: timer.span }, { what: 'Expire' });
      }
    }
  },
};
