import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { DateOnlyValue } from '../../../src/runtime/library/dateonly.ts';
import { DateTimeValue, formatDateTime } from '../../../src/runtime/library/dates.ts';
import { TimeSpanValue } from '../../../src/runtime/library/timespan.ts';
import { call, host, out, thrown } from './test-host.ts';

const o = (value: unknown): string => formatDateTime(value as DateTimeValue, 'o');
const date = (...parts: number[]): DateTimeValue =>
  call(`DateTime.new(${parts.map(() => 'int').join(',')})`, ...parts) as DateTimeValue;
const format = (value: DateTimeValue, pattern: string): unknown => call('DateTime.ToString(string)', value, pattern);
const parse = (text: string | null): DateTimeValue => call('DateTime.Parse(string)', text) as DateTimeValue;

const maxTicks = 3_155_378_975_999_999_999n;
const ticks = fc.bigInt({ min: 0n, max: maxTicks });

/** The same instant by another calendar implementation. */
function temporal(value: DateTimeValue): Temporal.PlainDateTime {
  const day = Temporal.PlainDate.from('0001-01-01').add({ days: value.dayNumber });
  const nanoseconds = value.ticks * 100;
  return day.toPlainDateTime().add({ seconds: Math.floor(nanoseconds / 1e9), nanoseconds: nanoseconds % 1e9 });
}

