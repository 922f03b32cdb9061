/**
 * What the cache keeps of an app: the findings as an uncached run makes them, before levels, baseline or `--since`. The key
 * covers all that they depend on, so a stored result is either the very result or not used.
 */
import { createHash } from 'node:crypto';
import type { ChainHop, Diagnostic, Fix, Label } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/source.ts';
import type { PlacedFinding } from './fingerprint.ts';

/** An app that was linted, now or before. */
export interface LintedApp {
  readonly findings: readonly PlacedFinding[];
  /** It compiles, so everything was looked at. */
  readonly complete: boolean;
}

const format = 'osy.cache/1';

/**
 * The key of an app's result: every path and text, and what made it.
 * @param maker names the program that lints, down to its own bytes or at least its build
 */
export function cacheKey(files: readonly SourceFile[], maker: string): string {
  const hash = createHash('sha256').update(JSON.stringify([format, maker, files.length]));
  // Lengths go before texts, so that no two lists of files give the same stream.
  for (const file of files) hash.update(JSON.stringify([file.path, file.text.length])).update(file.text);
  return hash.digest('hex');
}

/** One JSON document; `files` are those of the key. */
export function encodeLinted(linted: LintedApp, key: string, files: readonly SourceFile[]): string {
  const numbers = new Map(files.map((file, i) => [file, i]));
  const number = (file: SourceFile): number => {
    const n = numbers.get(file);
    if (n === undefined) throw new Error(`a finding stands in '${file.path}', which is not of its app`);
    return n;
  };
  const place = (at: { readonly file: SourceFile; readonly span: Span }): StoredPlace => [
    number(at.file),
    at.span.start,
    at.span.end,
  ];
  const findings = linted.findings.map(
    ({ diagnostic: d, symbol }): StoredFinding => ({
      code: d.code,
      name: d.name,
      level: d.level,
      message: d.message,
      at: place(d),
      symbol,
      ...(d.help === undefined ? {} : { help: d.help }),
      ...(d.related === undefined ? {} : { related: d.related.map((r) => ({ at: place(r), message: r.message })) }),
      ...(d.chain === undefined ? {} : { chain: d.chain.map((h) => ({ at: place(h), name: h.name })) }),
      ...(d.fix === undefined
        ? {}
        : { fix: { ...d.fix, edits: d.fix.edits.map((e) => ({ at: place(e), newText: e.newText })) } }),
    }),
  );
  const payload = JSON.stringify({ complete: linted.complete, findings });
  return JSON.stringify({ format, key, sum: checksum(payload), payload });
}

/**
 * The stored result for `key`; undefined where it is of another key, and `'corrupt'` where it is not what was written: the
 * checksum tells, so that no half-written or edited file can take a finding away.
 */
export function decodeLinted(
  text: string,
  key: string,
  files: readonly SourceFile[],
): LintedApp | 'corrupt' | undefined {
  try {
    const stored = JSON.parse(text) as Partial<Record<'format' | 'key' | 'sum' | 'payload', unknown>>;
    if (typeof stored.payload !== 'string' || stored.sum !== checksum(stored.payload)) return 'corrupt';
    if (stored.format !== format || stored.key !== key) return undefined;
    const { complete, findings } = JSON.parse(stored.payload) as {
      readonly complete: boolean;
      readonly findings: readonly StoredFinding[];
    };
    return { complete, findings: findings.map((each) => restored(each, files)) };
  } catch {
    return 'corrupt';
  }
}

type StoredPlace = readonly [file: number, start: number, end: number];

interface StoredFinding {
  readonly code: string;
  readonly name: string;
  readonly level: Diagnostic['level'];
  readonly message: string;
  readonly at: StoredPlace;
  readonly symbol: string;
  readonly help?: string;
  readonly related?: readonly { readonly at: StoredPlace; readonly message: string }[];
  readonly chain?: readonly { readonly at: StoredPlace; readonly name: string }[];
  readonly fix?: {
    readonly title: string;
    readonly safe: boolean;
    readonly edits: readonly { readonly at: StoredPlace; readonly newText: string }[];
  };
}

function restored(stored: StoredFinding, files: readonly SourceFile[]): PlacedFinding {
  const { code, name, level, message, symbol, help, related, chain, fix } = stored;
  const place = ([file, start, end]: StoredPlace) => {
    const source = files[file];
    if (source === undefined) throw new Error('a file that is not there');
    return { file: source, span: { start, end } };
  };
  const diagnostic: Diagnostic = {
    code,
    name,
    level,
    message,
    ...place(stored.at),
    ...(help === undefined ? {} : { help }),
    ...(related === undefined
      ? {}
      : { related: related.map((each): Label => ({ ...place(each.at), message: each.message })) }),
    ...(chain === undefined ? {} : { chain: chain.map((each): ChainHop => ({ name: each.name, ...place(each.at) })) }),
    ...(fix === undefined ? {} : { fix: fixOf(fix, place) }),
  };
  return { diagnostic, symbol };
}

function fixOf(
  stored: NonNullable<StoredFinding['fix']>,
  place: (at: StoredPlace) => { readonly file: SourceFile; readonly span: Span },
): Fix {
  const edits = stored.edits.map((each) => ({ ...place(each.at), newText: each.newText }));
  return { title: stored.title, safe: stored.safe, edits };
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
