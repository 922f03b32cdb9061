import { describe, expect, test } from 'vitest';
import type { Expr, IrFunction, Stmt } from '../../../src/ir/ir.ts';
import type { ClassModel } from '../../../src/ir/model.ts';
import { PlainHost } from '../../../src/runtime/interpreter/index.ts';
import { ExceptionValue, type Instance } from '../../../src/runtime/library/values.ts';
import {
  add,
  assign,
  bin,
  box,
  call,
  callOn,
  classField,
  evaluate,
  field,
  fn,
  int,
  interp,
  is,
  klass,
  let_,
  lib,
  libOn,
  local,
  make,
  method,
  nil,
  on,
  param,
  program,
  ret,
  run,
  type Source,
  self,
  str,
  thrown,
  try_,
} from './build.ts';

const text = (key: string, owner: string, value: Expr, more: Partial<IrFunction> = {}): IrFunction =>
  method(owner, key, [], [ret(value)], { returns: 'string', ...more });
const ctor = (owner: string, key: string, body: readonly Stmt[], more: Partial<IrFunction> = {}): IrFunction =>
  fn(key, [], body, { owner, kind: 'constructor', returns: 'void', ...more });
const log: Expr & { k: 'sfield' } = { k: 'sfield', s: [0, 0], t: 'string', owner: 'Log', f: 'Text' };
const note = (t: string): Expr => assign(log, bin('add', log, str(t), 'string'));
const logClass = klass('Log', [classField('Text', 'string', str(''), { static: true })]);
/** A field initialiser that notes its name. */
const noting = (name: string): Expr => ({
  k: 'cond',
  s: [0, 0],
  t: 'int',
  c: bin('eq', note(name), str(''), 'string'),
  a: int(0),
  b: int(1),
});

describe('construction', () => {
  const source: Source = {
    classes: [
      logClass,
      klass('Base', [classField('A', 'int', noting('a'))], ['Base.new()']),
      klass('Derived', [classField('B', 'int', noting('b'))], ['Derived.new()'], { base: 'Base' }),
      klass('Plain', [classField('C', 'int', noting('c'))], [], { base: 'Derived' }),
    ],
    functions: [
      ctor('Base', 'Base.new()', [run(note('(base)'))]),
      ctor('Derived', 'Derived.new()', [run(note('(derived)'))], {
        chain: { ctor: 'Base.new()', args: [], self: false },
      }),
    ],
  };

  test('runs derived initialisers, then the base, then the body', () => {
    expect(evaluate([run(make('Derived', 'Derived.new()')), ret(log)], source)).toBe('ba(base)(derived)');
  });

  test('an implicit constructor runs the base’s too', () => {
    expect(evaluate([run(make('Plain')), ret(log)], source)).toBe('cba(base)(derived)');
  });

  test(': this(…) leaves the initialisers to the other constructor', () => {
    const more = ctor('Base', 'Base.new(int)', [run(note('(int)'))], {
      chain: { ctor: 'Base.new()', args: [], self: true },
    });
    const functions = [...(source.functions ?? []), more];
    expect(evaluate([run(make('Base', 'Base.new(int)')), ret(log)], { ...source, functions })).toBe('a(base)(int)');
  });

  test('an object initialiser sets members after the constructor, in order', () => {
    const e = { ...make('Base', 'Base.new()'), init: [{ f: 'A', s: [0, 0], v: int(5) }] } as Expr;
    expect(evaluate([ret(field(e, 'A', 'Base'))], source)).toBe(5);
  });

  test('fields that nobody sets have their types’ defaults', () => {
    const classes = [
      klass('D', [
        classField('S', 'string'),
        classField('N', 'int?'),
        classField('L', 'long'),
        classField('B', 'bool'),
        classField('D', 'decimal'),
      ]),
    ];
    const o = evaluate(make('D'), { classes }) as Instance;
    expect(o.f['S']).toBe(null);
    expect(o.f['N']).toBe(null);
    expect(o.f['L']).toBe(0n);
    expect(o.f['B']).toBe(false);
    expect(String(o.f['D'])).toBe('0');
  });
});

describe('static fields', () => {
  test('are initialised at first use, see defaults of later ones, and live as long as the host', () => {
    const one: Expr & { k: 'sfield' } = { k: 'sfield', s: [0, 0], t: 'int', owner: 'S', f: 'One' };
    const two: Expr & { k: 'sfield' } = { k: 'sfield', s: [0, 0], t: 'int', owner: 'S', f: 'Two' };
    const compiled = program({
      classes: [
        klass('S', [
          classField('One', 'int', add(two, int(1)), { static: true }),
          classField('Two', 'int', int(5), { static: true }),
        ]),
      ],
      functions: [fn('Next()', [], [run(assign(two, add(two, one))), ret(two)])],
    });
    const host = new PlainHost(compiled);
    expect(compiled.call('Next()', host, [])).toBe(6);
    expect(compiled.call('Next()', host, [])).toBe(7);
    expect(compiled.call('Next()', new PlainHost(compiled), [])).toBe(6);
  });
});

