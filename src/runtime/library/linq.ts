/** LINQ (language.md §4) under its keys. Sequences are deferred where C# defers; null arguments are refused at once. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { equalityOf } from './comparers.ts';
import { toDictionary } from './dictionary.ts';
import { isQuerySource, knownCount, requireSource, toArray } from './enumeration.ts';
import type { KeyValuePairValue } from './keys.ts';
import { cast, ofType } from './linq-casts.ts';
import { type GroupingValue, groupBy, groupJoin, join, type LookupValue, toLookup } from './linq-groups.ts';
import { linqNumberLibrary } from './linq-numbers.ts';
import { orderBy, thenBy } from './linq-order.ts';
import {
  aggregate,
  aggregateFrom,
  all,
  any,
  contains,
  count,
  elementAt,
  elementAtOrDefault,
  extreme,
  extremeBy,
  findFirst,
  findLast,
  findSingle,
  orDefault,
  orElse,
  required,
  sequenceEqual,
} from './linq-results.ts';
import {
  chunk,
  concat,
  defaultIfEmpty,
  empty,
  type IndexedPredicate,
  type IndexedSelect,
  type Predicate,
  range,
  repeat,
  reverse,
  type Select,
  select,
  selectIndexed,
  selectMany,
  skip,
  skipLast,
  skipWhile,
  take,
  takeLast,
  takeRange,
  takeWhile,
  where,
  whereIndexed,
  zip,
  zipThree,
} from './linq-sequences.ts';
import { distinct, except, intersect, union } from './linq-sets.ts';
import { ListValue } from './list.ts';
import type { IndexValue, RangeValue } from './ranges.ts';
import { setOf } from './sets.ts';
import { requireFunction } from './stretches.ts';
import { defaultOf } from './structs.ts';
import { type LibraryFunction, type LibraryHost, type Ref, TupleValue, type Value } from './values.ts';

type Host = LibraryHost;
type Types = readonly IrType[];
type Join = (a: Value, b: Value) => Value;
type Members = Record<string, LibraryFunction>;

const itself: Select = (item) => item;
const source = 'IEnumerable<T>';

const passing: Members = {
  'Range(int,int)': (host: Host, start: number, length: number) => range(host, start, length),
  'Repeat(T,int)': (host: Host, element: Value, times: number) => repeat(host, element, times),
  'Empty()': () => empty(),
  [`Where(${source},Func<T,bool>)`]: (_h: Host, s: Value, test: Predicate) => where(s, test),
  [`Where(${source},Func<T,int,bool>)`]: (_h: Host, s: Value, test: IndexedPredicate) => whereIndexed(s, test),
  [`Select(${source},Func<T,R>)`]: (_h: Host, s: Value, f: Select) => select(s, f),
  [`Select(${source},Func<T,int,R>)`]: (_h: Host, s: Value, f: IndexedSelect) => selectIndexed(s, f),
  [`SelectMany(${source},Func<T,IEnumerable<R>>)`]: (_h: Host, s: Value, f: Select) => {
    requireFunction(f, 'selector');
    return selectMany(s, (item) => f(item));
  },
  [`SelectMany(${source},Func<T,int,IEnumerable<R>>)`]: (_h: Host, s: Value, f: IndexedSelect) => selectMany(s, f),
  [`SelectMany(${source},Func<T,IEnumerable<C>>,Func<T,C,R>)`]: (_h: Host, s: Value, f: Select, result: Join) => {
    requireFunction(f, 'collectionSelector');
    requireFunction(result, 'resultSelector');
    return selectMany(s, (item) => f(item), result);
  },
  [`SelectMany(${source},Func<T,int,IEnumerable<C>>,Func<T,C,R>)`]: (
    _h: Host,
    s: Value,
    f: IndexedSelect,
    result: Join,
  ) => {
    requireFunction(result, 'resultSelector');
    return selectMany(s, f, result);
  },
  'OfType(IEnumerable)': (host: Host, s: Value, types: Types) => ofType(host, s, types[0]!),
  'Cast(IEnumerable)': (host: Host, s: Value, types: Types) => cast(host, s, types[0]!),
  [`AsEnumerable(${source})`]: (_h: Host, s: Value) => s,
  [`Take(${source},int)`]: (host: Host, s: Value, n: number) => take(host, s, n),
  [`Take(${source},Range)`]: (host: Host, s: Value, of: RangeValue) => takeRange(host, s, of),
  [`TakeLast(${source},int)`]: (_h: Host, s: Value, n: number) => takeLast(s, n),
  [`TakeWhile(${source},Func<T,bool>)`]: (_h: Host, s: Value, test: Predicate) => {
    requireFunction(test, 'predicate');
    return takeWhile(s, (item) => test(item));
  },
  [`TakeWhile(${source},Func<T,int,bool>)`]: (_h: Host, s: Value, test: IndexedPredicate) => takeWhile(s, test),
  [`Skip(${source},int)`]: (host: Host, s: Value, n: number) => skip(host, s, n),
  [`SkipLast(${source},int)`]: (_h: Host, s: Value, n: number) => skipLast(s, n),
  [`SkipWhile(${source},Func<T,bool>)`]: (_h: Host, s: Value, test: Predicate) => {
    requireFunction(test, 'predicate');
    return skipWhile(s, (item) => test(item));
  },
  [`SkipWhile(${source},Func<T,int,bool>)`]: (_h: Host, s: Value, test: IndexedPredicate) => skipWhile(s, test),
  [`Append(${source},T)`]: (_h: Host, s: Value, element: Value) => {
    requireSource(s);
    return concat(s, [element]);
  },
  [`Prepend(${source},T)`]: (_h: Host, s: Value, element: Value) => {
    requireSource(s);
    return concat([element], s);
  },
  [`Concat(${source},${source})`]: (_h: Host, a: Value, b: Value) => concat(a, b),
  [`Reverse(${source})`]: (_h: Host, s: Value) => reverse(s),
  [`Chunk(${source},int)`]: (_h: Host, s: Value, size: number) => chunk(s, size),
  [`DefaultIfEmpty(${source})`]: (host: Host, s: Value, types: Types) =>
    defaultIfEmpty(s, () => defaultOf(types[0]!, host)),
  [`DefaultIfEmpty(${source},T)`]: (_h: Host, s: Value, otherwise: Value) => defaultIfEmpty(s, () => otherwise),
  'Zip(IEnumerable<A>,IEnumerable<B>,Func<A,B,R>)': (_h: Host, a: Value, b: Value, f: Join) => zip(a, b, f),
  'Zip(IEnumerable<A>,IEnumerable<B>)': (_h: Host, a: Value, b: Value) => zip(a, b, (x, y) => new TupleValue([x, y])),
  'Zip(IEnumerable<A>,IEnumerable<B>,IEnumerable<C>)': (_h: Host, a: Value, b: Value, c: Value) => zipThree(a, b, c),
};

const sets: Members = {
  [`Distinct(${source})`]: (_h: Host, s: Value) => distinct(s),
  [`Distinct(${source},IEqualityComparer<T>)`]: (_h: Host, s: Value, comparer: Value) => distinct(s, itself, comparer),
  [`DistinctBy(${source},Func<T,K>)`]: (_h: Host, s: Value, keyOf: Select) => distinct(s, keyOf),
  [`DistinctBy(${source},Func<T,K>,IEqualityComparer<K>)`]: (_h: Host, s: Value, keyOf: Select, comparer: Value) =>
    distinct(s, keyOf, comparer),
  [`Union(${source},${source})`]: (_h: Host, a: Value, b: Value) => union(a, b),
  [`Union(${source},${source},IEqualityComparer<T>)`]: (_h: Host, a: Value, b: Value, comparer: Value) =>
    union(a, b, itself, comparer),
  [`UnionBy(${source},${source},Func<T,K>)`]: (_h: Host, a: Value, b: Value, keyOf: Select) => union(a, b, keyOf),
  [`Intersect(${source},${source})`]: (_h: Host, a: Value, b: Value) => intersect(a, b),
  [`Intersect(${source},${source},IEqualityComparer<T>)`]: (_h: Host, a: Value, b: Value, comparer: Value) =>
    intersect(a, b, itself, comparer),
  [`IntersectBy(${source},IEnumerable<K>,Func<T,K>)`]: (_h: Host, a: Value, b: Value, keyOf: Select) =>
    intersect(a, b, keyOf),
  [`Except(${source},${source})`]: (_h: Host, a: Value, b: Value) => except(a, b),
  [`Except(${source},${source},IEqualityComparer<T>)`]: (_h: Host, a: Value, b: Value, comparer: Value) =>
    except(a, b, itself, comparer),
  [`ExceptBy(${source},IEnumerable<K>,Func<T,K>)`]: (_h: Host, a: Value, b: Value, keyOf: Select) =>
    except(a, b, keyOf),
};

const ordered = 'IOrderedEnumerable<T>';

/** The four forms of one ordering member. */
function ordering(descending: boolean): Members {
  const suffix = descending ? 'Descending' : '';
  return {
    [`OrderBy${suffix}(${source},Func<T,K>)`]: (host: Host, s: Value, keyOf: Select) =>
      orderBy(host, s, keyOf, null, descending),
    [`OrderBy${suffix}(${source},Func<T,K>,IComparer<K>)`]: (host: Host, s: Value, keyOf: Select, comparer: Value) =>
      orderBy(host, s, keyOf, comparer, descending),
    [`ThenBy${suffix}(${ordered},Func<T,K>)`]: (_h: Host, s: Value, keyOf: Select) =>
      thenBy(s, keyOf, null, descending),
    [`ThenBy${suffix}(${ordered},Func<T,K>,IComparer<K>)`]: (_h: Host, s: Value, keyOf: Select, comparer: Value) =>
      thenBy(s, keyOf, comparer, descending),
    [`Order${suffix}(${source})`]: (host: Host, s: Value) => orderBy(host, s, itself, null, descending),
    [`Order${suffix}(${source},IComparer<T>)`]: (host: Host, s: Value, comparer: Value) =>
      orderBy(host, s, itself, comparer, descending),
  };
}

