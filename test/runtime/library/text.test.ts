import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { align, formatValue, interpolate, toText } from '../../../src/runtime/library/format.ts';
import { GuidValue } from '../../../src/runtime/library/guid.ts';
import { makeRange } from '../../../src/runtime/library/ranges.ts';
import { AnonymousValue, Boxed, Instance, TupleValue, type Value } from '../../../src/runtime/library/values.ts';
import { call, host, out, thrown, unit } from './test-host.ts';

const units = (text: string): number[] => [...text].map(unit);
const cultural = 0;
const ordinal = 4;
const ignoreCase = 5;

describe('string', () => {
  it('cuts, pads and replaces', () => {
    expect(call('string.Substring(int,int)', 'hello', 1, 3)).toBe('ell');
    expect(call('string.Substring(int)', 'abc', 3)).toBe('');
    expect(thrown(() => call('string.Substring(int)', 'abc', 4))).toBe('ArgumentOutOfRangeException');
    expect(thrown(() => call('string.Substring(int,int)', 'abc', 2, 2))).toBe('ArgumentOutOfRangeException');
    expect(call('string.Remove(int,int)', 'abcdef', 1, 2)).toBe('adef');
    expect(call('string.Insert(int,string)', 'ac', 1, 'b')).toBe('abc');
    expect(call('string.PadLeft(int,char)', '7', 3, unit('0'))).toBe('007');
    expect(call('string.PadRight(int)', 'ab', 1)).toBe('ab');
    expect(call('string.Replace(string,string)', 'aaa', 'aa', '$&')).toBe('$&a');
    expect(call('string.Replace(char,char)', 'a.b.c', unit('.'), unit('$'))).toBe('a$b$c');
    expect(call('string.Replace(string,string,StringComparison)', 'aXbx', 'x', '-', ignoreCase)).toBe('a-b-');
    expect(thrown(() => call('string.Replace(string,string)', 'a', '', 'b'))).toBe('ArgumentException');
    expect(thrown(() => call('string.Replace(string,string)', 'a', null, 'b'))).toBe('ArgumentNullException');
    expect(call('string.this(Range)', 'hello', makeRange(1, 4))).toBe('ell');
    expect(thrown(() => call('string.this(int)', 'abc', 3))).toBe('IndexOutOfRangeException');
  });

  it('trims white space of all kinds, or what it is told', () => {
    expect(call('string.Trim()', '\u00a0\t a b \u3000')).toBe('a b');
    expect(call('string.Trim()', '\u200ba')).toBe('\u200ba');
    expect(call('string.TrimStart(char[])', 'xyab', units('yx'))).toBe('ab');
    expect(call('string.TrimEnd(char)', 'a..', unit('.'))).toBe('a');
    expect(call('string.TrimEnd(char[])', 'a  ', [])).toBe('a');
  });

  it('splits', () => {
    const split = (text: string, separator: string, count: number, options: number): Value =>
      call('string.Split(char,int,StringSplitOptions)', text, unit(separator), count, options);
    expect(split('a,b,,c', ',', 99, 0)).toEqual(['a', 'b', '', 'c']);
    expect(split('a,b,,c', ',', 99, 1)).toEqual(['a', 'b', 'c']);
    expect(split('a,b,,c', ',', 2, 0)).toEqual(['a', 'b,,c']);
    expect(split(',a,,b,c', ',', 2, 1)).toEqual(['a', 'b,c']);
    expect(split(' a , , b ', ',', 99, 2)).toEqual(['a', '', 'b']);
    expect(split(' a , , b ', ',', 99, 3)).toEqual(['a', 'b']);
    expect(split('abc', ',', 0, 0)).toEqual([]);
    expect(split('', ',', 9, 0)).toEqual(['']);
    expect(split('', ',', 9, 1)).toEqual([]);
    expect(thrown(() => split('a', ',', -1, 0))).toBe('ArgumentOutOfRangeException');
    expect(call('string.Split(char[])', 'a b\tc', null)).toEqual(['a', 'b', 'c']);
    expect(call('string.Split(string,StringSplitOptions)', 'a--b-c', '--', 0)).toEqual(['a', 'b-c']);
    expect(call('string.Split(string,StringSplitOptions)', 'a b', '', 0)).toEqual(['a b']);
    expect(call('string.Split(string[],StringSplitOptions)', 'a<>b>c', ['<>', '>'], 0)).toEqual(['a', 'b', 'c']);
  });

  it('changes case one character at a time', () => {
    expect(call('string.ToUpper()', 'straße ñ')).toBe('STRAßE Ñ');
    expect(call('string.ToLower()', 'ΑΣ İ')).toBe('ας İ'.replace('ς', 'σ'));
    expect(call('string.ToUpper()', 'ı ŉ')).toBe('ı ŉ');
    expect(call('char.ToUpper(char)', unit('é'))).toBe(unit('É'));
    expect(call('string.ToUpperInvariant()', '𐐨')).toBe('𐐀');
  });

  it('is compared by culture or by unit', () => {
    const sign = (a: string, b: string, comparison: number): number =>
      Math.sign(call('string.Compare(string,string,StringComparison)', a, b, comparison) as number);
    expect(sign('a', 'B', cultural)).toBe(-1);
    expect(sign('a', 'B', ordinal)).toBe(1);
    expect(sign('a', 'A', cultural)).toBe(-1);
    expect(sign('résumé', 'resume', cultural)).toBe(1);
    expect(sign('résumé', 'resumf', cultural)).toBe(-1);
    expect(sign('a', 'A', ignoreCase)).toBe(0);
    expect(sign('co-op', 'coop', ordinal)).toBe(-1);
    expect(call('string.CompareOrdinal(string,string)', 'a', 'd')).toBe(-3);
    expect(call('string.CompareTo(string)', 'a', null)).toBe(1);
    expect(call('string.Equals(string,string,StringComparison)', 'STRASSE', 'strasse', ignoreCase)).toBe(true);
    expect(call('string.Equals(string,string,StringComparison)', 'é', 'e\u0301', cultural)).toBe(true);
    expect(call('string.Equals(string,string,StringComparison)', 'é', 'e\u0301', ordinal)).toBe(false);
    expect(thrown(() => sign('a', 'b', 9))).toBe('ArgumentException');
  });

  it('is searched', () => {
    expect(call('string.IndexOf(string)', 'hello', 'l')).toBe(2);
    expect(call('string.IndexOf(string)', 'hello', '')).toBe(0);
    expect(call('string.IndexOf(string,int)', 'hello', '', 5)).toBe(5);
    expect(call('string.IndexOf(char,int,int)', 'hello', unit('o'), 0, 4)).toBe(-1);
    expect(call('string.LastIndexOf(string)', 'hello', 'l')).toBe(3);
    expect(call('string.LastIndexOf(string)', 'hello', '')).toBe(5);
    expect(call('string.LastIndexOf(string,int)', 'abcabc', 'abc', 4)).toBe(0);
    expect(call('string.LastIndexOf(char,int)', 'hello', unit('l'), 2)).toBe(2);
    expect(call('string.LastIndexOf(char)', '', unit('l'))).toBe(-1);
    expect(call('string.IndexOfAny(char[])', 'hello', units('ol'))).toBe(2);
    expect(call('string.IndexOf(string,StringComparison)', 'HELLO', 'll', ignoreCase)).toBe(2);
    expect(call('string.Contains(string)', 'hello', 'ell')).toBe(true);
    expect(call('string.StartsWith(string)', 'hello', '')).toBe(true);
    expect(call('string.StartsWith(string)', 'e\u0301a', 'e')).toBe(false);
    expect(call('string.StartsWith(string,StringComparison)', 'e\u0301a', 'e', ordinal)).toBe(true);
    expect(call('string.EndsWith(string)', 'caf\u00e9', 'fe\u0301')).toBe(true);
    expect(thrown(() => call('string.IndexOf(char,int)', 'abc', 97, 4))).toBe('ArgumentOutOfRangeException');
    expect(thrown(() => call('string.Contains(string)', 'abc', null))).toBe('ArgumentNullException');
  });

  it('is joined and concatenated', () => {
    expect(call('string.Join(string,object[])', ', ', [new Boxed('int', 1), null, 'x', new Boxed('bool', true)])).toBe(
      '1, , x, True',
    );
    expect(call('string.Join(char,IEnumerable<T>)', unit('|'), [65, 66], ['char'])).toBe('A|B');
    expect(call('string.Join(string,string[],int,int)', '-', ['a', 'b', 'c'], 1, 2)).toBe('b-c');
    expect(call('string.Concat(object,object)', null, new Boxed('double', 0.5))).toBe('0.5');
    expect(thrown(() => call('string.Join(string,string[])', ',', null))).toBe('ArgumentNullException');
  });
});

