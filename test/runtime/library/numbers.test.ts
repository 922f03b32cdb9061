import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../src/runtime/library/conversions.ts';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { doubleText, formatNumber, type NumberType } from '../../../src/runtime/library/number-format.ts';
import { binaryOperator, liftedBinaryOperator, unaryOperator } from '../../../src/runtime/library/operators.ts';
import type { Value } from '../../../src/runtime/library/values.ts';
import { call, out, thrown, unit } from './test-host.ts';

const d = Decimal.parse;
type Operator = (a: Value, b: Value) => Value;

describe('operators', () => {
  it('wrap, divide and shift ints as 32 bits', () => {
    const int = (op: Parameters<typeof binaryOperator>[0]): Operator => binaryOperator(op, 'int') as Operator;
    expect(int('add')(2147483647, 1)).toBe(-2147483648);
    expect(int('mul')(65536, 65537)).toBe(65536);
    expect(int('div')(-7, 2)).toBe(-3);
    expect(int('rem')(-7, 2)).toBe(-1);
    expect(Object.is(int('rem')(-4, 2), 0)).toBe(true);
    expect(int('shl')(1, 33)).toBe(2);
    expect(int('shr')(-8, 1)).toBe(-4);
    expect(int('ushr')(-8, 28)).toBe(15);
    expect(thrown(() => int('div')(1, 0))).toBe('DivideByZeroException');
    expect(thrown(() => int('div')(-2147483648, -1))).toBe('OverflowException');
    expect((unaryOperator('neg', 'int') as (a: number) => Value)(-2147483648)).toBe(-2147483648);
  });

  it('agree with 64-bit bigints on longs', () => {
    const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const wrap = (n: bigint): bigint => BigInt.asIntN(64, n);
    fc.assert(
      fc.property(long, long, fc.integer({ min: -100, max: 200 }), (a, b, n) => {
        const op = (name: Parameters<typeof binaryOperator>[0]): Operator => binaryOperator(name, 'long') as Operator;
        expect(op('add')(a, b)).toBe(wrap(a + b));
        expect(op('sub')(a, b)).toBe(wrap(a - b));
        expect(op('mul')(a, b)).toBe(wrap(a * b));
        expect(op('shl')(a, n)).toBe(wrap(a << BigInt(n & 63)));
        expect(op('shr')(a, n)).toBe(a >> BigInt(n & 63));
        expect(op('ushr')(a, n)).toBe(wrap(BigInt.asUintN(64, a) >> BigInt(n & 63)));
      }),
    );
    expect(thrown(() => (binaryOperator('rem', 'long') as Operator)(-(2n ** 63n), -1n))).toBe('OverflowException');
  });

  it('know null', () => {
    expect(liftedBinaryOperator('add', 'int')(null, 1)).toBe(null);
    expect(liftedBinaryOperator('lt', 'int')(null, 1)).toBe(false);
    expect(liftedBinaryOperator('ge', 'int')(null, null)).toBe(false);
    expect(liftedBinaryOperator('eq', 'int')(null, null)).toBe(true);
    expect(liftedBinaryOperator('ne', 'int')(null, 1)).toBe(true);
    // The table of C#'s specification for bool?.
    const and = liftedBinaryOperator('band', 'bool');
    const or = liftedBinaryOperator('bor', 'bool');
    const all = [true, false, null];
    expect(all.map((a) => all.map((b) => and(a, b)))).toEqual([
      [true, false, null],
      [false, false, false],
      [null, false, null],
    ]);
    expect(all.map((a) => all.map((b) => or(a, b)))).toEqual([
      [true, true, true],
      [true, false, null],
      [true, null, null],
    ]);
  });
});