describe('dispatch', () => {
  const source: Source = {
    classes: [
      klass('IShape', [], ['IShape.Name()', 'IShape.Twice()', 'IShape.get_Size()'], { form: 'interface' }),
      klass('Shape', [], ['Shape.Name()'], { interfaces: ['IShape'] }),
      klass('Square', [classField('Size', 'int', int(4))], ['Square.Name()', 'Square.Base()'], { base: 'Shape' }),
      klass('Quiet', [], [], { base: 'Square' }),
      klass('Other', [], ['Other.Name()', 'Other.Twice()'], { interfaces: ['IShape'] }),
      klass('Late', [], [], { base: 'Unaware', interfaces: ['IShape'] }),
      klass('Unaware', [], ['Unaware.Name()']),
    ],
    functions: [
      method('IShape', 'IShape.Name()', [], [], { body: undefined as never }),
      method('IShape', 'IShape.get_Size()', [], [], { body: undefined as never, kind: 'getter' }),
      text(
        'IShape.Twice()',
        'IShape',
        bin('add', callOn(self('IShape'), 'IShape.Name()', [], 'string', true), str('!'), 'string'),
        { virtual: true },
      ),
      text('Shape.Name()', 'Shape', str('shape'), { virtual: true, overrides: ['IShape.Name()'] }),
      text('Square.Name()', 'Square', str('square'), { virtual: true, overrides: ['Shape.Name()'] }),
      text('Square.Base()', 'Square', callOn(self('Square'), 'Shape.Name()', [], 'string')),
      text('Other.Name()', 'Other', str('other'), { overrides: ['IShape.Name()'] }),
      text('Other.Twice()', 'Other', str('own'), { overrides: ['IShape.Twice()'] }),
      text('Unaware.Name()', 'Unaware', str('unaware')),
    ].map((f) => (f.body === undefined ? (({ body: _, ...rest }) => rest)(f) : f)),
  };
  const on_ = (c: string, key: string): unknown => evaluate(callOn(make(c), key, [], 'string', true), source);

  test('a virtual call reaches the nearest override', () => {
    expect(on_('Shape', 'Shape.Name()')).toBe('shape');
    expect(on_('Square', 'Shape.Name()')).toBe('square');
    expect(on_('Quiet', 'Shape.Name()')).toBe('square');
  });

  test('an interface call reaches the override of what implements the interface', () => {
    expect(on_('Quiet', 'IShape.Name()')).toBe('square');
    expect(on_('Other', 'IShape.Name()')).toBe('other');
  });

  test('an interface’s own body serves where there is no other, and calls what the class has', () => {
    expect(on_('Square', 'IShape.Twice()')).toBe('square!');
    expect(on_('Other', 'IShape.Twice()')).toBe('own');
  });

  test('an inherited member implements an interface that it does not name', () => {
    expect(on_('Late', 'IShape.Name()')).toBe('unaware');
  });

  test('base.M() is not virtual', () => {
    expect(on_('Quiet', 'Square.Base()')).toBe('shape');
  });

  test('an auto-property implements an accessor of an interface', () => {
    const size: Expr = {
      k: 'prop',
      s: [0, 0],
      t: 'int',
      o: make('Quiet'),
      get: 'IShape.get_Size()',
      args: [],
      virt: true,
    };
    expect(evaluate(size, source)).toBe(4);
  });

  test('a delegate of a virtual method is bound to its receiver', () => {
    const delegate: Expr = {
      k: 'fnref',
      s: [0, 0],
      t: 'Func<string>',
      fn: 'Shape.Name()',
      o: make('Square'),
      virt: true,
      arity: 0,
    };
    expect(
      evaluate(
        [
          let_(1, delegate, 'Func<string>'),
          ret({ k: 'invoke', s: [0, 0], t: 'string', f: local(1, 'Func<string>'), args: [] }),
        ],
        source,
      ),
    ).toBe('square');
  });
});

