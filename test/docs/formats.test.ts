/** docs/formats.md tells of every format, and of every field that a document of it has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Folder, app as shop } from '../cli/lint-support.ts';

const root = join(import.meta.dirname, '../..');
const manual = readFileSync(join(root, 'docs/formats.md'), 'utf8');

function sectionOf(format: string): string {
  const section = manual.split(/^## /m).find((each) => each.startsWith(`\`${format}\``));
  if (section === undefined) throw new Error(`docs/formats.md has no section on ${format}`);
  return section;
}

/** Every name of a field, at any depth. What is below one of `maps` has names that are data. */
function fieldsOf(value: unknown, maps: readonly string[]): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((each) => [...fieldsOf(each, maps)]));
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([name, inner]) => [name, ...(maps.includes(name) ? [] : fieldsOf(inner, maps))]),
  );
}

function expectTold(format: string, documents: readonly unknown[], maps: readonly string[] = []): void {
  const section = sectionOf(format);
  const fields = [...fieldsOf(documents, maps)];
  expect(fields.length).toBeGreaterThan(0);
  // In an example of JSON, or in a table; `?` marks what may be left out.
  const told = (name: string) => [`"${name}"`, `\`${name}\``, `\`${name}?\``].some((form) => section.includes(form));
  expect(fields.filter((name) => !told(name))).toEqual([]);
}

const app = {
  ...shop('Send(this.Item);\n      // osy-ignore-next-line empty-catch -- not any more\n'),
  'osy.config.json': '{ "baseline": "known.json", "levels": { "empty-catch": "must" } }',
  'known.json': JSON.stringify({
    format: 'osy.baseline/1',
    findings: [{ app: '.', finding: 'empty-catch', symbol: 'Gone()', text: 'gone', count: 1 }],
  }),
  'broken.osy': Uint8Array.of(0xc3, 0x28),
  'shop.test.osy': '[Test] void Adds() { Assert.Equal(3, 1 + 1); }\n',
  'play.script':
    'Mailer.Deliver.Stub(mail => new Sent { Id = "1" });\nvar order = new Order { Number = "A1" };\nUnitOfWork.Commit();\n' +
    'Go(order);\nUnitOfWork.Commit();\nLog.Information("done");\n',
};

describe('each field has its place in docs/formats.md', () => {
  it('findings, configs, baselines', async () => {
    const folder = new Folder(app);
    const { json } = await folder.lint('--stats', '--cache-location', 'cache');
    expect(json.findings.some((each) => each.chain.length > 0)).toBe(true);
    expect(json.findings.some((each) => each.fix !== null)).toBe(true);
    expect(json.baselines[0]?.gone).toHaveLength(1);
    expect(json.notes).toHaveLength(1);
    expectTold('osy.findings/1', [json]);
    expectTold('osy.config/1', [JSON.parse((await folder.osy('lint', '--print-config')).out)], ['levels']);
    expectTold('osy.baseline/1', [JSON.parse(folder.read('known.json'))]);
  });

  it('tests, traces, runs', async () => {
    const folder = new Folder({ ...app, 'broken.osy': '' });
    expectTold('osy.tests/1', [JSON.parse((await folder.osy('test', '--format', 'json')).out)]);
    const args = ['--script', 'play.script', '--db', 'a.db', '--trace', '--format', 'jsonl'];
    const { out } = await folder.osy('run', '.', ...args);
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly e: string });
    expect(new Set(events.map(({ e }) => e))).toEqual(new Set(['delivery', 'hop', 'step', 'log', 'call', 'end']));
    expectTold('osy.trace/1', events);
    expectTold('osy.runs/1', [
      JSON.parse((await folder.osy('runs', 'show', '1', '--db', 'a.db', '--format', 'json')).out),
    ]);
  });
});

it('has a section on every format that cli.md names', () => {
  const named = readFileSync(join(root, 'docs/cli.md'), 'utf8').match(/osy\.[a-z]+\/\d/g) ?? [];
  for (const format of [...named, 'osy.pipeline/1', 'osy.state/1', 'osy.model/1']) sectionOf(format);
});
