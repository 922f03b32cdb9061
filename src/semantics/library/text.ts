import type { LibraryDeclarations } from './reader.ts';

/** Text: strings, characters, builders and the culture, which is always the invariant one (language.md §3). */
export const textDeclarations: LibraryDeclarations = {
  string: `class string : IComparable, IComparable<string>, IEquatable<string>, IEnumerable<char> {
    const string Empty;
    int Length { get; }
    char this[int index] { get; }
    char this[Index index] { get; }
    string this[Range range] { get; }
    string(char c, int count);
    string(char[] value);
    string(char[] value, int startIndex, int length);
    /// By the invariant culture, like \`CompareTo\`.
    static int Compare(string? strA, string? strB);
    static int Compare(string? strA, string? strB, bool ignoreCase);
    static int Compare(string? strA, string? strB, StringComparison comparisonType);
    static int Compare(string? strA, int indexA, string? strB, int indexB, int length);
    static int Compare(string? strA, int indexA, string? strB, int indexB, int length, StringComparison comparisonType);
    /// By UTF-16 units.
    static int CompareOrdinal(string? strA, string? strB);
    static int CompareOrdinal(string? strA, int indexA, string? strB, int indexB, int length);
    static string Concat(string? str0, string? str1);
    static string Concat(string? str0, string? str1, string? str2);
    static string Concat(string? str0, string? str1, string? str2, string? str3);
    static string Concat(params string?[] values);
    static string Concat(object? arg0);
    static string Concat(object? arg0, object? arg1);
    static string Concat(object? arg0, object? arg1, object? arg2);
    static string Concat(params object?[] args);
    static string Concat(IEnumerable<string?> values);
    static string Concat<T>(IEnumerable<T> values);
    static bool Equals(string? a, string? b);
    static bool Equals(string? a, string? b, StringComparison comparisonType);
    static bool Equals(object? a, object? b);
    static bool IsNullOrEmpty(string? value);
    static bool IsNullOrWhiteSpace(string? value);
    /// Replaces \`{0,5:N2}\` and the like by the arguments.
    static string Format(string format, object? arg0);
    static string Format(string format, object? arg0, object? arg1);
    static string Format(string format, object? arg0, object? arg1, object? arg2);
    static string Format(string format, params object?[] args);
    static string Format(IFormatProvider? provider, string format, object? arg0);
    static string Format(IFormatProvider? provider, string format, object? arg0, object? arg1);
    static string Format(IFormatProvider? provider, string format, object? arg0, object? arg1, object? arg2);
    static string Format(IFormatProvider? provider, string format, params object?[] args);
    static string Join(string? separator, params string?[] value);
    static string Join(string? separator, params object?[] values);
    static string Join(string? separator, IEnumerable<string?> values);
    static string Join<T>(string? separator, IEnumerable<T> values);
    static string Join(string? separator, string?[] value, int startIndex, int count);
    static string Join(char separator, params string?[] value);
    static string Join(char separator, params object?[] values);
    static string Join(char separator, IEnumerable<string?> values);
    static string Join<T>(char separator, IEnumerable<T> values);
    static string Join(char separator, string?[] value, int startIndex, int count);
    int CompareTo(string? strB);
    int CompareTo(object? value);
    bool Contains(string value);
    bool Contains(char value);
    bool Contains(string value, StringComparison comparisonType);
    bool StartsWith(string value);
    bool StartsWith(char value);
    bool StartsWith(string value, StringComparison comparisonType);
    bool EndsWith(string value);
    bool EndsWith(char value);
    bool EndsWith(string value, StringComparison comparisonType);
    bool Contains(char value, StringComparison comparisonType);
    bool Equals(string? value);
    bool Equals(string? value, StringComparison comparisonType);
    bool Equals(object? obj);
    int GetHashCode();
    int GetHashCode(StringComparison comparisonType);
    int IndexOf(char value);
    int IndexOf(char value, int startIndex);
    int IndexOf(char value, int startIndex, int count);
    int IndexOf(string value);
    int IndexOf(string value, int startIndex);
    int IndexOf(string value, int startIndex, int count);
    int IndexOf(string value, StringComparison comparisonType);
    int IndexOf(string value, int startIndex, StringComparison comparisonType);
    int IndexOf(string value, int startIndex, int count, StringComparison comparisonType);
    int IndexOfAny(char[] anyOf);
    int IndexOfAny(char[] anyOf, int startIndex);
    int IndexOfAny(char[] anyOf, int startIndex, int count);
    int LastIndexOf(char value);
    int LastIndexOf(char value, int startIndex);
    int LastIndexOf(char value, int startIndex, int count);
    int LastIndexOf(string value);
    int LastIndexOf(string value, int startIndex);
    int LastIndexOf(string value, int startIndex, int count);
    int LastIndexOf(string value, StringComparison comparisonType);
    int LastIndexOf(string value, int startIndex, StringComparison comparisonType);
    int LastIndexOf(string value, int startIndex, int count, StringComparison comparisonType);
    int LastIndexOfAny(char[] anyOf);
    int LastIndexOfAny(char[] anyOf, int startIndex);
    int LastIndexOfAny(char[] anyOf, int startIndex, int count);
    int IndexOf(char value, StringComparison comparisonType);
    string Insert(int startIndex, string value);
    bool IsNormalized();
    string Normalize();
    string PadLeft(int totalWidth);
    string PadLeft(int totalWidth, char paddingChar);
    string PadRight(int totalWidth);
    string PadRight(int totalWidth, char paddingChar);
    string Remove(int startIndex);
    string Remove(int startIndex, int count);
    string Replace(char oldChar, char newChar);
    string Replace(string oldValue, string? newValue);
    string Replace(string oldValue, string? newValue, StringComparison comparisonType);
    string ReplaceLineEndings();
    string ReplaceLineEndings(string replacementText);
    string[] Split(params char[] separator);
    string[] Split(char separator, StringSplitOptions options = 0);
    string[] Split(char separator, int count, StringSplitOptions options = 0);
    string[] Split(char[]? separator, int count);
    string[] Split(char[]? separator, StringSplitOptions options);
    string[] Split(char[]? separator, int count, StringSplitOptions options);
    string[] Split(string? separator, StringSplitOptions options = 0);
    string[] Split(string? separator, int count, StringSplitOptions options = 0);
    string[] Split(string[]? separator, StringSplitOptions options);
    string[] Split(string[]? separator, int count, StringSplitOptions options);
    string Substring(int startIndex);
    string Substring(int startIndex, int length);
    char[] ToCharArray();
    char[] ToCharArray(int startIndex, int length);
    string ToLower();
    string ToLower(CultureInfo? culture);
    string ToLowerInvariant();
    string ToUpper();
    string ToUpper(CultureInfo? culture);
    string ToUpperInvariant();
    string ToString();
    string ToString(IFormatProvider? provider);
    string Trim();
    string Trim(char trimChar);
    string Trim(params char[]? trimChars);
    string TrimStart();
    string TrimStart(char trimChar);
    string TrimStart(params char[]? trimChars);
    string TrimEnd();
    string TrimEnd(char trimChar);
    string TrimEnd(params char[]? trimChars);
  }`,

  char: `struct char : IComparable, IComparable<char>, IEquatable<char> {
    const char MaxValue;
    const char MinValue;
    static bool IsControl(char c);
    static bool IsControl(string s, int index);
    static bool IsDigit(char c);
    static bool IsDigit(string s, int index);
    static bool IsHighSurrogate(char c);
    static bool IsHighSurrogate(string s, int index);
    static bool IsLetter(char c);
    static bool IsLetter(string s, int index);
    static bool IsLetterOrDigit(char c);
    static bool IsLetterOrDigit(string s, int index);
    static bool IsLower(char c);
    static bool IsLower(string s, int index);
    static bool IsLowSurrogate(char c);
    static bool IsLowSurrogate(string s, int index);
    static bool IsNumber(char c);
    static bool IsNumber(string s, int index);
    static bool IsPunctuation(char c);
    static bool IsPunctuation(string s, int index);
    static bool IsSeparator(char c);
    static bool IsSeparator(string s, int index);
    static bool IsSurrogate(char c);
    static bool IsSurrogate(string s, int index);
    static bool IsSymbol(char c);
    static bool IsSymbol(string s, int index);
    static bool IsUpper(char c);
    static bool IsUpper(string s, int index);
    static bool IsWhiteSpace(char c);
    static bool IsWhiteSpace(string s, int index);
    static bool IsAscii(char c);
    static bool IsAsciiDigit(char c);
    static bool IsAsciiHexDigit(char c);
    static bool IsAsciiHexDigitLower(char c);
    static bool IsAsciiHexDigitUpper(char c);
    static bool IsAsciiLetter(char c);
    static bool IsAsciiLetterLower(char c);
    static bool IsAsciiLetterOrDigit(char c);
    static bool IsAsciiLetterUpper(char c);
    static bool IsBetween(char c, char minInclusive, char maxInclusive);
    static bool IsSurrogatePair(char highSurrogate, char lowSurrogate);
    static bool IsSurrogatePair(string s, int index);
    static string ConvertFromUtf32(int utf32);
    static int ConvertToUtf32(char highSurrogate, char lowSurrogate);
    static int ConvertToUtf32(string s, int index);
    static double GetNumericValue(char c);
    static double GetNumericValue(string s, int index);
    static UnicodeCategory GetUnicodeCategory(char c);
    static char Parse(string s);
    static bool TryParse(string? s, out char result);
    static char ToLower(char c);
    static char ToLowerInvariant(char c);
    static char ToUpper(char c);
    static char ToUpperInvariant(char c);
    static string ToString(char c);
    int CompareTo(char value);
    int CompareTo(object? value);
    bool Equals(char obj);
    bool Equals(object? obj);
    int GetHashCode();
    string ToString();
    string ToString(IFormatProvider? provider);
  }`,

  StringBuilder: `class StringBuilder {
    StringBuilder();
    StringBuilder(string? value);
    StringBuilder(int capacity);
    StringBuilder(string? value, int capacity);
    int Length { get; set; }
    int Capacity { get; set; }
    char this[int index] { get; set; }
    StringBuilder Append(string? value);
    StringBuilder Append(char value);
    StringBuilder Append(int value);
    StringBuilder Append(long value);
    StringBuilder Append(double value);
    StringBuilder Append(decimal value);
    StringBuilder Append(bool value);
    StringBuilder Append(object? value);
    StringBuilder Append(char[]? value);
    StringBuilder Append(StringBuilder? value);
    StringBuilder Append(char value, int repeatCount);
    StringBuilder Append(string? value, int startIndex, int count);
    StringBuilder AppendLine();
    StringBuilder AppendLine(string? value);
    StringBuilder AppendFormat(string format, object? arg0);
    StringBuilder AppendFormat(string format, object? arg0, object? arg1);
    StringBuilder AppendFormat(string format, object? arg0, object? arg1, object? arg2);
    StringBuilder AppendFormat(string format, params object?[] args);
    StringBuilder AppendFormat(IFormatProvider? provider, string format, params object?[] args);
    StringBuilder AppendJoin(string? separator, params string?[] values);
    StringBuilder AppendJoin(string? separator, params object?[] values);
    StringBuilder AppendJoin<T>(string? separator, IEnumerable<T> values);
    StringBuilder AppendJoin(char separator, params string?[] values);
    StringBuilder AppendJoin(char separator, params object?[] values);
    StringBuilder AppendJoin<T>(char separator, IEnumerable<T> values);
    StringBuilder Insert(int index, string? value);
    StringBuilder Insert(int index, char value);
    StringBuilder Insert(int index, int value);
    StringBuilder Insert(int index, long value);
    StringBuilder Insert(int index, double value);
    StringBuilder Insert(int index, decimal value);
    StringBuilder Insert(int index, bool value);
    StringBuilder Insert(int index, object? value);
    StringBuilder Insert(int index, char[]? value);
    StringBuilder Insert(int index, string? value, int count);
    StringBuilder Remove(int startIndex, int length);
    StringBuilder Replace(char oldChar, char newChar);
    StringBuilder Replace(char oldChar, char newChar, int startIndex, int count);
    StringBuilder Replace(string oldValue, string? newValue);
    StringBuilder Replace(string oldValue, string? newValue, int startIndex, int count);
    StringBuilder Clear();
    int EnsureCapacity(int capacity);
    bool Equals(StringBuilder? sb);
    string ToString();
    string ToString(int startIndex, int length);
  }`,

  StringComparison: `enum StringComparison {
    CurrentCulture, CurrentCultureIgnoreCase, InvariantCulture, InvariantCultureIgnoreCase, Ordinal, OrdinalIgnoreCase
  }`,

  StringSplitOptions: `enum StringSplitOptions { None, RemoveEmptyEntries = 1, TrimEntries = 2 }`,

  UnicodeCategory: `enum UnicodeCategory {
    UppercaseLetter, LowercaseLetter, TitlecaseLetter, ModifierLetter,
    OtherLetter, NonSpacingMark, SpacingCombiningMark, EnclosingMark,
    DecimalDigitNumber, LetterNumber, OtherNumber, SpaceSeparator,
    LineSeparator, ParagraphSeparator, Control, Format,
    Surrogate, PrivateUse, ConnectorPunctuation, DashPunctuation,
    OpenPunctuation, ClosePunctuation, InitialQuotePunctuation, FinalQuotePunctuation,
    OtherPunctuation, MathSymbol, CurrencySymbol, ModifierSymbol,
    OtherSymbol, OtherNotAssigned
  }`,

  StringComparer: `class StringComparer : IComparer<string>, IEqualityComparer<string> {
    static StringComparer Ordinal { get; }
    static StringComparer OrdinalIgnoreCase { get; }
    static StringComparer InvariantCulture { get; }
    static StringComparer InvariantCultureIgnoreCase { get; }
    static StringComparer CurrentCulture { get; }
    static StringComparer CurrentCultureIgnoreCase { get; }
    static StringComparer FromComparison(StringComparison comparisonType);
    int Compare(string? x, string? y);
    bool Equals(string? x, string? y);
    int GetHashCode(string obj);
  }`,

  CultureInfo: `class CultureInfo : IFormatProvider {
    static CultureInfo InvariantCulture { get; }
    /// The invariant culture: a run must not depend on the machine.
    static CultureInfo CurrentCulture { get; }
    static CultureInfo CurrentUICulture { get; }
    string Name { get; }
  }`,

  IFormatProvider: `interface IFormatProvider { }`,

  IFormattable: `interface IFormattable { string ToString(string? format, IFormatProvider? formatProvider); }`,

  Encoding: `class Encoding {
    static Encoding UTF8 { get; }
    static Encoding ASCII { get; }
    byte[] GetBytes(string s);
    string GetString(byte[] bytes);
    int GetByteCount(string s);
  }`,

  Environment: `static Environment {
    /// \`\\n\` everywhere.
    static string NewLine { get; }
  }`,
};
