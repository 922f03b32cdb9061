import { nodesOf } from '../../analysis/app-walk.ts';
import { eventNeverRaised } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

/** Tests do not count: what only a test raises is raised by nothing of the app. */
export const unraisedEvents: Finding = {
  rules: [eventNeverRaised],
  look(context) {
    const raised = new Set<string>();
    for (const kind of ['raise', 'correlate'] as const) {
      for (const { node, piece } of nodesOf(context.app, kind))
        if (!context.isTestFile(piece.file)) raised.add(`${node.w}/${node.e}`);
    }
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