const groups: Members = {
  [`GroupBy(${source},Func<T,K>)`]: (_h: Host, s: Value, keyOf: Select) => groupBy(s, keyOf),
  [`GroupBy(${source},Func<T,K>,IEqualityComparer<K>)`]: (_h: Host, s: Value, keyOf: Select, comparer: Value) =>
    groupBy(s, keyOf, itself, undefined, comparer),
  [`GroupBy(${source},Func<T,K>,Func<T,E>)`]: (_h: Host, s: Value, keyOf: Select, elementOf: Select) =>
    groupBy(s, keyOf, elementOf),
  [`GroupBy(${source},Func<T,K>,Func<T,E>,IEqualityComparer<K>)`]: (
    _h: Host,
    s: Value,
    keyOf: Select,
    elementOf: Select,
    comparer: Value,
  ) => groupBy(s, keyOf, elementOf, undefined, comparer),
  [`GroupBy(${source},Func<T,K>,Func<K,IEnumerable<T>,R>)`]: (_h: Host, s: Value, keyOf: Select, result: Join) =>
    groupBy(s, keyOf, itself, result),
  [`GroupBy(${source},Func<T,K>,Func<T,E>,Func<K,IEnumerable<E>,R>)`]: (
    _h: Host,
    s: Value,
    keyOf: Select,
    elementOf: Select,
    result: Join,
  ) => groupBy(s, keyOf, elementOf, result),
  'Join(IEnumerable<A>,IEnumerable<B>,Func<A,K>,Func<B,K>,Func<A,B,R>)': (
    _h: Host,
    a: Value,
    b: Value,
    aKey: Select,
    bKey: Select,
    result: Join,
  ) => join(a, b, aKey, bKey, result),
  'GroupJoin(IEnumerable<A>,IEnumerable<B>,Func<A,K>,Func<B,K>,Func<A,IEnumerable<B>,R>)': (
    _h: Host,
    a: Value,
    b: Value,
    aKey: Select,
    bKey: Select,
    result: Join,
  ) => groupJoin(a, b, aKey, bKey, result),
};

