import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { compareValues, equalsValue, hashKey, hashValue, KeySpace } from '../../../src/runtime/library/equality.ts';
import { GuidValue } from '../../../src/runtime/library/guid.ts';
import {
  AnonymousValue,
  Boxed,
  type ClassInfo,
  Instance,
  TupleValue,
  type Value,
} from '../../../src/runtime/library/values.ts';
import { call, host, out, thrown } from './test-host.ts';

const d = Decimal.parse;
const anonymous = (fields: Record<string, Value>): AnonymousValue =>
  new AnonymousValue(new Map(Object.entries(fields)));

/** A class whose instances are equal when their `n` is. */
const money: ClassInfo = {
  name: 'Money',
  base: undefined,
  is: new Set(['Money']),
  fields: [],
  overrides: new Map<string, (self: Value, ...args: Value[]) => Value>([
    ['object.Equals(object)', (self, other) => other instanceof Instance && (self as Instance).f['n'] === other.f['n']],
    ['object.GetHashCode()', (self) => ((self as Instance).f['n'] as number) % 10],
    [
      'IComparable.CompareTo(T)',
      (self, other) => ((self as Instance).f['n'] as number) - ((other as Instance).f['n'] as number),
    ],
  ]),
};
const plain: ClassInfo = { ...money, name: 'Plain', overrides: new Map() };

describe('equality', () => {
  const same: readonly (readonly [Value, Value])[] = [
    [null, null],
    [1, 1],
    [Number.NaN, Number.NaN],
    [0, -0],
    [5n, 5n],
    ['a', 'a'],
    [d('1.0'), d('1.00')],
    [GuidValue.empty, GuidValue.parse('00000000000000000000000000000000')],
    [new Boxed('int', 1), new Boxed('int', 1)],
    [new TupleValue([1, d('2.0')]), new TupleValue([1, d('2')])],
    [anonymous({ a: 1, b: 'x' }), anonymous({ a: 1, b: 'x' })],
    [new Instance(money, { n: 1 }), new Instance(money, { n: 1 })],
    [new TupleValue([new Instance(money, { n: 1 })]), new TupleValue([new Instance(money, { n: 1 })])],
  ];
  const different: readonly (readonly [Value, Value])[] = [
    [null, 0],
    [1, 2],
    ['a', 'A'],
    [new Boxed('int', 1), new Boxed('double', 1)],
    [new Boxed('char', 65), new Boxed('int', 65)],
    [new TupleValue([1]), new TupleValue([1, 2])],
    [new TupleValue(['a,s1:b']), new TupleValue(['a', 'b'])],
    [new TupleValue([1n]), new TupleValue([1])],
    [anonymous({ a: 1 }), anonymous({ b: 1 })],
    [new Instance(money, { n: 1 }), new Instance(money, { n: 11 })],
    [new Instance(plain, { n: 1 }), new Instance(plain, { n: 1 })],
    [[1], [1]],
    ['\0s', '\0\0s'],
  ];

  it.each(same.map((pair, i) => [i, ...pair] as const))('holds for pair %i', (_, a, b) => {
    expect(equalsValue(a, b)).toBe(true);
    const space = new KeySpace();
    // A Map tells keys apart by SameValueZero.
    expect(new Map([[space.key(a), 1]]).has(space.key(b))).toBe(true);
    expect(hashValue(a, host)).toBe(hashValue(b, host));
  });

  it.each(different.map((pair, i) => [i, ...pair] as const))('does not hold for pair %i', (_, a, b) => {
    expect(equalsValue(a, b)).toBe(false);
    const space = new KeySpace();
    expect(new Map([[space.key(a), 1]]).has(space.key(b))).toBe(false);
  });

  it('gives composed keys that tell all parts apart', () => {
    const part = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean());
    const parts = fc.array(part, { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const equal = a.length === b.length && a.every((x, i) => x === b[i]);
        expect(hashKey(new TupleValue(a)) === hashKey(new TupleValue(b))).toBe(equal);
      }),
    );
  });

  it('counts references, in the order they are asked for', () => {
    const first = new Instance(plain, {});
    expect(hashValue(first, host)).toBe(hashValue(first, host));
    expect(hashValue(first, host)).not.toBe(hashValue(new Instance(plain, {}), host));
  });
});

