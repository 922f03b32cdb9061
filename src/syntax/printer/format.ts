import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { SourceFile } from '../../source/source.ts';
import { lex } from '../lexer.ts';
import { parse } from '../parse.ts';
import type { CompilationUnit } from '../tree.ts';
import { tokenDifference, treeDifference } from './compare.ts';
import { readPieces } from './pieces.ts';
import { render, STEP } from './render.ts';
import { PrinterFault } from './token-printer.ts';
import { UnitPrinter } from './unit-printer.ts';
import { LineEnds, verbatimSpans, verbatimText } from './verbatim.ts';

/** Columns of a line (docs/formatting.md). */
export const LINE_WIDTH = 120;

export type FormatResult =
  /** `text` in Osy's one style: the same tokens and comments in the same order, with other white space between. */
  | { readonly kind: 'formatted'; readonly text: string }
  /** The file has syntax errors: what it means is not known, so it is left alone. */
  | { readonly kind: 'syntax-errors'; readonly diagnostics: readonly Diagnostic[] }
  /** A fault of the printer, found before anyone could suffer from it: the text would have changed its meaning. */
  | { readonly kind: 'fault'; readonly reason: string };

/**
 * Where a comment stands on a line decides how it is laid out, and laying it out may move it on its line. So text is
 * printed until it comes out as it went in; hardly any file takes more than one turn to get there.
 */
const MAX_TURNS = 5;

/** Formats one file. Throws for nothing, and gives no text that does not read as the file does. */
export function format(file: SourceFile): FormatResult {
  const before = parse(file);
  if (before.diagnostics.length > 0) return { kind: 'syntax-errors', diagnostics: before.diagnostics };
  try {
    let at: ReadFile = { file, unit: before.unit };
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const text = print(at);
      if (text === at.file.text) return { kind: 'formatted', text };
      at = reread(text, at);
    }
    return { kind: 'fault', reason: 'the formatted text comes out differently each time it is formatted' };
  } catch (error) {
    return { kind: 'fault', reason: error instanceof Error ? error.message : String(error) };
  }
}

interface ReadFile {
  readonly file: SourceFile;
  readonly unit: CompilationUnit;
}

function print({ file, unit }: ReadFile): string {
  const tokens = lex(file.text);
  const lineEnds = new LineEnds(tokens);
  const lineEnd = lineEnds.style();
  const pieces = readPieces(tokens, unit.comments, verbatimSpans(unit, tokens), (span) =>
    verbatimText(file, lineEnds, span, STEP, lineEnd),
  );
  return render(new UnitPrinter(pieces).unit(unit), { width: LINE_WIDTH, lineEnd });
}

/** Reads the new text, and throws if it is not the old one with other white space. */
function reread(text: string, before: ReadFile): ReadFile {
  const file = new SourceFile(before.file.path, text);
  const { unit, diagnostics } = parse(file);
  const [first] = diagnostics;
  if (first !== undefined) throw new PrinterFault(`the formatted text has an error: ${first.message}`);
  const difference = treeDifference(before.unit, unit) ?? tokenDifference(before.file.text, text);
  if (difference !== undefined) throw new PrinterFault(difference);
  return { file, unit };
}