const collected: Members = {
  [`ToArray(${source})`]: (host: Host, s: Value) => {
    requireSource(s);
    return toArray(host, s);
  },
  [`ToList(${source})`]: (host: Host, s: Value) => {
    requireSource(s);
    return new ListValue(toArray(host, s));
  },
  [`ToHashSet(${source})`]: (_h: Host, s: Value) => {
    requireSource(s);
    return setOf(s);
  },
  [`ToHashSet(${source},IEqualityComparer<T>)`]: (_h: Host, s: Value, comparer: Value) => {
    requireSource(s);
    return setOf(s, equalityOf(comparer));
  },
  'ToDictionary(IEnumerable<KeyValuePair<K,V>>)': (host: Host, s: Value, [k, v]: Types) =>
    toDictionary(
      host,
      s,
      (pair) => (pair as KeyValuePairValue).k,
      (pair) => (pair as KeyValuePairValue).v,
      null,
      [k!, v!],
    ),
  'ToDictionary(IEnumerable<(K,V)>)': (host: Host, s: Value, [k, v]: Types) =>
    toDictionary(
      host,
      s,
      (pair) => (pair as TupleValue).items[0],
      (pair) => (pair as TupleValue).items[1],
      null,
      [k!, v!],
    ),
  [`ToDictionary(${source},Func<T,K>)`]: (host: Host, s: Value, keyOf: Select, [t, k]: Types) =>
    toDictionary(host, s, keyOf, itself, null, [k!, t!]),
  [`ToDictionary(${source},Func<T,K>,IEqualityComparer<K>)`]: (
    host: Host,
    s: Value,
    keyOf: Select,
    comparer: Value,
    [t, k]: Types,
  ) => toDictionary(host, s, keyOf, itself, comparer, [k!, t!]),
  [`ToDictionary(${source},Func<T,K>,Func<T,E>)`]: (
    host: Host,
    s: Value,
    keyOf: Select,
    elementOf: Select,
    [, k, e]: Types,
  ) => toDictionary(host, s, keyOf, elementOf, null, [k!, e!]),
  [`ToDictionary(${source},Func<T,K>,Func<T,E>,IEqualityComparer<K>)`]: (
    host: Host,
    s: Value,
    keyOf: Select,
    elementOf: Select,
    comparer: Value,
    [, k, e]: Types,
  ) => toDictionary(host, s, keyOf, elementOf, comparer, [k!, e!]),
  [`ToLookup(${source},Func<T,K>)`]: (_h: Host, s: Value, keyOf: Select) => toLookup(s, keyOf),
  [`ToLookup(${source},Func<T,K>,IEqualityComparer<K>)`]: (_h: Host, s: Value, keyOf: Select, comparer: Value) =>
    toLookup(s, keyOf, itself, comparer),
  [`ToLookup(${source},Func<T,K>,Func<T,E>)`]: (_h: Host, s: Value, keyOf: Select, elementOf: Select) =>
    toLookup(s, keyOf, elementOf),
  [`ToLookup(${source},Func<T,K>,Func<T,E>,IEqualityComparer<K>)`]: (
    _h: Host,
    s: Value,
    keyOf: Select,
    elementOf: Select,
    comparer: Value,
  ) => toLookup(s, keyOf, elementOf, comparer),
};