describe('string.Format', () => {
  const format = (text: string, ...args: Value[]): Value => call('string.Format(string,object[])', text, args);

  it('aligns, formats and escapes', () => {
    expect(format('{0,5:N1}|{1,-4}|{{}}', new Boxed('int', 7), 'ab')).toBe('  7.0|ab  |{}');
    expect(format('{1} {0} {1}', 'a', 'b')).toBe('b a b');
    expect(format('{0}', null)).toBe('');
    expect(format('{0:D}', new Boxed('Shop.Colour', 4))).toBe('4');
  });

  it.each(['{', '}', '{0', '{a}', '{0:{}', '{-1}', '{0,}'])('refuses %s', (text) => {
    expect(thrown(() => format(text, 'x'))).toBe('FormatException');
  });

  it('refuses an index without an argument', () => {
    expect(thrown(() => format('{1}', 'x'))).toBe('FormatException');
    expect(thrown(() => call('string.Format(string,object[])', null, []))).toBe('ArgumentNullException');
  });
});

describe('text of values', () => {
  it.each<[Value, string, string]>([
    [true, 'bool', 'True'],
    [65, 'char', 'A'],
    [65, 'int', '65'],
    [1e20, 'double', '1E+20'],
    [null, 'int?', ''],
    [3, 'int?', '3'],
    [4, 'Shop.Colour', 'Blue'],
    [5, 'Shop.Colour', '5'],
    [4, 'Shop.Colour?', 'Blue'],
    [4, 'StringComparison', 'Ordinal'],
    [Decimal.parse('1.10'), 'decimal', '1.10'],
    [new TupleValue([1, 'a', null, 65]), '(int,string,string,char)', '(1, a, , A)'],
    [new TupleValue([new TupleValue([0.5, true])]), '((double,bool))', '((0.5, True))'],
    [
      new AnonymousValue(
        new Map<string, Value>([
          ['N', 65],
          ['C', 65],
        ]),
      ),
      '{N:int,C:char}',
      '{ N = 65, C = A }',
    ],
    [[1, 2], 'int[]', 'System.Int32[]'],
    [new Boxed('char', 65), 'object', 'A'],
    [GuidValue.empty, 'Guid', '00000000-0000-0000-0000-000000000000'],
  ])('%# of type %s', (value, type, text) => {
    expect(toText(value, type, host)).toBe(text);
  });

  it('asks an instance, and names its class where it does not say', () => {
    const info = { name: 'Shop.Cart', base: undefined, is: new Set<string>(), fields: [], overrides: new Map() };
    expect(toText(new Instance(info, {}), 'Shop.Cart', host)).toBe('Shop.Cart');
    const own = { ...info, overrides: new Map([['object.ToString()', () => 'a cart']]) };
    expect(toText(new Instance(own, {}), 'object', host)).toBe('a cart');
  });

  it('fills holes by static type', () => {
    expect(
      interpolate(host, ['[', { v: 65, t: 'char', align: 3 }, '|', { v: 1234.5, t: 'double', format: 'N0' }, ']']),
    ).toBe('[  A|1,234]');
    expect(formatValue(null, 'int?', 'N0', host)).toBe('');
    expect(formatValue('x', 'string', 'N0', host)).toBe('x');
    expect(formatValue(4, 'Shop.Colour', 'D', host)).toBe('4');
    expect(formatValue(5, 'Shop.Colour', 'F', host)).toBe('Green, Blue');
    expect(formatValue(4, 'Shop.Colour', 'X', host)).toBe('00000004');
    expect(thrown(() => formatValue(4, 'Shop.Colour', 'N0', host))).toBe('FormatException');
    expect(align('ab', -4)).toBe('ab  ');
  });
});

