import type { LibraryDeclarations } from './reader.ts';

/** What every value has, and the types that say how values are equal, ordered, absent or counted from an end. */
export const objectDeclarations: LibraryDeclarations = {
  object: `class object {
    object();
    bool Equals(object? obj);
    int GetHashCode();
    Type GetType();
    string ToString();
    static bool Equals(object? objA, object? objB);
    static bool ReferenceEquals(object? objA, object? objB);
  }`,

  Type: `class Type {
    /// Without its namespace: \`Int32\`, \`List\`, \`Loan\`.
    string Name { get; }
    string FullName { get; }
    bool Equals(Type? o);
    string ToString();
    static bool operator ==(Type? left, Type? right);
    static bool operator !=(Type? left, Type? right);
  }`,

  'Nullable`1': `struct Nullable<T> {
    bool HasValue { get; }
    /// Throws \`InvalidOperationException\` where there is none.
    T Value { get; }
    T GetValueOrDefault();
    T GetValueOrDefault(T defaultValue);
    bool Equals(object? other);
    int GetHashCode();
    string ToString();
  }`,

  Enum: `class Enum : IComparable {
    int CompareTo(object? target);
    bool Equals(object? obj);
    int GetHashCode();
    bool HasFlag(Enum flag);
    string ToString();
    /// \`G\` and \`F\` the name, \`D\` the number, \`X\` the number in hexadecimal.
    string ToString(string? format);
    static string? GetName<T>(T value);
    static string[] GetNames<T>();
    static T[] GetValues<T>();
    static bool IsDefined<T>(T value);
    static T Parse<T>(string value);
    static T Parse<T>(string value, bool ignoreCase);
    static bool TryParse<T>(string? value, out T result);
    static bool TryParse<T>(string? value, bool ignoreCase, out T result);
    static string? GetName(Type enumType, object value);
    static string[] GetNames(Type enumType);
    static bool IsDefined(Type enumType, object value);
    static object Parse(Type enumType, string value);
    static object Parse(Type enumType, string value, bool ignoreCase);
  }`,

  Guid: `struct Guid : IComparable, IComparable<Guid>, IEquatable<Guid>, IFormattable {
    const Guid Empty;
    Guid();
    Guid(string g);
    Guid(byte[] b);
    /// A random one, from the run's seeded source.
    static Guid NewGuid();
    static Guid Parse(string input);
    static Guid ParseExact(string input, string format);
    static bool TryParse(string? input, out Guid result);
    static bool TryParseExact(string? input, string? format, out Guid result);
    int CompareTo(Guid value);
    int CompareTo(object? value);
    bool Equals(Guid g);
    bool Equals(object? o);
    int GetHashCode();
    byte[] ToByteArray();
    string ToString();
    /// \`D\`, \`N\`, \`B\`, \`P\` or \`X\`.
    string ToString(string? format);
    string ToString(string? format, IFormatProvider? provider);
    static bool operator ==(Guid a, Guid b);
    static bool operator !=(Guid a, Guid b);
    static bool operator <(Guid left, Guid right);
    static bool operator <=(Guid left, Guid right);
    static bool operator >(Guid left, Guid right);
    static bool operator >=(Guid left, Guid right);
  }`,

  Index: `struct Index : IEquatable<Index> {
    Index(int value, bool fromEnd = false);
    static Index Start { get; }
    static Index End { get; }
    static Index FromStart(int value);
    static Index FromEnd(int value);
    int Value { get; }
    bool IsFromEnd { get; }
    int GetOffset(int length);
    bool Equals(Index other);
    string ToString();
    static implicit operator Index(int value);
  }`,

  Range: `struct Range : IEquatable<Range> {
    Range(Index start, Index end);
    static Range All { get; }
    static Range StartAt(Index start);
    static Range EndAt(Index end);
    Index Start { get; }
    Index End { get; }
    bool Equals(Range other);
    string ToString();
  }`,

  IComparable: `interface IComparable { int CompareTo(object? obj); }`,

  'IComparable`1': `interface IComparable<T> { int CompareTo(T? other); }`,

  'IEquatable`1': `interface IEquatable<T> { bool Equals(T? other); }`,

  'IComparer`1': `interface IComparer<T> { int Compare(T? x, T? y); }`,

  'IEqualityComparer`1': `interface IEqualityComparer<T> {
    bool Equals(T? x, T? y);
    int GetHashCode(T obj);
  }`,

  'Comparer`1': `class Comparer<T> : IComparer<T> {
    static Comparer<T> Default { get; }
    static Comparer<T> Create(Comparison<T> comparison);
    int Compare(T? x, T? y);
  }`,

  'EqualityComparer`1': `class EqualityComparer<T> : IEqualityComparer<T> {
    static EqualityComparer<T> Default { get; }
    bool Equals(T? x, T? y);
    int GetHashCode(T obj);
  }`,

  HashCode: `static HashCode {
    static int Combine<T1>(T1 value1);
    static int Combine<T1,T2>(T1 value1, T2 value2);
    static int Combine<T1,T2,T3>(T1 value1, T2 value2, T3 value3);
    static int Combine<T1,T2,T3,T4>(T1 value1, T2 value2, T3 value3, T4 value4);
    static int Combine<T1,T2,T3,T4,T5>(T1 value1, T2 value2, T3 value3, T4 value4, T5 value5);
    static int Combine<T1,T2,T3,T4,T5,T6>(T1 value1, T2 value2, T3 value3, T4 value4, T5 value5, T6 value6);
    static int Combine<T1,T2,T3,T4,T5,T6,T7>(T1 value1, T2 value2, T3 value3, T4 value4, T5 value5, T6 value6, T7 value7);
    static int Combine<T1,T2,T3,T4,T5,T6,T7,T8>(T1 value1, T2 value2, T3 value3, T4 value4, T5 value5, T6 value6, T7 value7, T8 value8);
  }`,
};
