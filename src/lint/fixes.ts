/** `--fix`: which safe fixes can be made together, and the texts that they make. */
import type { Diagnostic, Fix, TextEdit } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';

export interface Fixed {
  /** New texts of the files that change. */
  readonly texts: ReadonlyMap<SourceFile, string>;
  /** The findings whose fix was taken, in order. */
  readonly taken: readonly Diagnostic[];
}

/**
 * Takes the safe fixes of findings in their order. A fix is taken whole or not at all: one of which any edit overlaps with an
 * edit already taken waits for the next round, when the text is what it will be then.
 */
export function applyFixes(found: readonly Diagnostic[]): Fixed {
  const edits = new Map<SourceFile, TextEdit[]>();
  const taken: Diagnostic[] = [];
  for (const diagnostic of found) {
    const { fix } = diagnostic;
    if (fix === undefined || !fix.safe || fix.edits.length === 0 || !fits(fix, edits)) continue;
    for (const edit of fix.edits) {
      const list = edits.get(edit.file);
      if (list === undefined) edits.set(edit.file, [edit]);
      else list.push(edit);
    }
    taken.push(diagnostic);
  }
  return { texts: new Map([...edits].map(([file, list]) => [file, edited(file.text, list)])), taken };
}

function fits(fix: Fix, taken: ReadonlyMap<SourceFile, readonly TextEdit[]>): boolean {
  return fix.edits.every(
    (edit, i) =>
      edit.span.start >= 0 &&
      edit.span.start <= edit.span.end &&
      edit.span.end <= edit.file.text.length &&
      !fix.edits.slice(0, i).some((other) => other.file === edit.file && overlap(edit, other)) &&
      !(taken.get(edit.file) ?? []).some((other) => overlap(edit, other)),
  );
}

/** Two insertions at one place overlap too: which should come first is not known. Edits that only touch do not. */
function overlap({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  if (a.start === b.start) return true;
  return a.start < b.end && b.start < a.end;
}

function edited(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { span, newText } of [...edits].sort((a, b) => a.span.start - b.span.start)) {
    result += text.slice(at, span.start) + newText;
    at = span.end;
  }
  return result + text.slice(at);
}
