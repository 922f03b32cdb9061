/** The cache gives back what an uncached run finds, or nothing: shown by changing whatever a result depends on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cacheKey, decodeLinted, encodeLinted, type LintedApp } from '../../src/lint/cache.ts';
import { placeFindings } from '../../src/lint/fingerprint.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import { app } from '../cli/lint-support.ts';
import { finding } from './findings.ts';

type Texts = Readonly<Record<string, string>>;

const filesOf = (texts: Texts): readonly SourceFile[] =>
  Object.keys(texts)
    .sort()
    .map((path) => new SourceFile(path, texts[path] as string));

function uncached(files: readonly SourceFile[]): LintedApp {
  const program = check(files);
  return { findings: placeFindings(program, lint(program)), complete: program.ok };
}

/** Plain data, to compare results whose files are different objects. */
const plain = (linted: LintedApp) =>
  JSON.parse(JSON.stringify(linted, (_key, value) => (value instanceof SourceFile ? value.path : value)));

describe('a stored result', () => {
  it('comes back whole: places, chain, labels, help and fix', () => {
    const files = filesOf(app());
    const [a, b] = files as [SourceFile, SourceFile];
    const span = { start: 1, end: 2 };
    const linted: LintedApp = {
      complete: true,
      findings: [
        ...uncached(files).findings,
        finding('empty-catch', '', {
          file: a,
          symbol: 'X/y',
          related: [{ message: 'm', file: b, span }],
          chain: [{ name: 'n', file: b, span }],
          fix: { title: 't', safe: false, edits: [{ file: b, span, newText: 'x' }] },
        }),
      ],
    };
    const back = decodeLinted(encodeLinted(linted, 'key', files), 'key', files);
    expect(back).toEqual(linted);
  });

  it('is not used for another key', () => {
    const files = filesOf(app());
    expect(decodeLinted(encodeLinted(uncached(files), 'key', files), 'other', files)).toBeUndefined();
  });

  it('that is damaged anywhere is never taken for another result', () => {
    const files = filesOf(app());
    const linted = uncached(files);
    const text = encodeLinted(linted, 'key', files);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('', 'x', '0', '"'), (at, by) => {
        const damaged = text.slice(0, at) + by + text.slice(at + 1);
        const back = decodeLinted(damaged, 'key', files);
        if (back !== 'corrupt' && back !== undefined) expect(plain(back)).toEqual(plain(linted));
      }),
      { numRuns: 400 },
    );
    expect(decodeLinted(text.slice(0, text.length / 2), 'key', files)).toBe('corrupt');
  });
});

describe('the key', () => {
  const files = filesOf(app());

  it('differs with every text, path, number of files, and maker', () => {
    const keys = [
      cacheKey(files, 'osy 1'),
      cacheKey(files, 'osy 2'),
      cacheKey(files.slice(1), 'osy 1'),
      ...files.map((f, i) => cacheKey(files.with(i, new SourceFile(f.path, `${f.text} `)), 'osy 1')),
      ...files.map((f, i) => cacheKey(files.with(i, new SourceFile(`x${f.path}`, f.text)), 'osy 1')),
      cacheKey([new SourceFile('a', 'b'), new SourceFile('c', 'd')], 'osy 1'),
      cacheKey([new SourceFile('a', 'b["c",1]d')], 'osy 1'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for the same', () => {
    expect(cacheKey(filesOf(app()), 'osy 1')).toBe(cacheKey(files, 'osy 1'));
  });
});

/** Each changes the app in a way that may change findings far from where it stands. */
const mutations: readonly ((texts: Texts) => Texts)[] = [
  (t) => ({ ...t, 'order.osy': (t['order.osy'] ?? '').replace('Send(', 'SendSafely(') }),
  (t) => ({ ...t, 'order.osy': (t['order.osy'] ?? '').replace('SendSafely(', 'Send(') }),
  (t) => ({ ...t, 'mail.osy': (t['mail.osy'] ?? '').replace('catch (Exception e)', 'catch (FormatException e)') }),
  (t) => ({ ...t, 'mail.osy': (t['mail.osy'] ?? '').replace('catch (FormatException e)', 'catch (Exception e)') }),
  (t) => ({ ...t, 'mail.osy': `[SuppressWarning("network-fault-unhandled")] ${t['mail.osy'] ?? ''}` }),
  (t) => ({ ...t, 'order.osy': (t['order.osy'] ?? '').replace('on Finish { goto Done; }', '') }),
  (t) => ({ ...t, 'order.osy': `\n${t['order.osy'] ?? ''}` }),
  (t) => ({ ...t, 'new.osy': `${t['new.osy'] ?? ''}enum E${(t['new.osy'] ?? '').length} { A }` }),
  (t) => ({ ...t, 'new.osy': 'enum Order { A }' }),
  ({ 'new.osy': _, ...t }) => t,
  ({ 'mail.osy': _, ...t }) => t,
  (t) => ({ ...app(), ...t }),
  (t) => ({ ...t, 'mail.osy': app()['mail.osy'] as string }),
];

it('a run with the cache says what a run without says, through any series of changes', () => {
  const steps = fc.array(fc.nat(mutations.length - 1), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(steps, (series) => {
      let stored: string | undefined;
      let texts: Texts = app();
      for (const step of series) {
        texts = (mutations[step] as (texts: Texts) => Texts)(texts);
        const files = filesOf(texts);
        const key = cacheKey(files, 'osy');
        const hit = stored === undefined ? undefined : decodeLinted(stored, key, files);
        expect(hit).not.toBe('corrupt');
        const fresh = uncached(files);
        if (hit !== undefined && hit !== 'corrupt') expect(plain(hit)).toEqual(plain(fresh));
        stored = encodeLinted(fresh, key, files);
      }
    }),
    { numRuns: 60 },
  );
});
