import { describe, expect, test } from 'vitest';
import type { CatchClause, Expr, Stmt } from '../../../src/ir/ir.ts';
import { PlainHost } from '../../../src/runtime/interpreter/index.ts';
import { EngineAbort, type ExceptionValue } from '../../../src/runtime/library/values.ts';
import {
  assign,
  bin,
  block,
  bodyOf,
  bool,
  call,
  evaluate,
  fn,
  for_,
  goto_,
  if_,
  increment,
  int,
  invoke,
  lambda,
  let_,
  libOn,
  local,
  on,
  program,
  raise,
  ret,
  run,
  str,
  thrown,
  try_,
  while_,
} from './build.ts';

const notes = local(1, 'string');
const note = (text: string): Stmt => run(assign(notes, bin('add', notes, str(text), 'string')));
const begin = let_(1, str(''), 'string');
const message = (id: number): Expr => libOn(local(id, 'Exception'), 'Exception.Message', [], 'string');

describe('try, catch and finally', () => {
  const exits: Readonly<Record<string, { readonly leave: Stmt; readonly seen: string }>> = {
    'its end': { leave: block(), seen: 'bfa' },
    return: { leave: ret(notes), seen: 'bf' },
    break: { leave: { k: 'break', s: [0, 0] }, seen: 'bfa' },
    continue: { leave: { k: 'continue', s: [0, 0] }, seen: 'bfbfa' },
    throw: { leave: raise(), seen: 'bfca' },
  };

  for (const [name, { leave, seen }] of Object.entries(exits)) {
    test(`finally runs when the block is left by ${name}`, () => {
      // Two rounds at most; the notes are read through a lambda, since `return` has taken its value before `finally`.
      const loop = for_(
        [let_(2, int(0))],
        bin('lt', local(2), int(2)),
        [increment(local(2), 3)],
        try_(
          [
            try_([note('b'), leave], [], [note('f')]),
            ...(name === 'continue' ? [] : [{ k: 'break', s: [0, 0] } as Stmt]),
          ],
          [on('Exception', [note('c'), { k: 'break', s: [0, 0] }])],
        ),
      );
      const read = let_(9, lambda([], notes, 'Func<string>'), 'Func<string>');
      const source = { functions: [] };
      const result = evaluate(
        [
          begin,
          read,
          let_(8, invoke(lambda([], [loop, note('a'), ret(notes)], 'Func<string>')), 'string'),
          ret(invoke(local(9, 'Func<string>'), [], 'string')),
        ],
        source,
      );
      expect(result).toBe(seen);
    });
  }

  test('the value of return is taken before finally runs', () => {
    expect(evaluate([let_(1, int(1)), try_([ret(local(1))], [], [run(assign(local(1), int(2)))])])).toBe(1);
  });

  test('clauses are asked in order, and a subtype fits', () => {
    const attempt = (type: string): unknown =>
      evaluate([
        try_(
          [raise(type)],
          [
            on('DivideByZeroException', [ret(str('zero'))]),
            on('ArithmeticException', [ret(str('arithmetic'))]),
            on(undefined, [ret(str('any'))]),
          ],
        ),
        ret(str('none')),
      ]);
    expect(attempt('DivideByZeroException')).toBe('zero');
    expect(attempt('OverflowException')).toBe('arithmetic');
    expect(attempt('FormatException')).toBe('any');
  });

  test('a filter sees the exception, and one that fails does not match', () => {
    const filtered = (filter: Expr): readonly CatchClause[] => [
      on('Exception', [ret(str('first'))], { id: 5, filter }),
      on('Exception', [ret(str('second'))]),
    ];
    const attempt = (filter: Expr): unknown => evaluate([try_([raise()], filtered(filter)), ret(str('none'))]);
    expect(attempt(bin('eq', message(5), str('bad'), 'string'))).toBe('first');
    expect(attempt(bin('eq', message(5), str('other'), 'string'))).toBe('second');
    expect(attempt(bin('eq', bin('div', int(1), int(0)), int(0)))).toBe('second');
  });

  test('throw; keeps the exception and its stack, throw e; begins the stack anew', () => {
    const functions = [
      fn('Deep()', [], [raise()]),
      fn('Keep()', [], [try_([run(call('Deep()'))], [on('Exception', [thrown()])])]),
      fn('Anew()', [], [try_([run(call('Deep()'))], [on('Exception', [thrown(local(1, 'Exception'))], { id: 1 })])]),
    ];
    const stack = (key: string): readonly string[] => {
      try {
        evaluate(call(key), { functions });
      } catch (e) {
        return (e as ExceptionValue).stack;
      }
      return [];
    };
    expect(stack('Keep()')).toEqual(['Deep', 'Keep', 'Main']);
    expect(stack('Anew()')).toEqual(['Anew', 'Main']);
  });

  test('an exception in finally replaces the first one', () => {
    const body = [
      try_(
        [try_([raise('FormatException')], [], [raise('OverflowException', 'second')])],
        [on('Exception', [ret(message(5))], { id: 5 })],
      ),
      ret(str('')),
    ];
    expect(evaluate(body)).toBe('second');
  });

  test('catch inside a loop that goes on', () => {
    const body = [
      begin,
      for_(
        [let_(2, int(0))],
        bin('lt', local(2), int(3)),
        [increment(local(2), 3)],
        try_([raise()], [on('Exception', [note('c'), { k: 'continue', s: [0, 0] }])]),
        note('x'),
      ),
      ret(notes),
    ];
    expect(evaluate(body)).toBe('ccc');
  });

  test('throw null is a NullReferenceException', () => {
    const body = [
      try_([thrown({ k: 'const', s: [0, 0], t: 'Exception', v: null })], [on('NullReferenceException', [ret(int(1))])]),
      ret(int(0)),
    ];
    expect(evaluate(body)).toBe(1);
  });
});

