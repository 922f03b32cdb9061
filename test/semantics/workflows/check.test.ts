import { describe, expect, it } from 'vitest';
import { check } from '../../../src/semantics/check.ts';
import { SourceFile } from '../../../src/source/source.ts';

function checked(...texts: readonly string[]) {
  return check(texts.map((text, i) => new SourceFile(`${String.fromCharCode(97 + i)}.osy`, text)));
}
function told(...texts: readonly string[]) {
  return checked(...texts).diagnostics.map(
    (each) => `${each.name} ${each.file.path}:${each.file.position(each.span.start).line}`,
  );
}
const errors = (text: string) =>
  checked(text)
    .diagnostics.filter((each) => each.level === 'error')
    .map((each) => each.message);

const run = (body: string, head = '') => `
enum S { A, B, Z }
[Principal] entity Person { string Email; bool Clerk; }
entity Row { string Name; int N; Person? Owner; DateTime At; S State; }
workflow RowRun {
  Tracks = Row.State; Autostart = true; Initial = A;
  ${head}
  event Go(int by, string why); event Stop();
  ${body}
  terminal success Z { }
}`;

describe('arms and their parameters (language.md §7.1)', () => {
  const model = (arms: string) =>
    checked(run(`state A { ${arms} on Stop { goto B; } } state B { on Stop { goto Z; } }`)).app.workflows[0];

  it('takes parameters by name, in any choice and order', () => {
    expect(model('on Go(string why) { this.Item.Name = why; }')?.transitions[0]).toMatchObject({ args: [1] });
    expect(model('on Go(string why, int by) { this.Item.N = by; }')?.transitions[0]).toMatchObject({ args: [1, 0] });
    expect(model('on Go { }')?.transitions[0]).toMatchObject({ args: [] });
  });

  it('takes them by position where they are renamed', () => {
    expect(model('on Go(int n, string text) { this.Item.N = n; }')?.transitions[0]).toMatchObject({ args: [0, 1] });
  });

  it('refuses one too many, and one of another type', () => {
    expect(
      told(run('state A { on Go(int by, string why, bool more) { goto B; } } state B { on Stop { goto Z; } }')),
    ).toEqual(['wrong-arguments a.osy:9']);
    expect(told(run('state A { on Go(string by) { goto B; } } state B { on Stop { goto Z; } }'))).toEqual([
      'type-mismatch a.osy:9',
    ]);
  });
});

describe('settings', () => {
  it('names the nearest where there is no such setting', () => {
    const [message] = errors(
      run(
        'state A { on Stop { goto B; } Expire { Witin = TimeSpan.Zero; } on Expire { goto B; } } state B { on Stop { goto Z; } }',
      ),
    );
    expect(message).toContain("Did you mean 'Within'?");
  });

  it('may stand once', () => {
    expect(told(run('state A { on Stop { goto B; } } state B { on Stop { goto Z; } }', 'Initial = B;'))).toEqual([
      'duplicate-declaration a.osy:7',
    ]);
  });

  it('counts clocks inside ServiceHours where the workflow declares them, and by the wall elsewhere (language.md §8)', () => {
    const states =
      'state A { Expire { Within = TimeSpan.Zero; } on Expire { goto B; } } state B { on Stop { goto Z; } }';
    const accrues = (head: string) => checked(run(states, head)).app.workflows[0]?.states[0]?.timers[0]?.accrues;
    expect(accrues('')).toBe(false);
    expect(accrues('ServiceHours { Zone = "UTC"; Monday = "09:00-17:00"; }')).toBe(true);
  });

  it('knows scopes by name and by number, and keeps options of the handler', () => {
    const machine = (scope: string) =>
      checked(
        run(
          `state A { dataStateMachine { Scope = ${scope}; Shard = 3; } on Stop { goto B; } } state B { on Stop { goto Z; } }`,
        ),
      ).app.workflows[0]?.states[0]?.dataStateMachine;
    expect(machine('ProcessExecution')).toMatchObject({ scope: 5, options: [{ name: 'Shard' }] });
    expect(machine('2')).toMatchObject({ scope: 2 });
  });
});

describe('people', () => {
  it('gives Authorize the acting row or null, and Candidates a person', () => {
    const text = run(
      'state A { subscribe Stop() as Stopping { Candidates = u => u.Clerk; } on Stopping { goto B; } } state B { on Stop { goto Z; } }',
      '[Authorize(u => u != null && u.Clerk)] event Guarded(); on Guarded { }',
    );
    expect(told(text)).toEqual([]);
    expect(told(text.replace('u.Clerk; }', 'u.Clark; }'))).toEqual(['no-such-member a.osy:9']);
  });

  it('has every policy defined somewhere', () => {
    expect(told('policy Clerk;', '[Principal] entity P { bool C; }')).toEqual(['not-implemented a.osy:1']);
    expect(told('policy Clerk;', '[Principal] entity P { bool C; } policy Clerk => user != null && user.C;')).toEqual(
      [],
    );
  });
});

describe('a resource lock (pipeline.md §9)', () => {
  it('is read with its key, action and time', () => {
    const text = run(
      '[ResourceLock(Key = $"row:{this.Item.Id}", Action = LockAction.Extend, Ttl = TimeSpan.FromMinutes(5))] on Stop { goto Z; } state A { on Go { goto B; } } state B { on Go { goto Z; } }',
    );
    expect(told(text)).toEqual([]);
    expect(checked(text).app.workflows[0]?.transitions[0]?.resourceLock).toMatchObject({
      action: 'Extend',
      key: {},
      ttl: {},
    });
  });
});

