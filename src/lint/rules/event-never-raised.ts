import { eventNeverRaised } from '../../diagnostics/catalogue/lint.ts';
import { forEachExpression } from '../app-walk.ts';
import type { Finding } from '../finding.ts';

/** Tests do not count: what only a test raises is raised by nothing of the app. */
export const unraisedEvents: Finding = {
  rules: [eventNeverRaised],
  look(context) {
    const raised = new Set<string>();
    forEachExpression(context.app, (e, file) => {
      if ((e.k === 'raise' || e.k === 'correlate') && !context.isTestFile(file)) raised.add(`${e.w}/${e.e}`);
    });
    for (const { workflow } of context.graphs) {
      for (const event of workflow.events) {
        if (raised.has(`${workflow.key}/${event.name}`)) continue;
        context.report(
          eventNeverRaised,
          { file: workflow.file, span: event.nameSpan },
          { event: event.name, workflow: workflow.key },
        );
      }
    }
  },
};
