import { describe, expect, test } from 'vitest';
import type { Expr, Stmt } from '../../../src/ir/ir.ts';
import { ExceptionValue } from '../../../src/runtime/library/values.ts';
import {
  add,
  array,
  assign,
  bin,
  call,
  callOn,
  classField,
  cond,
  element,
  evaluate,
  field,
  fn,
  increment,
  int,
  interp,
  invoke,
  klass,
  lambda,
  let_,
  local,
  make,
  method,
  nil,
  on,
  param,
  ret,
  run,
  type Source,
  self,
  str,
  try_,
  update,
} from './build.ts';

/** `Log(name, value)` notes the name and gives the value; the notes are local 1 of the test. */
const log = 'Func<string,int,int>';
const begin: readonly Stmt[] = [
  let_(1, str(''), 'string'),
  let_(
    2,
    lambda(
      [param(3, 'string'), param(4)],
      [run(assign(local(1, 'string'), bin('add', local(1, 'string'), local(3, 'string'), 'string'))), ret(local(4))],
      log,
    ),
    log,
  ),
];
const note = (name: string, value: number): Expr => invoke(local(2, log), [str(name), int(value)]);
const notes = local(1, 'string');
const box = klass('Box', [classField('N', 'int')]);
const ofBox: Source = {
  classes: [klass('Box', [classField('N', 'int')], ['Box.Add(int)'])],
  functions: [
    method('Box', 'Box.Add(int)', [param(1)], [ret(add(field(self('Box'), 'N', 'Box'), local(1)))]),
    fn('Take(int,int,int)', [param(1), param(2), param(3)], [ret(add(local(1), add(local(2), local(3))))]),
  ],
};
const caught = (body: readonly Stmt[]): Stmt =>
  try_(body, [
    on(
      'Exception',
      [
        ret(
          interp(notes, '!', {
            k: 'lib',
            s: [0, 0],
            t: 'string',
            m: 'object.ToString()',
            o: { k: 'lib', s: [0, 0], t: 'Type', m: 'object.GetType()', o: local(9, 'object'), args: [] },
            args: [],
          }),
        ),
      ],
      { id: 9 },
    ),
  ]);

