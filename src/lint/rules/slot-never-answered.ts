import { slotNeverAnswered } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

export const unansweredSlots: Finding = {
  rules: [slotNeverAnswered],
  look(context) {
    for (const { workflow } of context.graphs) {
      for (const state of workflow.states) {
        for (const slot of state.slots) {
          // An arm may name the slot or its event, in the state or in the workflow.
          const answered = workflow.transitions.some(
            (t) =>
              t.slot === slot.name ||
              (t.event === slot.event && t.slot === undefined && (t.from === undefined || t.from === state.name)),
          );
          if (!answered && slot.assigned === undefined && slot.finished === undefined) {
            context.report(slotNeverAnswered, { file: workflow.file, span: slot.span }, { slot: slot.name });
          }
        }
      }
    }
  },
};
