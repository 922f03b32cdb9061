import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StringComparerValue } from '../../../src/runtime/library/comparers.ts';
import { DictionaryValue } from '../../../src/runtime/library/dictionary.ts';
import { iterate } from '../../../src/runtime/library/enumeration.ts';
import { KeyValuePairValue } from '../../../src/runtime/library/keys.ts';
import { ListValue } from '../../../src/runtime/library/list.ts';
import { IndexValue, makeRange } from '../../../src/runtime/library/ranges.ts';
import { setOf } from '../../../src/runtime/library/sets.ts';
import { sortInPlace } from '../../../src/runtime/library/sorting.ts';
import { ExceptionValue, type Value } from '../../../src/runtime/library/values.ts';
import { call, host, out, thrown } from './test-host.ts';

const list = (...items: Value[]): ListValue => new ListValue(items);
const types = ['string', 'int'];
const dictionary = (...entries: [Value, Value][]): DictionaryValue => {
  const made = call('Dictionary.new()', types) as DictionaryValue;
  for (const [key, value] of entries) call('Dictionary.Add(K,V)', made, key, value, types);
  return made;
};
const keys = (d: DictionaryValue): Value[] => [...(call('Dictionary.Keys', d) as Iterable<Value>)];
const message = (run: () => unknown): string => {
  try {
    run();
  } catch (e) {
    if (e instanceof ExceptionValue) return e.message;
  }
  return '';
};

describe('List', () => {
  it.each<[string, readonly Value[], string]>([
    ['List.this(int)', [2], 'ArgumentOutOfRangeException'],
    ['List.this(int)', [-1], 'ArgumentOutOfRangeException'],
    ['List.this(int)=', [2, 0], 'ArgumentOutOfRangeException'],
    ['List.RemoveAt(int)', [2], 'ArgumentOutOfRangeException'],
    ['List.Insert(int,T)', [3, 0], 'ArgumentOutOfRangeException'],
    ['List.InsertRange(int,IEnumerable<T>)', [3, list()], 'ArgumentOutOfRangeException'],
    ['List.AddRange(IEnumerable<T>)', [null], 'ArgumentNullException'],
    ['List.GetRange(int,int)', [1, 2], 'ArgumentException'],
    ['List.GetRange(int,int)', [-1, 1], 'ArgumentOutOfRangeException'],
    ['List.RemoveRange(int,int)', [0, 3], 'ArgumentException'],
    ['List.FindIndex(int,Func<T,bool>)', [3, () => true], 'ArgumentOutOfRangeException'],
    ['List.ForEach(Action<T>)', [null], 'ArgumentNullException'],
    ['List.CopyTo(T[])', [[0]], 'ArgumentException'],
  ])('%s of two elements with %j throws', (key, args, type) => {
    expect(thrown(() => call(key, list(1, 2), ...args))).toBe(type);
  });

  it.each<[string, readonly Value[], readonly Value[]]>([
    ['List.Insert(int,T)', [1, 9], [5, 9, 3, 5, 1]],
    ['List.Remove(T)', [5], [3, 5, 1]],
    ['List.RemoveAt(int)', [0], [3, 5, 1]],
    ['List.RemoveRange(int,int)', [1, 2], [5, 1]],
    ['List.RemoveAll(Func<T,bool>)', [(x: Value) => x === 5], [3, 1]],
    ['List.Reverse()', [], [1, 5, 3, 5]],
    ['List.Reverse(int,int)', [1, 2], [5, 5, 3, 1]],
    ['List.Sort()', [], [1, 3, 5, 5]],
    ['List.InsertRange(int,IEnumerable<T>)', [2, [7, 8]], [5, 3, 7, 8, 5, 1]],
  ])('%s with %j', (key, args, expected) => {
    const xs = list(5, 3, 5, 1);
    call(key, xs, ...args);
    expect(xs.items).toEqual(expected);
  });

  it('adds its own elements', () => {
    const xs = list(1, 2);
    call('List.AddRange(IEnumerable<T>)', xs, xs);
    expect(xs.items).toEqual([1, 2, 1, 2]);
  });

  it('is indexed from the end and by range', () => {
    const xs = list(1, 2, 3, 4);
    expect(call('List.this(Index)', xs, new IndexValue(1, true))).toBe(4);
    expect((call('List.this(Range)', xs, makeRange(1, new IndexValue(1, true))) as ListValue).items).toEqual([2, 3]);
    expect(thrown(() => call('List.this(Index)', xs, new IndexValue(0, true)))).toBe('ArgumentOutOfRangeException');
  });

  it('searches from both ends', () => {
    const xs = list(5, 3, 5, 1);
    expect(call('List.IndexOf(T,int)', xs, 5, 1)).toBe(2);
    expect(call('List.LastIndexOf(T)', xs, 5)).toBe(2);
    expect(call('List.LastIndexOf(T,int)', xs, 5, 1)).toBe(0);
    expect(call('List.FindLast(Func<T,bool>)', xs, (x: number) => x > 2, ['int'])).toBe(5);
    expect(call('List.Find(Func<T,bool>)', xs, (x: number) => x > 9, ['int'])).toBe(0);
    expect(call('List.Find(Func<T,bool>)', list('a'), () => false, ['string'])).toBe(null);
    expect(call('List.BinarySearch(T)', list(1, 3, 5), 4)).toBe(~2);
  });

  it('notices that it was changed under a walk', () => {
    const xs = list(1, 2, 3);
    expect(
      thrown(() => {
        for (const x of xs) if (x === 2) xs.add(4);
      }),
    ).toBe('InvalidOperationException');
    expect(thrown(() => call('List.ForEach(Action<T>)', xs, () => xs.add(0)))).toBe('InvalidOperationException');
    expect(thrown(() => xs.each(() => xs.set(0, 9) === undefined))).toBe('InvalidOperationException');
  });

  it('ends a walk before it notices a change to the last element', () => {
    const xs = list(1, 2, 3);
    const iterator = iterate(xs);
    for (let i = 0; i < 3; i++) iterator.next();
    call('List.RemoveAt(int)', xs, 0);
    expect(thrown(() => iterator.next())).toBe('InvalidOperationException');
  });

  it('is seen through a view that follows it', () => {
    const xs = list(1);
    const view = call('List.AsReadOnly()', xs);
    xs.add(2);
    expect(call('IReadOnlyCollection.Count', view)).toBe(2);
    expect(thrown(() => call('ICollection.Add(T)', view, 3, ['int']))).toBe('NotSupportedException');
  });
});