describe('DateTime', () => {
  // The instant that the documentation of standard format strings uses: 15 June 2009, 13:45:30.6170000.
  it.each([
    ['d', '06/15/2009'],
    ['D', 'Monday, 15 June 2009'],
    ['f', 'Monday, 15 June 2009 13:45'],
    ['F', 'Monday, 15 June 2009 13:45:30'],
    ['g', '06/15/2009 13:45'],
    ['G', '06/15/2009 13:45:30'],
    ['m', 'June 15'],
    ['o', '2009-06-15T13:45:30.6170000'],
    ['R', 'Mon, 15 Jun 2009 13:45:30 GMT'],
    ['s', '2009-06-15T13:45:30'],
    ['t', '13:45'],
    ['T', '13:45:30'],
    ['u', '2009-06-15 13:45:30Z'],
    ['U', 'Monday, 15 June 2009 13:45:30'],
    ['y', '2009 June'],
    ['%d', '15'],
    ['ddd', 'Mon'],
    ['dddd', 'Monday'],
    ['%f', '6'],
    ['fff', '617'],
    ['fffffff', '6170000'],
    ['FFF', '617'],
    ['FFFFFFF', '617'],
    ['%g', 'A.D.'],
    ['%h', '1'],
    ['hh', '01'],
    ['%H', '13'],
    ['%M', '6'],
    ['MM', '06'],
    ['MMM', 'Jun'],
    ['%t', 'P'],
    ['tt', 'PM'],
    ['%y', '9'],
    ['yy', '09'],
    ['yyy', '2009'],
    ['yyyyy', '02009'],
    ['%z', '+0'],
    ['zz', '+00'],
    ['zzz', '+00:00'],
    ['h \\h m \\m', '1 h 45 m'],
    ['\'the\' d "of" MMMM', 'the 15 of June'],
    ['dd/MM/yyyy HH:mm', '15/06/2009 13:45'],
    ['HH:mm:ssK', '13:45:30'],
  ])('formats as %s', (pattern, expected) => {
    expect(format(date(2009, 6, 15, 13, 45, 30, 617), pattern)).toBe(expected);
  });

  it('leaves out an empty fraction with its point', () => {
    expect(format(date(2009, 6, 15, 1, 2, 3), 'ss.FFF')).toBe('03');
    expect(format(date(2009, 6, 15, 1, 2, 3), 'ss.fff')).toBe('03.000');
  });

  it.each(['Q', 'ffffffff', "'x", '%', 'd\\'])('refuses the format %j', (pattern) => {
    expect(thrown(() => format(date(2009, 6, 15), pattern))).toBe('FormatException');
  });

  it('shows its kind', () => {
    const kinds = [0, 1, 2].map((kind) => call('DateTime.SpecifyKind(DateTime,DateTimeKind)', date(2024, 2, 29), kind));
    expect(kinds.map(o)).toEqual([
      '2024-02-29T00:00:00.0000000',
      '2024-02-29T00:00:00.0000000Z',
      '2024-02-29T00:00:00.0000000+00:00',
    ]);
    expect(o(call('DateTime.UtcNow'))).toBe('0001-01-01T00:00:00.0000000Z');
    expect(o(call('DateTime.ToUniversalTime()', date(2024, 2, 29)))).toBe('2024-02-29T00:00:00.0000000Z');
  });

  it.each([
    ['2024-02-29', '2024-02-29T00:00:00.0000000'],
    ['2024-02-29T13:14', '2024-02-29T13:14:00.0000000'],
    ['2024-02-29 13:14:15.1234567', '2024-02-29T13:14:15.1234567'],
    ['2024-02-29T13:14:15Z', '2024-02-29T13:14:15.0000000+00:00'],
    ['2024-02-29T01:14:15+02:00', '2024-02-28T23:14:15.0000000+00:00'],
    ['2024-02-29T23:59:59.99999999', '2024-03-01T00:00:00.0000000'],
    ['02/29/2024', '2024-02-29T00:00:00.0000000'],
    ['2/9/2024 3:04 PM', '2024-02-09T15:04:00.0000000'],
    ['08/18/2018 07:22:16', '2018-08-18T07:22:16.0000000'],
    ['9 March 2024', '2024-03-09T00:00:00.0000000'],
    ['Mar 9, 2024', '2024-03-09T00:00:00.0000000'],
    ['March 2024', '2024-03-01T00:00:00.0000000'],
    ['Sat, 18 Aug 2018 07:22:16 GMT', '2018-08-18T07:22:16.0000000+00:00'],
    ['2024/3/9', '2024-03-09T00:00:00.0000000'],
    ['1/2/30', '2030-01-02T00:00:00.0000000'],
    ['1/2/50', '1950-01-02T00:00:00.0000000'],
    ['  2024-02-29  ', '2024-02-29T00:00:00.0000000'],
  ])('parses %j', (text, expected) => {
    expect(o(parse(text))).toBe(expected);
  });

  it.each([
    '',
    'abc',
    '2023-02-29',
    '2024-13-01',
    '2024-01-01T25:00',
    '13/01/2024',
    '20240229',
    'Sun, 18 Aug 2018',
    '1:2:3:4',
  ])('does not parse %j', (text) => {
    expect(thrown(() => parse(text))).toBe('FormatException');
    const result = out();
    expect(call('DateTime.TryParse(string,DateTime)', text, result)).toBe(false);
    expect(o(result.value)).toBe('0001-01-01T00:00:00.0000000');
  });

  it('refuses to parse null', () => {
    expect(thrown(() => parse(null))).toBe('ArgumentNullException');
    expect(call('DateTime.TryParse(string,DateTime)', null, out())).toBe(false);
  });

  it.each([
    ['yyyy-MM-dd', '2024-02-29', '2024-02-29T00:00:00.0000000'],
    ['d/M/yyyy', '9/3/2024', '2024-03-09T00:00:00.0000000'],
    ['d/M/yyyy', '09/03/2024', '2024-03-09T00:00:00.0000000'],
    ['yyyyMMddHHmmss', '20240229131415', '2024-02-29T13:14:15.0000000'],
    ['ddd dd MMM yyyy h:mm tt zzz', 'Sun 15 Jun 2008 8:30 AM -06:00', '2008-06-15T14:30:00.0000000+00:00'],
    ['HH:mm:ss.FFF', '13:14:15', '0001-01-01T13:14:15.0000000'],
    ["'on' d MMMM yyyy", 'on 9 March 2024', '2024-03-09T00:00:00.0000000'],
    ['o', '2024-02-29T13:14:15.1234567', '2024-02-29T13:14:15.1234567'],
    ['R', 'Thu, 29 Feb 2024 13:14:15 GMT', '2024-02-29T13:14:15.0000000'],
    ['yyyy-MM-ddTHH:mmK', '2024-02-29T13:14Z', '2024-02-29T13:14:00.0000000+00:00'],
  ])('parses exactly %s: %s', (pattern, text, expected) => {
    expect(o(call('DateTime.ParseExact(string,string,IFormatProvider)', text, pattern, null))).toBe(expected);
  });

  it.each([
    ['yyyy-MM-dd', '2024-2-29'],
    ['yyyy-MM-dd', '2024-02-30'],
    ['yyyy-MM-dd', ' 2024-02-29'],
    ['dddd d MMMM yyyy', 'Monday 29 February 2024'],
    ['HH:mm', '24:00'],
    ['hh:mm', '13:00'],
  ])('does not parse exactly %s: %j', (pattern, text) => {
    expect(thrown(() => call('DateTime.ParseExact(string,string,IFormatProvider)', text, pattern, null))).toBe(
      'FormatException',
    );
  });

  it('keeps a Z as UTC on request', () => {
    const member = 'DateTime.Parse(string,IFormatProvider,DateTimeStyles)';
    expect(o(call(member, '2024-02-29T13:14:15Z', null, 128))).toBe('2024-02-29T13:14:15.0000000Z');
    expect(o(call(member, '2024-02-29T13:14:15+01:00', null, 16))).toBe('2024-02-29T12:14:15.0000000Z');
    expect(o(call(member, '2024-02-29T13:14:15', null, 64 | 16))).toBe('2024-02-29T13:14:15.0000000Z');
  });

  it.each([
    [[2023, 2, 29]],
    [[2024, 13, 1]],
    [[0, 1, 1]],
    [[10000, 1, 1]],
    [[2024, 1, 1, 24, 0, 0]],
    [[2024, 1, 1, 0, 60, 0]],
    [[2024, 1, 1, 0, 0, 0, 1000]],
  ])('has no %j', (parts) => {
    expect(thrown(() => date(...parts))).toBe('ArgumentOutOfRangeException');
  });

  it('ends at both ends', () => {
    const max = call('DateTime.MaxValue') as DateTimeValue;
    const min = call('DateTime.MinValue') as DateTimeValue;
    expect(max.toTicks()).toBe(maxTicks);
    for (const run of [
      () => call('DateTime.AddTicks(long)', max, 1n),
      () => call('DateTime.AddDays(double)', min, -1),
      () => call('DateTime.AddMonths(int)', max, 1),
      () => call('DateTime.AddYears(int)', min, -1),
      () => call('DateTime.AddYears(int)', min, 10_001),
      () => call('DateTime.op_Addition(DateTime,TimeSpan)', max, TimeSpanValue.ofTicks(1n)),
      () => call('DateTime.new(long)', -1n),
    ]) {
      expect(thrown(run)).toBe('ArgumentOutOfRangeException');
    }
  });

  it('adds fractions of units to the tick', () => {
    expect(o(call('DateTime.AddDays(double)', date(2024, 1, 1), 1.5))).toBe('2024-01-02T12:00:00.0000000');
    expect(o(call('DateTime.AddSeconds(double)', date(2024, 1, 1), -0.1))).toBe('2023-12-31T23:59:59.9000000');
    expect(o(call('DateTime.AddMilliseconds(double)', date(2024, 1, 1), 0.5))).toBe('2024-01-01T00:00:00.0005000');
  });

  it('agrees with another calendar', () => {
    fc.assert(
      fc.property(ticks, fc.integer({ min: -30_000, max: 30_000 }), (at, months) => {
        const value = DateTimeValue.ofTicks(at, 1);
        const other = temporal(value);
        expect(value.toTicks()).toBe(at);
        expect(
          ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second', 'Millisecond', 'DayOfYear'].map((part) =>
            call(`DateTime.${part}`, value),
          ),
        ).toEqual([
          other.year,
          other.month,
          other.day,
          other.hour,
          other.minute,
          other.second,
          other.millisecond,
          other.dayOfYear,
        ]);
        expect(call('DateTime.DayOfWeek', value)).toBe(other.dayOfWeek % 7);
        const moved = other.add({ months });
        const inRange = moved.year >= 1 && moved.year <= 9999;
        const add = (): DateTimeValue => call('DateTime.AddMonths(int)', value, months) as DateTimeValue;
        if (inRange) expect(temporal(add()).toString()).toBe(moved.toString());
        else expect(thrown(add)).toBe('ArgumentOutOfRangeException');
      }),
      { numRuns: 200 },
    );
  });

  it('adds and subtracts as its ticks do', () => {
    fc.assert(
      fc.property(ticks, ticks, (a, b) => {
        const x = DateTimeValue.ofTicks(a, 0);
        const y = DateTimeValue.ofTicks(b, 0);
        const between = x.since(y);
        expect(between.toTicks()).toBe(a - b);
        expect(y.plus(between).toTicks()).toBe(a);
        expect(x.minus(between).toTicks()).toBe(b);
        expect(x.compareTo(y)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(ticks, fc.constantFrom(0, 1), (at, kind) => {
        const value = DateTimeValue.ofTicks(at, kind as 0 | 1);
        const member = 'DateTime.ParseExact(string,string,IFormatProvider,DateTimeStyles)';
        expect(o(call(member, o(value), 'o', null, 128))).toBe(o(value));
        expect(parse(o(value)).toTicks()).toBe(at);
        const custom = 'dddd, d MMM yyyy h:mm:ss.fffffff tt';
        expect(
          (call('DateTime.ParseExact(string,string)', format(value, custom), custom) as DateTimeValue).toTicks(),
        ).toBe(at);
      }),
    );
  });
});

describe('DateOnly', () => {
  const day = (y: number, m: number, d: number): DateOnlyValue =>
    call('DateOnly.new(int,int,int)', y, m, d) as DateOnlyValue;

  it.each([
    [null, '06/15/2009'],
    ['o', '2009-06-15'],
    ['R', 'Mon, 15 Jun 2009'],
    ['D', 'Monday, 15 June 2009'],
    ['yyyy/M', '2009/6'],
  ])('formats as %s', (pattern, expected) => {
    expect(call('DateOnly.ToString(string)', day(2009, 6, 15), pattern)).toBe(expected);
  });

  it('has no time to format or parse', () => {
    expect(thrown(() => call('DateOnly.ToString(string)', day(2009, 6, 15), 'HH'))).toBe('FormatException');
    expect(thrown(() => call('DateOnly.Parse(string)', '2009-06-15T10:00'))).toBe('FormatException');
  });

  it('counts days from 0001-01-01', () => {
    expect(call('DateOnly.DayNumber', day(1, 1, 1))).toBe(0);
    expect(call('DateOnly.DayNumber', day(9999, 12, 31))).toBe(3_652_058);
    expect(String(call('DateOnly.AddDays(int)', day(2024, 2, 28), 2))).toBe('03/01/2024');
    expect(String(call('DateOnly.AddYears(int)', day(2024, 2, 29), 1))).toBe('02/28/2025');
    expect(thrown(() => call('DateOnly.AddDays(int)', day(9999, 12, 31), 1))).toBe('ArgumentOutOfRangeException');
  });

  it('agrees with another calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_652_058 }), (number) => {
        const other = Temporal.PlainDate.from('0001-01-01').add({ days: number });
        const made = call('DateOnly.new(int,int,int)', other.year, other.month, other.day) as DateOnlyValue;
        expect(made.dayNumber).toBe(number);
        expect(call('DateOnly.Parse(string)', made.toString())).toEqual(made);
      }),
    );
  });
});

