import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { each } from '../../../src/runtime/library/enumeration.ts';
import { implementation } from '../../../src/runtime/library/index.ts';
import { ListValue } from '../../../src/runtime/library/list.ts';
import { IndexValue, makeRange } from '../../../src/runtime/library/ranges.ts';
import { type LibraryHost, TupleValue, type Value } from '../../../src/runtime/library/values.ts';
import { call, host, thrown } from './test-host.ts';

const T = 'IEnumerable<T>';
const linq = (member: string, ...args: Value[]): Value => call(`Enumerable.${member}`, ...args);
const list = (...items: Value[]): ListValue => new ListValue(items);
/** What the sequence yields, pushed and pulled: both must agree, and a second walk with the first. */
function items(sequence: Value): Value[] {
  const pulled = [...(sequence as Iterable<Value>)];
  const pushed: Value[] = [];
  each(sequence, (item) => pushed.push(item) > 0);
  expect(pushed).toEqual(pulled);
  return pulled;
}
const where = (s: Value, test: (x: number) => boolean): Value => linq(`Where(${T},Func<T,bool>)`, s, test);
const select = (s: Value, f: (x: number) => Value): Value => linq(`Select(${T},Func<T,R>)`, s, f);
const toList = (s: Value): Value[] => (linq(`ToList(${T})`, s) as ListValue).items;