describe('sorting', () => {
  it('orders anything, as often as it is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }), (numbers) => {
        const pairs = numbers.map((n, i) => [n, i] as const);
        const sorted: Value[] = [...pairs];
        sortInPlace(host, sorted, 0, sorted.length, (a, b) => (a as [number])[0] - (b as [number])[0]);
        const values = sorted.map((pair) => (pair as [number])[0]);
        expect(values).toEqual([...numbers].sort((a, b) => a - b));
        expect(new Set(sorted)).toEqual(new Set(pairs));
        const plain: Value[] = [...numbers];
        sortInPlace(host, plain, 0, plain.length, undefined);
        expect(plain).toEqual(values);
      }),
    );
  });

  it('leaves up to sixteen elements stable, as .NET’s insertion sort does', () => {
    const items: Value[] = ['b2', 'a1', 'b1', 'a2', 'c1'];
    sortInPlace(host, items, 0, 5, (a, b) => (a as string).charCodeAt(0) - (b as string).charCodeAt(0));
    expect(items).toEqual(['a1', 'a2', 'b2', 'b1', 'c1']);
  });

  it('sorts a part', () => {
    const items: Value[] = [9, 3, 1, 2, 0];
    call('Array.Sort(T[],int,int)', items, 1, 3);
    expect(items).toEqual([9, 1, 2, 3, 0]);
  });

  it('wraps what a comparison throws', () => {
    const fail = (): number => {
      throw new ExceptionValue('FormatException', 'no');
    };
    expect(thrown(() => call('List.Sort(Func<T,T,int>)', list(2, 1), fail))).toBe('InvalidOperationException');
  });

  it('does not fall over a comparison that contradicts itself', () => {
    const items: Value[] = Array.from({ length: 200 }, (_, i) => i);
    expect(['ArgumentException', undefined]).toContain(thrown(() => sortInPlace(host, items, 0, 200, () => -1)));
  });

  it('puts NaN first', () => {
    const items: Value[] = [1, Number.NaN, -1];
    call('Array.Sort(T[])', items);
    expect(items).toEqual([Number.NaN, -1, 1]);
  });
});

