/** A file that is named on the command line is looked at with the app that collects it (cli.md). */
import { describe, expect, it } from 'vitest';
import { Folder } from './lint-support.ts';

const shop = {
  'shop/app.osy': 'app Shop { model "src/*.osy"; tests "checks/*.test.osy"; }\n',
  'shop/src/one.osy': 'public int One() => Two();\n',
  'shop/src/two.osy': 'int Two() => 2;\nint Three() => 3;\n',
  'shop/checks/a.test.osy': '[Test] void A() { Assert.Equal(2, One()); }\n',
  'shop/checks/b.test.osy': '[Test] void B() { Assert.Equal(9, One()); }\n',
};

describe('osy lint FILE', () => {
  it('knows what the rest of its app declares, and tells what concerns the file', async () => {
    const folder = new Folder(shop);
    expect(await folder.lint('shop/src/one.osy')).toMatchObject({ code: 0, told: [], err: '' });
    expect((await folder.lint('shop/src/two.osy')).told).toEqual(['shop/src/two.osy:2 consider unused-function']);
    expect((await folder.lint('shop/src/one.osy', 'shop/src/two.osy')).told).toHaveLength(1);
  });

  it('tells errors wherever in the app they are: they keep the file from being judged too', async () => {
    const folder = new Folder({ ...shop, 'shop/src/two.osy': 'int Two() => "2";\nint Three() => 3;\n' });
    const one = await folder.lint('shop/src/one.osy');
    expect(one.told).toEqual(['shop/src/two.osy:1 error type-mismatch']);
    expect(one.code).toBe(1);
  });

  it('says of a file that no line of the manifest names that it is in no app', async () => {
    const folder = new Folder({ ...shop, 'shop/old.osy': 'public int Old() => One();\n' });
    const told = "'shop/old.osy' is in no app: no `model` or `tests` line of the app.osy above it names it";
    const all = await folder.lint();
    expect(all.err).toContain(told);
    expect(all.code).toBe(0);
    const alone = await folder.lint('shop/old.osy');
    expect(alone.err).toContain(told);
    expect(alone.told).toEqual(['shop/old.osy:1 error unknown-name']);
    expect((await folder.lint('shop/src/one.osy')).err).not.toContain('Old');
  });
});

describe('osy test FILE', () => {
  it('runs the tests of the file, with the app they test', async () => {
    const folder = new Folder(shop);
    const { code, out } = await folder.osy('test', 'shop/checks/a.test.osy');
    expect(out).toContain('1 passed');
    expect(code).toBe(0);
    expect((await folder.osy('test', 'shop/checks/b.test.osy')).code).toBe(1);
    expect((await folder.osy('test', 'shop')).out).toContain('1 failed');
  });
});
