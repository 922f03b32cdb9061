import { describe, expect, it } from 'vitest';
import {
  type ArgumentInfo,
  type CallResult,
  type LambdaShape,
  lambdaInfo,
  type ValueInfo,
} from '../../../src/semantics/arguments.ts';
import { functionCallable } from '../../../src/semantics/declarations.ts';
import { displaySignature } from '../../../src/semantics/declarations-members.ts';
import type { Callable } from '../../../src/semantics/symbols.ts';
import { voidType } from '../../../src/semantics/type-table.ts';
import type { Type } from '../../../src/semantics/types.ts';
import { type App, app, show } from './app.ts';

const classes = `class Shape { public int N; } class Square : Shape { }
interface IPriced { } class Book : IPriced { } entity Loan { string Title; int Days; }\n`;

const typed = (a: App, text: string, constant?: number): ValueInfo => {
  const type = a.type(text);
  return constant === undefined ? { kind: 'typed', type } : { kind: 'typed', type, constant };
};
const arg = (value: ValueInfo, name?: string, mode: ArgumentInfo['mode'] = 'value'): ArgumentInfo => ({
  name,
  mode,
  value,
  span: { start: 0, end: 0 },
});
/** `x => body(x)`, an expression that is no statement. */
const lambda = (
  arity: number,
  body: (params: readonly Type[]) => Type | undefined,
  more: Partial<LambdaShape> = {},
): ValueInfo =>
  lambdaInfo(new Array<undefined>(arity).fill(undefined), (params) => {
    const type = body(params);
    return {
      values: type === undefined || type === voidType ? [] : [{ kind: 'typed', type }],
      returns: type,
      isStatement: false,
      isBlock: false,
      endReachable: false,
      hasErrors: type === undefined,
      ...more,
    };
  });

const said = (result: CallResult): string => {
  if (!result.ok) return result.failure.reason;
  const { callable, returns } = result;
  return displaySignature(callable.name, callable.params, returns);
};

function call(declarations: string, args: (a: App) => ArgumentInfo[], typeArgs?: string[]): CallResult {
  const a = app(classes + declarations);
  const candidates = a.functions.map(functionCallable);
  return a.overloads.resolve(candidates, args(a), { typeArgs: typeArgs?.map((t) => a.type(t)) });
}

describe('a call means', () => {
  it.each([
    ['void F(int n) { } void F(long n) { }', ['int'], 'F(int n)'],
    ['void F(long n) { } void F(double n) { }', ['int'], 'F(long n)'],
    ['void F(object o) { } void F(string s) { }', ['string'], 'F(string s)'],
    ['void F(Shape s) { } void F(object o) { }', ['Square'], 'F(Shape s)'],
    ['void F(int? n) { } void F(object o) { }', ['int'], 'F(int? n)'],
    ['void F(params int[] n) { } void F(int n) { }', ['int'], 'F(int n)'],
    ['void F(int a, int b = 1) { } void F(int a) { }', ['int'], 'F(int a)'],
    ['void F<T>(T x) { } void F(int x) { }', ['int'], 'F(int x)'],
    ['void F<T>(T x) { } void F<T>(List<T> x) { }', ['List<int>'], 'F(List<T> x)'],
    ['void F(params object[] n) { }', ['int', 'string'], 'F(params object[] n)'],
  ])('in %s with %j: %s', (declarations, args, expected) => {
    expect(said(call(declarations, (a) => args.map((t) => arg(typed(a, t)))))).toBe(expected);
  });

  it('the parameter that an argument names', () => {
    const result = call('void F(int a, string b = "", int c = 0) { }', (a) => [
      arg(typed(a, 'int'), 'c'),
      arg(typed(a, 'int'), 'a'),
    ]);
    expect(result).toMatchObject({
      ok: true,
      reordered: true,
      supplied: [{ kind: 'argument', index: 1 }, { kind: 'default' }, { kind: 'argument', index: 0 }],
    });
  });

  it('null where a reference is due', () => {
    expect(said(call('void F(int n) { } void F(string s) { }', () => [arg({ kind: 'null' })]))).toBe('F(string s)');
  });

  it('what an out argument declares', () => {
    const result = call('bool F(string s, out int n) { n = 1; return true; }', (a) => [
      arg(typed(a, 'string')),
      arg({ kind: 'outDeclaration', type: undefined }, undefined, 'out'),
    ]);
    expect(result.ok && result.targets.map(show)).toEqual(['string', 'int']);
  });
});