describe('overridden members of object', () => {
  const key = (n: number): Expr => field(self('Id'), 'N', 'Id') && field(local(n, 'Id'), 'N', 'Id');
  const source: Source = {
    classes: [klass('Id', [classField('N', 'int')], ['Id.ToString()', 'Id.Equals(object)', 'Id.GetHashCode()'])],
    functions: [
      text('Id.ToString()', 'Id', interp('#', field(self('Id'), 'N', 'Id')), {
        overrides: ['object.ToString()'],
        virtual: true,
      }),
      method(
        'Id',
        'Id.Equals(object)',
        [param(1, 'object')],
        [
          let_(2, { k: 'as', s: [0, 0], t: 'Id', from: 'object', e: local(1, 'object') }, 'Id'),
          ret({
            k: 'and',
            s: [0, 0],
            t: 'bool',
            l: bin('ne', local(2, 'Id'), nil('Id'), 'ref'),
            r: bin('eq', key(2), field(self('Id'), 'N', 'Id')),
          }),
        ],
        { overrides: ['object.Equals(object)'], virtual: true },
      ),
      method('Id', 'Id.GetHashCode()', [], [ret(field(self('Id'), 'N', 'Id'))], {
        overrides: ['object.GetHashCode()'],
        virtual: true,
      }),
    ],
  };
  const id = (n: number): Expr => ({ ...make('Id'), init: [{ f: 'N', s: [0, 0], v: int(n) }] }) as Expr;

  test('text, equality and hash keys ask them', () => {
    expect(evaluate(interp('<', id(7), '>'), source)).toBe('<#7>');
    const o = (e: Expr): Expr => ({ ...e, t: 'object' }) as Expr;
    expect(evaluate(lib('object.Equals(object,object)', [o(id(7)), o(id(7))], 'bool'), source)).toBe(true);
    expect(evaluate(libOn(o(id(7)), 'object.ToString()', [], 'string'), source)).toBe('#7');
    expect(evaluate(libOn(o(id(7)), 'object.Equals(object)', [o(id(8))], 'bool'), source)).toBe(false);
  });
});

describe('exceptions of the app', () => {
  const source: Source = {
    classes: [
      klass('AppError', [classField('Code', 'int', int(1))], ['AppError.new(string)', 'AppError.Doubled()'], {
        base: 'ValidationException',
      }),
      klass('Worse', [classField('More', 'string')], [], { base: 'AppError' }),
    ],
    functions: [
      fn(
        'AppError.new(string)',
        [param(1, 'string')],
        [run(assign(field(self('AppError'), 'Code', 'AppError'), int(42)))],
        {
          owner: 'AppError',
          kind: 'constructor',
          chain: { ctor: 'ValidationException.new(string)', args: [local(1, 'string')], self: false },
        },
      ),
      method(
        'AppError',
        'AppError.Doubled()',
        [],
        [ret(bin('mul', field(self('AppError'), 'Code', 'AppError'), int(2)))],
        { virtual: true },
      ),
    ],
  };
  const throwing = thrown(make('AppError', 'AppError.new(string)', [str('no')]));

  test('are caught as themselves, their bases and Exception, with their fields', () => {
    const caught = (type: string): unknown =>
      evaluate(
        [
          try_(
            [throwing],
            [on(type, [ret(libOn(local(5, 'Exception'), 'Exception.Message', [], 'string'))], { id: 5 })],
          ),
        ],
        source,
      );
    for (const type of ['AppError', 'ValidationException', 'Exception']) expect(caught(type)).toBe('no');
    expect(() => caught('NetworkException')).toThrow();
    const doubled = callOn(local(5, 'AppError'), 'AppError.Doubled()', [], 'int', true);
    expect(evaluate([try_([throwing], [on('AppError', [ret(doubled)], { id: 5 })])], source)).toBe(84);
  });

  test('without a message say what their library base says', () => {
    const e = evaluate(make('Worse'), source);
    expect(e).toBeInstanceOf(ExceptionValue);
    expect((e as ExceptionValue).message).toBe('A value was refused.');
    expect((e as ExceptionValue).fields['Code']).toBe(1);
    expect((e as ExceptionValue).type).toBe('Worse');
  });
});

