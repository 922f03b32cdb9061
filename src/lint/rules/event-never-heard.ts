import { eventNeverHeard } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

/** A slot with a milestone hears its event even where no arm answers it: the milestone is recorded (language.md §7.3). */
export const unheardEvents: Finding = {
  rules: [eventNeverHeard],
  look(context) {
    for (const { workflow } of context.graphs) {
      const heard = new Set(workflow.transitions.map((t) => t.event));
      for (const slot of workflow.states.flatMap((s) => s.slots))
        if (slot.assigned !== undefined || slot.finished !== undefined) heard.add(slot.event);
      for (const event of workflow.events) {
        if (!heard.has(event.name))
          context.report(eventNeverHeard, { file: workflow.file, span: event.nameSpan }, { event: event.name });
      }
    }
  },
};