const answers: Members = {
  [`Any(${source})`]: (host: Host, s: Value) => any(host, s),
  [`Any(${source},Func<T,bool>)`]: (host: Host, s: Value, test: Predicate) => any(host, s, test),
  [`All(${source},Func<T,bool>)`]: (host: Host, s: Value, test: Predicate) => all(host, s, test),
  [`Contains(${source},T)`]: (host: Host, s: Value, value: Value) => contains(host, s, value),
  [`Contains(${source},T,IEqualityComparer<T>)`]: (host: Host, s: Value, value: Value, comparer: Value) =>
    contains(host, s, value, comparer),
  [`SequenceEqual(${source},${source})`]: (host: Host, a: Value, b: Value) => sequenceEqual(host, a, b),
  [`SequenceEqual(${source},${source},IEqualityComparer<T>)`]: (host: Host, a: Value, b: Value, comparer: Value) =>
    sequenceEqual(host, a, b, comparer),
  [`Count(${source})`]: (host: Host, s: Value) => count(host, s),
  [`Count(${source},Func<T,bool>)`]: (host: Host, s: Value, test: Predicate) => count(host, s, test),
  [`LongCount(${source})`]: (host: Host, s: Value) => BigInt(count(host, s)),
  [`LongCount(${source},Func<T,bool>)`]: (host: Host, s: Value, test: Predicate) => BigInt(count(host, s, test)),
  [`TryGetNonEnumeratedCount(${source},int)`]: (_h: Host, s: Value, result: Ref) => {
    requireSource(s);
    const known = knownCount(s);
    result.set(known ?? 0);
    return known !== undefined;
  },
  [`ElementAt(${source},int)`]: (host: Host, s: Value, index: number) => elementAt(host, s, index),
  [`ElementAt(${source},Index)`]: (host: Host, s: Value, index: IndexValue) => elementAt(host, s, index),
  [`ElementAtOrDefault(${source},int)`]: (host: Host, s: Value, index: number, types: Types) =>
    elementAtOrDefault(host, s, index, types[0]!),
  [`ElementAtOrDefault(${source},Index)`]: (host: Host, s: Value, index: IndexValue, types: Types) =>
    elementAtOrDefault(host, s, index, types[0]!),
  [`Aggregate(${source},Func<T,T,T>)`]: (host: Host, s: Value, f: Join) => aggregate(host, s, f),
  [`Aggregate(${source},A,Func<A,T,A>)`]: (host: Host, s: Value, seed: Value, f: Join) =>
    aggregateFrom(host, s, seed, f),
  [`Aggregate(${source},A,Func<A,T,A>,Func<A,R>)`]: (host: Host, s: Value, seed: Value, f: Join, result: Select) => {
    requireFunction(result, 'resultSelector');
    return result(aggregateFrom(host, s, seed, f));
  },
};

