import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupValue, MatchValue, RegexValue } from '../../../src/runtime/library/regex.ts';
import { TimeSpanValue } from '../../../src/runtime/library/timespan.ts';
import { EngineAbort, type LibraryHost, type Value } from '../../../src/runtime/library/values.ts';
import { call, host, thrown } from './test-host.ts';

const isMatch = (input: string, pattern: string, options = 0): boolean =>
  call('Regex.IsMatch(string,string,RegexOptions)', input, pattern, options) as boolean;
const match = (input: string, pattern: string, options = 0): MatchValue =>
  call('Regex.Match(string,string,RegexOptions)', input, pattern, options) as MatchValue;
const values = (items: Value): string[] => [...(items as Iterable<GroupValue>)].map((item) => item.value);
const groups = (input: string, pattern: string): string[] => values(call('Match.Groups', match(input, pattern)));

describe('Regex', () => {
  it.each([
    ['a+b', 'xaab', 'aab'],
    ['a*?b', 'aab', 'aab'],
    ['a{2,3}', 'aaaa', 'aaa'],
    ['a{2,3}?', 'aaaa', 'aa'],
    ['x{,2}', 'x{,2}', 'x{,2}'],
    ['(?:ab){2}', 'ababab', 'abab'],
    ['[^a-c]+', 'abcxyz', 'xyz'],
    ['[a-z-[aeiou]]+', 'aeixyz', 'xyz'],
    ['[]a]+', 'b]a]', ']a]'],
    ['[\\d.]+', 'v1.25;', '1.25'],
    ['\\bfoo\\b', 'afoo foo', 'foo'],
    ['(?<=\\$)\\d+', 'x1 $23', '23'],
    ['(?<!\\$)\\b\\d+', '$1 23', '23'],
    ['foo(?=bar)', 'foofoobar', 'foo'],
    ['foo(?!bar)', 'foobar foob', 'foo'],
    ['(?>a+)b', 'aaab', 'aaab'],
    ['(a)|b', 'b', 'b'],
    ['(.)\\1', 'abccd', 'cc'],
    ['(?<q>[\'"]).*?\\k<q>', 'say "hi" now', '"hi"'],
    ['\\x41\\u0042\\103', 'ABC', 'ABC'],
    ['\\p{Lu}+', 'abÄÖc', 'ÄÖ'],
    ['\\w+', '  naïve!', 'naïve'],
    ['(?i)HELLO', 'say hello', 'hello'],
    ['a(?i:b)c', 'aBc', 'aBc'],
    ['(?x) a b # comment', 'ab', 'ab'],
    ['a(?#comment)b', 'ab', 'ab'],
    ['^\\s*$', '   ', '   '],
    ['(a*)*', 'b', ''],
    ['(a|ab)(c|bcd)(d*)', 'abcd', 'abcd'],
    ['(?(1)a|b)', 'b', 'b'],
    ['(x)?(?(1)y|z)', 'xy', 'xy'],
  ])('%s finds in %j %j', (pattern, input, expected) => {
    if (pattern.startsWith('(?(1)a')) {
      expect(thrown(() => match(input, pattern))).toBe('RegexParseException');
      return;
    }
    expect(match(input, pattern).value).toBe(expected);
  });

  it('numbers named groups after the others', () => {
    expect(groups('2024-05', '(?<year>\\d+)-(\\d+)')).toEqual(['2024-05', '05', '2024']);
    expect(call('Regex.GetGroupNames()', call('Regex.new(string)', '(?<year>\\d+)-(\\d+)'))).toEqual([
      '0',
      '1',
      'year',
    ]);
    const byName = call(
      'GroupCollection.this(string)',
      call('Match.Groups', match('2024-05', '(?<year>\\d+)')),
      'year',
    ) as GroupValue;
    expect([byName.success, byName.value, byName.index]).toEqual([true, '2024', 0]);
  });

  it('keeps what a group last took in a loop', () => {
    expect(groups('ab', '(?:(a)|b)*')).toEqual(['ab', 'a']);
  });

  it('does not match a reference to a group that took no part', () => {
    expect(isMatch('b', '^(a)?b\\1$')).toBe(false);
  });

  it('matches $ before a last line break too, and \\z only at the end', () => {
    expect(isMatch('a\n', 'a$')).toBe(true);
    expect(isMatch('a\n', 'a\\z')).toBe(false);
    expect(isMatch('a\n\n', 'a\\Z')).toBe(false);
    expect(isMatch('x\na\ny', '^a$')).toBe(false);
    expect(isMatch('x\na\ny', '^a$', 2)).toBe(true);
    expect(isMatch('a\rb', 'a.b')).toBe(true);
    expect(isMatch('a\nb', 'a.b')).toBe(false);
    expect(isMatch('a\nb', 'a.b', 16)).toBe(true);
  });

  it('takes digits of every script, unless told otherwise', () => {
    expect(isMatch('٣', '^\\d$')).toBe(true);
    expect(isMatch('٣', '^\\d$', 256)).toBe(false);
  });

  it.each([
    ['(\\w+) (\\w+)', 'one two', '$2 $1', 'two one'],
    ['(?<a>\\w)', 'xy', `[$\{a}]`, '[x][y]'],
    ['\\d', 'a1b', '$$', 'a$b'],
    ['b', 'abc', '<$&>', 'a<b>c'],
    ['b', 'abc', "[$`|$'|$_]", 'a[a|c|abc]c'],
    ['(b)', 'abc', '$10', 'ab0c'],
    ['(b)', 'abc', '$2', 'a$2c'],
    ['x*', 'ab', '-', '-a-b-'],
    ['\\s+', ' a  b ', '', 'ab'],
  ])('%s in %j by %j gives %j', (pattern, input, replacement, expected) => {
    expect(call('Regex.Replace(string,string,string)', input, pattern, replacement)).toBe(expected);
  });

  it('replaces by a function, and only so often', () => {
    const regex = call('Regex.new(string)', '\\d');
    const up = (m: MatchValue): string => String(Number(m.value) + 1);
    expect(call('Regex.Replace(string,Func<Match,string>)', regex, 'a1b2', up)).toBe('a2b3');
    expect(call('Regex.Replace(string,Func<Match,string>,int)', regex, 'a1b2', up, 1)).toBe('a2b2');
    expect(call('Regex.Replace(string,string,int)', regex, 'a1b2', '', 0)).toBe('a1b2');
  });

  it.each([
    [',', 'a,b,,c', ['a', 'b', '', 'c']],
    ['(,)', 'a,b', ['a', ',', 'b']],
    ['', 'abc', ['', 'a', 'b', 'c', '']],
    ['x', 'abc', ['abc']],
  ])('splits at %j: %j', (pattern, input, expected) => {
    expect(call('Regex.Split(string,string)', input, pattern)).toEqual(expected);
  });

  it('finds all, one after the other', () => {
    expect(values(call('Regex.Matches(string,string)', 'a1b22c333', '\\d+'))).toEqual(['1', '22', '333']);
    expect(call('Regex.Count(string,string)', 'aaa', 'a')).toBe(3);
    const first = match('a1b22', '\\d+');
    expect(first.next().value).toBe('22');
    expect(first.next().next().success).toBe(false);
    expect(call('Regex.Match(string,int)', call('Regex.new(string)', '^b'), 'ab', 1)).toMatchObject({ success: false });
  });

  it('escapes', () => {
    expect(call('Regex.Escape(string)', 'a.b*c [d]\t')).toBe('a\\.b\\*c\\ \\[d]\\t');
    expect(call('Regex.Unescape(string)', 'a\\.b\\t\\x41')).toBe('a.b\tA');
  });

  it.each([
    '(',
    ')',
    '[a',
    '*a',
    'a**',
    'a{2}{3}',
    '(?<a-b>x)',
    '\\',
    '\\k<x>',
    '\\2',
    '[b-a]',
    '\\p{Foo}',
    '\\p{IsGreek}',
    '(?<1x',
    '\\q',
    'a{3,2}',
  ])('refuses %s', (pattern) => {
    expect(thrown(() => match('x', pattern))).toBe('RegexParseException');
  });

  it('is stopped by the budget, whatever the pattern', () => {
    let left = 200_000;
    const metered: LibraryHost = {
      ...host,
      charge: (units) => {
        left -= units;
        if (left < 0) throw new EngineAbort('fuel', 'spent');
      },
    };
    const regex = call('Regex.new(string)', '^(a+)+$') as RegexValue;
    expect(() => regex.match(metered, `${'a'.repeat(40)}b`, 0)).toThrow(EngineAbort);
  });

  it('times out by its own limit', () => {
    const limit = TimeSpanValue.ofTicks(100_000n);
    const regex = call('Regex.new(string,RegexOptions,TimeSpan)', '^(a+)+$', 0, limit);
    expect(thrown(() => call('Regex.IsMatch(string)', regex, `${'a'.repeat(40)}b`))).toBe('RegexMatchTimeoutException');
  });

  it('walks long texts without a deep stack', () => {
    expect(isMatch('ab'.repeat(50_000), '^(?:a|b)*$')).toBe(true);
    expect(match('x'.repeat(100_000), '(x)*').value.length).toBe(100_000);
  });

  it('agrees with JavaScript where both have the same syntax', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '(?=a)', '(?!b)', '^', '$', '\\b');
    const piece = fc.tuple(atom, fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '{1,2}'));
    const pattern = fc
      .array(piece, { minLength: 1, maxLength: 5 })
      .map((pieces) => pieces.map(([a, q]) => (/^(?:\^|\$|\\b|\(\?[=!].*)$/.test(a) ? a : a + q)).join(''));
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[ab]{0,8}$/), (source, input) => {
        const expected = new RegExp(source).exec(input);
        const found = match(input, source);
        expect([found.success, found.success ? found.index : 0, found.value]).toEqual([
          expected !== null,
          expected?.index ?? 0,
          expected?.[0] ?? '',
        ]);
      }),
      { numRuns: 500 },
    );
  });
});