describe('char', () => {
  it.each([
    ['IsLetter', 'aÅλ中ʰ', '1 _'],
    ['IsDigit', '09٣', 'a²½'],
    ['IsNumber', '0²½Ⅷ', 'a'],
    ['IsWhiteSpace', ' \t\n\u00a0\u2003\u0085', 'a\u200b'],
    ['IsUpper', 'AÅ', 'aǅ1'],
    ['IsLower', 'aß', 'A1'],
    ['IsPunctuation', '!"-_(«', '$+<a'],
    ['IsSymbol', '$+<=>^`|~©', '!-a'],
    ['IsControl', '\0\n\u007f', ' a'],
    ['IsSeparator', ' \u00a0\u2028', '\t-'],
    ['IsSurrogate', '\ud83d\ude00', 'a'],
  ])('%s holds for %j and not for %j', (name, yes, no) => {
    const holds = (text: string): boolean[] =>
      Array.from({ length: text.length }, (_, i) => call(`char.${name}(char)`, text.charCodeAt(i)) as boolean);
    expect(holds(yes).every((x) => x)).toBe(true);
    expect(holds(no).some((x) => x)).toBe(false);
  });

  it('knows numeric values and code points', () => {
    expect(['5', '٣', '½', 'Ⅷ', '²', 'a'].map((c) => call('char.GetNumericValue(char)', unit(c)))).toEqual([
      5, 3, 0.5, 8, 2, -1,
    ]);
    expect(call('char.ConvertFromUtf32(int)', 0x1f600)).toBe('😀');
    expect(call('char.ConvertToUtf32(string,int)', '😀', 0)).toBe(0x1f600);
    expect(thrown(() => call('char.ConvertFromUtf32(int)', 0xd800))).toBe('ArgumentOutOfRangeException');
    expect(call('char.IsLetter(string,int)', '𐐀', 0)).toBe(true);
    expect(thrown(() => call('char.IsDigit(string,int)', 'a', 1))).toBe('ArgumentOutOfRangeException');
    expect(thrown(() => call('char.Parse(string)', ''))).toBe('FormatException');
  });
});