describe('stack frames', () => {
  test('name function, file and line, innermost first', () => {
    const at = (line: number) => [line * 10, line * 10 + 5] as const;
    const functions = [
      fn('Send()', [], [{ ...raise(), s: at(3) } as Stmt]),
      fn('Outer()', [], [{ ...let_(1, int(1)), s: at(7) } as Stmt, { ...run(call('Send()')), s: at(8) } as Stmt]),
    ];
    const compiled = program({
      functions,
      sources: [{ path: 'invite.osy', lines: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] }],
    });
    try {
      compiled.call('Outer()', new PlainHost(compiled), []);
      expect.unreachable();
    } catch (e) {
      expect((e as ExceptionValue).stack).toEqual(['Send (invite.osy:4)', 'Outer (invite.osy:9)']);
    }
  });

  test('lambdas have frames of their own, and a deep unwinding stays short', () => {
    const functions = [
      fn('Run()', [], [let_(1, lambda([], [raise()], 'Func<int>'), 'Func<int>'), ret(invoke(local(1, 'Func<int>')))]),
      fn(
        'Deep(int)',
        [{ id: 1, name: 'n', t: 'int' }],
        [if_(bin('eq', local(1), int(0)), [raise()]), ret(call('Deep(int)', [bin('sub', local(1), int(1))]))],
      ),
    ];
    const stackOf = (e: Expr): readonly string[] => {
      try {
        evaluate(e, { functions }, { maxDepth: 5000 });
      } catch (x) {
        return (x as ExceptionValue).stack;
      }
      return [];
    };
    expect(stackOf(call('Run()'))).toEqual(['Run.lambda', 'Run', 'Main']);
    expect(stackOf(call('Deep(int)', [int(1000)])).length).toBe(100);
  });
});

describe('aborts', () => {
  const loop = while_(bool(true), run(increment(local(2), 3)));

  test('pass every catch and run no finally', () => {
    const compiled = program({
      functions: [
        fn(
          'Main()',
          [],
          [
            let_(2, int(0)),
            try_(
              [try_([loop], [on(undefined, [ret(str('caught'))])], [ret(str('finally'))])],
              [on('Exception', [ret(str('outer'))])],
              [ret(str('last'))],
            ),
          ],
        ),
      ],
    });
    const host = new PlainHost(compiled, { fuel: 10_000 });
    expect(() => compiled.call('Main()', host, [])).toThrow(EngineAbort);
  });

  test('pass a filter', () => {
    const body = [
      let_(2, int(0)),
      try_(
        [raise()],
        [
          on('Exception', [ret(int(1))], {
            filter: invoke(lambda([], [loop, ret(bool(true))], 'Func<bool>'), [], 'bool'),
          }),
        ],
      ),
    ];
    expect(() => evaluate(body, {}, { fuel: 1000 })).toThrow(EngineAbort);
  });

  test('what the host throws as an abort is one', () => {
    const body = [
      try_([run(libOn(str('x'), 'Nobody.Has()', [], 'int'))], [on(undefined, [ret(int(1))])], [ret(int(2))]),
    ];
    expect(() => evaluate(body)).toThrow(/Nobody\.Has/);
  });
});

