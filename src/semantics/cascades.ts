/**
 * A declaration with a syntax error leaves the others checked (language.md §2), and must not be heard of twice: what is
 * found inside it, and names elsewhere that it may well declare, are kept back until its syntax is right.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';
import type { CompilationUnit, Declaration } from '../syntax/tree.ts';

/** Rules whose cause may be a declaration that could not be read. */
const aboutNames: ReadonlySet<string> = new Set([
  'unknown-name',
  'no-such-member',
  'unknown-state',
  'unknown-event',
  'unknown-slot',
  'unknown-child',
  'wrong-arguments',
  'not-implemented',
  'nothing-to-override',
  'member-without-state',
  'state-without-member',
  'tracked-field-needs-default',
  'tracked-field-not-an-enum',
]);

export function withoutCascades(
  found: readonly Diagnostic[],
  syntax: readonly Diagnostic[],
  units: readonly CompilationUnit[],
): readonly Diagnostic[] {
  if (syntax.length === 0) return found;
  const broken = brokenParts(syntax, units);
  const words = new Set([...broken].flatMap(([file, parts]) => parts.flatMap((part) => wordsIn(file, part))));
  return found.filter((diagnostic) => {
    const { file, span } = diagnostic;
    if (broken.get(file)?.some((part) => span.start >= part.start && span.start <= part.end)) return false;
    return !(aboutNames.has(diagnostic.name) && mentions(diagnostic, words));
  });
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Per file, declarations with a syntax error in or right behind them, and what lies between where an error stands alone. */
function brokenParts(
  syntax: readonly Diagnostic[],
  units: readonly CompilationUnit[],
): ReadonlyMap<SourceFile, Part[]> {
  const parts = new Map<SourceFile, Part[]>();
  for (const unit of units) {
    const errors = syntax.filter((diagnostic) => diagnostic.file === unit.file);
    if (errors.length === 0) continue;
    const { declarations } = unit;
    const own = errors.flatMap((error): Part[] => {
      const at = causeOf(error);
      const i = declarations.findIndex((declaration, n) => {
        const next = declarations[n + 1];
        return at >= declaration.start && (at <= declaration.end || next === undefined || at < next.start);
      });
      const holder = declarations[i] as Declaration | undefined;
      const next = declarations[i + 1];
      if (holder !== undefined)
        return [{ start: holder.start, end: Math.max(holder.end, at, (next?.start ?? holder.end) - 1) }];
      return [{ start: 0, end: Math.max(at, (declarations[0]?.start ?? unit.end) - 1) }];
    });
    parts.set(unit.file, own);
  }
  return parts;
}

/** A block that is never closed is told at the end of the file, with a label where it opens: that is what is broken. */
function causeOf(error: Diagnostic): number {
  const opened = error.related?.find((label) => label.file === error.file && label.span.start < error.span.start);
  return opened?.span.start ?? error.span.start;
}

function wordsIn(file: SourceFile, part: Part): readonly string[] {
  return file.text.slice(part.start, part.end + 1).match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}

/** The name that is missed stands in the text at the diagnostic's place. */
function mentions(diagnostic: Diagnostic, words: ReadonlySet<string>): boolean {
  const at = diagnostic.file.text.slice(diagnostic.span.start, diagnostic.span.end);
  const names = at.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return names.some((name) => words.has(name) || words.has(name.replace(/^(?:Raise|Correlate|Assign)/, '')));
}
