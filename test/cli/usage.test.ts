/** Wrong usage is told in a sentence, with what would do; exit code 2. */
import { describe, expect, test } from 'vitest';
import { verbs } from '../../src/cli/help.ts';
import { version } from '../../src/cli/version.ts';
import { inFolder, osy } from './harness.ts';

describe('usage', () => {
  test('the version', async () => {
    expect(await osy(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test('the help names every verb and fits in 80 columns', async () => {
    const { code, out } = await osy(['--help']);
    expect(code).toBe(0);
    for (const verb of ['lint', 'compile', 'run', 'test', 'eval']) expect(out).toContain(`  ${verb} `);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test.each(verbs)('the help of %s: examples, exit codes, 80 columns', async (verb) => {
    const { code, out, err } = await osy([verb, '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Usage: osy ${verb}`);
    expect(out).toContain(`\nExamples:\n`);
    expect(out).toContain('\nExit codes: 0 ');
    expect(out).toContain('70 a bug of osy');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect((await osy(['help', verb])).out).toBe(out);
  });

  test('every verb has its help', async () => {
    const { out } = await osy(['--help']);
    const listed = [...(out.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    expect(listed.filter((name) => name !== 'osy' && name !== 'help').sort()).toEqual([...verbs].sort());
  });

  test.each(['runs ls', 'runs show', 'runs retry', 'runs cancel', 'state ls', 'state get', 'state expire'])(
    'the help of %s',
    async (words) => {
      const { code, out } = await osy([...words.split(' '), '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`Usage: osy ${words}`);
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    },
  );

  test.each(verbs)('an unknown option of %s suggests, and says where the help is', async (verb) => {
    const { code, out, err } = await osy([verb, '--hepl']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain("unknown option '--hepl'");
    expect(err).toContain(`osy ${verb} --help`);
  });

  test('an unknown verb suggests the nearest', async () => {
    const { code, err } = await osy(['lnt']);
    expect(code).toBe(2);
    expect(err).toMatch(/Did you mean lint\?/);
  });

  test('an unknown option suggests the nearest', async () => {
    const { code, err } = await osy(['lint', '--fromat', 'json']);
    expect(code).toBe(2);
    expect(err).toMatch(/Did you mean --format\?/);
  });

  test('no verb at all shows the help', async () => {
    const { code, out, err } = await osy([]);
    expect(code).toBe(2);
    expect(out + err).toContain('Usage: osy');
  });
});

describe('eval', () => {
  test('a decimal keeps its scale', async () => {
    expect(await osy(['eval', '1.10m + 1.1m'])).toEqual({ code: 0, out: '2.20\n', err: '' });
  });

  test('an error of the expression is shown at its place', async () => {
    const { code, err } = await osy(['eval', '1 + true']);
    expect(code).toBe(1);
    expect(err).toMatch(/type-mismatch/);
  });

  test('what is thrown is told by type and message', async () => {
    const { code, err } = await osy(['eval', '1 / int.Parse("0")']);
    expect(code).toBe(1);
    expect(err).toBe('failed: DivideByZeroException: Attempted to divide by zero.\n');
  });

  test('the last `;` may be left out', async () => {
    const { code, err } = await osy(['eval', 'throw new FormatException("no")']);
    expect({ code, err }).toEqual({ code: 1, err: 'failed: FormatException: no\n' });
  });

  test('an endless expression ends', async () => {
    const { code, err } = await osy(['eval', 'while (true) { }']);
    expect(code).toBe(1);
    expect(err).toMatch(/more steps than it may/);
  });

  test('vectors that disagree are printed, and counted', async () => {
    const lines = [
      { id: 'a', kind: 'expr', expr: '1 + 1', type: 'int', value: '2' },
      { id: 'b', kind: 'expr', expr: '1 + 1', type: 'int', value: '3' },
      { id: 'c', kind: 'expr', expr: 'int.Parse("x")', type: 'int', throws: 'FormatException' },
    ];
    await inFolder({ 'v.jsonl': lines.map((l) => JSON.stringify(l)).join('\n') }, async (cwd) => {
      const { code, out } = await osy(['eval', '--vectors', 'v.jsonl'], { cwd });
      expect(code).toBe(1);
      expect(out).toContain('disagrees b');
      expect(out).toContain('2 of 3 vectors agree');
    });
  });

  test('a line that is no vector is named', async () => {
    await inFolder({ 'v.jsonl': '{"id":"a"}\n' }, async (cwd) => {
      const { code, err } = await osy(['eval', '--vectors', 'v.jsonl'], { cwd });
      expect(code).toBe(2);
      expect(err).toContain('v.jsonl:1 is no vector');
    });
  });
});

test.each([
  [['run', '.', '--script', 'nowhere'], "'nowhere' cannot be read: no such file or folder"],
  [['run', '.', '--script', '.'], "'.' cannot be read: it is a folder"],
  [['eval', '--vectors', 'nowhere'], "'nowhere' cannot be read: no such file or folder"],
  [['compile', '-o', 'app.osy/x.json'], "'app.osy/x.json' cannot be written: "],
  [['compile', '-o', 'app.osy/'], "'app.osy/"],
  [['graph', '-o', 'app.osy/x.mmd', '--calls'], "'app.osy/x.mmd' cannot be written: "],
  [['run', 'app.osy/x.json'], "'app.osy/x.json' does not exist"],
  [['runs', 'ls', '--db', 'app.osy/x.db'], "'app.osy/x.db'"],
  [['init', 'app.osy'], 'the app cannot be written: '],
  [['lint', '--config', 'app.osy/x.json'], "config file 'app.osy/x.json' does not exist"],
  [['lint', 'app.osy/x.osy'], "'app.osy/x.osy' does not exist"],
  [['lint', '--output', 'json=app.osy/x.json'], "'app.osy/x.json' cannot be written: "],
])('osy %s: a file that cannot be used is told in words', async (args, message) => {
  await inFolder({ 'app.osy': 'public int One() => 1;' }, async (cwd) => {
    const { code, err } = await osy(args, { cwd });
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toMatch(/E[A-Z]{4,}|\/tmp/);
  });
});