describe('order', () => {
  const sorted = (values: readonly Value[]): Value[] => [...values].sort(compareValues);

  it('puts null first, NaN before numbers, lower case before upper', () => {
    expect(sorted([1, Number.NaN, -1, null])).toEqual([null, Number.NaN, -1, 1]);
    expect(sorted(['b', 'A', 'a', 'B', ''])).toEqual(['', 'a', 'A', 'b', 'B']);
    expect(sorted(['zebra', 'Ångström', 'apple'])).toEqual(['Ångström', 'apple', 'zebra'].sort(compareValues));
    expect(sorted([true, false])).toEqual([false, true]);
    expect(sorted([d('1.10'), d('1.1'), d('-3')]).map(String)).toEqual(['-3', '1.10', '1.1']);
    expect(compareValues(new TupleValue([1, 'b']), new TupleValue([1, 'a']))).toBe(1);
    expect(compareValues(new Instance(money, { n: 1 }), new Instance(money, { n: 5 }))).toBe(-4);
  });

  it('refuses what has none', () => {
    expect(thrown(() => compareValues(new Instance(plain, {}), new Instance(plain, {})))).toBe(
      'InvalidOperationException',
    );
    expect(thrown(() => compareValues(new Boxed('int', 1), new Boxed('long', 1n)))).toBe('ArgumentException');
  });
});

describe('members of object, Nullable and Enum', () => {
  it('compare and describe', () => {
    expect(call('object.Equals(object)', new Boxed('int', 1), new Boxed('int', 1))).toBe(true);
    expect(call('object.ReferenceEquals(object,object)', new Boxed('int', 1), new Boxed('int', 1))).toBe(false);
    expect(thrown(() => call('object.ToString()', null))).toBe('NullReferenceException');
    const type = call('object.GetType()', new Boxed('int', 1));
    expect(call('Type.Name', type)).toBe('Int32');
    expect(call('Type.FullName', type)).toBe('System.Int32');
  });

  it('know absent values', () => {
    expect(call('Nullable.HasValue', null)).toBe(false);
    expect(thrown(() => call('Nullable.Value', null))).toBe('InvalidOperationException');
    expect(call('Nullable.GetValueOrDefault()', null, ['int'])).toBe(0);
    expect(call('Nullable.GetValueOrDefault()', null, ['bool'])).toBe(false);
    expect(call('Nullable.GetValueOrDefault()', null, ['Shop.Colour'])).toBe(0);
    expect(call('Nullable.GetValueOrDefault(T)', null, 7, ['int'])).toBe(7);
    expect(call('Nullable.ToString()', null, ['int'])).toBe('');
  });

  it('read and list enums', () => {
    const colour = ['Shop.Colour'];
    expect(call('Enum.Parse(string)', 'Blue', colour)).toBe(4);
    expect(call('Enum.Parse(string,bool)', 'green', true, colour)).toBe(1);
    expect(call('Enum.Parse(string)', ' Green , Blue ', colour)).toBe(5);
    expect(call('Enum.Parse(string)', '7', colour)).toBe(7);
    expect(thrown(() => call('Enum.Parse(string)', 'Mauve', colour))).toBe('ArgumentException');
    expect(thrown(() => call('Enum.Parse(string)', null, colour))).toBe('ArgumentNullException');
    const result = out();
    expect(call('Enum.TryParse(string,T)', 'blue', result, colour)).toBe(false);
    expect(result.value).toBe(0);
    expect(call('Enum.GetNames()', colour)).toEqual(['Red', 'Green', 'Blue']);
    expect(call('Enum.GetValues()', colour)).toEqual([0, 1, 4]);
    expect(call('Enum.IsDefined(T)', 4, colour)).toBe(true);
    expect(call('Enum.HasFlag(Enum)', new Boxed('Shop.Colour', 5), new Boxed('Shop.Colour', 4))).toBe(true);
    expect(call('Enum.ToString()', new Boxed('Shop.Colour', 4))).toBe('Blue');
  });

  it('compare by a comparer', () => {
    const ignoring = call('StringComparer.OrdinalIgnoreCase');
    expect(call('StringComparer.Equals(string,string)', ignoring, 'A', 'a')).toBe(true);
    expect(call('StringComparer.GetHashCode(string)', ignoring, 'A')).toBe(
      call('StringComparer.GetHashCode(string)', ignoring, 'a'),
    );
    const reverse = call('Comparer.Create(Comparison<T>)', (a: number, b: number) => b - a, ['int']);
    expect(call('Comparer.Compare(T,T)', reverse, 1, 3, ['int'])).toBe(2);
    expect(call('Comparer.Compare(T,T)', call('Comparer.Default', ['int']), 1, 3, ['int'])).toBe(-1);
  });
});