describe('Dictionary', () => {
  it('keeps the order of insertion and gives freed slots away, the last freed first', () => {
    const d = dictionary(['a', 1], ['b', 2], ['c', 3], ['d', 4]);
    call('Dictionary.Remove(K)', d, 'a');
    call('Dictionary.Remove(K)', d, 'c');
    call('Dictionary.Add(K,V)', d, 'x', 5, types);
    expect(keys(d)).toEqual(['b', 'x', 'd']);
    call('Dictionary.Add(K,V)', d, 'y', 6, types);
    call('Dictionary.Add(K,V)', d, 'z', 7, types);
    expect(keys(d)).toEqual(['y', 'b', 'x', 'd', 'z']);
    expect(call('Dictionary.Count', d)).toBe(5);
  });

  it('says which key is missing or there already', () => {
    const d = dictionary(['a', 1]);
    expect(message(() => call('Dictionary.this(K)', d, 'nope', types))).toBe(
      "The given key 'nope' was not present in the dictionary.",
    );
    expect(message(() => call('Dictionary.Add(K,V)', d, 'a', 2, types))).toBe(
      'An item with the same key has already been added. Key: a',
    );
    expect(thrown(() => call('Dictionary.this(K)', d, null, types))).toBe('ArgumentNullException');
    expect(thrown(() => call('Dictionary.ContainsKey(K)', d, null, types))).toBe('ArgumentNullException');
  });

  it('tries', () => {
    const d = dictionary(['a', 1]);
    const value = out();
    expect(call('Dictionary.TryGetValue(K,V)', d, 'b', value, types)).toBe(false);
    expect(value.value).toBe(0);
    expect(call('Dictionary.TryAdd(K,V)', d, 'a', 2, types)).toBe(false);
    expect(call('Dictionary.Remove(K,V)', d, 'a', value, types)).toBe(true);
    expect(value.value).toBe(1);
    expect(call('Dictionary.GetValueOrDefault(K)', d, 'a', types)).toBe(0);
    expect(call('Dictionary.GetValueOrDefault(K,V)', d, 'a', 7, types)).toBe(7);
  });

  it('may lose and change entries under a walk, but not gain any', () => {
    const d = dictionary(['a', 1], ['b', 2], ['c', 3]);
    for (const pair of d) call('Dictionary.Remove(K)', d, (pair as KeyValuePairValue).k);
    expect(call('Dictionary.Count', d)).toBe(0);
    const e = dictionary(['a', 1], ['b', 2]);
    for (const pair of e) call('Dictionary.this(K)=', e, (pair as KeyValuePairValue).k, 0, types);
    expect(
      thrown(() => {
        for (const pair of e) call('Dictionary.this(K)=', e, `${(pair as KeyValuePairValue).k as string}!`, 0, types);
      }),
    ).toBe('InvalidOperationException');
  });

  it('compares keys as it is told', () => {
    const d = call('Dictionary.new(IEqualityComparer<K>)', new StringComparerValue(5), types) as DictionaryValue;
    call('Dictionary.this(K)=', d, 'Key', 1, types);
    call('Dictionary.this(K)=', d, 'KEY', 2, types);
    expect([...keys(d), d.get('key')]).toEqual(['Key', 2]);
  });

  it('prints its pairs', () => {
    const [pair] = [...dictionary(['a', 1])];
    expect(String(pair)).toBe('[a, 1]');
    expect(
      call('KeyValuePair.ToString()', new KeyValuePairValue('a', true, { host, key: 'string', value: 'bool' })),
    ).toBe('[a, True]');
  });

  it('agrees with a map', () => {
    const step = fc.tuple(fc.constantFrom('set', 'remove', 'add'), fc.integer({ min: 0, max: 8 }), fc.integer());
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const d = new DictionaryValue();
        const map = new Map<number, number>();
        for (const [what, key, value] of steps) {
          if (what === 'remove') expect(d.remove(key) !== undefined).toBe(map.delete(key));
          else if (what === 'set') {
            d.set(key, value);
            map.set(key, value);
          } else {
            expect(d.tryAdd(key, value)).toBe(!map.has(key));
            if (!map.has(key)) map.set(key, value);
          }
        }
        expect(d.size).toBe(map.size);
        expect(new Map([...d].map((pair) => [(pair as KeyValuePairValue).k, (pair as KeyValuePairValue).v]))).toEqual(
          map,
        );
      }),
    );
  });
});

