/** What `--fix` makes of findings whose fix keeps the meaning of the program. */
import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../src/lint/fixes.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';

/** Round by round, as `--fix` does, until nothing is left to fix. */
function fixed(text: string): string {
  for (let at = text, round = 0; round < 5; round++) {
    const file = new SourceFile('app.osy', at);
    const { texts } = applyFixes(lint(check([file])));
    const next = texts.get(file);
    if (next === undefined) return at;
    at = next;
  }
  throw new Error('the fixes never end');
}

const client = 'client C { BaseUrl = "https://c.example"; [Post("/x")] void X(); }\n';

describe('a suppression that silences nothing', () => {
  it('is taken out with its line, its brackets, or its place in a list', () => {
    expect(fixed('[SuppressWarning("empty-catch")]\npublic void F() { }\n')).toBe('public void F() { }\n');
    expect(fixed('[SuppressWarning("empty-catch")] public void F() { }\n')).toBe('public void F() { }\n');
    expect(fixed('  [SuppressWarning("empty-catch")] public void F() { }\n')).toBe('  public void F() { }\n');
    expect(fixed('[SuppressWarning("empty-catch", "possible-null")]\npublic void F() { }\n')).toBe(
      'public void F() { }\n',
    );
    expect(fixed('[TestFixture, SuppressWarning("empty-catch")] void F() { }\n')).toBe('[TestFixture] void F() { }\n');
    expect(fixed('[SuppressWarning("empty-catch"), TestFixture] void F() { }\n')).toBe('[TestFixture] void F() { }\n');
  });

  it('leaves the names that silence something', () => {
    const caught = 'try { C.X(); } catch (Exception) { }';
    const text = (names: string): string =>
      `${client}public void F() {\n  // osy-ignore-next-line ${names} -- it is only a bell\n  ${caught}\n}\n`;
    expect(fixed(text('possible-null, empty-catch, unused-local'))).toBe(text('empty-catch'));
    expect(fixed(text('empty-catch'))).toBe(text('empty-catch'));
    const tight = text('empty-catch, possible-null').replace(' -- ', '--');
    expect(fixed(tight)).toBe(text('empty-catch').replace(' -- ', '--'));
    expect(fixed(`[SuppressWarning("possible-null", "empty-catch")]\npublic void F() { ${caught} }\n${client}`)).toBe(
      `[SuppressWarning("empty-catch")]\npublic void F() { ${caught} }\n${client}`,
    );
  });

  it('is taken out where it names nothing', () => {
    for (const comment of ['', ' ', ' -- a reason', '--']) {
      const text = `public int F() {\n  // osy-ignore-next-line${comment}\n  return 1;\n}\n`;
      const told = lint(check([new SourceFile('app.osy', text)])).map((d) => `${d.name}: ${d.message}`);
      expect(told).toEqual(['unused-suppression: this suppression names no finding, and so silences none.']);
      expect(fixed(text)).toBe('public int F() {\n  return 1;\n}\n');
    }
  });

  it('is taken out with its comment', () => {
    expect(fixed('public int F() {\n  // osy-ignore-next-line possible-null -- long ago\n  return 1;\n}\n')).toBe(
      'public int F() {\n  return 1;\n}\n',
    );
  });
});

describe("a terminal's exit", () => {
  const app = (items: string): string => `enum S { A, B }
entity R { int N; S S; }
workflow W {
  Tracks = R.S;
  Autostart = true;
  Initial = A;
  event E();
  state A { on E { goto B; } }
  terminal success B {
    enter { this.Item.N = 1; }${items}
  }
}
`;

  it('is taken out where it is empty', () => {
    expect(fixed(app('\n    exit { }'))).toBe(app(''));
    expect(fixed(app(' exit { }'))).toBe(app(''));
  });

  it('is left to a person where it is not', () => {
    const text = app('\n    exit { this.Item.N = 2; }');
    expect(fixed(text)).toBe(text);
  });
});