describe('TimeOnly', () => {
  const time = (...parts: number[]): unknown => call(`TimeOnly.new(${parts.map(() => 'int').join(',')})`, ...parts);

  it.each([
    [null, '13:45'],
    ['o', '13:45:30.6170000'],
    ['T', '13:45:30'],
    ['h:mm tt', '1:45 PM'],
  ])('formats as %s', (pattern, expected) => {
    expect(call('TimeOnly.ToString(string)', time(13, 45, 30, 617), pattern)).toBe(expected);
  });

  it('goes round the clock', () => {
    const days = out();
    expect(String(call('TimeOnly.AddHours(double,int)', time(23, 0), 26, days))).toBe('01:00');
    expect(days.value).toBe(2);
    expect(String(call('TimeOnly.AddMinutes(double,int)', time(0, 10), -30, days))).toBe('23:40');
    expect(days.value).toBe(-1);
    expect(String(call('TimeOnly.op_Subtraction(TimeOnly,TimeOnly)', time(1, 0), time(23, 0)))).toBe('02:00:00');
  });

  it('lies between two times, over midnight too', () => {
    const between = (at: unknown, start: unknown, end: unknown): unknown =>
      call('TimeOnly.IsBetween(TimeOnly,TimeOnly)', at, start, end);
    expect(between(time(9, 0), time(9, 0), time(17, 0))).toBe(true);
    expect(between(time(17, 0), time(9, 0), time(17, 0))).toBe(false);
    expect(between(time(2, 0), time(22, 0), time(6, 0))).toBe(true);
    expect(between(time(12, 0), time(22, 0), time(6, 0))).toBe(false);
  });

  it.each([
    ['13:45', '13:45:00.0000000'],
    ['1:45 PM', '13:45:00.0000000'],
    ['23:59:59.9999999', '23:59:59.9999999'],
  ])('parses %s', (text, expected) => {
    expect(call('TimeOnly.ToString(string)', call('TimeOnly.Parse(string)', text), 'o')).toBe(expected);
  });
});

describe('the clock', () => {
  it('is the delivery’s', () => {
    const at = 638_000_000_000_000_000n;
    expect((call('DurableClock.UtcNow') as DateTimeValue).toTicks()).toBe(host.utcNowTicks());
    expect(DateTimeValue.ofTicks(at, 1).toTicks()).toBe(at);
  });
});
