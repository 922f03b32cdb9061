/** Config, baseline and their files through the command line. */
import { describe, expect, it } from 'vitest';
import { app, Folder } from './lint-support.ts';

const fault = 'order.osy:21 must network-fault-unhandled';
const json = (value: unknown): string => JSON.stringify(value);

describe('osy.config.json', () => {
  it('is found upward from the app, and --level wins over it', async () => {
    const folder = new Folder({ 'osy.config.json': json({ levels: { 'network-fault-unhandled': 'consider' } }) });
    folder.write(Object.fromEntries(Object.entries(app()).map(([name, text]) => [`shop/${name}`, text])));
    expect((await folder.lint()).told).toEqual(['shop/order.osy:21 consider network-fault-unhandled']);
    const given = await folder.lint('--level', 'network-fault-unhandled=should');
    expect(given.told).toEqual(['shop/order.osy:21 should network-fault-unhandled']);
    folder.write({ 'shop/osy.config.json': '{}' });
    expect((await folder.lint()).told).toEqual([`shop/${fault}`]);
  });

  it('has its own maxWarnings for each app; --max-warnings counts the whole run', async () => {
    const should = { levels: { 'network-fault-unhandled': 'should' } };
    const shop = (name: string) => Object.fromEntries(Object.entries(app()).map(([f, text]) => [`${name}/${f}`, text]));
    const folder = new Folder({ ...shop('a'), ...shop('b'), 'osy.config.json': json(should) });
    expect((await folder.lint()).code).toBe(0);
    expect((await folder.lint('--max-warnings', '2')).code).toBe(0);
    expect((await folder.lint('--max-warnings', '1')).code).toBe(1);
    folder.write({ 'b/osy.config.json': json({ extends: '../osy.config.json', maxWarnings: 0 }) });
    expect((await folder.lint()).code).toBe(1);
    expect((await folder.lint('--max-warnings', '2')).code).toBe(0);
  });

  it('is refused with its file, what is wrong and what was meant', async () => {
    const folder = new Folder({ ...app(), 'osy.config.json': '{"levels": {"unreachable-sate": "off"}}' });
    const { code, err, out } = await folder.osy('lint');
    expect(err).toBe(
      "osy: config file 'osy.config.json': in 'levels': there is no finding 'unreachable-sate'; did you mean 'unreachable-state'?\n",
    );
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('never lowers an error', async () => {
    const broken = { ...app(), 'bad.osy': 'enum A { B, B }' };
    const folder = new Folder({ ...broken, 'osy.config.json': json({ levels: { 'duplicate-declaration': 'off' } }) });
    const { code, err } = await folder.osy('lint');
    expect(err).toContain("'duplicate-declaration' is a compile rule (error)");
    expect(code).toBe(2);
  });

  it('--print-config shows what holds once everything is put together', async () => {
    const folder = new Folder({
      ...app(),
      'osy.config.json': json({
        extends: './base.json',
        overrides: [{ files: '*.test.osy', levels: { 'empty-catch': 'off', 'unreachable-state': 'off' } }],
        baseline: 'known.json',
      }),
      'base.json': json({ maxWarnings: 4, levels: { OSY3113: 'must' } }),
    });
    const { out, code } = await folder.osy('lint', '--print-config', '--level', 'unreachable-state=must');
    const printed = JSON.parse(out);
    expect(printed).toMatchObject({
      format: 'osy.config/1',
      apps: [
        {
          name: 'Shop',
          root: '.',
          files: ['base.json', 'osy.config.json'],
          maxWarnings: 4,
          baseline: 'known.json',
          overrides: [{ folder: '.', files: ['*.test.osy'], levels: { 'empty-catch': 'off' } }],
        },
      ],
    });
    expect(printed.apps[0].levels).toMatchObject({
      'empty-catch': 'must',
      'unreachable-state': 'must',
      'syntax-error': 'error',
    });
    expect(code).toBe(0);
  });
});

describe('--baseline', () => {
  it('holds back what it lists, tells of what is gone, and is written by --update-baseline', async () => {
    const folder = new Folder(app());
    const written = await folder.lint('--baseline', 'known.json', '--update-baseline');
    expect(written).toMatchObject({ code: 0, told: [], err: '' });
    expect(written.json.baselines).toEqual([{ file: 'known.json', held: 1, gone: [] }]);
    const held = await folder.osy('lint', '--baseline', 'known.json');
    expect(held).toMatchObject({ code: 0, err: '', out: 'no findings in 3 files (1 more in the baseline)\n' });

    folder.write(app('SendSafely(this.Item);'));
    const better = await folder.lint('--baseline', 'known.json');
    expect(better.code).toBe(0);
    expect(better.json.baselines[0]?.gone).toMatchObject([{ finding: 'network-fault-unhandled', count: 1 }]);
    expect(better.err).toContain(
      "baseline 'known.json': one finding of it is no longer found; --update-baseline drops them",
    );
    await folder.lint('--baseline', 'known.json', '--update-baseline');
    expect(JSON.parse(folder.read('known.json')).findings).toEqual([]);
    folder.write(app());
    expect(await folder.lint('--baseline', 'known.json')).toMatchObject({ code: 1, told: [fault] });
  });

  it('may be named by the config, relative to it', async () => {
    const folder = new Folder({ ...app(), 'osy.config.json': json({ baseline: 'ci/known.json' }) });
    expect((await folder.lint('--update-baseline')).code).toBe(0);
    expect(JSON.parse(folder.read('ci/known.json')).findings[0]).toMatchObject({ app: '..', count: 1 });
    expect((await folder.lint()).told).toEqual([]);
  });

  it('never has an error in it', async () => {
    const folder = new Folder(app());
    await folder.lint('--baseline', 'known.json', '--update-baseline');
    const before = folder.read('known.json');
    folder.write({ 'bad.osy': 'enum A { B, B }' });
    const broken = await folder.lint('--baseline', 'known.json', '--update-baseline');
    expect(broken.told).toEqual(['bad.osy:1 error duplicate-declaration']);
    expect(broken.code).toBe(1);
    expect(folder.read('known.json')).toBe(before);
  });

  it('that is none is refused, and left as it is', async () => {
    const folder = new Folder({ ...app(), 'known.json': '{"format": "other"}' });
    const { code, err } = await folder.osy('lint', '--baseline', 'known.json', '--update-baseline');
    expect(err).toContain("baseline 'known.json' is refused: it is not a baseline");
    expect(code).toBe(2);
    expect(folder.read('known.json')).toBe('{"format": "other"}');
  });

  it('does not change what a finding is known by', async () => {
    const folder = new Folder({ ...app('Send(this.Item);\n Go(this.Item);\n Send(this.Item);') });
    const prints = async (...args: readonly string[]) =>
      (await folder.lint(...args)).json.findings.map((f) => f.fingerprint);
    const all = await prints();
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(1);
    folder.write({ 'known.json': '{"format":"osy.baseline/1","findings":[]}' });
    expect(await prints('--baseline', 'known.json')).toEqual(all);
    const some = await prints('--level', 'network-fault-unhandled=off');
    expect(all).toEqual(expect.arrayContaining([...some]));
  });
});