describe('LINQ', () => {
  it('is deferred, and walks anew each time', () => {
    const xs = list(1, 2, 3);
    let calls = 0;
    const doubled = select(xs, (x) => {
      calls++;
      return x * 2;
    });
    expect(calls).toBe(0);
    expect(toList(doubled)).toEqual([2, 4, 6]);
    xs.add(4);
    expect(toList(doubled)).toEqual([2, 4, 6, 8]);
    expect(calls).toBe(7);
  });

  it('refuses null at once', () => {
    expect(thrown(() => where(null, () => true))).toBe('ArgumentNullException');
    expect(thrown(() => linq(`Where(${T},Func<T,bool>)`, list(), null))).toBe('ArgumentNullException');
    expect(thrown(() => linq(`Concat(${T},${T})`, list(), null))).toBe('ArgumentNullException');
    expect(thrown(() => linq(`Chunk(${T},int)`, list(), 0))).toBe('ArgumentOutOfRangeException');
  });

  it('notices a list that changes under a walk', () => {
    const xs = list(1, 2, 3);
    const grow = (): boolean => {
      xs.add(0);
      return true;
    };
    expect(thrown(() => toList(where(xs, grow)))).toBe('InvalidOperationException');
  });

  it('does not compute what Skip and Last leave out of a list', () => {
    const seen: number[] = [];
    const traced = select(list(1, 2, 3, 4), (x) => {
      seen.push(x);
      return x;
    });
    expect(linq(`Last(${T})`, traced)).toBe(4);
    expect(toList(linq(`Skip(${T},int)`, traced, 2))).toEqual([3, 4]);
    expect(linq(`ElementAt(${T},int)`, traced, 1)).toBe(2);
    expect(seen).toEqual([4, 3, 4, 2]);
  });

  it('stops when it has enough', () => {
    let seen = 0;
    const traced = where(list(1, 2, 3, 4), () => ++seen > 0);
    expect(items(linq(`Take(${T},int)`, traced, 2))).toEqual([1, 2]);
    expect(seen).toBe(4);
    seen = 0;
    expect(linq(`Any(${T})`, traced)).toBe(true);
    expect(seen).toBe(1);
  });

  const xs = [5, 3, 8, 3, 1];
  it.each<[string, Value[], Value[]]>([
    [`Where(${T},Func<T,int,bool>)`, [(_x: number, i: number) => i % 2 === 0], [5, 8, 1]],
    [`Select(${T},Func<T,int,R>)`, [(x: number, i: number) => x * i], [0, 3, 16, 9, 4]],
    [`SelectMany(${T},Func<T,IEnumerable<R>>)`, [(x: number) => (x > 3 ? [x, -x] : [])], [5, -5, 8, -8]],
    [
      `SelectMany(${T},Func<T,IEnumerable<C>>,Func<T,C,R>)`,
      [() => [1, 2], (x: number, y: number) => x * y],
      [5, 10, 3, 6, 8, 16, 3, 6, 1, 2],
    ],
    [`Take(${T},int)`, [-1], []],
    [`Take(${T},int)`, [9], [5, 3, 8, 3, 1]],
    [`Take(${T},Range)`, [makeRange(1, 3)], [3, 8]],
    [`Take(${T},Range)`, [makeRange(new IndexValue(2, true))], [3, 1]],
    [`Skip(${T},int)`, [3], [3, 1]],
    [`Skip(${T},int)`, [-3], [5, 3, 8, 3, 1]],
    [`TakeLast(${T},int)`, [2], [3, 1]],
    [`SkipLast(${T},int)`, [2], [5, 3, 8]],
    [`TakeWhile(${T},Func<T,bool>)`, [(x: number) => x !== 8], [5, 3]],
    [`SkipWhile(${T},Func<T,bool>)`, [(x: number) => x !== 8], [8, 3, 1]],
    [`Append(${T},T)`, [9], [5, 3, 8, 3, 1, 9]],
    [`Prepend(${T},T)`, [9], [9, 5, 3, 8, 3, 1]],
    [`Concat(${T},${T})`, [[7]], [5, 3, 8, 3, 1, 7]],
    [`Reverse(${T})`, [], [1, 3, 8, 3, 5]],
    [`Chunk(${T},int)`, [2], [[5, 3], [8, 3], [1]]],
    [`Distinct(${T})`, [], [5, 3, 8, 1]],
    [`DistinctBy(${T},Func<T,K>)`, [(x: number) => x % 2], [5, 8]],
    [`Union(${T},${T})`, [[8, 9]], [5, 3, 8, 1, 9]],
    [`Intersect(${T},${T})`, [[3, 8, 8]], [3, 8]],
    [`Except(${T},${T})`, [[3, 8]], [5, 1]],
    [`ExceptBy(${T},IEnumerable<K>,Func<T,K>)`, [[1], (x: number) => x % 2], [8]],
    [`DefaultIfEmpty(${T},T)`, [7], [5, 3, 8, 3, 1]],
    [`Order(${T})`, [], [1, 3, 3, 5, 8]],
    [`OrderDescending(${T})`, [], [8, 5, 3, 3, 1]],
    [`OrderBy(${T},Func<T,K>)`, [(x: number) => x % 2], [8, 5, 3, 3, 1]],
    [`OrderByDescending(${T},Func<T,K>)`, [(x: number) => x % 2], [5, 3, 3, 1, 8]],
    ['Zip(IEnumerable<A>,IEnumerable<B>,Func<A,B,R>)', [[1, 2], (a: number, b: number) => a + b], [6, 5]],
  ])('%s with %j', (member, args, expected) => {
    expect(items(linq(member, list(...xs), ...args))).toEqual(expected);
    // The same over something that is walked rather than indexed.
    expect(
      items(
        linq(
          member,
          where(list(...xs), () => true),
          ...args,
        ),
      ),
    ).toEqual(expected);
  });

  it('makes sequences', () => {
    expect(items(linq('Range(int,int)', 3, 3))).toEqual([3, 4, 5]);
    expect(items(linq('Repeat(T,int)', 'x', 2))).toEqual(['x', 'x']);
    expect(thrown(() => linq('Range(int,int)', 2147483647, 2))).toBe('ArgumentOutOfRangeException');
    expect(thrown(() => linq('Range(int,int)', 0, -1))).toBe('ArgumentOutOfRangeException');
    expect(items(linq(`DefaultIfEmpty(${T})`, list(), ['int']))).toEqual([0]);
  });

  it('orders stably by several keys', () => {
    const words = list('pear', 'fig', 'apple', 'kiwi', 'date');
    const byLength = linq(`OrderBy(${T},Func<T,K>)`, words, (w: string) => w.length);
    expect(items(byLength)).toEqual(['fig', 'pear', 'kiwi', 'date', 'apple']);
    const then = linq('ThenByDescending(IOrderedEnumerable<T>,Func<T,K>)', byLength, (w: string) => w);
    expect(items(then)).toEqual(['fig', 'pear', 'kiwi', 'date', 'apple']);
    const last = linq('ThenBy(IOrderedEnumerable<T>,Func<T,K>)', byLength, (w: string) => w);
    expect(items(last)).toEqual(['fig', 'date', 'kiwi', 'pear', 'apple']);
  });

  it('groups in the order of the keys’ first appearance', () => {
    const groups = linq(`GroupBy(${T},Func<T,K>)`, list(1, 2, 3, 4), (x: number) => (x % 2 === 0 ? 'even' : 'odd'));
    expect(items(groups).map((group) => [call('IGrouping.Key', group), toList(group)])).toEqual([
      ['odd', [1, 3]],
      ['even', [2, 4]],
    ]);
    const sums = linq(
      `GroupBy(${T},Func<T,K>,Func<K,IEnumerable<T>,R>)`,
      list(1, 2, 3),
      (x: number) => x % 2,
      (key: number, of: Value) => `${key}:${toList(of).length}`,
    );
    expect(items(sums)).toEqual(['1:2', '0:1']);
  });

  it('looks up, also what is not there', () => {
    const lookup = linq(`ToLookup(${T},Func<T,K>)`, list('a', 'bb', 'c'), (w: string) => w.length);
    expect(toList(call('ILookup.this(K)', lookup, 1))).toEqual(['a', 'c']);
    expect(toList(call('ILookup.this(K)', lookup, 7))).toEqual([]);
    expect(call('ILookup.Count', lookup)).toBe(2);
  });

  it('joins, and matches no null', () => {
    const id = (x: Value): Value => x;
    const pair = (a: Value, b: Value): Value => `${String(a)}${String(b)}`;
    const key = 'Join(IEnumerable<A>,IEnumerable<B>,Func<A,K>,Func<B,K>,Func<A,B,R>)';
    expect(items(linq(key, list(1, 2, null, 2), list(2, null, 2, 3), id, id, pair))).toEqual(['22', '22', '22', '22']);
    const grouped = 'GroupJoin(IEnumerable<A>,IEnumerable<B>,Func<A,K>,Func<B,K>,Func<A,IEnumerable<B>,R>)';
    expect(items(linq(grouped, list(1, 2), list(2, 2), id, id, (a: Value, b: Value) => [a, toList(b).length]))).toEqual(
      [
        [1, 0],
        [2, 2],
      ],
    );
  });

  it('zips tuples', () => {
    const pairs = linq('Zip(IEnumerable<A>,IEnumerable<B>,IEnumerable<C>)', list(1, 2), list('a'), list(true));
    expect(items(pairs)).toEqual([new TupleValue([1, 'a', true])]);
  });

  it.each<[string, Value[], string | Value]>([
    [`First(${T})`, [], 'InvalidOperationException'],
    [`First(${T},Func<T,bool>)`, [() => true], 'InvalidOperationException'],
    [`FirstOrDefault(${T})`, [['int']], 0],
    [`FirstOrDefault(${T},T)`, [7, ['int']], 7],
    [`LastOrDefault(${T})`, [['string']], null],
    [`Single(${T})`, [], 'InvalidOperationException'],
    [`SingleOrDefault(${T})`, [['bool']], false],
    [`ElementAt(${T},int)`, [0], 'ArgumentOutOfRangeException'],
    [`ElementAtOrDefault(${T},int)`, [0, ['int?']], null],
    [`Aggregate(${T},Func<T,T,T>)`, [() => 0], 'InvalidOperationException'],
    ['Sum(IEnumerable<int>)', [], 0],
    ['Average(IEnumerable<int>)', [], 'InvalidOperationException'],
    ['Average(IEnumerable<int?>)', [], null],
    ['Max(IEnumerable<int>)', [], 'InvalidOperationException'],
    ['Max(IEnumerable<int?>)', [], null],
    [`Max(${T})`, [['string']], null],
    [`Max(${T})`, [['DateTime']], 'InvalidOperationException'],
    [`MinBy(${T},Func<T,K>)`, [(x: Value) => x, ['int', 'int']], 'InvalidOperationException'],
    [`Any(${T})`, [], false],
    [`All(${T},Func<T,bool>)`, [() => false], true],
  ])('%s of nothing', (member, args, expected) => {
    let result: Value;
    const type = thrown(() => {
      result = linq(member, list(), ...args);
    });
    expect(type ?? result).toEqual(expected);
  });

  it('refuses a second element where one is wanted', () => {
    expect(thrown(() => linq(`Single(${T})`, list(1, 2)))).toBe('InvalidOperationException');
    expect(thrown(() => linq(`SingleOrDefault(${T})`, list(1, 2), ['int']))).toBe('InvalidOperationException');
    expect(linq(`Single(${T},Func<T,bool>)`, list(1, 2), (x: number) => x > 1)).toBe(2);
  });

  it('adds up, and overflows as C# does', () => {
    expect(linq('Sum(IEnumerable<int>)', list(1, 2, 3))).toBe(6);
    expect(thrown(() => linq('Sum(IEnumerable<int>)', list(2147483647, 1)))).toBe('OverflowException');
    expect(thrown(() => linq('Sum(IEnumerable<long>)', list(2n ** 63n - 1n, 1n)))).toBe('OverflowException');
    expect(linq('Sum(IEnumerable<int?>)', list(1, null, 3))).toBe(4);
    expect(String(linq('Sum(IEnumerable<decimal>)', list(Decimal.parse('1.10'), Decimal.parse('2.2'))))).toBe('3.30');
    expect(linq('Average(IEnumerable<int>)', list(2147483647, 2147483647, 2))).toBe(4294967296 / 3);
    expect(linq('Average(IEnumerable<int?>)', list(1, null, 2))).toBe(1.5);
    expect(String(linq('Average(IEnumerable<decimal>)', list(Decimal.parse('1'), Decimal.parse('2'))))).toBe('1.5');
  });

  it('finds extremes, with NaN least of all', () => {
    expect(linq('Min(IEnumerable<double>)', list(1, Number.NaN, 0))).toBeNaN();
    expect(linq('Max(IEnumerable<double>)', list(1, Number.NaN, 0))).toBe(1);
    expect(linq(`Max(${T})`, list('a', null, 'c', 'b'), ['string'])).toBe('c');
    expect(linq(`MinBy(${T},Func<T,K>)`, list('ccc', 'a', 'b'), (w: string) => w.length, ['string', 'int'])).toBe('a');
    expect(linq(`MaxBy(${T},Func<T,K>)`, list('ccc', 'a', 'bbb'), (w: string) => w.length, ['string', 'int'])).toBe(
      'ccc',
    );
  });

  it('gathers', () => {
    const d = linq(
      `ToDictionary(${T},Func<T,K>,Func<T,E>)`,
      list(1, 2),
      (x: number) => `k${x}`,
      (x: number) => x * 10,
      ['int', 'string', 'int'],
    );
    expect([...(d as Iterable<Value>)].map(String)).toEqual(['[k1, 10]', '[k2, 20]']);
    expect(thrown(() => linq(`ToDictionary(${T},Func<T,K>)`, list(1, 1), (x: number) => x, ['int', 'int']))).toBe(
      'ArgumentException',
    );
    expect(linq(`SequenceEqual(${T},${T})`, list(1, 2), [1, 2])).toBe(true);
    expect(
      linq(
        `SequenceEqual(${T},${T})`,
        where(list(1, 2), () => true),
        [1],
      ),
    ).toBe(false);
    expect(linq(`Contains(${T},T)`, 'abc', 98)).toBe(true);
  });

  it('casts elements', () => {
    expect(items(linq('OfType(IEnumerable)', list('a', null, 'b'), ['string']))).toEqual(['a', 'b']);
    expect(items(linq('Cast(IEnumerable)', list(1, 2), ['int']))).toEqual([1, 2]);
    expect(thrown(() => items(linq('Cast(IEnumerable)', list('a'), ['int'])))).toBe('InvalidCastException');
  });

  it('charges long walks', () => {
    let charged = 0;
    const metered: LibraryHost = {
      ...host,
      charge: (units) => {
        charged += units;
      },
    };
    const count = implementation(`Enumerable.Count(${T},Func<T,bool>)`) as (h: LibraryHost, ...args: Value[]) => Value;
    const range = implementation('Enumerable.Range(int,int)') as (h: LibraryHost, ...args: Value[]) => Value;
    count(metered, range(metered, 0, 10_000), () => true);
    expect(charged).toBeGreaterThanOrEqual(9_000);
  });

  it('offers a store’s query each operation first', () => {
    const asked: string[] = [];
    const query = {
      *[Symbol.iterator]() {
        yield 1;
        yield 2;
      },
      tryPush: (operation: string) => {
        asked.push(operation);
        return operation.startsWith('Enumerable.Count') ? 42 : undefined;
      },
    };
    expect(linq(`Count(${T})`, query)).toBe(42);
    expect(toList(where(query, (x) => x > 1))).toEqual([2]);
    expect(asked).toEqual([`Enumerable.Count(${T})`, `Enumerable.Where(${T},Func<T,bool>)`]);
  });

  it('agrees with arrays', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 })), fc.integer({ min: -2, max: 10 }), (numbers, n) => {
        const even = (x: number): boolean => x % 2 === 0;
        const chain = linq(
          `Skip(${T},int)`,
          select(where(list(...numbers), even), (x) => x + 1),
          n,
        );
        expect(items(chain)).toEqual(
          numbers
            .filter(even)
            .map((x) => x + 1)
            .slice(Math.max(0, n)),
        );
        const ordered = linq(`OrderBy(${T},Func<T,K>)`, list(...numbers), (x: number) => Math.abs(x));
        expect(items(ordered)).toEqual([...numbers].sort((a, b) => Math.abs(a) - Math.abs(b)));
        const distinct = linq(`Distinct(${T})`, list(...numbers));
        expect(items(distinct)).toEqual([...new Set(numbers)]);
      }),
    );
  });
});