describe('limits', () => {
  const down = fn('Down(int)', [{ id: 1, name: 'n', t: 'int' }], [ret(call('Down(int)', [local(1)]))]);

  test('fuel ends a loop and a recursion', () => {
    expect(() =>
      evaluate([let_(2, int(0)), while_(bool(true), run(increment(local(2), 3)))], {}, { fuel: 500 }),
    ).toThrow(/more steps/);
    expect(() =>
      evaluate(call('Down(int)', [int(1)]), { functions: [down] }, { fuel: 500, maxDepth: 1_000_000 }),
    ).toThrow(/more steps/);
  });

  test('depth is counted through functions, methods and lambdas', () => {
    const reason = (f: () => unknown): unknown => {
      try {
        return f();
      } catch (e) {
        return e instanceof EngineAbort ? e.reason : e;
      }
    };
    expect(reason(() => evaluate(call('Down(int)', [int(1)]), { functions: [down] }, { maxDepth: 100 }))).toBe('depth');
    const self = local(1, 'Func<int>');
    const recursive = [
      let_(1, { k: 'const', s: [0, 0], t: 'Func<int>', v: null }, 'Func<int>'),
      run(assign(self, lambda([], invoke(self), 'Func<int>'))),
      ret(invoke(self)),
    ];
    expect(reason(() => evaluate(recursive, {}, { maxDepth: 100 }))).toBe('depth');
    // The machine's own stack is a limit too.
    expect(reason(() => evaluate(call('Down(int)', [int(1)]), { functions: [down] }, { maxDepth: 100_000_000 }))).toBe(
      'depth',
    );
  });

  test('depth is restored when exceptions leave', () => {
    const functions = [fn('Fail()', [], [run(call('Deeper()'))]), fn('Deeper()', [], [raise()])];
    const body = [
      for_(
        [let_(2, int(0))],
        bin('lt', local(2), int(500)),
        [increment(local(2), 3)],
        try_([run(call('Fail()'))], [on('Exception', [])]),
      ),
      ret(str('done')),
    ];
    expect(evaluate(body, { functions }, { maxDepth: 20 })).toBe('done');
  });

  test('an array may not be larger than memory allows, and not of negative size', () => {
    const made = (n: number): Expr => ({ k: 'newArray', s: [0, 0], t: 'int[]', n: int(n) });
    expect(() => evaluate([run(made(2_000_000_000))])).toThrow(EngineAbort);
    expect(evaluate([try_([run(made(-1))], [on('OverflowException', [ret(int(1))])]), ret(int(0))])).toBe(1);
  });
});

describe('goto', () => {
  test('ends the body, runs finally and is seen by no catch', () => {
    const compiled = program();
    const host = new PlainHost(compiled);
    const log: unknown[] = [];
    host.provided; // `PlainHost` offers nothing by itself.
    const body = bodyOf(
      let_(1, str(''), 'string'),
      try_([goto_('Closed')], [on(undefined, [goto_('Wrong')])], [note('f')]),
      goto_('Never'),
    );
    expect(compiled.body(body)(host, [])).toEqual({ goto: 'Closed', line: 0 });
    expect(log).toEqual([]);
  });

  test('a body that ends without one yields its value', () => {
    const compiled = program();
    expect(compiled.body(bodyOf(ret(int(4))))(new PlainHost(compiled), [])).toEqual({ value: 4 });
    expect(compiled.body(bodyOf())(new PlainHost(compiled), [])).toEqual({ value: null });
    expect(compiled.body({ ...bodyOf({ k: 'goto', s: [0, 0], self: true }) })(new PlainHost(compiled), [])).toEqual({
      goto: 'self',
      line: 0,
    });
  });
});
