import type { LibraryDeclarations } from './reader.ts';

/** Regular expressions in .NET's syntax. What has no counterpart in the engine here is refused with an ArgumentException. */
export const regexDeclarations: LibraryDeclarations = {
  RegexOptions: `enum RegexOptions {
    None = 0, IgnoreCase = 1, Multiline = 2, ExplicitCapture = 4, Compiled = 8, Singleline = 16,
    IgnorePatternWhitespace = 32, ECMAScript = 256, CultureInvariant = 512, NonBacktracking = 1024
  }`,

  Regex: `class Regex {
    Regex(string pattern);
    Regex(string pattern, RegexOptions options);
    Regex(string pattern, RegexOptions options, TimeSpan matchTimeout);
    RegexOptions Options { get; }
    bool IsMatch(string input);
    bool IsMatch(string input, int startat);
    Match Match(string input);
    Match Match(string input, int startat);
    MatchCollection Matches(string input);
    MatchCollection Matches(string input, int startat);
    int Count(string input);
    string Replace(string input, string replacement);
    string Replace(string input, string replacement, int count);
    string Replace(string input, Func<Match,string> evaluator);
    string Replace(string input, Func<Match,string> evaluator, int count);
    string[] Split(string input);
    string[] Split(string input, int count);
    string[] GetGroupNames();
    int[] GetGroupNumbers();
    string ToString();
    static bool IsMatch(string input, string pattern);
    static bool IsMatch(string input, string pattern, RegexOptions options);
    static bool IsMatch(string input, string pattern, RegexOptions options, TimeSpan matchTimeout);
    static Match Match(string input, string pattern);
    static Match Match(string input, string pattern, RegexOptions options);
    static MatchCollection Matches(string input, string pattern);
    static MatchCollection Matches(string input, string pattern, RegexOptions options);
    static int Count(string input, string pattern);
    static int Count(string input, string pattern, RegexOptions options);
    static string Replace(string input, string pattern, string replacement);
    static string Replace(string input, string pattern, string replacement, RegexOptions options);
    static string Replace(string input, string pattern, Func<Match,string> evaluator);
    static string Replace(string input, string pattern, Func<Match,string> evaluator, RegexOptions options);
    static string[] Split(string input, string pattern);
    static string[] Split(string input, string pattern, RegexOptions options);
    static string Escape(string str);
    static string Unescape(string str);
  }`,

  Capture: `class Capture {
    int Index { get; }
    int Length { get; }
    string Value { get; }
    string ToString();
  }`,

  Group: `class Group : Capture {
    bool Success { get; }
    string Name { get; }
    /// Only the last capture: the engine here does not keep the earlier ones of a repeated group.
    IReadOnlyList<Capture> Captures { get; }
  }`,

  Match: `class Match : Group {
    static Match Empty { get; }
    GroupCollection Groups { get; }
    Match NextMatch();
    /// Expands \`$1\`, \`\${name}\` and the like.
    string Result(string replacement);
  }`,

  GroupCollection: `class GroupCollection : IReadOnlyList<Group> {
    Group this[string groupname] { get; }
    IEnumerable<string> Keys { get; }
    bool ContainsKey(string key);
    bool TryGetValue(string key, out Group value);
  }`,

  MatchCollection: 'class MatchCollection : IReadOnlyList<Match> {}',
};
