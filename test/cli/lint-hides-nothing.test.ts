/**
 * Levels, suppressions, baselines, the cache and `--since` take away what was asked for and nothing else, never an error:
 * random apps with random options beside a plain run.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '../../src/cli/lint/options.ts';
import { runLint } from '../../src/cli/lint/run.ts';
import type { LintFindingJson, LintJson } from '../../src/report/lint-json.ts';
import { app, Folder, testTerminal } from './lint-support.ts';

const calls = fc.array(
  fc.constantFrom('Send(this.Item);', 'SendSafely(this.Item);', 'Go(this.Item);', 'try { } catch (Exception e) { }'),
  {
    maxLength: 4,
  },
);
const extras = fc.subarray([
  'void Unused() { }',
  'void Quiet(Order order) { try { Send(order); } catch (Exception e) { } }',
  'enum Twice { A, A }',
  'void Wrong() { int x = "text"; }',
  'List<Order> All() => Order.ToList();',
]);
const apps = fc.tuple(calls, extras).map(([c, e]) => app(`\n${c.join('\n')}\n`, e.join('\n')));

const tunable = ['network-fault-unhandled', 'empty-catch', 'unused-function', 'effect-repeats-on-retry'] as const;
const levels = fc.array(fc.tuple(fc.constantFrom(...tunable), fc.constantFrom('off', 'consider', 'should', 'must')), {
  maxLength: 3,
});

interface Options {
  readonly level?: readonly string[];
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly cacheLocation?: string;
}

async function run(folder: Folder, options: Options = {}): Promise<LintJson> {
  const printed = { out: '', err: '' };
  await runLint(planOf([], { format: 'json', ...options }, folder.path), testTerminal(folder.path, printed));
  return JSON.parse(printed.out) as LintJson;
}

const errors = (found: readonly LintFindingJson[]) => found.filter((f) => f.level === 'error');
const known = ({ level: _, ...rest }: LintFindingJson): string => JSON.stringify(rest);

/** Every finding of `told` is one of `all`, in the same order and the same but for its level. */
function expectSome(told: readonly LintFindingJson[], all: readonly LintFindingJson[]): void {
  const texts = all.map(known);
  const places = told.map((each) => texts.indexOf(known(each)));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(new Set(places).size).toBe(places.length);
  expect(errors(told)).toEqual(errors(all));
}

describe('beside a plain run', () => {
  it('levels change levels, and take away what is off', async () => {
    await fc.assert(
      fc.asyncProperty(apps, levels, async (files, set) => {
        const folder = new Folder(files);
        const all = (await run(folder)).findings;
        const told = (await run(folder, { level: set.map((each) => each.join('=')) })).findings;
        const wanted = new Map<string, string>(set);
        expectSome(told, all);
        expect(told.map((f) => [f.fingerprint, f.level])).toEqual(
          all
            .filter((f) => wanted.get(f.name) !== 'off')
            .map((f) => [f.fingerprint, f.level === 'error' ? 'error' : (wanted.get(f.name) ?? f.level)]),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('a baseline of one app holds back only what it lists in another', async () => {
    await fc.assert(
      fc.asyncProperty(apps, apps, async (before, after) => {
        const folder = new Folder(before);
        await run(folder, { baseline: 'b.json', updateBaseline: true });
        folder.write(after);
        const all = (await run(folder)).findings;
        const { findings: told, baselines } = await run(folder, { baseline: 'b.json' });
        expectSome(told, all);
        expect(all.length - told.length).toBe(baselines[0]?.held);
        const listed = JSON.parse(folder.read('b.json')).findings as { finding: string; count: number }[];
        const gone = all.filter((f) => !told.some((t) => t.fingerprint === f.fingerprint)).map((f) => f.name);
        for (const name of new Set(gone)) {
          const room = listed.filter((e) => e.finding === name).reduce((n, e) => n + e.count, 0);
          expect(gone.filter((each) => each === name).length).toBeLessThanOrEqual(room);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('the cache changes nothing, through changes of the app', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(apps, { minLength: 2, maxLength: 4 }), async (series) => {
        const folder = new Folder();
        for (const files of series) {
          folder.write(files);
          const plain = await run(folder);
          expect(await run(folder, { cacheLocation: 'cache' })).toEqual(plain);
          expect(await run(folder, { cacheLocation: 'cache' })).toEqual(plain);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('a comment that suppresses one finding takes away findings of that name on the next line alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        apps,
        fc.constantFrom(...tunable, 'duplicate-declaration', 'type-mismatch'),
        fc.nat(30),
        async (files, name, at) => {
          const folder = new Folder(files);
          const all = (await run(folder)).findings;
          const lines = (files['order.osy'] as string).split('\n');
          const line = Math.min(at, lines.length);
          lines.splice(line, 0, `// osy-ignore-next-line ${name} -- why not`);
          folder.write({ 'order.osy': lines.join('\n') });
          const told = (await run(folder)).findings;
          const shown = (f: LintFindingJson, moved: number): string =>
            `${f.file}:${f.file === 'order.osy' && f.start.line > line ? f.start.line + moved : f.start.line} ${f.name} ${f.message}`;
          const expected = all
            .filter(
              (f) => f.level === 'error' || f.name !== name || f.file !== 'order.osy' || f.start.line !== line + 1,
            )
            .map((f) => shown(f, 1));
          expect(told.filter((f) => f.name !== 'unused-suppression').map((f) => shown(f, 0))).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});
