/**
 * What a finding is known by from one run to the next: its name, the symbol it stands in, and the text of its lines. No line
 * number is in it, so that it survives moves; the app is, so that two apps with like code do not answer for each other.
 */
import { createHash } from 'node:crypto';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Program } from '../semantics/program.ts';
import { enclosingSymbol } from './symbols.ts';

/** A finding with the symbol that it stands in. */
export interface PlacedFinding {
  readonly diagnostic: Diagnostic;
  /** `OrderFlow/Pending/enter`; '' outside of every declaration. */
  readonly symbol: string;
}

export interface FindingKey {
  readonly finding: string;
  readonly symbol: string;
  /** The finding's line or lines without what spaces can change. */
  readonly text: string;
}

/** A finding that spans more lines is known by its first ones: what changes deep inside does not make it another. */
const mostLines = 3;

export function placeFindings(program: Program, found: readonly Diagnostic[]): readonly PlacedFinding[] {
  const units = new Map(program.units.map((unit) => [unit.file, unit]));
  return found.map((diagnostic) => {
    const unit = units.get(diagnostic.file);
    return { diagnostic, symbol: unit === undefined ? '' : enclosingSymbol(unit, diagnostic.span.start) };
  });
}

export function keyOf({ diagnostic, symbol }: PlacedFinding): FindingKey {
  const { file, span } = diagnostic;
  const first = file.position(span.start).line;
  // The end is exclusive: a span that ends with its line does not reach the next.
  const last = Math.max(first, file.position(Math.max(span.start, span.end - 1)).line);
  const lines: string[] = [];
  for (let line = first; line <= Math.min(last, first + mostLines - 1); line++) lines.push(file.lineText(line));
  return { finding: diagnostic.name, symbol, text: normalised(lines.join(' ')) };
}

/** Spaces count only between two words: `a( b )` and `a(b)` are one text. */
function normalised(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\p{L}\p{N}_ ]) ?/gu, '$1');
}

/** One string for a key, for maps. */
export function keyText(app: string, key: FindingKey): string {
  return JSON.stringify([app, key.finding, key.symbol, key.text]);
}

/** Makes fingerprints; findings that are alike in everything are told apart by their order. */
export class Fingerprints {
  readonly #seen = new Map<string, number>();

  /** 32 hexadecimal digits, unique in a run. Findings have to come in the order of the report. */
  of(app: string, finding: PlacedFinding): string {
    const text = keyText(app, keyOf(finding));
    const n = this.#seen.get(text) ?? 0;
    this.#seen.set(text, n + 1);
    return createHash('sha256').update(`${text}\n${n}`).digest('hex').slice(0, 32);
  }
}
