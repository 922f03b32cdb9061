import type { LibraryDeclarations } from './reader.ts';

/** Overloads over numbers: `sum` gives the result type of one element type. */
const numeric = (name: string, result: (element: string) => string): string =>
  ['int', 'long', 'double', 'decimal', 'int?', 'long?', 'double?', 'decimal?']
    .map(
      (element) => `static ${result(element)} ${name}(this IEnumerable<${element}> source);
    static ${result(element)} ${name}<T>(this IEnumerable<T> source, Func<T,${element}> selector);`,
    )
    .join('\n    ');

const average = (element: string): string => {
  const mark = element.endsWith('?') ? '?' : '';
  return element.startsWith('decimal') ? `decimal${mark}` : `double${mark}`;
};

const same = (element: string): string => element;

/** Sequences. Members that return one are deferred: they run when it is walked, each time anew. */
export const linqDeclarations: LibraryDeclarations = {
  'IGrouping`2': 'interface IGrouping<K,T> : IEnumerable<T> { K Key { get; } }',

  'ILookup`2': `interface ILookup<K,T> : IEnumerable<IGrouping<K,T>> {
    int Count { get; }
    /// Empty where there is no such key.
    IEnumerable<T> this[K key] { get; }
    bool Contains(K key);
  }`,

  'IOrderedEnumerable`1': 'interface IOrderedEnumerable<T> : IEnumerable<T> {}',

  Enumerable: `static Enumerable {
    static IEnumerable<int> Range(int start, int count);
    static IEnumerable<T> Repeat<T>(T element, int count);
    static IEnumerable<T> Empty<T>();

    static IEnumerable<T> Where<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static IEnumerable<T> Where<T>(this IEnumerable<T> source, Func<T,int,bool> predicate);
    static IEnumerable<R> Select<T,R>(this IEnumerable<T> source, Func<T,R> selector);
    static IEnumerable<R> Select<T,R>(this IEnumerable<T> source, Func<T,int,R> selector);
    static IEnumerable<R> SelectMany<T,R>(this IEnumerable<T> source, Func<T,IEnumerable<R>> selector);
    static IEnumerable<R> SelectMany<T,R>(this IEnumerable<T> source, Func<T,int,IEnumerable<R>> selector);
    static IEnumerable<R> SelectMany<T,C,R>(this IEnumerable<T> source, Func<T,IEnumerable<C>> collectionSelector, Func<T,C,R> resultSelector);
    static IEnumerable<R> SelectMany<T,C,R>(this IEnumerable<T> source, Func<T,int,IEnumerable<C>> collectionSelector, Func<T,C,R> resultSelector);
    static IEnumerable<R> OfType<R>(this IEnumerable source);
    static IEnumerable<R> Cast<R>(this IEnumerable source);
    static IEnumerable<T> AsEnumerable<T>(this IEnumerable<T> source);

    static IEnumerable<T> Take<T>(this IEnumerable<T> source, int count);
    static IEnumerable<T> Take<T>(this IEnumerable<T> source, Range range);
    static IEnumerable<T> TakeLast<T>(this IEnumerable<T> source, int count);
    static IEnumerable<T> TakeWhile<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static IEnumerable<T> TakeWhile<T>(this IEnumerable<T> source, Func<T,int,bool> predicate);
    static IEnumerable<T> Skip<T>(this IEnumerable<T> source, int count);
    static IEnumerable<T> SkipLast<T>(this IEnumerable<T> source, int count);
    static IEnumerable<T> SkipWhile<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static IEnumerable<T> SkipWhile<T>(this IEnumerable<T> source, Func<T,int,bool> predicate);
    static IEnumerable<T> Append<T>(this IEnumerable<T> source, T element);
    static IEnumerable<T> Prepend<T>(this IEnumerable<T> source, T element);
    static IEnumerable<T> Concat<T>(this IEnumerable<T> first, IEnumerable<T> second);
    static IEnumerable<T> Reverse<T>(this IEnumerable<T> source);
    static IEnumerable<T[]> Chunk<T>(this IEnumerable<T> source, int size);
    static IEnumerable<T> DefaultIfEmpty<T>(this IEnumerable<T> source);
    static IEnumerable<T> DefaultIfEmpty<T>(this IEnumerable<T> source, T defaultValue);
    static IEnumerable<R> Zip<A,B,R>(this IEnumerable<A> first, IEnumerable<B> second, Func<A,B,R> resultSelector);
    static IEnumerable<(A First, B Second)> Zip<A,B>(this IEnumerable<A> first, IEnumerable<B> second);
    static IEnumerable<(A First, B Second, C Third)> Zip<A,B,C>(this IEnumerable<A> first, IEnumerable<B> second, IEnumerable<C> third);

    static IEnumerable<T> Distinct<T>(this IEnumerable<T> source);
    static IEnumerable<T> Distinct<T>(this IEnumerable<T> source, IEqualityComparer<T>? comparer);
    static IEnumerable<T> DistinctBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static IEnumerable<T> DistinctBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IEqualityComparer<K>? comparer);
    static IEnumerable<T> Union<T>(this IEnumerable<T> first, IEnumerable<T> second);
    static IEnumerable<T> Union<T>(this IEnumerable<T> first, IEnumerable<T> second, IEqualityComparer<T>? comparer);
    static IEnumerable<T> UnionBy<T,K>(this IEnumerable<T> first, IEnumerable<T> second, Func<T,K> keySelector);
    static IEnumerable<T> Intersect<T>(this IEnumerable<T> first, IEnumerable<T> second);
    static IEnumerable<T> Intersect<T>(this IEnumerable<T> first, IEnumerable<T> second, IEqualityComparer<T>? comparer);
    static IEnumerable<T> IntersectBy<T,K>(this IEnumerable<T> first, IEnumerable<K> second, Func<T,K> keySelector);
    static IEnumerable<T> Except<T>(this IEnumerable<T> first, IEnumerable<T> second);
    static IEnumerable<T> Except<T>(this IEnumerable<T> first, IEnumerable<T> second, IEqualityComparer<T>? comparer);
    static IEnumerable<T> ExceptBy<T,K>(this IEnumerable<T> first, IEnumerable<K> second, Func<T,K> keySelector);

    /// Stable, like all that order.
    static IOrderedEnumerable<T> OrderBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static IOrderedEnumerable<T> OrderBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IComparer<K>? comparer);
    static IOrderedEnumerable<T> OrderByDescending<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static IOrderedEnumerable<T> OrderByDescending<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IComparer<K>? comparer);
    static IOrderedEnumerable<T> ThenBy<T,K>(this IOrderedEnumerable<T> source, Func<T,K> keySelector);
    static IOrderedEnumerable<T> ThenBy<T,K>(this IOrderedEnumerable<T> source, Func<T,K> keySelector, IComparer<K>? comparer);
    static IOrderedEnumerable<T> ThenByDescending<T,K>(this IOrderedEnumerable<T> source, Func<T,K> keySelector);
    static IOrderedEnumerable<T> ThenByDescending<T,K>(this IOrderedEnumerable<T> source, Func<T,K> keySelector, IComparer<K>? comparer);
    static IOrderedEnumerable<T> Order<T>(this IEnumerable<T> source);
    static IOrderedEnumerable<T> Order<T>(this IEnumerable<T> source, IComparer<T>? comparer);
    static IOrderedEnumerable<T> OrderDescending<T>(this IEnumerable<T> source);
    static IOrderedEnumerable<T> OrderDescending<T>(this IEnumerable<T> source, IComparer<T>? comparer);

    static IEnumerable<IGrouping<K,T>> GroupBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static IEnumerable<IGrouping<K,T>> GroupBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IEqualityComparer<K>? comparer);
    static IEnumerable<IGrouping<K,E>> GroupBy<T,K,E>(this IEnumerable<T> source, Func<T,K> keySelector, Func<T,E> elementSelector);
    static IEnumerable<IGrouping<K,E>> GroupBy<T,K,E>(this IEnumerable<T> source, Func<T,K> keySelector, Func<T,E> elementSelector, IEqualityComparer<K>? comparer);
    static IEnumerable<R> GroupBy<T,K,R>(this IEnumerable<T> source, Func<T,K> keySelector, Func<K,IEnumerable<T>,R> resultSelector);
    static IEnumerable<R> GroupBy<T,K,E,R>(this IEnumerable<T> source, Func<T,K> keySelector, Func<T,E> elementSelector, Func<K,IEnumerable<E>,R> resultSelector);
    static IEnumerable<R> Join<A,B,K,R>(this IEnumerable<A> outer, IEnumerable<B> inner, Func<A,K> outerKeySelector, Func<B,K> innerKeySelector, Func<A,B,R> resultSelector);
    static IEnumerable<R> GroupJoin<A,B,K,R>(this IEnumerable<A> outer, IEnumerable<B> inner, Func<A,K> outerKeySelector, Func<B,K> innerKeySelector, Func<A,IEnumerable<B>,R> resultSelector);

    static T[] ToArray<T>(this IEnumerable<T> source);
    static List<T> ToList<T>(this IEnumerable<T> source);
    static HashSet<T> ToHashSet<T>(this IEnumerable<T> source);
    static HashSet<T> ToHashSet<T>(this IEnumerable<T> source, IEqualityComparer<T>? comparer);
    static Dictionary<K,V> ToDictionary<K,V>(this IEnumerable<KeyValuePair<K,V>> source);
    static Dictionary<K,V> ToDictionary<K,V>(this IEnumerable<(K Key, V Value)> source);
    static Dictionary<K,T> ToDictionary<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static Dictionary<K,T> ToDictionary<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IEqualityComparer<K>? comparer);
    static Dictionary<K,E> ToDictionary<T,K,E>(this IEnumerable<T> source, Func<T,K> keySelector, Func<T,E> elementSelector);
    static Dictionary<K,E> ToDictionary<T,K,E>(this IEnumerable<T> source, Func<T,K> keySelector, Func<T,E> elementSelector, IEqualityComparer<K>? comparer);
    static ILookup<K,T> ToLookup<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static ILookup<K,T> ToLookup<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IEqualityComparer<K>? comparer);
    static ILookup<K,E> ToLookup<T,K,E>(this IEnumerable<T> source, Func<T,K> keySelector, Func<T,E> elementSelector);
    static ILookup<K,E> ToLookup<T,K,E>(this IEnumerable<T> source, Func<T,K> keySelector, Func<T,E> elementSelector, IEqualityComparer<K>? comparer);

    static bool Any<T>(this IEnumerable<T> source);
    static bool Any<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static bool All<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static bool Contains<T>(this IEnumerable<T> source, T value);
    static bool Contains<T>(this IEnumerable<T> source, T value, IEqualityComparer<T>? comparer);
    static bool SequenceEqual<T>(this IEnumerable<T> first, IEnumerable<T> second);
    static bool SequenceEqual<T>(this IEnumerable<T> first, IEnumerable<T> second, IEqualityComparer<T>? comparer);
    static int Count<T>(this IEnumerable<T> source);
    static int Count<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static long LongCount<T>(this IEnumerable<T> source);
    static long LongCount<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static bool TryGetNonEnumeratedCount<T>(this IEnumerable<T> source, out int count);

    static T First<T>(this IEnumerable<T> source);
    static T First<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static T? FirstOrDefault<T>(this IEnumerable<T> source);
    static T FirstOrDefault<T>(this IEnumerable<T> source, T defaultValue);
    static T? FirstOrDefault<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static T FirstOrDefault<T>(this IEnumerable<T> source, Func<T,bool> predicate, T defaultValue);
    static T Last<T>(this IEnumerable<T> source);
    static T Last<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static T? LastOrDefault<T>(this IEnumerable<T> source);
    static T LastOrDefault<T>(this IEnumerable<T> source, T defaultValue);
    static T? LastOrDefault<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static T LastOrDefault<T>(this IEnumerable<T> source, Func<T,bool> predicate, T defaultValue);
    static T Single<T>(this IEnumerable<T> source);
    static T Single<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static T? SingleOrDefault<T>(this IEnumerable<T> source);
    static T SingleOrDefault<T>(this IEnumerable<T> source, T defaultValue);
    static T? SingleOrDefault<T>(this IEnumerable<T> source, Func<T,bool> predicate);
    static T SingleOrDefault<T>(this IEnumerable<T> source, Func<T,bool> predicate, T defaultValue);
    static T ElementAt<T>(this IEnumerable<T> source, int index);
    static T ElementAt<T>(this IEnumerable<T> source, Index index);
    static T? ElementAtOrDefault<T>(this IEnumerable<T> source, int index);
    static T? ElementAtOrDefault<T>(this IEnumerable<T> source, Index index);

    static T Aggregate<T>(this IEnumerable<T> source, Func<T,T,T> func);
    static A Aggregate<T,A>(this IEnumerable<T> source, A seed, Func<A,T,A> func);
    static R Aggregate<T,A,R>(this IEnumerable<T> source, A seed, Func<A,T,A> func, Func<A,R> resultSelector);
    ${numeric('Sum', same)}
    ${numeric('Average', average)}
    ${numeric('Min', same)}
    ${numeric('Max', same)}
    static T? Min<T>(this IEnumerable<T> source);
    static T? Min<T>(this IEnumerable<T> source, IComparer<T>? comparer);
    static R? Min<T,R>(this IEnumerable<T> source, Func<T,R> selector);
    static T? Max<T>(this IEnumerable<T> source);
    static T? Max<T>(this IEnumerable<T> source, IComparer<T>? comparer);
    static R? Max<T,R>(this IEnumerable<T> source, Func<T,R> selector);
    static T? MinBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static T? MinBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IComparer<K>? comparer);
    static T? MaxBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector);
    static T? MaxBy<T,K>(this IEnumerable<T> source, Func<T,K> keySelector, IComparer<K>? comparer);
  }`,
};