describe('conversions', () => {
  const as = (from: string, to: string, value: Value): Value => convert(from, to)(value as never);

  it('wrap between integers and cut doubles', () => {
    expect(as('long', 'int', 4294967297n)).toBe(1);
    expect(as('int', 'char', 65601)).toBe(65);
    expect(as('long', 'char', -1n)).toBe(0xffff);
    expect(as('double', 'int', -1.9)).toBe(-1);
    expect(as('double', 'long', 1e18)).toBe(10n ** 18n);
    expect(as('long', 'double', 9007199254740993n)).toBe(9007199254740992);
    expect(as('char', 'long', 65)).toBe(65n);
  });

  it('make what a double cannot say the smallest integer', () => {
    for (const x of [1e10, -1e10, Number.NaN, Infinity]) expect(as('double', 'int', x)).toBe(-2147483648);
    for (const x of [1e19, -1e19, Number.NaN]) expect(as('double', 'long', x)).toBe(-(2n ** 63n));
    expect(as('double', 'int', 2147483647.9)).toBe(2147483647);
    expect(as('double', 'int', -2147483648.9)).toBe(-2147483648);
  });

  it('check decimals', () => {
    expect(as('decimal', 'int', d('-3.9'))).toBe(-3);
    expect(thrown(() => as('decimal', 'int', d('2147483648')))).toBe('OverflowException');
    expect(thrown(() => as('decimal', 'long', d('9223372036854775808')))).toBe('OverflowException');
    expect(thrown(() => as('decimal', 'char', d('65536')))).toBe('OverflowException');
    expect(thrown(() => as('double', 'decimal', Number.NaN))).toBe('OverflowException');
  });
});

describe('text of doubles', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [0.1, '0.1'],
    [1 / 3, '0.3333333333333333'],
    [0.0001, '0.0001'],
    [0.00001, '1E-05'],
    [123456789012345, '123456789012345'],
    [1e15, '1E+15'],
    [1234567890123456, '1234567890123456'],
    [1e16, '1E+16'],
    [1.5e300, '1.5E+300'],
    [5e-324, '5E-324'],
    [Number.MAX_VALUE, '1.7976931348623157E+308'],
    [Number.NaN, 'NaN'],
    [-Infinity, '-Infinity'],
  ])('%s is %s', (x, text) => {
    expect(doubleText(x)).toBe(text);
  });

  it('reads back as the same double', () => {
    fc.assert(
      fc.property(fc.double(), (x) => {
        const result = out();
        expect(call('double.TryParse(string,double)', doubleText(x), result)).toBe(true);
        expect(Object.is(result.value, x)).toBe(true);
      }),
    );
  });
});

