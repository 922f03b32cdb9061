import type { LibraryDeclarations } from './reader.ts';

/** What every collection with elements of its own can be made from and asked. */
export const collectionDeclarations: LibraryDeclarations = {
  IEnumerable: 'interface IEnumerable {}',

  'IEnumerable`1': 'interface IEnumerable<T> : IEnumerable {}',

  'IReadOnlyCollection`1': 'interface IReadOnlyCollection<T> : IEnumerable<T> { int Count { get; } }',

  'IReadOnlyList`1': `interface IReadOnlyList<T> : IReadOnlyCollection<T> {
    T this[int index] { get; }
    T this[Index index] { get; }
  }`,

  'ICollection`1': `interface ICollection<T> : IEnumerable<T> {
    int Count { get; }
    bool IsReadOnly { get; }
    void Add(T item);
    bool Remove(T item);
    void Clear();
    bool Contains(T item);
    void CopyTo(T[] array, int arrayIndex);
  }`,

  'IList`1': `interface IList<T> : ICollection<T> {
    T this[int index] { get; set; }
    T this[Index index] { get; set; }
    int IndexOf(T item);
    void Insert(int index, T item);
    void RemoveAt(int index);
  }`,

  'ISet`1': `interface ISet<T> : ICollection<T> {
    bool Add(T item);
    void UnionWith(IEnumerable<T> other);
    void IntersectWith(IEnumerable<T> other);
    void ExceptWith(IEnumerable<T> other);
    bool IsSubsetOf(IEnumerable<T> other);
    bool IsSupersetOf(IEnumerable<T> other);
    bool Overlaps(IEnumerable<T> other);
    bool SetEquals(IEnumerable<T> other);
  }`,

  'IReadOnlyDictionary`2': `interface IReadOnlyDictionary<K,V> : IReadOnlyCollection<KeyValuePair<K,V>> {
    V this[K key] { get; }
    IEnumerable<K> Keys { get; }
    IEnumerable<V> Values { get; }
    bool ContainsKey(K key);
    bool TryGetValue(K key, out V value);
    V? GetValueOrDefault(K key);
    V GetValueOrDefault(K key, V defaultValue);
  }`,

  'IDictionary`2': `interface IDictionary<K,V> : ICollection<KeyValuePair<K,V>> {
    V this[K key] { get; set; }
    ICollection<K> Keys { get; }
    ICollection<V> Values { get; }
    void Add(K key, V value);
    bool ContainsKey(K key);
    bool Remove(K key);
    bool TryGetValue(K key, out V value);
    bool TryAdd(K key, V value);
  }`,

  /** What an array `T[]` has, and what works on arrays. */
  Array: `class Array {
    int Length { get; }
    long LongLength { get; }
    int Rank { get; }
    object Clone();
    void CopyTo(Array array, int index);
    static void Sort<T>(T[] array);
    static void Sort<T>(T[] array, Func<T,T,int> comparison);
    static void Sort<T>(T[] array, IComparer<T>? comparer);
    static void Sort<T>(T[] array, int index, int length);
    static void Sort<T>(T[] array, int index, int length, IComparer<T>? comparer);
    static void Sort<K,V>(K[] keys, V[]? items);
    static void Reverse<T>(T[] array);
    static void Reverse<T>(T[] array, int index, int length);
    static int IndexOf<T>(T[] array, T value);
    static int IndexOf<T>(T[] array, T value, int startIndex);
    static int IndexOf<T>(T[] array, T value, int startIndex, int count);
    static int LastIndexOf<T>(T[] array, T value);
    static int LastIndexOf<T>(T[] array, T value, int startIndex);
    static int LastIndexOf<T>(T[] array, T value, int startIndex, int count);
    static int BinarySearch<T>(T[] array, T value);
    static int BinarySearch<T>(T[] array, T value, IComparer<T>? comparer);
    static void Fill<T>(T[] array, T value);
    static void Fill<T>(T[] array, T value, int startIndex, int count);
    static void Clear(Array array);
    static void Clear(Array array, int index, int length);
    static void Copy(Array sourceArray, Array destinationArray, int length);
    static void Copy(Array sourceArray, int sourceIndex, Array destinationArray, int destinationIndex, int length);
    /// Makes a longer or shorter copy, the variable's new array.
    static void Resize<T>(ref T[] array, int newSize);
    static T[] Empty<T>();
    static bool Exists<T>(T[] array, Func<T,bool> match);
    static T? Find<T>(T[] array, Func<T,bool> match);
    static T? FindLast<T>(T[] array, Func<T,bool> match);
    static T[] FindAll<T>(T[] array, Func<T,bool> match);
    static int FindIndex<T>(T[] array, Func<T,bool> match);
    static int FindIndex<T>(T[] array, int startIndex, Func<T,bool> match);
    static int FindLastIndex<T>(T[] array, Func<T,bool> match);
    static bool TrueForAll<T>(T[] array, Func<T,bool> match);
    static void ForEach<T>(T[] array, Action<T> action);
    static R[] ConvertAll<T,R>(T[] array, Func<T,R> converter);
    static IReadOnlyList<T> AsReadOnly<T>(T[] array);
  }`,

  'List`1': `class List<T> : IList<T>, IReadOnlyList<T> {
    List();
    List(int capacity);
    List(IEnumerable<T> collection);
    int Count { get; }
    int Capacity { get; set; }
    T this[int index] { get; set; }
    T this[Index index] { get; set; }
    List<T> this[Range range] { get; }
    void Add(T item);
    void AddRange(IEnumerable<T> collection);
    void Insert(int index, T item);
    void InsertRange(int index, IEnumerable<T> collection);
    /// Removes the first that is equal; false if there is none.
    bool Remove(T item);
    void RemoveAt(int index);
    void RemoveRange(int index, int count);
    int RemoveAll(Func<T,bool> match);
    void Clear();
    bool Contains(T item);
    int IndexOf(T item);
    int IndexOf(T item, int index);
    int IndexOf(T item, int index, int count);
    int LastIndexOf(T item);
    int LastIndexOf(T item, int index);
    int LastIndexOf(T item, int index, int count);
    bool Exists(Func<T,bool> match);
    T? Find(Func<T,bool> match);
    T? FindLast(Func<T,bool> match);
    List<T> FindAll(Func<T,bool> match);
    int FindIndex(Func<T,bool> match);
    int FindIndex(int startIndex, Func<T,bool> match);
    int FindIndex(int startIndex, int count, Func<T,bool> match);
    int FindLastIndex(Func<T,bool> match);
    int FindLastIndex(int startIndex, Func<T,bool> match);
    int FindLastIndex(int startIndex, int count, Func<T,bool> match);
    bool TrueForAll(Func<T,bool> match);
    void ForEach(Action<T> action);
    List<R> ConvertAll<R>(Func<T,R> converter);
    List<T> GetRange(int index, int count);
    List<T> Slice(int start, int length);
    void Reverse();
    void Reverse(int index, int count);
    void Sort();
    void Sort(Func<T,T,int> comparison);
    void Sort(IComparer<T>? comparer);
    void Sort(int index, int count, IComparer<T>? comparer);
    int BinarySearch(T item);
    int BinarySearch(T item, IComparer<T>? comparer);
    T[] ToArray();
    void CopyTo(T[] array);
    void CopyTo(T[] array, int arrayIndex);
    void CopyTo(int index, T[] array, int arrayIndex, int count);
    IReadOnlyList<T> AsReadOnly();
    int EnsureCapacity(int capacity);
    void TrimExcess();
  }`,

  KeyValuePair: 'static KeyValuePair { static KeyValuePair<K,V> Create<K,V>(K key, V value); }',

  'KeyValuePair`2': `struct KeyValuePair<K,V> {
    KeyValuePair();
    KeyValuePair(K key, V value);
    K Key { get; }
    V Value { get; }
    void Deconstruct(out K key, out V value);
    string ToString();
  }`,

  'Dictionary`2': `class Dictionary<K,V> : IDictionary<K,V>, IReadOnlyDictionary<K,V> {
    Dictionary();
    Dictionary(int capacity);
    Dictionary(IEqualityComparer<K>? comparer);
    Dictionary(int capacity, IEqualityComparer<K>? comparer);
    Dictionary(IDictionary<K,V> dictionary);
    Dictionary(IDictionary<K,V> dictionary, IEqualityComparer<K>? comparer);
    Dictionary(IEnumerable<KeyValuePair<K,V>> collection);
    Dictionary(IEnumerable<KeyValuePair<K,V>> collection, IEqualityComparer<K>? comparer);
    int Count { get; }
    V this[K key] { get; set; }
    ICollection<K> Keys { get; }
    ICollection<V> Values { get; }
    void Add(K key, V value);
    bool TryAdd(K key, V value);
    bool ContainsKey(K key);
    bool ContainsValue(V value);
    bool TryGetValue(K key, out V value);
    V? GetValueOrDefault(K key);
    V GetValueOrDefault(K key, V defaultValue);
    bool Remove(K key);
    bool Remove(K key, out V value);
    void Clear();
    int EnsureCapacity(int capacity);
    void TrimExcess();
  }`,

  'HashSet`1': `class HashSet<T> : ISet<T>, IReadOnlyCollection<T> {
    HashSet();
    HashSet(int capacity);
    HashSet(IEqualityComparer<T>? comparer);
    HashSet(IEnumerable<T> collection);
    HashSet(IEnumerable<T> collection, IEqualityComparer<T>? comparer);
    int Count { get; }
    /// False if it is there already.
    bool Add(T item);
    bool Remove(T item);
    int RemoveWhere(Func<T,bool> match);
    void Clear();
    bool Contains(T item);
    bool TryGetValue(T equalValue, out T actualValue);
    void UnionWith(IEnumerable<T> other);
    void IntersectWith(IEnumerable<T> other);
    void ExceptWith(IEnumerable<T> other);
    void SymmetricExceptWith(IEnumerable<T> other);
    bool IsSubsetOf(IEnumerable<T> other);
    bool IsSupersetOf(IEnumerable<T> other);
    bool IsProperSubsetOf(IEnumerable<T> other);
    bool IsProperSupersetOf(IEnumerable<T> other);
    bool Overlaps(IEnumerable<T> other);
    bool SetEquals(IEnumerable<T> other);
    void CopyTo(T[] array);
    void CopyTo(T[] array, int arrayIndex);
    int EnsureCapacity(int capacity);
    void TrimExcess();
  }`,

  'Queue`1': `class Queue<T> : IReadOnlyCollection<T> {
    Queue();
    Queue(int capacity);
    Queue(IEnumerable<T> collection);
    int Count { get; }
    void Enqueue(T item);
    T Dequeue();
    T Peek();
    bool TryDequeue(out T result);
    bool TryPeek(out T result);
    bool Contains(T item);
    void Clear();
    T[] ToArray();
    void CopyTo(T[] array, int arrayIndex);
  }`,

  'Stack`1': `class Stack<T> : IReadOnlyCollection<T> {
    Stack();
    Stack(int capacity);
    Stack(IEnumerable<T> collection);
    int Count { get; }
    void Push(T item);
    T Pop();
    T Peek();
    bool TryPop(out T result);
    bool TryPeek(out T result);
    bool Contains(T item);
    void Clear();
    /// The last pushed first.
    T[] ToArray();
    void CopyTo(T[] array, int arrayIndex);
  }`,
};
