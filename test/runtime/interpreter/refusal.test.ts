import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expr, Stmt } from '../../../src/ir/ir.ts';
import { InvalidIrError, PlainHost } from '../../../src/runtime/interpreter/index.ts';
import {
  assign,
  bodyOf,
  box,
  call,
  classField,
  evaluate,
  field,
  fn,
  int,
  interp,
  klass,
  lambda,
  let_,
  lib,
  local,
  make,
  on,
  program,
  raise,
  ret,
  run,
  str,
  try_,
  while_,
} from './build.ts';

const refused = (e: unknown, source = {}): string => {
  try {
    evaluate(e as Expr, source);
  } catch (x) {
    if (x instanceof InvalidIrError) return x.message;
    throw x;
  }
  return 'accepted';
};
/** Text that would do harm if it ever stood outside a literal. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the tests are about
const evil = '"]; globalThis.broken = 1; //\'`${globalThis.broken = 1}\u2028\n\\';
const broken = (): unknown => (globalThis as { broken?: unknown }).broken;
const s = [0, 0];

describe('what the IR does not promise is refused with its place', () => {
  test('kinds that do not exist', () => {
    expect(refused({ k: 'evil', s, t: 'int' })).toContain('/functions/Main()/body/0/e: no such expression');
    expect(refused({ k: '__proto__', s, t: 'int' })).toContain('no such expression');
    expect(refused({ k: 'constructor', s, t: 'int' })).toContain('no such expression');
    expect(refused([{ k: 'with', s }])).toContain('no such statement');
    expect(refused({ k: 'is', s, t: 'bool', e: int(1), p: { p: 'eval' } })).toContain('no such pattern');
    expect(refused({ k: 'bin', s, t: 'int', op: 'toString', on: 'int', l: int(1), r: int(2) })).toContain(
      'no operator',
    );
    expect(refused({ k: 'bin', s, t: 'int', op: 'add', on: evil, l: int(1), r: int(2) })).toContain('no such domain');
    expect(refused({ k: 'un', s, t: 'int', op: evil, on: 'int', e: int(1) })).toContain('no operator');
  });

  test('names and numbers that are none', () => {
    expect(refused({ k: 'const', s, t: 'int', v: evil })).toContain('not a number');
    expect(refused({ k: 'const', s, t: 'int', v: 1.5 })).toContain('not an int');
    expect(refused({ k: 'const', s, t: 'long', v: '1n;evil()' })).toContain('not a long');
    expect(refused({ k: 'const', s, t: 'long', v: '9223372036854775808' })).toContain('not a long');
    expect(refused({ k: 'const', s, t: 'decimal', v: '1m' })).toContain('not a decimal');
    expect(refused({ k: 'const', s, t: 'double', v: 'process' })).toContain('not a number');
    expect(refused({ k: 'local', s, t: 'int', id: '1;evil()', name: 'x' })).toContain('not a number');
    expect(refused({ k: 'local', s, t: 'int', id: -1, name: 'x' })).toContain('not a number');
    expect(refused({ k: 'local', s, t: 'int', id: 77, name: 'x' })).toContain('not declared');
    expect(refused([{ k: 'return', s: ['evil()', 0] }])).toContain('no span');
    expect(refused({ k: 'default', s, t: 'List<' })).toContain('not a type');
    expect(refused({ k: 'default', s, t: '!T' })).toContain('type parameter');
    expect(refused({ k: 'interp', s, t: 'string', parts: [{ e: int(1), align: '1);evil(' }] })).toContain('alignment');
    expect(refused({ k: 'fnref', s, t: 'Func', fn: 'Main()', arity: 'x' })).toContain('number of parameters');
  });

  test('targets that do not exist', () => {
    expect(refused(call('Nobody()'))).toContain('no such function');
    expect(refused(make('Nobody'))).toContain('no such class');
    expect(refused(field(int(1), 'x', 'Nobody'))).toContain('no such member');
    expect(refused({ k: 'field', s, t: 'int', o: int(1), f: 'Item9', owner: '(int,int)' })).toContain('no such part');
    expect(refused({ k: 'sfield', s, t: 'int', owner: 'Nobody', f: 'x' })).toContain('no such static field');
    expect(refused({ k: 'this', s, t: 'int' })).toContain("'this'");
    expect(refused([{ k: 'break', s }])).toContain("'break' outside");
    expect(refused([{ k: 'goto', s, state: 'X' }])).toContain("'goto' outside");
    expect(refused([{ k: 'throw', s }])).toContain("'throw;' outside");
    expect(refused({ k: 'newEntity', s, t: 'X', e: 'X', init: [] })).toContain('no such entity');
    expect(refused({ k: 'assign', s, t: 'int', to: int(1), v: int(1) })).toContain('cannot be assigned');
    expect(refused({ ...(call('Main()', [int(1)]) as object), order: [3] })).toContain("'order'");
  });

  test('nodes that are not there', () => {
    expect(refused({ k: 'bin', s, t: 'int', op: 'add', on: 'int', l: int(1) })).toContain(
      '/body/0/e/r: not an expression',
    );
    expect(refused({ k: 'call', s, t: 'int', fn: 'Main()' })).toContain("'args' is not a list");
    expect(refused([{ k: 'if', s, c: int(1) }])).toContain('not a list');
    expect(refused([{ k: 'local', s, id: 1, name: 'x', t: 'int', init: 5 }])).toContain('not an expression');
    expect(refused([null])).toContain('not a statement');
    expect(refused({ k: 'switchx', s, t: 'int', e: int(1), arms: [null] })).toContain('invalid IR');
  });

  test('text nested beyond measure', () => {
    let e: Expr = int(1);
    for (let i = 0; i < 5000; i++) e = { k: 'un', s: [0, 0], t: 'int', op: 'neg', on: 'int', e };
    expect(refused(e)).toContain('nested too deeply');
    let text: Expr = str('a');
    for (let i = 0; i < 5000; i++)
      text = { k: 'bin', s: [0, 0], t: 'string', op: 'add', on: 'string', l: text, r: str('b') };
    expect((evaluate(text) as string).length).toBe(5001);
    const chain = klass('A', [], [], { base: 'B' });
    expect(refused(make('A'), { classes: [chain, klass('B', [], [], { base: 'A' })] })).toContain(
      'derives from itself',
    );
  });

  test('any node with a part replaced by anything', () => {
    const whole: readonly Stmt[] = [
      let_(1, int(1)),
      let_(2, lambda([], local(1), 'Func<int>'), 'Func<int>'),
      while_(
        {
          k: 'is',
          s: [0, 0],
          t: 'bool',
          e: box(int(1)),
          p: { p: 'type', t: 'int', sub: { p: 'bind', id: 9, name: 'x', t: 'int' } },
        },
        { k: 'break', s: [0, 0] },
      ),
      try_([raise()], [on('Exception', [run(assign(local(1), int(2)))], { id: 5 })], [run(interp('a', local(1)))]),
      ret(
        lib(
          'Math.Max(int,int)',
          [local(1), { k: 'invoke', s: [0, 0], t: 'int', f: local(2, 'Func<int>'), args: [] }],
          'int',
        ),
      ),
    ];
    const paths: (string | number)[][] = [];
    const collect = (node: unknown, path: (string | number)[]): void => {
      if (path.length > 0) paths.push(path);
      if (typeof node !== 'object' || node === null) return;
      for (const [key, part] of Object.entries(node)) collect(part, [...path, Array.isArray(node) ? Number(key) : key]);
    };
    collect(whole, []);
    const anything = fc.oneof(
      fc.constantFrom(null, evil, 'constructor', '__proto__', 'h', 'K', -1, 1.5, {}, [], true),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths), anything, (path, value) => {
        const copy = structuredClone(whole) as unknown;
        let at = copy as Record<string | number, unknown>;
        for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
        at[path.at(-1) as string | number] = value;
        try {
          evaluate(copy as readonly Stmt[], {}, { fuel: 10_000 });
        } catch {
          // Refused, or it failed when it ran; what matters is what it did not do.
        }
        expect(broken()).toBe(undefined);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('names are never code', () => {
  const names = [
    evil,
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'f',
    'with',
    "'",
    'a-b',
    'ünïcode',
    '',
  ];

  test('members of classes', () => {
    for (const name of names) {
      const classes = [klass('C', [classField(name, 'int', int(3)), classField('Other', 'int')])];
      const o = local(1, 'C');
      const body = [
        let_(1, make('C'), 'C'),
        run(
          assign(field(o, name, 'C'), {
            k: 'bin',
            s: [0, 0],
            t: 'int',
            op: 'add',
            on: 'int',
            l: field(o, name, 'C'),
            r: int(4),
          }),
        ),
        ret(field(o, name, 'C')),
      ];
      expect(evaluate(body, { classes })).toBe(7);
    }
    expect(broken()).toBe(undefined);
    expect(({} as { Other?: unknown }).Other).toBe(undefined);
  });

  test('functions, classes and states', () => {
    expect(evaluate(call(evil), { functions: [fn(evil, [], [ret(int(4))])] })).toBe(4);
    const name = evil.replaceAll(/[<>,?[\](){}:!]/g, '');
    expect(evaluate(field(make(name), 'A', name), { classes: [klass(name, [classField('A', 'int', int(2))])] })).toBe(
      2,
    );
    const compiled = program();
    expect(compiled.body(bodyOf({ k: 'goto', s: [0, 0], state: evil }))(new PlainHost(compiled), [])).toEqual({
      goto: evil,
      line: 0,
    });
    expect(evaluate(str(evil))).toBe(evil);
    expect(evaluate(interp(evil, str(evil)))).toBe(evil + evil);
    expect(() => evaluate(lib(evil, [], 'int'))).toThrow('not available');
    expect(() => evaluate({ k: 'secret', s: [0, 0], t: 'string', name: evil })).toThrow('not available');
    const anon: Expr = { k: 'anon', s: [0, 0], t: '{__proto__:int}', fields: [{ f: '__proto__', v: int(5) }] };
    expect(evaluate(field(anon, '__proto__', '{__proto__:int}'))).toBe(5);
    expect(broken()).toBe(undefined);
  });
});

describe('values of other types than the IR states', () => {
  const elem = (o: unknown, i: unknown): unknown => ({ k: 'elem', s, t: 'object', o, i });
  const name = (text: string): unknown => ({ k: 'const', s, t: 'string', v: text });
  const array = { k: 'array', s, t: 'int[]', items: [] };

  test.each([
    ['an index that is a text', elem(elem(array, name('constructor')), name('constructor'))],
    [
      'an index that is a text, in a local',
      elem(elem(array, { k: 'cast', s, t: 'int', from: 'object', e: name('constructor') }), name('constructor')),
    ],
  ])('%s leads to no function of JavaScript', (_what, f) => {
    const call = {
      k: 'invoke',
      s,
      t: 'int',
      f: { k: 'invoke', s, t: 'object', f, args: [name('globalThis.broken = 1')] },
      args: [],
    };
    expect(() => evaluate(call as unknown as Expr)).toThrow();
    expect(broken()).toBeUndefined();
  });

  test('a member named as JavaScript names its own is read from what holds it only', () => {
    const boxed = { k: 'box', s, t: 'object', from: 'int', e: array };
    const row = {
      types: {
        enums: [],
        classes: [],
        clients: [],
        entities: [
          {
            name: 'E',
            interfaces: [],
            fields: [{ name: 'constructor', t: 'object', required: false, rules: [], span: s, nameSpan: s }],
            uniques: [],
            invariants: [],
            file: 0,
            span: s,
            nameSpan: s,
          },
        ],
      },
    };
    const read = { k: 'field', s, t: 'object', o: boxed, f: 'constructor', owner: 'E' };
    expect(() => evaluate(read as unknown as Expr, row as never)).toThrow();
  });
});

describe('what is of the form and does what its types rule out', () => {
  const illTyped: readonly (readonly [string, unknown])[] = [
    ['text that is a number', { k: 'lib', s, t: 'string', m: 'string.Substring(int)', o: int(5), args: [int(1)] }],
    ['a decimal that is text', { k: 'un', s, t: 'decimal', op: 'neg', on: 'decimal', e: str('1') }],
    ['a delegate that is text', { k: 'invoke', s, t: 'int', f: str('f'), args: [] }],
  ];

  test.each(illTyped)('%s is refused when it runs', (_what, e) => {
    let thrown: unknown;
    try {
      evaluate(e as Expr);
    } catch (x) {
      thrown = x;
    }
    expect(thrown).toBeInstanceOf(InvalidIrError);
    expect((thrown as InvalidIrError).message).toContain('a value is not what its type says');
    expect((thrown as InvalidIrError).cause).toBeInstanceOf(TypeError);
  });

  test('no catch of the app sees it, and no finally runs', () => {
    const bad = { k: 'un', s, t: 'decimal', op: 'neg', on: 'decimal', e: str('1') } as unknown as Expr;
    const body = [try_([run(bad)], [on('Exception', [ret(int(1))])], [ret(int(2))]), ret(int(3))];
    expect(() => evaluate(body)).toThrow(InvalidIrError);
  });
});