type Find = (host: Host, source: Value, test?: Predicate) => Value;

/** The six forms of `First`, `Last` and `Single`. */
function finding(name: string, find: Find): Members {
  return {
    [`${name}(${source})`]: (host: Host, s: Value) => required(find(host, s)),
    [`${name}(${source},Func<T,bool>)`]: (host: Host, s: Value, test: Predicate) => required(find(host, s, test), test),
    [`${name}OrDefault(${source})`]: (host: Host, s: Value, types: Types) => orDefault(host, find(host, s), types[0]),
    [`${name}OrDefault(${source},T)`]: (host: Host, s: Value, otherwise: Value) => orElse(find(host, s), otherwise),
    [`${name}OrDefault(${source},Func<T,bool>)`]: (host: Host, s: Value, test: Predicate, types: Types) =>
      orDefault(host, find(host, s, test), types[0]),
    [`${name}OrDefault(${source},Func<T,bool>,T)`]: (host: Host, s: Value, test: Predicate, otherwise: Value) =>
      orElse(find(host, s, test), otherwise),
  };
}

/** The forms of `Min` or `Max` that are not over numbers. */
function comparing(name: string, sign: 1 | -1): Members {
  return {
    [`${name}(${source})`]: (host: Host, s: Value, types: Types) => extreme(host, s, sign, types[0]!),
    [`${name}(${source},IComparer<T>)`]: (host: Host, s: Value, comparer: Value, types: Types) =>
      extreme(host, s, sign, types[0]!, comparer),
    [`${name}(${source},Func<T,R>)`]: (host: Host, s: Value, f: Select, types: Types) =>
      extreme(host, s, sign, types[1]!, null, f),
    [`${name}By(${source},Func<T,K>)`]: (host: Host, s: Value, keyOf: Select, types: Types) =>
      extremeBy(host, s, sign, keyOf, types[0]!),
    [`${name}By(${source},Func<T,K>,IComparer<K>)`]: (
      host: Host,
      s: Value,
      keyOf: Select,
      comparer: Value,
      types: Types,
    ) => extremeBy(host, s, sign, keyOf, types[0]!, comparer),
  };
}

/** What a store may answer itself, if the source is its query. */
const pushable =
  /^(?:Where|OrderBy|ThenBy|Skip\(|Take\(|Count|LongCount|Any|All|First|Last|Single|Sum|Average|Min|Max)/;

function offered(key: LibraryKey, member: LibraryFunction): LibraryFunction {
  const f = member as (host: Host, ...args: Value[]) => Value;
  return (host: Host, s: Value, ...args: Value[]) => {
    if (isQuerySource(s)) {
      const answer = s.tryPush(key, args);
      if (answer !== undefined) return answer;
    }
    return f(host, s, ...args);
  };
}

function keyed(members: Members): [LibraryKey, LibraryFunction][] {
  return Object.entries(members).map(([name, member]) => {
    const key = `Enumerable.${name}`;
    return [key, pushable.test(name) ? offered(key, member) : member];
  });
}

/** Members of `Enumerable`, `IGrouping` and `ILookup`. */
export const linqLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  ...Object.fromEntries(
    [
      passing,
      sets,
      ordering(false),
      ordering(true),
      groups,
      collected,
      answers,
      finding('First', findFirst),
      finding('Last', findLast),
      finding('Single', findSingle),
      comparing('Min', 1),
      comparing('Max', -1),
    ].flatMap(keyed),
  ),
  ...Object.fromEntries(Object.entries(linqNumberLibrary).map(([key, member]) => [key, offered(key, member)])),
  'IGrouping.Key': (_h: Host, group: GroupingValue) => group.key,
  'ILookup.Count': (_h: Host, lookup: LookupValue) => lookup.count(),
  'ILookup.this(K)': (_h: Host, lookup: LookupValue, key: Value) => lookup.group(key) ?? empty(),
  'ILookup.Contains(K)': (_h: Host, lookup: LookupValue, key: Value) => lookup.group(key) !== undefined,
};
