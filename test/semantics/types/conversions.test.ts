import { describe, expect, it } from 'vitest';
import type { Expr } from '../../../src/ir/ir.ts';
import { applyConversion } from '../../../src/semantics/conversion-ir.ts';
import { intType, nullType } from '../../../src/semantics/type-table.ts';
import { app } from './app.ts';

const a = app(`interface IShape { } class Shape : IShape { } class Square : Shape { } sealed class Alone { }
entity Ticket { int N; } entity Rush : Ticket { int M; } enum Color { Red, Green }
class Money { public static implicit operator decimal(Money m) => 1m; public static explicit operator Money(int n) => new Money(); }
class Box<T> : IEnumerable<T> { } class Failure : NetworkException { }`);

const { conversions } = a.typing;
const implicit = (from: string, to: string, value?: number): string | undefined =>
  conversions.classify(from === 'null' ? nullType : a.type(from), a.type(to), value)?.kind;
const explicit = (from: string, to: string): string | undefined =>
  conversions.classifyExplicit(a.type(from), a.type(to))?.kind;

describe('implicit conversions', () => {
  it.each([
    ['int', 'int', 'identity'],
    ['string?', 'string', 'identity'],
    ['List<string?>', 'List<string>', 'identity'],
    ['(int A, int B)', '(int, int)', 'identity'],
    ['Predicate<int>', 'Func<int, bool>', 'identity'],
    ['int', 'long', 'numeric'],
    ['int', 'decimal', 'numeric'],
    ['char', 'int', 'numeric'],
    ['long', 'double', 'numeric'],
    ['byte', 'int', 'numeric'],
    ['int', 'int?', 'nullable'],
    ['int', 'long?', 'nullable'],
    ['int?', 'decimal?', 'nullable'],
    ['null', 'int?', 'null'],
    ['null', 'string', 'null'],
    ['Square', 'Shape', 'reference'],
    ['Square', 'IShape', 'reference'],
    ['Square', 'object', 'reference'],
    ['Rush', 'Ticket', 'reference'],
    ['List<int>', 'IEnumerable<int>', 'reference'],
    ['List<Square>', 'IEnumerable<Shape>', 'reference'],
    ['Square[]', 'Shape[]', 'reference'],
    ['int[]', 'IEnumerable<int>', 'reference'],
    ['string', 'IEnumerable<char>', 'reference'],
    ['IQueryable<Rush>', 'IEnumerable<Ticket>', 'reference'],
    ['Box<int>', 'IEnumerable<int>', 'reference'],
    ['Func<Shape, Square>', 'Func<Square, Shape>', 'reference'],
    ['Failure', 'Exception', 'reference'],
    ['int', 'object', 'boxing'],
    ['int?', 'object', 'boxing'],
    ['int', 'IComparable<int>', 'boxing'],
    ['Color', 'object', 'boxing'],
    ['(int, Square)', '(long, Shape)', 'tuple'],
    ['Money', 'decimal', 'user'],
    ['Money', 'decimal?', 'user'],
    ['DateTime', 'object', 'boxing'],
  ])('%s becomes %s: %s', (from, to, kind) => {
    expect(implicit(from, to)).toBe(kind);
  });

  it.each([
    ['long', 'int'],
    ['double', 'decimal'],
    ['decimal', 'double'],
    ['int', 'char'],
    ['int', 'string'],
    ['int?', 'int'],
    ['null', 'int'],
    ['Shape', 'Square'],
    ['List<int>', 'IEnumerable<long>'],
    ['List<Square>', 'List<Shape>'],
    ['int[]', 'object[]'],
    ['int', 'Color'],
    ['int', 'Money'],
    ['Func<int, int>', 'Func<int, object>'],
  ])('%s does not become %s', (from, to) => {
    expect(implicit(from, to)).toBeUndefined();
  });

  it('let a constant go where it fits', () => {
    expect(implicit('int', 'byte', 255)).toBe('constant');
    expect(implicit('int', 'byte', 256)).toBeUndefined();
    expect(implicit('int', 'Color', 0)).toBe('constant');
    expect(implicit('int', 'Color', 1)).toBeUndefined();
    expect(implicit('int', 'byte?', 1)).toBe('nullable');
  });
});

describe('casts', () => {
  it.each([
    ['double', 'int', 'numeric'],
    ['int', 'Color', 'enum'],
    ['Color', 'int', 'enum'],
    ['int?', 'int', 'unwrap'],
    ['long?', 'int?', 'nullable'],
    ['long?', 'int', 'nullable'],
    ['object', 'int', 'unboxing'],
    ['object', 'int?', 'unboxing'],
    ['object', 'Square', 'downcast'],
    ['Shape', 'Square', 'downcast'],
    ['Exception', 'Failure', 'downcast'],
    ['IShape', 'Square', 'downcast'],
    ['int', 'Money', 'user'],
    ['Ticket', 'Rush', 'downcast'],
  ])('of %s to %s: %s', (from, to, kind) => {
    expect(explicit(from, to)).toBe(kind);
  });

  it.each([
    ['string', 'int'],
    ['int', 'string'],
    ['Square', 'Ticket'],
    ['Alone', 'IShape'],
    ['bool', 'int'],
  ])('of %s to %s never succeed', (from, to) => {
    expect(explicit(from, to)).toBeUndefined();
  });
});

describe('what is emitted', () => {
  const local = (type: string): Expr => ({ k: 'local', s: [0, 1], t: a.type(type).key, id: 1, name: 'x' });
  const emit = (from: string, to: string, expr: Expr = local(from)): Expr => {
    const conversion = conversions.classifyExplicit(a.type(from), a.type(to));
    if (conversion === undefined) throw new Error('no conversion');
    return applyConversion(expr, a.type(from), conversion, a.type(to), () => 7);
  };

  it('is the value itself where nothing changes', () => {
    expect(emit('Square', 'Shape')).toEqual(local('Square'));
    expect(emit('int', 'int?')).toEqual(local('int'));
  });

  it('is a conversion, a box or a cast else', () => {
    expect(emit('int', 'long')).toMatchObject({ k: 'conv', from: 'int', t: 'long' });
    expect(emit('int?', 'long?')).toMatchObject({ k: 'conv', from: 'int?', t: 'long?', lifted: true });
    expect(emit('int', 'object')).toMatchObject({ k: 'box', from: 'int' });
    expect(emit('object', 'int')).toMatchObject({ k: 'cast', from: 'object', t: 'int' });
    expect(emit('long?', 'int')).toMatchObject({ k: 'conv', t: 'int', e: { k: 'cast', t: 'long' } });
    expect(emit('Money', 'decimal')).toMatchObject({ k: 'call', fn: 'Money.op_Implicit(Money)~decimal' });
    expect(emit('(int, int)', '(long, int)')).toMatchObject({ k: 'switchx', arms: [{ v: { k: 'tuple' } }] });
  });

  it('is a number of the other type for one that is known', () => {
    const five: Expr = { k: 'const', s: [0, 1], t: intType.key, v: 5 };
    expect(emit('int', 'decimal', five)).toMatchObject({ k: 'const', t: 'decimal', v: '5' });
    expect(emit('int', 'double?', five)).toMatchObject({ k: 'const', t: 'double', v: 5 });
  });
});