describe('entities (language.md §5)', () => {
  const fields = (text: string) => checked(text).app.entities[0]?.fields;

  it('requires what is neither nullable nor defaulted and has no zero', () => {
    const found = fields(
      'entity E { string A; string? B; string C = ""; int D; bool F; TimeSpan G; DateTime H; [Required] string? I; decimal J; }',
    );
    expect(found?.filter((field) => field.required).map((field) => field.name)).toEqual(['A', 'H', 'I']);
  });

  it('reads rules with their messages', () => {
    expect(
      fields(
        'entity E { [Required("Say it."), MaxLength(3 * 4, "Too long.")] string A; [Min(0.5), Max(-1)] decimal B; [Precision(18, 2)] decimal C; }',
      )?.map((field) => field.rules),
    ).toEqual([
      [
        { rule: 'Required', args: [], message: 'Say it.' },
        { rule: 'MaxLength', args: [12], message: 'Too long.' },
      ],
      [
        { rule: 'Min', args: ['0.5'] },
        { rule: 'Max', args: [-1] },
      ],
      [{ rule: 'Precision', args: [18, 2] }],
    ]);
  });

  it('names the nearest attribute, and refuses one on the wrong type', () => {
    expect(told('entity E { [MaxLenght(3)] string A; }')).toEqual(['unknown-name a.osy:1']);
    expect(told('entity E { [MaxLength(3)] int A; }')).toEqual(['type-mismatch a.osy:1']);
  });

  it('connects a collection with the reference of its rows', () => {
    expect(fields('entity E { [ForeignKey(Of)] Line[] Lines; } entity Line { E Of; }')?.[0]?.collection).toEqual({
      entity: 'Line',
      back: 'Of',
    });
    expect(told('entity E { [ForeignKey(Nope)] Line[] Lines; } entity Line { E Of; }')).toEqual([
      'no-such-member a.osy:1',
    ]);
  });

  it('checks invariants and what is unique together', () => {
    const model = checked('[Unique(A, B, "Twice.")] entity E { int A; int B; invariant A < B message "A before B."; }')
      .app.entities[0];
    expect(model?.uniques).toEqual([{ fields: ['A', 'B'], message: 'Twice.' }]);
    expect(model?.invariants).toHaveLength(1);
    expect(told('[Unique(A, C)] entity E { int A; int B; }')).toEqual(['no-such-member a.osy:1']);
    expect(told('entity E { int A; invariant A; }')).toEqual(['type-mismatch a.osy:1']);
  });

  it('does not let a default ask who acts', () => {
    expect(told('[Principal] entity P { string N; } entity E { string A = actor.N; }')).toEqual([
      'not-accessible-here a.osy:1',
    ]);
  });
});

describe('clients (language.md §6)', () => {
  it('sends each parameter to its place, under its name on the wire', () => {
    const [client] = checked(
      'class B { public string X; } client C { BaseUrl = "https://c.example"; [Post("/a/{id}")] void Add(string id, B body, [Query("n")] int? count = null, [Header("X-T")] string? t = null); [Get("/a")] string All(string like); }',
    ).app.clients;
    expect(client?.operations.map((op) => op.params.map((p) => `${p.in} ${p.wire}`))).toEqual([
      ['path id', 'body body', 'query n', 'header X-T'],
      ['query like'],
    ]);
  });
});

describe('suppressions (findings.md)', () => {
  it('stand on declarations and on the next line', () => {
    const text =
      '[SuppressWarning("unused-function")] void F() { }\n// osy-ignore-next-line possible-null, OSY3302 -- it is never null\nvoid G() { }\n';
    expect(
      checked(text).suppressions.map(({ rule, covers, functionKey }) => [
        rule,
        text.slice(covers.start, covers.end).trim(),
        functionKey,
      ]),
    ).toEqual([
      ['unused-function', '[SuppressWarning("unused-function")] void F() { }', 'F()'],
      ['possible-null', 'void G() { }', undefined],
      ['OSY3302', 'void G() { }', undefined],
    ]);
  });
});

describe('broken files', () => {
  it('leave every other declaration checked, and are not heard of twice', () => {
    const found = told('entity E { int A int B; }\nint F(E e) { return e.C + e.B; }\nint G() { return missing; }');
    expect(found.filter((each) => each.startsWith('syntax-error'))).not.toEqual([]);
    expect(found).toContain('unknown-name a.osy:3');
    expect(found).toContain('no-such-member a.osy:2');
  });

  it('take an unclosed block for the fault of the declaration that opens it', () => {
    const found = told('enum S { A }\nentity E {\n  int N;\nint F() { return missing; }');
    expect(found.filter((each) => each.startsWith('syntax-error'))).toHaveLength(1);
    expect(found).toContain('unknown-name a.osy:4');
  });

  it.each([
    '',
    '\u0000',
    '}',
    '{'.repeat(5000),
    'workflow W {',
    'entity',
    'workflow W { state A { on',
    '((((',
    `int F() => ${'('.repeat(3000)}1${')'.repeat(3000)};`,
  ])('never throw: %j', (text) => {
    expect(() => checked(text)).not.toThrow();
  });
});

it('names the app after its manifest and keeps its egress', () => {
  expect(checked('app Loans { egress "api.example"; egress "b.example"; }').app).toMatchObject({
    name: 'Loans',
    egress: ['api.example', 'b.example'],
  });
});