describe('inference', () => {
  const first = (result: CallResult): string | undefined => (result.ok ? show(result.returns) : result.failure.reason);

  it('takes the type that all arguments convert to', () => {
    const f = 'T Pick<T>(T a, T b) => a;';
    expect(first(call(f, (a) => [arg(typed(a, 'int')), arg(typed(a, 'long'))]))).toBe('long');
    expect(first(call(f, (a) => [arg(typed(a, 'Square')), arg(typed(a, 'Shape'))]))).toBe('Shape');
    expect(first(call(f, (a) => [arg(typed(a, 'string')), arg({ kind: 'null' })]))).toBe('string');
    expect(first(call(f, (a) => [arg(typed(a, 'Book')), arg(typed(a, 'Shape'))]))).toBe('inference');
    expect(first(call('T Make<T>() => default;', () => []))).toBe('inference');
  });

  it('goes through lambdas from what they take to what they give', () => {
    const f = 'R Map<T, R>(List<T> items, Func<T, R> f) => default;';
    const result = call(f, (a) => [
      arg(typed(a, 'List<int>')),
      arg(lambda(1, ([p]) => (show(p) === 'int' ? a.type('string') : undefined))),
    ]);
    expect(first(result)).toBe('string');
  });

  it('chains lambdas', () => {
    const f = 'R Two<A, B, R>(A a, Func<A, B> f, Func<B, R> g) => default;';
    const result = call(f, (a) => [
      arg(typed(a, 'int')),
      arg(lambda(1, () => a.type('string'))),
      arg(lambda(1, ([p]) => (show(p) === 'string' ? a.type('bool') : undefined))),
    ]);
    expect(first(result)).toBe('bool');
  });

  it('respects constraints', () => {
    const f = 'T Only<T>(T x) where T : IPriced => x;';
    expect(first(call(f, (a) => [arg(typed(a, 'Book'))]))).toBe('Book');
    expect(first(call(f, (a) => [arg(typed(a, 'Shape'))]))).toBe('constraint');
  });

  it('binds the body of a lambda once for each list of parameter types', () => {
    let bound = 0;
    const declarations = 'void F(Func<int, int> f) { } void F(Func<int, string> f) { } void F(Func<int, bool> f) { }';
    const result = call(declarations, (a) => [
      arg(
        lambda(1, () => {
          bound++;
          return a.type('string');
        }),
      ),
    ]);
    expect(said(result)).toBe('F(Func<int, string> f)');
    expect(bound).toBe(1);
  });

  it('prefers a result to none', () => {
    const declarations = 'void F(Action f) { } void F(Func<int> f) { }';
    expect(said(call(declarations, (a) => [arg(lambda(0, () => a.type('int'), { isStatement: true }))]))).toBe(
      'F(Func<int> f)',
    );
    expect(said(call(declarations, () => [arg(lambda(0, () => voidType, { isStatement: true }))]))).toBe('F(Action f)');
  });
});