describe('standard formats', () => {
  // Most from the tables of "Standard numeric format strings".
  it.each<[NumberType, number | bigint | Decimal, string, string]>([
    ['double', 123.456, 'C', '¤123.46'],
    ['double', -123.456, 'C3', '(¤123.456)'],
    ['int', 1234, 'D', '1234'],
    ['int', -1234, 'D6', '-001234'],
    ['double', 1052.0329112756, 'E', '1.052033E+003'],
    ['double', -1052.0329112756, 'e2', '-1.05e+003'],
    ['double', 1234.567, 'F', '1234.57'],
    ['int', 1234, 'F1', '1234.0'],
    ['double', -1234.56, 'F4', '-1234.5600'],
    ['double', -123.456, 'G', '-123.456'],
    ['double', 123.4546, 'G4', '123.5'],
    ['double', -1.23456789e-25, 'G', '-1.23456789E-25'],
    ['double', 1234.567, 'N', '1,234.57'],
    ['int', 1234, 'N1', '1,234.0'],
    ['double', -1234.56, 'N3', '-1,234.560'],
    ['double', 1, 'P', '100.00 %'],
    ['double', -0.39678, 'P1', '-39.7 %'],
    ['double', 123456789.12345678, 'R', '123456789.12345678'],
    ['int', 255, 'X', 'FF'],
    ['int', -1, 'x', 'ffffffff'],
    ['int', 255, 'x4', '00ff'],
    ['int', -1, 'X4', 'FFFFFFFF'],
    ['long', -1n, 'X', 'FFFFFFFFFFFFFFFF'],
    ['int', 42, 'B', '101010'],
    ['int', 255, 'b16', '0000000011111111'],
    ['decimal', d('1.10'), 'G', '1.10'],
    ['decimal', d('1.10'), 'F3', '1.100'],
    ['decimal', d('0.5'), 'F0', '1'],
    ['decimal', d('2.345'), 'F2', '2.35'],
    ['decimal', d('-0.001'), 'N2', '0.00'],
    ['decimal', d('12345.6789'), 'E2', '1.23E+004'],
    ['decimal', d('1234.5678'), 'G6', '1234.57'],
    ['long', 10878n, 'G3', '1.09E+04'],
    ['int', 0, 'E0', '0E+000'],
    ['double', -0.001, 'F2', '-0.00'],
    ['double', 0.1, 'F20', '0.10000000000000000555'],
    // Halves of doubles are exact and go to the even digit.
    ['double', 2.5, 'F0', '2'],
    ['double', 3.5, 'F0', '4'],
    ['double', 0.125, 'F2', '0.12'],
    ['double', 1e21, 'N0', '1,000,000,000,000,000,000,000'],
    ['double', Number.NaN, 'F2', 'NaN'],
    ['double', 1234.5, '', '1234.5'],
  ])('%s %s as %s is %s', (type, value, format, text) => {
    expect(formatNumber(value, type, format)).toBe(text);
  });

  it('refuses letters that a type does not have', () => {
    expect(thrown(() => formatNumber(1.5, 'double', 'D'))).toBe('FormatException');
    expect(thrown(() => formatNumber(1.5, 'double', 'X'))).toBe('FormatException');
    expect(thrown(() => formatNumber(d('1.5'), 'decimal', 'D2'))).toBe('FormatException');
    expect(thrown(() => formatNumber(1, 'int', 'R'))).toBe('FormatException');
    expect(thrown(() => formatNumber(1, 'int', 'Z'))).toBe('FormatException');
  });
});

describe('custom formats', () => {
  // Most from "Custom numeric format strings".
  it.each<[NumberType, number | bigint | Decimal, string, string]>([
    ['double', 1234.5678, '00000', '01235'],
    ['double', 0.45678, '0.00', '0.46'],
    ['double', 1234.5678, '#####', '1235'],
    ['double', 0.45678, '#.##', '.46'],
    ['int', 2147483647, '##,#', '2,147,483,647'],
    ['int', 2147483647, '#,#,,', '2,147'],
    ['double', 0.3697, '%#0.00', '%36.97'],
    ['double', 0.03697, '#0.00‰', '36.97‰'],
    ['int', 987654, '#0.0e0', '98.8e4'],
    ['double', 1503.92311, '0.0##e+00', '1.504e+03'],
    ['double', 1.8901385e-16, '0.0e+00', '1.9e-16'],
    ['int', 987654, '\\###00\\#', '#987654#'],
    ['int', 68, "# 'degrees'", '68 degrees'],
    ['double', 12.345, '#0.0#;(#0.0#);-\\0-', '12.35'],
    ['int', 0, '#0.0#;(#0.0#);-\\0-', '-0-'],
    ['double', -12.345, '#0.0#;(#0.0#);-\\0-', '(12.35)'],
    ['double', 12.345, '#0.0#;(#0.0#)', '12.35'],
    ['int', 68, '# °', '68 °'],
    ['decimal', d('1234567.891'), '#,##0.00', '1,234,567.89'],
    ['decimal', d('-0.004'), '0.00', '0.00'],
    ['double', -0.004, '0.00', '-0.00'],
    ['double', -0.004, '#.##', ''],
    ['int', -5, '0', '-5'],
    ['int', -5, '0;0', '5'],
    ['int', -5, '0;;zero', '-5'],
    ['long', 1234567890n, '(###) ###-####', '(123) 456-7890'],
    ['decimal', d('0.5'), '0', '1'],
    ['int', 5, '"five: "0', 'five: 5'],
    ['double', 0, '#', ''],
    ['double', 1e20, '0', '100000000000000000000'],
  ])('%s %s as %s is %s', (type, value, format, text) => {
    expect(formatNumber(value, type, format)).toBe(text);
  });
});

