/** `osy lint` as it is typed: formats, outputs, levels and their refusals, standard input, exit codes (cli.md). */
import { readdirSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { lintFormats } from '../../src/report/lint-formats.ts';
import { app, Folder } from './lint-support.ts';

const fault = 'order.osy:21 must network-fault-unhandled';

/** A state that nothing leads to: a finding of level `should`. */
const withUnreachable = {
  ...app('SendSafely(this.Item);'),
  'order.osy': (app('SendSafely(this.Item);')['order.osy'] as string)
    .replace('Waiting, Done', 'Waiting, Lost, Done')
    .replace('  terminal success', '  state Lost { on Finish { goto Done; } }\n\n  terminal success'),
};

describe('exit codes', () => {
  it('0 when nothing is found, also for `consider`', async () => {
    const { code, told } = await new Folder(app('SendSafely(this.Item);')).lint();
    expect(told).toEqual([]);
    expect(code).toBe(0);
  });

  it('1 for a `must`, with its place, symbol and fingerprint', async () => {
    const { code, json, told } = await new Folder(app()).lint();
    expect(told).toEqual([fault]);
    expect(json.findings[0]).toMatchObject({
      symbol: 'OrderFlow/Waiting/enter',
      chain: [{ name: 'Send' }, { name: 'Mailer.Deliver' }],
      fix: null,
    });
    expect(json.findings[0]?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect(code).toBe(1);
  });

  it('a `should` is 0, and 1 with --max-warnings below their number', async () => {
    const folder = new Folder(withUnreachable);
    const { code, told } = await folder.lint();
    expect(told).toEqual(['order.osy:25 should unreachable-state']);
    expect(code).toBe(0);
    expect((await folder.lint('--max-warnings', '1')).code).toBe(0);
    expect((await folder.lint('--max-warnings', '0')).code).toBe(1);
  });

  it('2 for input that is missing, with a document all the same', async () => {
    const { code, json, err } = await new Folder(app()).lint('nowhere.osy');
    expect(code).toBe(2);
    expect(json.notes).toEqual([{ file: 'nowhere.osy', message: "'nowhere.osy' does not exist" }]);
    expect(err).toContain("'nowhere.osy' does not exist");
  });

  it('1 rather than 2 when something worse was found', async () => {
    const folder = new Folder({ ...app(), 'bad.osy': Uint8Array.of(0x61, 0xff, 0x62) });
    const { code, told, err } = await folder.lint();
    expect(told).toEqual([fault]);
    expect(err).toContain("'bad.osy' is not UTF-8 (line 1)");
    expect(code).toBe(1);
  });
});

describe('formats', () => {
  it.each(lintFormats)('%s is written to standard output alone', async (format) => {
    const { out, err, code } = await new Folder(app()).osy('lint', '--format', format);
    expect(out).toContain(format === 'sarif' || format === 'json' ? 'OSY3001' : 'network-fault-unhandled');
    expect(err).toBe('');
    expect(code).toBe(1);
  });

  it.each(lintFormats)('%s is whole when nothing is found', async (format) => {
    const { out, code } = await new Folder(app('SendSafely(this.Item);')).osy('lint', '--format', format);
    expect(code).toBe(0);
    if (format === 'json' || format === 'sarif' || format === 'gitlab') JSON.parse(out);
    else if (format === 'junit' || format === 'checkstyle') expect(XMLValidator.validate(out)).toBe(true);
    else if (format === 'pretty') expect(out).toBe('no findings in 3 files\n');
    else expect(out).toBe('');
  });

  it('several at once, each file whole, folders made', async () => {
    const folder = new Folder(app());
    const args = ['--output', 'sarif=out/a/osy.sarif', '--output', 'junit=out/junit.xml', '--output', 'pretty=o.txt'];
    const { out, code } = await folder.osy('lint', '--format', 'compact', ...args);
    expect(code).toBe(1);
    expect(out).toMatch(/^order\.osy:21:13: must network-fault-unhandled: /);
    expect(JSON.parse(folder.read('out/a/osy.sarif')).version).toBe('2.1.0');
    expect(XMLValidator.validate(folder.read('out/junit.xml'))).toBe(true);
    expect(folder.read('o.txt')).toContain('1 must in 3 files');
    expect(readdirSync(folder.at('out')).sort()).toEqual(['a', 'junit.xml']);
  });

  it.each(['order.osy', 'osy.config.json', 'known.json'])('never over what the run reads: %s', async (name) => {
    const folder = new Folder({ ...app(), 'osy.config.json': '{ "baseline": "known.json" }' });
    await folder.osy('lint', '--update-baseline');
    const before = folder.read(name);
    const { code, err } = await folder.osy('lint', '--output', `json=${name}`);
    expect(code).toBe(2);
    expect(err).toContain(`'${name}' is read in this run, and would be overwritten`);
    expect(folder.read(name)).toBe(before);
  });

  it('a file that cannot be written is told, and keeps what it had', async () => {
    const folder = new Folder({ ...app(), 'out/taken/inside': 'x' });
    const { code, err } = await folder.osy('lint', '--output', 'sarif=out/taken');
    expect(code).toBe(2);
    expect(err).toMatch(/'out\/taken' cannot be written/);
    expect(readdirSync(folder.at('out'))).toEqual(['taken']);
  });

  it.each([
    [['--output', 'sarif'], "--output 'sarif' is not of the form FORMAT=FILE"],
    [['--output', 'sarif=-'], '--output writes files; for standard output it is --format sarif'],
    [['--output', 'srif=x'], "there is no format 'srif'; did you mean 'sarif'?"],
    [['--output', 'json=x', '--output', 'sarif=./x'], "--output names './x' twice"],
    [['--format', 'xml'], "argument 'xml' is invalid. Allowed choices are pretty, compact"],
    [['--max-warnings', '-1'], 'whole number'],
    [['--update-baseline'], '--update-baseline needs to know the file'],
    [['--stdin'], '--stdin needs --stdin-filename FILE'],
    [['--stdin-filename', 'a.osy', '--fix'], '--stdin-filename and --fix do not go together'],
    [['--watch', '--update-baseline'], '--watch and --update-baseline do not go together'],
    [['--baseline', 'none.json'], "baseline 'none.json' does not exist; --update-baseline writes it"],
    [['--config', 'none.json'], "config file 'none.json' does not exist"],
    [['--since', 'HEAD'], '--since needs a git repository'],
  ])('%j is refused', async (args, message) => {
    const { code, err, out } = await new Folder(app()).osy('lint', ...args);
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

describe('--level', () => {
  it('raises, lowers and silences a finding, by name or code', async () => {
    const folder = new Folder(app());
    const lowered = await folder.lint('--level', 'network-fault-unhandled=consider');
    expect(lowered.told).toEqual(['order.osy:21 consider network-fault-unhandled']);
    expect(lowered.code).toBe(0);
    const off = await folder.lint('--level', 'OSY3001=off');
    expect(off.told).toEqual([]);
    expect(off.code).toBe(0);
    const raised = await new Folder(withUnreachable).lint('--level', 'unreachable-state=must');
    expect(raised.told).toEqual(['order.osy:25 must unreachable-state']);
    expect(raised.code).toBe(1);
  });

  it.each([
    [
      'network-fault-unhandeld=off',
      "there is no finding 'network-fault-unhandeld'; did you mean 'network-fault-unhandled'?",
    ],
    ['syntax-error=off', "'syntax-error' is a compile rule (error)"],
    ['OSY1001=consider', "'syntax-error' is a compile rule (error)"],
    [
      'network-fault-unhandled=warn',
      "'warn' is no level for 'network-fault-unhandled'; levels are off, consider, should, must",
    ],
    ['network-fault-unhandled=error', "'error' is no level"],
    ['network-fault-unhandled', 'is not of the form name=level'],
  ])('%s is refused', async (level, message) => {
    const { code, err } = await new Folder(app()).osy('lint', '--level', level);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('standard input', () => {
  it('takes the place of a file in its app, and only it is told of', async () => {
    const folder = new Folder(app('SendSafely(this.Item);'));
    const text = app()['order.osy'] as string;
    const ran = await folder.osyWith(text, 'lint', '--format', 'compact', '--stdin-filename', 'order.osy');
    expect(ran.out).toMatch(/^order\.osy:21:13: must network-fault-unhandled/);
    expect(ran.code).toBe(1);
    expect(folder.read('order.osy')).toContain('SendSafely(this.Item);');
  });

  it('may be a file that is not there yet; its app is found upward', async () => {
    const folder = new Folder({ 'app.osy': 'app Shop { model "**/*.osy"; }', 'in/a.osy': 'enum A { B }' });
    const run = (text: string) =>
      folder.osyWith(text, 'lint', '--format', 'compact', '--stdin', '--stdin-filename', 'in/new.osy');
    expect((await run('enum A { C }')).out).toMatch(/^in\/new\.osy:1:6: error duplicate-declaration/);
    expect((await run('enum C { D }')).out).toBe('');
  });
});

describe('--stats', () => {
  it('gives times per pass and per finding, also as JSON', async () => {
    const folder = new Folder(app());
    const { json } = await folder.lint('--stats');
    expect(json.stats?.passes.map((p) => p.name)).toEqual(
      expect.arrayContaining(['read', 'parse', 'check', 'call graph and escapes']),
    );
    expect(json.stats?.findings.map((f) => f.name)).toContain('unreachable-state');
    expect(json.stats).toMatchObject({ files: 3, cache: null });
    expect((await folder.osy('lint', '--stats')).out).toMatch(/lines in 3 files in \d+ ms/);
    expect((await folder.lint()).json.stats).toBeUndefined();
  });
});

it('what is printed is the same whatever the order of the paths', async () => {
  const folder = new Folder(app());
  const paths = ['app.osy', 'mail.osy', 'order.osy'];
  const one = await folder.osy('lint', '--format', 'sarif', ...paths);
  const other = await folder.osy('lint', '--format', 'sarif', ...[...paths].reverse());
  expect(other.out).toBe(one.out);
});

it('--explain shows the page that osy explain shows', async () => {
  const folder = new Folder(app());
  const page = await folder.osy('explain', 'network-fault-unhandled');
  expect(page.out).toContain('network-fault-unhandled');
  expect(await folder.osy('lint', '--explain', 'OSY3001')).toEqual(page);
  const unknown = await folder.osy('lint', '--explain', 'network-fault-unhandeld');
  expect(unknown).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining("did you mean 'network-fault-unhandled'?"),
  });
});

it.each(['json', 'sarif', 'github', 'gitlab', 'junit', 'checkstyle'])(
  'what is refused leaves no reader of %s without a document',
  async (format) => {
    const folder = new Folder({ ...app(), 'osy.config.json': '{ "level": {} }' });
    const { code, out, err } = await folder.osy('lint', '--format', format);
    expect(code).toBe(2);
    expect(err).toContain("the config has no key 'level'; did you mean 'levels'?");
    // A Code Quality report has no place for anything but findings.
    if (format === 'gitlab') expect(out).toBe('[]\n');
    else expect(out).toContain('has no key');
    if (format === 'json' || format === 'sarif') JSON.parse(out);
  },
);

it('the name of a file cannot speak to the terminal', async () => {
  const name = 'a\u001b[2J\nb.osy';
  const folder = new Folder({ [name]: 'enum X { A, A }', 'c\u001b[2J.osy': Uint8Array.of(0xc3, 0x28) });
  for (const format of ['pretty', 'compact']) {
    const { out, err } = await folder.osy('lint', '--format', format);
    expect(out).toContain('a\ufffd[2J b.osy:1:13');
    expect(err).toContain("'c\ufffd[2J.osy' is not UTF-8");
    expect(out + err).not.toContain('\u001b');
  }
});
