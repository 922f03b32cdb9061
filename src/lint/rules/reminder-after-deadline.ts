import { constantTimeSpan } from '../../analysis/constants.ts';
import { reminderAfterDeadline } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

export const lateReminders: Finding = {
  rules: [reminderAfterDeadline],
  look(context) {
    for (const { workflow } of context.graphs) {
      for (const state of workflow.states) {
        for (const reminder of state.timers) {
          if (reminder.kind !== 'remind') continue;
          const deadline = state.timers.find((t) => t.slot === reminder.slot && t.kind === 'finished');
          const after = constantTimeSpan(reminder.within);
          const within = deadline === undefined ? undefined : constantTimeSpan(deadline.within);
          // Clocks that count differently cannot be compared.
          if (after === undefined || within === undefined || after < within || deadline?.accrues !== reminder.accrues)
            continue;
          const name = reminder.key.slice(reminder.key.lastIndexOf('/') + 1);
          context.report(
            reminderAfterDeadline,
            { file: workflow.file, span: reminder.span },
            { reminder: name, after: spell(after), within: spell(within) },
          );
        }
      }
    }
  },
};

/** A length in the largest unit that gives a whole number. */
function spell(ticks: number): string {
  for (const [name, unit] of [
    ['day', 864e9],
    ['hour', 36e9],
    ['minute', 6e8],
    ['second', 1e7],
  ] as const) {
    if (ticks > 0 && ticks % unit === 0) return `${ticks / unit} ${name}${ticks === unit ? '' : 's'}`;
  }
  return `${ticks / 1e7} seconds`;
}