describe('parsing', () => {
  it('takes signs and white space, and nothing else, for ints', () => {
    expect(call('int.Parse(string)', ' -42\t')).toBe(-42);
    expect(call('int.Parse(string)', '+7')).toBe(7);
    for (const bad of ['', ' ', '1.0', '1,000', '1e3', '- 1', '0x10', '٣']) {
      expect(
        thrown(() => call('int.Parse(string)', bad)),
        bad,
      ).toBe('FormatException');
    }
    expect(thrown(() => call('int.Parse(string)', null))).toBe('ArgumentNullException');
    expect(thrown(() => call('int.Parse(string)', '2147483648'))).toBe('OverflowException');
    expect(thrown(() => call('int.Parse(string)', '99999999999999999999999x'))).toBe('FormatException');
    expect(call('long.Parse(string)', '-9223372036854775808')).toBe(-(2n ** 63n));
  });

  it('follows NumberStyles', () => {
    const styled = (text: string, style: number): Value => call('int.Parse(string,NumberStyles)', text, style);
    expect(styled('1,234', 64)).toBe(1234);
    expect(styled('12.00', 32)).toBe(12);
    expect(thrown(() => styled('12.50', 32))).toBe('OverflowException');
    expect(styled('(5)', 16)).toBe(-5);
    expect(styled('1e3', 128)).toBe(1000);
    expect(styled('5-', 8)).toBe(-5);
    expect(styled('FF', 515)).toBe(255);
    expect(styled('ffffffff', 515)).toBe(-1);
    expect(thrown(() => styled('100000000', 515))).toBe('OverflowException');
    expect(thrown(() => styled(' 5', 0))).toBe('FormatException');
  });

  it('reads doubles and decimals', () => {
    expect(call('double.Parse(string)', ' 1,234.5e-2 ')).toBe(12.345);
    expect(call('double.Parse(string)', '-Infinity')).toBe(-Infinity);
    expect(call('double.Parse(string)', 'nan')).toBe(Number.NaN);
    expect(call('double.Parse(string)', '1e400')).toBe(Infinity);
    expect(Object.is(call('double.Parse(string)', '-0'), -0)).toBe(true);
    const decimal = (text: string): string => String(call('decimal.Parse(string)', text));
    expect(decimal('1,234.50')).toBe('1234.50');
    expect(decimal('-.5')).toBe('-0.5');
    expect(decimal('5.')).toBe('5');
    expect(decimal('5-')).toBe('-5');
    expect(decimal('0.00000000000000000000000000005')).toBe('0.0000000000000000000000000000');
    expect(decimal('1.23456789012345678901234567895')).toBe('1.2345678901234567890123456790');
    expect(thrown(() => decimal('1e3'))).toBe('FormatException');
    expect(thrown(() => decimal('79228162514264337593543950336'))).toBe('OverflowException');
  });

  it('reads truth values in any case', () => {
    expect(call('bool.Parse(string)', ' TRUE ')).toBe(true);
    expect(thrown(() => call('bool.Parse(string)', '1'))).toBe('FormatException');
    const result = out();
    expect(call('bool.TryParse(string,bool)', null, result)).toBe(false);
    expect(result.value).toBe(false);
  });
});