describe('LINQ', () => {
  const a = app(classes);
  const method = (type: string, name: string, ...args: ArgumentInfo[]): string | undefined => {
    const receiver = a.type(type);
    const group = a.typing.members.lookupCalled(receiver, name);
    if (group?.kind !== 'methods') return undefined;
    const result = a.overloads.resolveGroup(group, receiver, args);
    return result.ok ? show(result.returns) : result.failure.reason;
  };
  const field = (name: string): ValueInfo =>
    lambda(1, ([p]) => {
      const member = p && a.typing.members.lookup(p, name);
      return member === undefined || member.kind === 'methods' ? undefined : member.type;
    });

  it.each([
    ['IEnumerable<Loan>', 'Where', [lambda(1, () => a.type('bool'))], 'IEnumerable<Loan>'],
    ['List<Loan>', 'Select', [field('Title')], 'IEnumerable<string>'],
    ['Loan[]', 'OrderBy', [field('Days')], 'IOrderedEnumerable<Loan>'],
    ['List<Loan>', 'Sum', [field('Days')], 'int'],
    ['List<Loan>', 'Average', [field('Days')], 'double'],
    ['List<int>', 'Sum', [], 'int'],
    ['List<decimal>', 'Max', [], 'decimal'],
    ['List<Loan>', 'FirstOrDefault', [], 'Loan?'],
    ['List<int>', 'FirstOrDefault', [], 'int'],
    ['List<Loan>', 'ToList', [], 'List<Loan>'],
    ['List<Loan>', 'GroupBy', [field('Title')], 'IEnumerable<IGrouping<string, Loan>>'],
    ['List<Loan>', 'ToDictionary', [field('Title')], 'Dictionary<string, Loan>'],
    ['List<Loan>', 'Count', [lambda(1, () => a.type('bool'))], 'int'],
    ['string', 'Any', [], 'bool'],
    ['Dictionary<string, int>', 'Select', [field('Value')], 'IEnumerable<int>'],
    ['List<int>', 'Contains', [{ kind: 'typed', type: a.type('int') } as ValueInfo], 'bool'],
  ])('%s.%s gives', (type, name, args, returns) => {
    expect(method(type, name, ...args.map((value) => arg(value)))).toBe(returns);
  });

  it('takes method groups', () => {
    const parse = a.typing.members.lookup(a.type('int'), 'Parse', 'static');
    const candidates = parse?.kind === 'methods' ? parse.candidates : [];
    expect(method('List<string>', 'Select', arg({ kind: 'methodGroup', name: 'Parse', candidates }))).toBe(
      'IEnumerable<int>',
    );
  });
});

describe('a failure', () => {
  const reason = (result: CallResult): unknown => (result.ok ? 'resolved' : result.failure);

  it('names the counts, or the name that is not there', () => {
    const f = 'void F(int a, int b) { }';
    expect(reason(call(f, (a) => [arg(typed(a, 'int'))]))).toMatchObject({
      detail: 'takes 2 arguments, and 1 is given',
    });
    expect(reason(call(f, (a) => [arg(typed(a, 'int'), 'c'), arg(typed(a, 'int'))]))).toMatchObject({
      detail: "has no parameter 'c'",
      argument: 0,
    });
  });

  it('names the argument that does not fit, and what it should be', () => {
    const failure = reason(call('void F(int a, string b) { }', (a) => [arg(typed(a, 'int')), arg(typed(a, 'int'))]));
    expect(failure).toMatchObject({ reason: 'mismatch', argument: 1, param: 'b', to: { key: 'string' } });
  });

  it('is ambiguity where no candidate is better', () => {
    const f = 'void F(int a, long b) { } void F(long a, int b) { }';
    expect(reason(call(f, (a) => [arg(typed(a, 'int')), arg(typed(a, 'int'))]))).toMatchObject({ reason: 'ambiguous' });
  });

  it('is silent about what is wrong already', () => {
    const f = 'void F(int a) { } void F(string a) { }';
    expect(reason(call(f, () => [arg({ kind: 'any' })]))).toBe('resolved');
  });
});

describe('library calls', () => {
  const a = app(classes);
  const statics = (type: string, name: string): readonly Callable[] => {
    const group = a.typing.members.lookup(a.type(type), name, 'static');
    return group?.kind === 'methods' ? group.candidates : [];
  };
  const resolve = (type: string, name: string, ...args: ValueInfo[]): string =>
    said(
      a.overloads.resolve(
        statics(type, name),
        args.map((value) => arg(value)),
      ),
    );

  it('choose among many overloads', () => {
    expect(resolve('string', 'Join', typed(a, 'string'), typed(a, 'List<int>'))).toContain('IEnumerable<T> values');
    expect(resolve('string', 'Join', typed(a, 'string'), typed(a, 'string[]'))).toContain('params string?[] value');
    expect(resolve('string', 'Concat', typed(a, 'string'), typed(a, 'int'))).toContain('object? arg0, object? arg1');
    expect(resolve('string', 'IsNullOrEmpty', typed(a, 'string?'))).toBe('bool IsNullOrEmpty(string? value)');
  });
});