describe('StringBuilder', () => {
  it('appends, inserts, removes and replaces in place', () => {
    const b = call('StringBuilder.new(string)', 'ab');
    expect(call('StringBuilder.Append(int)', b, 5)).toBe(b);
    call('StringBuilder.Append(char,int)', b, unit('x'), 2);
    call('StringBuilder.Insert(int,bool)', b, 0, true);
    expect(call('StringBuilder.ToString()', b)).toBe('Trueab5xx');
    call('StringBuilder.Remove(int,int)', b, 0, 4);
    call('StringBuilder.Replace(string,string)', b, 'x', 'yy');
    call('StringBuilder.AppendLine(string)', b, null);
    expect(call('StringBuilder.ToString()', b)).toBe('ab5yyyy\n');
    call('StringBuilder.this(int)=', b, 0, unit('A'));
    call('StringBuilder.Length=', b, 3);
    expect(call('StringBuilder.ToString()', b)).toBe('Ab5');
    call('StringBuilder.AppendJoin(string,IEnumerable<T>)', b, ',', [1, 2], ['int']);
    call('StringBuilder.AppendFormat(string,object)', b, '{0:00}', new Boxed('int', 7));
    expect(toText(b, 'StringBuilder', host)).toBe('Ab51,207');
    expect(thrown(() => call('StringBuilder.this(int)', b, 99))).toBe('IndexOutOfRangeException');
    expect(thrown(() => call('StringBuilder.Insert(int,string)', b, 99, 'x'))).toBe('ArgumentOutOfRangeException');
  });
});

describe('Guid', () => {
  const text = '00112233-4455-6677-8899-aabbccddeeff';

  it('reads and writes all formats', () => {
    const guid = call('Guid.Parse(string)', ` {${text.toUpperCase()}} `) as GuidValue;
    const as = (format: string): Value => call('Guid.ToString(string)', guid, format);
    expect([as('D'), as('N'), as('B'), as('P')]).toEqual([text, text.replaceAll('-', ''), `{${text}}`, `(${text})`]);
    expect(as('X')).toBe('{0x00112233,0x4455,0x6677,{0x88,0x99,0xaa,0xbb,0xcc,0xdd,0xee,0xff}}');
    for (const format of 'DNBPX') expect(call('Guid.Parse(string)', as(format))).toEqual(guid);
    expect(call('Guid.ToByteArray()', guid)).toEqual([
      0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
    ]);
    expect(call('Guid.new(byte[])', call('Guid.ToByteArray()', guid))).toEqual(guid);
  });

  it('refuses what is none', () => {
    expect(thrown(() => call('Guid.Parse(string)', text.slice(1)))).toBe('FormatException');
    expect(thrown(() => call('Guid.Parse(string)', null))).toBe('ArgumentNullException');
    expect(thrown(() => call('Guid.ToString(string)', GuidValue.empty, 'Q'))).toBe('FormatException');
    const result = out();
    expect(call('Guid.TryParse(string,Guid)', 'x', result)).toBe(false);
    expect(result.value).toBe(GuidValue.empty);
  });

  it('makes version 4 from the run’s own source', () => {
    expect(String(call('Guid.NewGuid()'))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});