describe('Math and Convert', () => {
  it('round halves to even unless told otherwise', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5].map((x) => call('Math.Round(double)', x))).toEqual([0, 2, 2, -0, -2]);
    expect(call('Math.Round(double,MidpointRounding)', 2.5, 1)).toBe(3);
    expect(call('Math.Round(double,int)', 3.45, 1)).toBe(3.4);
    expect(call('Math.Round(double,int,MidpointRounding)', -2.75, 1, 3)).toBe(-2.8);
    expect(thrown(() => call('Math.Round(double,int)', 1.5, 16))).toBe('ArgumentOutOfRangeException');
    expect(thrown(() => call('Math.Round(decimal,int)', d('1.5'), 29))).toBe('ArgumentOutOfRangeException');
    expect(thrown(() => call('Math.Round(double,MidpointRounding)', 1.5, 9))).toBe('ArgumentException');
  });

  it('refuse what has no answer', () => {
    expect(thrown(() => call('Math.Abs(int)', -2147483648))).toBe('OverflowException');
    expect(thrown(() => call('Math.Sign(double)', Number.NaN))).toBe('ArithmeticException');
    expect(thrown(() => call('Math.Clamp(int,int,int)', 1, 5, 2))).toBe('ArgumentException');
    expect(call('Math.Max(double,double)', Number.NaN, 1)).toBe(Number.NaN);
    expect(call('Math.Pow(double,double)', 1, Number.NaN)).toBe(1);
    expect(call('Math.IEEERemainder(double,double)', 3, 2)).toBe(-1);
    expect(call('Math.IEEERemainder(double,double)', 27, 4)).toBe(-1);
    expect(call('Math.IEEERemainder(double,double)', 17.8, 4.1)).toBeCloseTo(1.4);
    expect(call('Math.Log(double,double)', 8, 2)).toBe(3);
    expect(call('Math.FusedMultiplyAdd(double,double,double)', 0.1, 10, -1)).toBe(5.551115123125783e-17);
  });

  it('convert with checks', () => {
    expect([2.5, 3.5, -2.5].map((x) => call('Convert.ToInt32(double)', x))).toEqual([2, 4, -2]);
    expect(thrown(() => call('Convert.ToInt32(double)', 2147483647.5))).toBe('OverflowException');
    expect(call('Convert.ToInt64(decimal)', d('1.5'))).toBe(2n);
    expect(call('Convert.ToInt32(string)', null)).toBe(0);
    expect(call('Convert.ToInt32(string,int)', '0x1F', 16)).toBe(31);
    expect(call('Convert.ToInt32(string,int)', 'ffffffff', 16)).toBe(-1);
    expect(call('Convert.ToString(int,int)', -1, 2)).toBe('1'.repeat(32));
    expect(thrown(() => call('Convert.ToInt32(string,int)', '12', 7))).toBe('ArgumentException');
    expect(thrown(() => call('Convert.ToChar(int)', 70000))).toBe('OverflowException');
    expect(call('Convert.ToBase64String(byte[])', [1, 2, 3, 250])).toBe('AQID+g==');
    expect(call('Convert.FromBase64String(string)', 'AQID+g==')).toEqual([1, 2, 3, 250]);
    expect(thrown(() => call('Convert.FromBase64String(string)', 'A'))).toBe('FormatException');
    expect(call('Convert.ToHexString(byte[])', [10, 255])).toBe('0AFF');
    expect(thrown(() => call('Convert.ToDecimal(double)', Infinity))).toBe('OverflowException');
  });

  it('count bits', () => {
    expect(call('int.LeadingZeroCount(int)', 1)).toBe(31);
    expect(call('int.TrailingZeroCount(int)', 8)).toBe(3);
    expect(call('int.PopCount(int)', -1)).toBe(32);
    expect(call('int.RotateLeft(int,int)', -2147483648, 1)).toBe(1);
    expect(call('long.PopCount(long)', 255n)).toBe(8n);
    expect(call('int.Log2(int)', 1024)).toBe(10);
  });

  it('draw the numbers of a seed that .NET draws', () => {
    const random = call('Random.new(int)', 42);
    expect([1, 2, 3].map(() => call('Random.Next(int)', random, 100))).toEqual([66, 14, 12]);
    expect(call('Random.Next()', call('Random.new(int)', 0))).toBe(1559595546);
    expect(call('Random.Next()', call('Random.new(int)', 1))).toBe(534011718);
  });

  it('answer the difference of chars, and signs for others', () => {
    expect(call('char.CompareTo(char)', unit('a'), unit('d'))).toBe(-3);
    expect(call('int.CompareTo(int)', 9, 1)).toBe(1);
    expect(call('double.CompareTo(double)', Number.NaN, -Infinity)).toBe(-1);
    expect(call('double.Equals(double)', Number.NaN, Number.NaN)).toBe(true);
  });
});