describe('generic classes', () => {
  const boxClass: ClassModel = klass('Box', [classField('V', '!T')], ['Box.Zero()', 'Box.Is(object)', 'Box.Of()'], {
    typeParams: ['T'],
  });
  const source: Source = {
    classes: [boxClass, klass('IntBox', [], [], { base: 'Box<int>' })],
    functions: [
      method('Box', 'Box.Zero()', [], [ret({ k: 'default', s: [0, 0], t: '!T' })]),
      method('Box', 'Box.Is(object)', [param(1, 'object')], [ret(is(local(1, 'object'), { p: 'type', t: '!T' }))]),
      method('Box', 'Box.Of()', [], [ret(make('Box<!T>'))], { static: true }),
      fn(
        'Pick(T,T,bool)',
        [param(1, '!T'), param(2, '!T'), param(3, 'bool')],
        [ret({ k: 'cond', s: [0, 0], t: '!T', c: local(3, 'bool'), a: local(1, '!T'), b: local(2, '!T') })],
        { typeParams: ['T'] },
      ),
      fn('Name(T)', [param(1, '!T')], [ret(libOn(box(local(1, '!T'), '!T'), 'object.ToString()', [], 'string'))], {
        typeParams: ['T'],
      }),
    ],
  };

  test('know their type arguments', () => {
    expect(evaluate(callOn(make('Box<int>'), 'Box.Zero()'), source)).toBe(0);
    expect(evaluate(callOn(make('Box<string>'), 'Box.Zero()'), source)).toBe(null);
    expect(evaluate(callOn(make('IntBox'), 'Box.Zero()'), source)).toBe(0);
    expect(evaluate(callOn(make('Box<int>'), 'Box.Is(object)', [box(int(1))]), source)).toBe(true);
    expect(evaluate(callOn(make('Box<string>'), 'Box.Is(object)', [box(int(1))]), source)).toBe(false);
    expect(evaluate(callOn(make('Box<string>'), 'Box.Is(object)', [str('x')]), source)).toBe(true);
  });

  test('are different types when closed differently', () => {
    const test_ = (type: string): unknown =>
      evaluate(is({ ...make('IntBox'), t: 'object' } as Expr, { p: 'type', t: type }), source);
    expect(test_('Box<int>')).toBe(true);
    expect(test_('Box<string>')).toBe(false);
    const o = evaluate(
      { k: 'call', s: [0, 0], t: 'Box<int>', fn: 'Box.Of()', args: [], targs: ['int'] },
      source,
    ) as Instance;
    expect(o.c.name).toBe('Box<int>');
  });

  test('a generic function has its arguments by name', () => {
    const named = (e: Expr, t: string): unknown =>
      evaluate({ k: 'call', s: [0, 0], t: 'string', fn: 'Name(T)', args: [e], targs: [t] }, source);
    expect(named(int(65), 'char')).toBe('A');
    expect(named(int(65), 'int')).toBe('65');
    expect(named({ k: 'const', s: [0, 0], t: 'bool', v: true }, 'bool')).toBe('True');
  });
});

describe('copies and anonymous objects', () => {
  test('with copies an instance and sets members of the copy', () => {
    const classes = [klass('P', [classField('X', 'int'), classField('__proto__', 'int')])];
    const first = {
      ...make('P'),
      init: [
        { f: 'X', s: [0, 0], v: int(1) },
        { f: '__proto__', s: [0, 0], v: int(2) },
      ],
    } as Expr;
    const copy: Expr = { k: 'with', s: [0, 0], t: 'P', e: local(1, 'P'), init: [{ f: 'X', s: [0, 0], v: int(9) }] };
    const body = [
      let_(1, first, 'P'),
      let_(2, copy, 'P'),
      ret(
        interp(field(local(1, 'P'), 'X', 'P'), field(local(2, 'P'), 'X', 'P'), field(local(2, 'P'), '__proto__', 'P')),
      ),
    ];
    expect(evaluate(body, { classes })).toBe('192');
  });

  test('an anonymous object has its members by name', () => {
    const t = '{A:int,B:string}';
    const o: Expr = {
      k: 'anon',
      s: [0, 0],
      t,
      fields: [
        { f: 'A', v: int(1) },
        { f: 'B', v: str('b') },
      ],
    };
    const copy: Expr = { k: 'with', s: [0, 0], t, e: o, init: [{ f: 'A', s: [0, 0], v: int(2) }] };
    expect(evaluate(interp(field(o, 'A', t), field(copy, 'A', t), field(copy, 'B', t, 'string')))).toBe('12b');
  });
});

test('an interface that is not implemented is not a type of the instance', () => {
  const classes = [klass('A', []), klass('I', [], [], { form: 'interface' })];
  expect(evaluate(is({ ...make('A'), t: 'object' } as Expr, { p: 'type', t: 'I' }), { classes })).toBe(false);
  expect(
    evaluate(
      [
        try_(
          [run({ k: 'cast', s: [0, 0], t: 'I', from: 'object', e: make('A') })],
          [on('InvalidCastException', [ret(str('refused'))])],
        ),
        ret(call('x')),
      ].slice(0, 1),
      { classes },
    ),
  ).toBe('refused');
});