describe('HashSet', () => {
  const sorted = (set: Iterable<Value>): Value[] => [...set].sort();

  it.each<[string, Value[]]>([
    ['UnionWith', [1, 2, 3, 4]],
    ['IntersectWith', [3]],
    ['ExceptWith', [1, 2]],
    ['SymmetricExceptWith', [1, 2, 4]],
  ])('%s', (name, expected) => {
    const set = setOf([1, 2, 3]);
    call(`HashSet.${name}(IEnumerable<T>)`, set, [3, 4, 4]);
    expect(sorted(set)).toEqual(expected);
  });

  it.each<[string, Value[], boolean]>([
    ['IsSubsetOf', [1, 2, 3], true],
    ['IsProperSubsetOf', [1, 2], false],
    ['IsSupersetOf', [1, 1], true],
    ['IsProperSupersetOf', [1, 2], false],
    ['Overlaps', [9, 2], true],
    ['SetEquals', [2, 1, 2], true],
  ])('{1, 2} %s %j is %s', (name, other, expected) => {
    expect(call(`HashSet.${name}(IEnumerable<T>)`, setOf([1, 2]), other)).toBe(expected);
  });

  it('works with itself', () => {
    const set = setOf([1, 2]);
    call('HashSet.ExceptWith(IEnumerable<T>)', set, set);
    expect([...set]).toEqual([]);
  });

  it('holds null and adds nothing twice', () => {
    const set = setOf([null, 'a', null]);
    expect([...set]).toEqual([null, 'a']);
    expect(call('HashSet.Add(T)', set, 'a')).toBe(false);
  });
});

describe('Queue and Stack', () => {
  it('serve first in first out, last in first out', () => {
    const queue = call('Queue.new(IEnumerable<T>)', [1, 2, 3]);
    const stack = call('Stack.new(IEnumerable<T>)', [1, 2, 3]);
    expect([call('Queue.Dequeue()', queue), call('Queue.Peek()', queue)]).toEqual([1, 2]);
    expect([call('Stack.Pop()', stack), call('Stack.Peek()', stack)]).toEqual([3, 2]);
    expect([...(stack as Iterable<Value>)]).toEqual([2, 1]);
  });

  it.each(['Queue.Dequeue()', 'Queue.Peek()'])('%s of an empty one throws', (key) => {
    expect(message(() => call(key, call('Queue.new()')))).toBe('Queue empty.');
  });

  it('keeps what it holds over many turns', () => {
    const queue = call('Queue.new()');
    for (let i = 0; i < 5000; i++) {
      call('Queue.Enqueue(T)', queue, i);
      if (i >= 10) expect(call('Queue.Dequeue()', queue)).toBe(i - 10);
    }
    expect(call('Queue.Count', queue)).toBe(10);
  });
});

describe('arrays', () => {
  it('are seen as lists of fixed size', () => {
    expect(thrown(() => call('ICollection.Add(T)', [1], 2, ['int']))).toBe('NotSupportedException');
    expect(thrown(() => call('IReadOnlyList.this(int)', [1], 1))).toBe('IndexOutOfRangeException');
    expect(call('IList.IndexOf(T)', ['a', 'b'], 'b')).toBe(1);
  });

  it('are resized into a longer one', () => {
    const ref = out();
    const old = [1, 2];
    ref.set(old);
    call('Array.Resize(T[],int)', ref, 4, ['int']);
    expect(ref.value).toEqual([1, 2, 0, 0]);
    expect(old).toEqual([1, 2]);
  });

  it('are copied within themselves', () => {
    const items = [1, 2, 3, 4];
    call('Array.Copy(Array,int,Array,int,int)', items, 0, items, 1, 3);
    expect(items).toEqual([1, 1, 2, 3]);
    expect(thrown(() => call('Array.Copy(Array,Array,int)', items, [0], 2))).toBe('ArgumentException');
  });

  it('take items along when keys are sorted', () => {
    const names = ['c', 'a', 'b'];
    const numbers = [3, 1, 2];
    call('Array.Sort(K[],V[])', numbers, names);
    expect(names).toEqual(['a', 'b', 'c']);
  });
});

describe('foreach', () => {
  it('walks a string by unit and refuses null', () => {
    const units: Value[] = [];
    const iterator = iterate('aé');
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) units.push(next.value);
    expect(units).toEqual([97, 233]);
    expect(thrown(() => iterate(null))).toBe('NullReferenceException');
  });
});