describe('the order of evaluation', () => {
  test('operands go from left to right, and see what the left ones did', () => {
    const body = [let_(1, int(1)), ret(add(add(local(1), assign(local(1), int(5))), local(1)))];
    expect(evaluate(body)).toBe(11);
    expect(
      evaluate([...begin, run(bin('mul', note('a', 2), bin('sub', note('b', 3), note('c', 1)))), ret(notes)]),
    ).toBe('abc');
  });

  test('an element assignment evaluates array, index and value before it checks the index', () => {
    const a = element(array('int[]', int(1)), note('i', 7));
    expect(evaluate([...begin, caught([run(assign(a, note('v', 3)))]), ret(notes)])).toMatch(/^iv!.*IndexOutOfRange/);
  });

  test('a member of null is found missing only after the value was computed', () => {
    const target = field(local(5, 'Box'), 'N', 'Box');
    const body = [...begin, let_(5, nil('Box'), 'Box'), caught([run(assign(target, note('v', 3)))]), ret(notes)];
    expect(evaluate(body, { classes: [box] })).toMatch(/^v!.*NullReference/);
  });

  test('a call on null evaluates its arguments first', () => {
    const body = [
      ...begin,
      let_(5, nil('Box'), 'Box'),
      caught([run(callOn(local(5, 'Box'), 'Box.Add(int)', [note('v', 3)]))]),
      ret(notes),
    ];
    expect(evaluate(body, ofBox)).toMatch(/^v!.*NullReference/);
    const text: Stmt[] = [
      ...begin,
      let_(5, nil('string'), 'string'),
      caught([
        run({
          k: 'lib',
          s: [0, 0],
          t: 'string',
          m: 'string.Substring(int)',
          o: local(5, 'string'),
          args: [note('v', 3)],
        }),
      ]),
      ret(notes),
    ];
    expect(evaluate(text)).toMatch(/^v!.*NullReference/);
  });

  test('named arguments run in the order of the source and land in the order of the parameters', () => {
    const ordered = {
      ...call('Take(int,int,int)', [note('a', 1), note('b', 20), note('c', 300)]),
      order: [2, 0, 1],
    } as Expr;
    expect(evaluate([...begin, let_(6, ordered), ret(interp(notes, local(6)))], ofBox)).toBe('cab321');
  });

  test('compound assignment evaluates the parts of its target once', () => {
    const body = [
      ...begin,
      let_(5, array('int[]', int(10), int(20)), 'int[]'),
      run(update(element(local(5, 'int[]'), note('i', 1)), 6, add(local(6), note('v', 2)))),
      ret(interp(notes, element(local(5, 'int[]'), int(1)))),
    ];
    expect(evaluate(body)).toBe('iv22');
  });

  test('x++ gives the old value and ++x the new one', () => {
    const body = [
      let_(1, int(5)),
      let_(2, increment(local(1), 3)),
      let_(4, increment(local(1), 5, false)),
      ret(interp(local(1), ' ', local(2), ' ', local(4))),
    ];
    expect(evaluate(body)).toBe('7 5 7');
  });

  test('i += ++i + i is worked out as C# does', () => {
    const body = [
      let_(1, int(1)),
      run(update(local(1), 2, add(local(2), add(increment(local(1), 3, false), local(1))))),
      ret(local(1)),
    ];
    expect(evaluate(body)).toBe(5);
  });

  test('??= computes its value only where there was none', () => {
    const orSet = (v: Expr): Expr => ({ ...update(local(5, 'int?'), 6, v, { ifNull: true }), t: 'int' }) as Expr;
    const body = (first: Expr): Stmt[] => [
      ...begin,
      let_(5, first, 'int?'),
      let_(7, orSet(note('v', 9))),
      ret(interp(notes, local(7))),
    ];
    expect(evaluate(body(int(4)))).toBe('4');
    expect(evaluate(body(nil('int?')))).toBe('v9');
  });

  test('?: and ?? evaluate only what they choose', () => {
    expect(evaluate([...begin, run(cond(bin('lt', int(1), int(2)), note('a', 1), note('b', 1))), ret(notes)])).toBe(
      'a',
    );
    const coalesce: Expr = { k: 'coalesce', s: [0, 0], t: 'int', l: int(1), r: note('b', 1) };
    expect(evaluate([...begin, run(coalesce), ret(notes)])).toBe('');
  });

  test('deconstruction evaluates the targets, then the value, then assigns', () => {
    const swap: Expr = {
      k: 'deconstruct',
      s: [0, 0],
      t: '(int,int)',
      to: [local(5), local(6)],
      v: { k: 'tuple', s: [0, 0], t: '(int,int)', items: [local(6), local(5)] },
    };
    expect(evaluate([let_(5, int(1)), let_(6, int(2)), run(swap), ret(interp(local(5), local(6)))])).toBe('21');
  });

  test('?. gives null without evaluating what follows', () => {
    const conditional: Expr = {
      k: 'nullcond',
      s: [0, 0],
      t: 'int?',
      id: 8,
      o: local(5, 'Box'),
      then: callOn(local(8, 'Box'), 'Box.Add(int)', [note('v', 3)]),
    };
    const body = (first: Expr): Stmt[] => [
      ...begin,
      let_(5, first, 'Box'),
      let_(7, conditional, 'int?'),
      ret(interp(notes, local(7, 'int?'))),
    ];
    expect(evaluate(body(nil('Box')), ofBox)).toBe('');
    expect(evaluate(body(make('Box')), ofBox)).toBe('v3');
  });
});

test('a tuple is a value: a part of one variable changes no copy', () => {
  const pair = '(int,int)';
  const body = [
    let_(1, { k: 'tuple', s: [0, 0], t: pair, items: [int(1), int(2)] }, pair),
    let_(2, local(1, pair), pair),
    run(assign(field(local(1, pair), 'Item1', pair), int(9))),
    ret(interp(field(local(1, pair), 'Item1', pair), field(local(2, pair), 'Item1', pair))),
  ];
  expect(evaluate(body)).toBe('91');
});

test('out and ref arguments are the variables themselves', () => {
  const functions = [
    fn(
      'Set(int,int)',
      [param(1, 'int', 'out'), param(2, 'int', 'ref')],
      [run(assign(local(1), int(7))), run(assign(local(2), add(local(2), local(1)))), ret(local(2))],
    ),
  ];
  const ref = (to: Expr, mode: 'out' | 'ref'): Expr => ({ k: 'ref', s: [0, 0], t: 'int', mode, to: to as never });
  const body = [
    let_(5, array('int[]', int(1), int(100)), 'int[]'),
    run(call('Set(int,int)', [ref(local(4), 'out'), ref(element(local(5, 'int[]'), int(1)), 'ref')])),
    ret(interp(local(4), ' ', element(local(5, 'int[]'), int(1)))),
  ];
  expect(evaluate(body, { functions })).toBe('7 107');
});

test('an exception of JavaScript never stands in for one of the app', () => {
  try {
    evaluate([ret(field(nil('Box'), 'N', 'Box'))], { classes: [box] });
    expect.unreachable();
  } catch (e) {
    expect(e).toBeInstanceOf(ExceptionValue);
    expect((e as ExceptionValue).type).toBe('NullReferenceException');
  }
});
