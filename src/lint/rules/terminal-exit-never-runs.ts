import { terminalExitNeverRuns } from '../../diagnostics/catalogue/lint.ts';
import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { StateModel } from '../../ir/model.ts';
import type { SourceFile, Span } from '../../source/source.ts';
import { fromWord, removal } from '../edits.ts';
import { type Finding, toSpan } from '../finding.ts';

export const terminalExits: Finding = {
  rules: [terminalExitNeverRuns],
  look(context) {
    for (const { workflow } of context.graphs) {
      for (const state of workflow.states) {
        if (state.terminal === undefined || state.onExit === undefined) continue;
        const file = context.program.files[state.onExit.file];
        if (file === undefined) continue;
        const span = fromWord(file, toSpan(state.onExit.span), 'exit');
        const fix = fixOf(file, span, state);
        context.report(
          terminalExitNeverRuns,
          { file: state.onExit.file, span: [span.start, span.end] },
          { state: state.name },
          fix === undefined ? {} : { fix },
        );
      }
    }
  },
};

/** What is empty can go; what somebody has written may have been meant for the `enter`. */
function fixOf(file: SourceFile, span: Span, state: StateModel): Fix | undefined {
  if (state.onExit?.block.length === 0)
    return { title: 'Remove the empty `exit`', safe: true, edits: [removal(file, span)] };
  if (state.onEntry !== undefined) return undefined;
  const word = { start: span.start, end: span.start + 'exit'.length };
  return { title: 'Make it the `enter`', safe: false, edits: [{ file, span: word, newText: 'enter' }] };
}
