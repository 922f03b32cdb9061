import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeSpanValue } from '../../../src/runtime/library/timespan.ts';
import { call, out, thrown } from './test-host.ts';

const text = (value: unknown): string => String(value);
const span = (value: string): TimeSpanValue => call('TimeSpan.Parse(string)', value) as TimeSpanValue;
const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe('TimeSpan', () => {
  // From the documentation of TimeSpan.Parse.
  it.each([
    ['6', '6.00:00:00'],
    ['6:12', '06:12:00'],
    ['6:12:14', '06:12:14'],
    ['6:12:14:45', '6.12:14:45'],
    ['6.12:14:45', '6.12:14:45'],
    ['6:12:14:45.3448', '6.12:14:45.3448000'],
    ['6:12:14:45.3448123', '6.12:14:45.3448123'],
    ['0', '00:00:00'],
    ['14', '14.00:00:00'],
    ['1:2:3', '01:02:03'],
    ['0:0:0.250', '00:00:00.2500000'],
    ['10.20:30:40.50', '10.20:30:40.5000000'],
    ['99.23:59:59.9999999', '99.23:59:59.9999999'],
    ['0023:0059:0059.0099', '23:59:59.0099000'],
    ['-1.02:03:04', '-1.02:03:04'],
    [' 23:00 ', '23:00:00'],
    ['24:00:00', '24.00:00:00'],
    ['10675199.02:48:05.4775807', '10675199.02:48:05.4775807'],
    ['-10675199.02:48:05.4775808', '-10675199.02:48:05.4775808'],
  ])('parses %j as %s', (input, expected) => {
    expect(text(span(input))).toBe(expected);
  });

  it.each([
    ['', 'FormatException'],
    ['x', 'FormatException'],
    ['1:2:3:', 'FormatException'],
    ['1.2.3', 'FormatException'],
    ['- 1:00', 'FormatException'],
    ['6:34:14:45', 'OverflowException'],
    ['23:61', 'OverflowException'],
    ['10675199.02:48:05.4775808', 'OverflowException'],
    [null, 'ArgumentNullException'],
  ])('refuses %j with %s', (input, type) => {
    expect(thrown(() => call('TimeSpan.Parse(string)', input))).toBe(type);
    const result = out();
    expect(call('TimeSpan.TryParse(string,TimeSpan)', input, result)).toBe(false);
    expect(text(result.value)).toBe('00:00:00');
  });

  it.each([
    ['c', '1.12:24:02', '1.12:24:02'],
    ['g', '1.12:24:02', '1:12:24:02'],
    ['g', '0.00:00:00.5', '0:00:00.5'],
    ['g', '-0.03:04:05', '-3:04:05'],
    ['G', '1.12:24:02', '1:12:24:02.0000000'],
    ['G', '00:00:00', '0:00:00:00.0000000'],
    ['%d', '6.14:32:17.685', '6'],
    ['dd', '6.14:32:17.685', '06'],
    ['%h', '6.14:32:17.685', '14'],
    ['mm', '6.04:02:17', '02'],
    ["d'.'hh':'mm':'ss", '6.14:32:17', '6.14:32:17'],
    ['ss\\.ff', '00:00:06.965', '06.96'],
    ['ss\\.FF', '00:00:06.5', '06.5'],
    ['%F', '00:00:06', ''],
    ["h' hours'", '-05:00:00', '5 hours'],
  ])('formats as %s: %s gives %s', (format, value, expected) => {
    expect(call('TimeSpan.ToString(string)', span(value), format)).toBe(expected);
  });

  it.each(['x', 'hh:mm', 'hhh', "'", 'ffffffff', 'd\\'])('refuses the format %j', (format) => {
    expect(thrown(() => call('TimeSpan.ToString(string)', span('1:00'), format))).toBe('FormatException');
  });

  it.each([
    ['hh\\:mm', '17:14', '17:14:00'],
    ['%h', '6', '06:00:00'],
    ["d\\.hh'h'", '3.07h', '3.07:00:00'],
    ['ss\\.fff', '07.250', '00:00:07.2500000'],
    ['c', '1.02:03:04', '1.02:03:04'],
    ['g', '1:2:03:04', '1.02:03:04'],
  ])('parses exactly %s: %s gives %s', (format, input, expected) => {
    expect(text(call('TimeSpan.ParseExact(string,string,IFormatProvider)', input, format, null))).toBe(expected);
  });

  it.each([
    ['hh\\:mm', '7:14'],
    ['%h', '123'],
    ['c', '1:2:3'],
  ])('does not parse exactly %s: %s', (format, input) => {
    expect(thrown(() => call('TimeSpan.ParseExact(string,string,IFormatProvider)', input, format, null))).toBe(
      'FormatException',
    );
  });

  it.each([
    [1.5, 'FromDays', '1.12:00:00'],
    [-25.5, 'FromHours', '-1.01:30:00'],
    [0.1, 'FromSeconds', '00:00:00.1000000'],
    [1.5, 'FromMilliseconds', '00:00:00.0015000'],
    [0.00000006, 'FromSeconds', '00:00:00'],
    [12, 'FromMicroseconds', '00:00:00.0000120'],
  ])('%d %s is %s', (value, from, expected) => {
    expect(text(call(`TimeSpan.${from}(double)`, value))).toBe(expected);
  });

  it('overflows beyond 64 bits of ticks', () => {
    const max = call('TimeSpan.MaxValue');
    const min = call('TimeSpan.MinValue');
    const one = TimeSpanValue.ofTicks(1n);
    expect(thrown(() => call('TimeSpan.op_Addition(TimeSpan,TimeSpan)', max, one))).toBe('OverflowException');
    expect(thrown(() => call('TimeSpan.op_Subtraction(TimeSpan,TimeSpan)', min, one))).toBe('OverflowException');
    expect(thrown(() => call('TimeSpan.op_UnaryNegation(TimeSpan)', min))).toBe('OverflowException');
    expect(thrown(() => call('TimeSpan.FromDays(double)', 1e9))).toBe('OverflowException');
    expect(thrown(() => call('TimeSpan.op_Division(TimeSpan,double)', one, 0))).toBe('OverflowException');
    expect(thrown(() => call('TimeSpan.FromHours(double)', Number.NaN))).toBe('ArgumentException');
    expect(thrown(() => call('TimeSpan.new(int,int,int)', 2147483647, 0, 0))).toBe('ArgumentOutOfRangeException');
  });

  it('divides and multiplies', () => {
    const ninety = span('1:30');
    expect(text(call('TimeSpan.op_Multiply(TimeSpan,double)', ninety, 2.5))).toBe('03:45:00');
    expect(text(call('TimeSpan.op_Division(TimeSpan,double)', ninety, 4))).toBe('00:22:30');
    expect(call('TimeSpan.op_Division(TimeSpan,TimeSpan)', ninety, span('0:30'))).toBe(3);
  });

  it('shows the parts of a negative span as negative', () => {
    const value = span('-3.04:05:06.0070000');
    const parts = ['Days', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'].map((part) =>
      call(`TimeSpan.${part}`, value),
    );
    expect(parts).toEqual([-3, -4, -5, -6, -7]);
    expect(call('TimeSpan.TotalDays', span('-1.12:00'))).toBe(-1.5);
  });

  it('adds, subtracts, negates and compares as its ticks do', () => {
    fc.assert(
      fc.property(long, long, (a, b) => {
        const x = TimeSpanValue.ofTicks(a);
        const y = TimeSpanValue.ofTicks(b);
        expect(x.toTicks()).toBe(a);
        expect(x.compareTo(y)).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(x.toNumber()).toBe(Number(a));
        for (const [sum, add] of [
          [a + b, () => x.plus(y)],
          [a - b, () => x.minus(y)],
          [-a, () => x.negated()],
        ] as const) {
          if (BigInt.asIntN(64, sum) === sum) expect(add().toTicks()).toBe(sum);
          else expect(thrown(add)).toBe('OverflowException');
        }
      }),
    );
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(long, (ticks) => {
        const value = TimeSpanValue.ofTicks(ticks);
        expect(span(value.toString()).toTicks()).toBe(ticks);
        expect(span(call('TimeSpan.ToString(string)', value, 'G') as string).toTicks()).toBe(ticks);
      }),
    );
  });
});
