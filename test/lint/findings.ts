/** Findings made by hand, for what handles them without a look at where they come from. */
import { ruleByName } from '../../src/diagnostics/catalogue/index.ts';
import type { Diagnostic, Fix, Level } from '../../src/diagnostics/diagnostic.ts';
import type { PlacedFinding } from '../../src/lint/fingerprint.ts';
import { SourceFile, type Span } from '../../src/source/source.ts';

export interface Made {
  readonly text?: string;
  readonly file?: SourceFile;
  readonly span?: Span;
  readonly symbol?: string;
  readonly level?: Level;
  readonly fix?: Fix;
  readonly chain?: Diagnostic['chain'];
  readonly related?: Diagnostic['related'];
}

export function finding(name: string, path: string, made: Made = {}): PlacedFinding {
  const rule = ruleByName(name);
  if (rule === undefined) throw new Error(`no finding ${name}`);
  const file = made.file ?? new SourceFile(path, made.text ?? 'a\nb\n');
  return {
    diagnostic: {
      code: rule.code,
      name: rule.name,
      level: made.level ?? rule.level,
      message: `a message of ${name}`,
      file,
      span: made.span ?? { start: 0, end: 1 },
      ...(made.fix === undefined ? {} : { fix: made.fix }),
      ...(made.chain === undefined ? {} : { chain: made.chain }),
      ...(made.related === undefined ? {} : { related: made.related }),
    },
    symbol: made.symbol ?? 'F()',
  };
}
