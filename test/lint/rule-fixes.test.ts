/** What `--fix` makes of findings whose fix keeps the meaning of the program, and what others offer to a person. */
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
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

describe('an effect that a retry would repeat', () => {
  const app = (state: string): string => `client Mailer {
  BaseUrl = "https://mail.example";
  [Post("/send")] string Send(string to);
  [Get("/count")] int Count();
}
enum S { A, B }
entity R { string To = ""; int N; S S; }
workflow W {
  Tracks = R.S;
  Autostart = true;
  Initial = A;
  event E();
${state}
  terminal success B { }
}
`;
  const offered = (state: string): readonly Diagnostic[] =>
    lint(check([new SourceFile('app.osy', app(state))])).filter((d) => d.name === 'effect-repeats-on-retry');
  /** Takes each offer in turn, as a person would, until there is none. */
  const accepted = (state: string): string => {
    for (let text = app(state), round = 0; round < 5; round++) {
      const program = check([new SourceFile('app.osy', text)]);
      expect(program.diagnostics.filter((d) => d.level === 'error')).toEqual([]);
      const next = lint(program).find((d) => d.name === 'effect-repeats-on-retry');
      if (next?.fix === undefined) return text;
      expect(next.fix.safe).toBe(false);
      const { texts } = applyFixes([{ ...next, fix: { ...next.fix, safe: true } }]);
      text = [...texts.values()][0] as string;
    }
    throw new Error('the offers never end');
  };

  it('is offered its `Once` form, with the block where the state has none', () => {
    const state = (block: string, first: string, second: string): string => `  state A {${block}
    on E {
      this.Item.To = ${first};
      ${second};
      this.Item.N = Mailer.Count();
      goto B;
    }
  }`;
    const first = 'Mailer.Send(this.Item.To)';
    const second = 'Mailer.Send("copy")';
    const once = (key: string, call: string): string =>
      `DataStateMachine.Once("${key}", this.Item.Id.ToString(), () => ${call})`;
    const kept = [once('Mailer.Send', first), once('Mailer.Send-2', second)] as const;
    const block = '\n    dataStateMachine { Scope = Element; }';
    expect(accepted(state('', first, second))).toBe(app(state(block, ...kept)));
    expect(accepted(state(block, first, second))).toBe(app(state(block, ...kept)));
    const inLine = (items: string, call: string): string =>
      `  state A {${items} on E { ${call}; this.Item.N = Mailer.Count(); goto B; } }`;
    expect(accepted(inLine('', second))).toBe(
      app(inLine(' dataStateMachine { Scope = Element; }', once('Mailer.Send', second))),
    );
    expect(offered(state(block, ...kept))).toEqual([]);
  });

  it('is offered nothing where each round, or another place, needs a key of its own', () => {
    const state = (call: string): string => `  state A { on E { ${call} this.Item.N = Mailer.Count(); goto B; } }`;
    for (const call of [
      'foreach (var to in this.Item.To.Split(",")) { Mailer.Send(to); }',
      'Action send = () => Mailer.Send("x"); send();',
      'void Send() { Mailer.Send("x"); } for (var i = 0; i < 2; i++) Send();',
    ]) {
      const found = offered(state(call));
      expect(found.length, call).toBeGreaterThan(0);
      expect(found.map((d) => d.fix)).toEqual(found.map(() => undefined));
    }
  });
});
