import { describe, expect, test } from 'vitest';
import type { Expr, Stmt } from '../../../src/ir/ir.ts';
import {
  add,
  array,
  assign,
  bin,
  element,
  evaluate,
  for_,
  foreach,
  if_,
  increment,
  int,
  interp,
  invoke,
  is,
  lambda,
  let_,
  local,
  param,
  ret,
  run,
  try_,
  update,
  while_,
} from './build.ts';

const func = 'Func<int>';
const functions = 'Func<int>[]';
/** `fs` is local 100; `n` is local 101. */
const begin: readonly Stmt[] = [
  let_(100, { k: 'newArray', s: [0, 0], t: functions, n: int(3) }, functions),
  let_(101, int(0)),
];
const keep = (e: Expr): readonly Stmt[] => [
  run(assign(element(local(100, functions), local(101), func), lambda([], e, func))),
  run(increment(local(101), 102)),
];
const each = (i: number): Expr => invoke(element(local(100, functions), int(i), func));
const all: Stmt = ret(interp(each(0), ',', each(1), ',', each(2)));

describe('what lambdas capture', () => {
  test('a for loop has one variable for all rounds', () => {
    const loop = for_([let_(1, int(0))], bin('lt', local(1), int(3)), [increment(local(1), 2)], ...keep(local(1)));
    expect(evaluate([...begin, loop, all])).toBe('3,3,3');
  });

  test('a foreach loop has a fresh variable each round', () => {
    const loop = foreach(1, array('int[]', int(4), int(5), int(6)), ...keep(local(1)));
    expect(evaluate([...begin, loop, all])).toBe('4,5,6');
  });

  test('a local of a loop body is fresh each round', () => {
    const loop = for_(
      [let_(1, int(0))],
      bin('lt', local(1), int(3)),
      [increment(local(1), 2)],
      let_(3, bin('mul', local(1), int(10))),
      ...keep(local(3)),
    );
    expect(evaluate([...begin, loop, all])).toBe('0,10,20');
  });

  test('a pattern variable in a while condition is fresh each round', () => {
    const bound = is(local(101), { p: 'bind', id: 7, name: 'x', t: 'int' });
    const loop = while_(
      { k: 'and', s: [0, 0], t: 'bool', l: bound, r: bin('lt', local(7), int(3)) },
      ...keep(local(7)),
    );
    expect(evaluate([...begin, loop, all])).toBe('0,1,2');
  });

  test('a captured variable is the variable, not its value', () => {
    const body = [
      let_(1, int(1)),
      let_(2, lambda([], [run(update(local(1), 3, add(local(3), int(5)))), ret(local(1))], func), func),
      run(invoke(local(2, func))),
      run(assign(local(1), add(local(1), int(100)))),
      ret(interp(invoke(local(2, func)), '/', local(1))),
    ];
    expect(evaluate(body)).toBe('111/111');
  });

  test('an increment of a local that a nested call changes reads it first', () => {
    // x += f() where f sets x to 50: C# has read the old x.
    const body = [
      let_(1, int(1)),
      let_(2, lambda([], [run(assign(local(1), int(50))), ret(int(7))], func), func),
      run(update(local(1), 3, add(local(3), invoke(local(2, func))))),
      ret(local(1)),
    ];
    expect(evaluate(body)).toBe(8);
  });

  test('a caught exception is fresh each time', () => {
    const clause = {
      s: [0, 0] as const,
      t: 'Exception',
      id: 9,
      name: 'e',
      body: keep({
        k: 'lib',
        s: [0, 0],
        t: 'int',
        m: 'string.Length',
        o: { k: 'lib', s: [0, 0], t: 'string', m: 'Exception.Message', o: local(9, 'Exception'), args: [] },
        args: [],
      }),
    };
    const loop = for_(
      [let_(1, int(0))],
      bin('lt', local(1), int(3)),
      [increment(local(1), 2)],
      try_(
        [
          {
            k: 'throw',
            s: [0, 0],
            e: {
              k: 'lib',
              s: [0, 0],
              t: 'Exception',
              m: 'Exception.new(string)',
              args: [
                {
                  k: 'lib',
                  s: [0, 0],
                  t: 'string',
                  m: 'string.PadLeft(int)',
                  o: interp('x'),
                  args: [add(local(1), int(1))],
                },
              ],
            },
          },
        ],
        [clause],
      ),
    );
    expect(evaluate([...begin, loop, all])).toBe('1,2,3');
  });
});

describe('local functions', () => {
  const helper: Stmt = {
    k: 'localFn',
    s: [0, 0],
    id: 5,
    name: 'Down',
    fn: lambda(
      [param(6)],
      [
        if_(bin('le', local(6), int(0)), [ret(local(1))]),
        ret(
          add(int(1), {
            k: 'callLocal',
            s: [0, 0],
            t: 'int',
            id: 5,
            name: 'Down',
            args: [bin('sub', local(6), int(1))],
          }),
        ),
      ],
    ),
  };

  test('may be called before they stand, call themselves and see later values of what they capture', () => {
    const body: readonly Stmt[] = [
      let_(1, int(10)),
      let_(2, { k: 'callLocal', s: [0, 0], t: 'int', id: 5, name: 'Down', args: [int(3)] }),
      run(assign(local(1), int(20))),
      ret(add(local(2), { k: 'callLocal', s: [0, 0], t: 'int', id: 5, name: 'Down', args: [int(3)] })),
      helper,
    ];
    expect(evaluate(body)).toBe(13 + 23);
  });

  test('become delegates', () => {
    const body: readonly Stmt[] = [
      let_(1, int(10)),
      let_(2, { k: 'fnref', s: [0, 0], t: 'Func<int,int>', local: 5, arity: 1 }, 'Func<int,int>'),
      ret(invoke(local(2, 'Func<int,int>'), [int(2)])),
      helper,
    ];
    expect(evaluate(body)).toBe(12);
  });

  test('may be generic', () => {
    const pick: Stmt = {
      k: 'localFn',
      s: [0, 0],
      id: 5,
      name: 'Zero',
      fn: { ...lambda([], { k: 'default', s: [0, 0], t: '!T' }), typeParams: ['T'] },
    };
    const zero = (t: string): Expr => ({ k: 'callLocal', s: [0, 0], t, id: 5, name: 'Zero', args: [], targs: [t] });
    expect(evaluate([pick, ret(interp(zero('int'), zero('bool'), zero('string')))])).toBe('0False');
  });
});
