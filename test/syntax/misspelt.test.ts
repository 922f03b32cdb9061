/** A word of the language with a slip in it: what it was meant for is said where it stands. */
import { describe, expect, test } from 'vitest';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import { parse } from '../../src/syntax/parse.ts';
import { messages } from './dump.ts';

const found = (text: string): string => messages(parse(new SourceFile('x.osy', text)).diagnostics);

describe('a misspelt word of a workflow', () => {
  test.each([
    ['workflow W { evnt Stop(); }', '1:14 expected a part of a workflow, found `evnt` — did you mean `event`?'],
    ['workflow W { sttae A { } }', '1:14 expected a part of a workflow, found `sttae` — did you mean `state`?'],
    [
      'workflow W { terminl success A { } }',
      '1:14 expected a part of a workflow, found `terminl` — did you mean `terminal`?',
    ],
    ['workflow W { ServicHours { } }', '1:14 `ServicHours` is no part of a workflow — did you mean `ServiceHours`?'],
    ['workflow W { state A { entr { } } }', '1:24 `entr` is no part of a state — did you mean `enter`?'],
    ['workflow W { state A { onn Go { } } }', '1:24 expected a part of a state, found `onn` — did you mean `on`?'],
    [
      'workflow W { state A { subscrbe Go() as G; } }',
      '1:24 expected a part of a state, found `subscrbe` — did you mean `subscribe`?',
    ],
    [
      'workflow W { state A { complte when (true) { goto B; } } }',
      '1:24 expected a part of a state, found `complte` — did you mean `complete`?',
    ],
    [
      'workflow W { state A { subscribe Go() as G { Finsihed { } } } }',
      '1:46 `Finsihed` is no part of a slot — did you mean `Finished`?',
    ],
    [
      'workflow W { state A { subscribe Go() as G { Finished { Unfinshed { } } } } }',
      '1:57 `Unfinshed` is no part of a milestone — did you mean `Unfinished`?',
    ],
    [
      'workflow W { terminal succes A { } }',
      '1:23 a terminal is `terminal success`, `terminal cancel` or `terminal error`, then its name: did you mean `success`?',
    ],
  ])('%s', (text, expected) => {
    expect(found(text)).toBe(expected);
  });

  test('is not guessed at where nothing is near', () => {
    expect(found('workflow W { state A { banana { } } }')).toBe('1:24 `banana` is no part of a state');
  });

  test('leaves what follows a terminal of no known ending in order', () => {
    const { unit, diagnostics } = parse(new SourceFile('x.osy', 'workflow W { terminal succes A { } state B { } }'));
    expect(diagnostics).toHaveLength(1);
    const [workflow] = unit.declarations;
    const items = workflow?.kind === 'WorkflowDeclaration' ? workflow.items : [];
    expect(items.map((item) => (item.kind === 'StateDeclaration' ? item.name.name : item.kind))).toEqual(['A', 'B']);
  });
});

describe('a misspelt word before a declaration', () => {
  const told = (text: string) => check([new SourceFile('x.osy', text)]).diagnostics;

  test.each([
    ['worfklow W { }', 'worfklow', 'workflow'],
    ['entiy E { string Name; }', 'entiy', 'entity'],
    ['enmu E { A }', 'enmu', 'enum'],
    ['clas C { }', 'clas', 'class'],
    ['interfac I { }', 'interfac', 'interface'],
    ['clinet C { }', 'clinet', 'client'],
    ['polcy P => true;', 'polcy', 'policy'],
    ['princpal P => null;', 'princpal', 'principal'],
    ['[Test] viod F() { }', 'viod', 'void'],
    ['pubilc int F() => 1;', 'pubilc', 'public'],
  ])('%s', (text, word, meant) => {
    const [first, ...more] = told(text);
    expect(more).toEqual([]);
    expect(first?.name).toBe('declaration-not-compiled');
    expect(first?.message).toContain(`\`${word}\` is no word of Osy (did you mean \`${meant}\`?) and not compiled`);
  });

  test.each([
    'component Page(x) { }',
    'chart Sales(x) { }',
    'theme Dark { }',
    'topic Visits;',
    'app.Title = "x";',
    'menu Main { }',
    'agent A { }',
  ])('%s is of another kind', (text) => {
    expect(told(text)[0]?.message).toContain('is recognised and not compiled');
  });

  test('is pointed at where it is not the first of its file', () => {
    const [first] = told('component Page(x) { }\nworfklow W { }\ntopic T;\n');
    expect(first?.message).toContain('`component` is recognised and not compiled');
    expect(first?.related).toMatchObject([{ message: 'did you mean `workflow`?', span: { start: 22 } }]);
  });
});

describe('a statement that begins with a slip', () => {
  const body = (text: string) => found(`void F() {\n${text}\n}`);

  test.each([
    ['wihle (x > 0) { x--; }', '2:1 `wihle` begins no statement — did you mean `while`?'],
    ['foreahc (var y in xs) { G(y); }', '2:1 `foreahc` begins no statement — did you mean `foreach`?'],
    ['swich (x) { case 1: return; }', '2:1 `swich` begins no statement — did you mean `switch`?'],
    ['if (x) { G(); } esle { H(); }', '2:17 `esle` begins no statement — did you mean `else`?'],
    ['thorw new Exception("x");', '2:1 `thorw` begins no statement — did you mean `throw`?'],
    ['retrun 1;', '2:1 `retrun` begins no statement — did you mean `return`?'],
  ])('%s', (text, expected) => {
    expect(body(text)).toBe(expected);
  });

  test.each(['While(x);', 'tries(x); { G(); }', 'elses x = y;', 'returns(1);', 'Foreach(x => { G(); });'])(
    '%s is none',
    (text) => {
      expect(body(text)).toBe('');
    },
  );
});

describe("C#'s forms that Osy does not have are refused by name, with what to write", () => {
  test.each([
    ['int[] a = {1, 2};', 'an array or a list is written `[1, 2]`'],
    ['checked { x++; }', 'write `checked(e)` around the expression'],
    ['unchecked { x++; }', 'write `unchecked(e)` around the expression'],
    ['await G();', 'Osy has no `await`: a call waits for its answer'],
    ['var r = await G();', 'Osy has no `await`: a call waits for its answer'],
    ['var q = from a in b where a > 1 select a;', 'Osy has no query expressions'],
    ['const x = 2;', '`const int x = …`'],
    ['lock (x) { G(); }', 'the bodies of a run never run at the same time'],
    ['using (var x = G()) { }', 'nothing in it has to be given back'],
    ['yield return 1;', 'add to a list'],
  ])('%s', (text, told) => {
    const messages = found(`void F() {\n${text}\n}\nint H() => 1;`);
    expect(messages).toContain(told);
    expect(messages.split('\n')).toHaveLength(1);
  });

  test('as names, the words are names', () => {
    expect(found('int F(int await, int from) { var x = await + from; await = from; return await; }')).toBe('');
  });
});
