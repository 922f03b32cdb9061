import type { LibraryDeclarations } from './reader.ts';

const comparisons = (type: string): string => `
    static bool operator ==(${type} left, ${type} right);
    static bool operator !=(${type} left, ${type} right);
    static bool operator <(${type} left, ${type} right);
    static bool operator <=(${type} left, ${type} right);
    static bool operator >(${type} left, ${type} right);
    static bool operator >=(${type} left, ${type} right);
    int CompareTo(${type} value);
    int CompareTo(object? value);
    bool Equals(${type} value);
    bool Equals(object? value);
    int GetHashCode();`;

const texts = (type: string): string => `
    string ToString();
    string ToString(string? format);
    string ToString(string? format, IFormatProvider? provider);
    static ${type} Parse(string s);
    static ${type} Parse(string s, IFormatProvider? provider);
    static bool TryParse(string? s, out ${type} result);
    static bool TryParse(string? s, IFormatProvider? provider, out ${type} result);`;

/** With styles: what `DateTime`, `DateOnly` and `TimeOnly` share. */
const styledTexts = (type: string): string => `${texts(type)}
    string ToString(IFormatProvider? provider);
    static ${type} Parse(string s, IFormatProvider? provider, DateTimeStyles style);
    static ${type} ParseExact(string s, string format);
    static ${type} ParseExact(string s, string format, IFormatProvider? provider);
    static ${type} ParseExact(string s, string format, IFormatProvider? provider, DateTimeStyles style);
    static ${type} ParseExact(string s, string[] formats);
    static ${type} ParseExact(string s, string[] formats, IFormatProvider? provider, DateTimeStyles style);
    static bool TryParse(string? s, IFormatProvider? provider, DateTimeStyles style, out ${type} result);
    static bool TryParseExact(string? s, string? format, out ${type} result);
    static bool TryParseExact(string? s, string? format, IFormatProvider? provider, DateTimeStyles style, out ${type} result);
    static bool TryParseExact(string? s, string?[]? formats, out ${type} result);
    static bool TryParseExact(string? s, string?[]? formats, IFormatProvider? provider, DateTimeStyles style, out ${type} result);`;

/** Dates and times. The culture is invariant and the local zone is UTC (language.md §3). */
export const dateDeclarations: LibraryDeclarations = {
  DateTime: `struct DateTime : IComparable, IComparable<DateTime>, IEquatable<DateTime>, IFormattable {
    static DateTime MinValue { get; }
    static DateTime MaxValue { get; }
    static DateTime UnixEpoch { get; }
    /// The delivery's instant: the same throughout one delivery.
    static DateTime UtcNow { get; }
    /// As \`UtcNow\`, of kind \`Local\`: the local zone is UTC.
    static DateTime Now { get; }
    static DateTime Today { get; }
    DateTime();
    DateTime(long ticks);
    DateTime(long ticks, DateTimeKind kind);
    DateTime(int year, int month, int day);
    DateTime(int year, int month, int day, int hour, int minute, int second);
    DateTime(int year, int month, int day, int hour, int minute, int second, DateTimeKind kind);
    DateTime(int year, int month, int day, int hour, int minute, int second, int millisecond);
    DateTime(int year, int month, int day, int hour, int minute, int second, int millisecond, DateTimeKind kind);
    DateTime(int year, int month, int day, int hour, int minute, int second, int millisecond, int microsecond);
    DateTime(int year, int month, int day, int hour, int minute, int second, int millisecond, int microsecond, DateTimeKind kind);
    DateTime(DateOnly date, TimeOnly time);
    DateTime(DateOnly date, TimeOnly time, DateTimeKind kind);
    int Year { get; }
    int Month { get; }
    int Day { get; }
    int Hour { get; }
    int Minute { get; }
    int Second { get; }
    int Millisecond { get; }
    int Microsecond { get; }
    int Nanosecond { get; }
    /// Units of 100 ns since 0001-01-01.
    long Ticks { get; }
    DateTimeKind Kind { get; }
    DayOfWeek DayOfWeek { get; }
    int DayOfYear { get; }
    /// The same day at midnight.
    DateTime Date { get; }
    TimeSpan TimeOfDay { get; }
    DateTime Add(TimeSpan value);
    DateTime AddTicks(long value);
    DateTime AddMicroseconds(double value);
    DateTime AddMilliseconds(double value);
    DateTime AddSeconds(double value);
    DateTime AddMinutes(double value);
    DateTime AddHours(double value);
    DateTime AddDays(double value);
    /// To the last day of the month where the day does not exist.
    DateTime AddMonths(int months);
    DateTime AddYears(int value);
    TimeSpan Subtract(DateTime value);
    DateTime Subtract(TimeSpan value);
    DateTime ToUniversalTime();
    DateTime ToLocalTime();
    bool IsDaylightSavingTime();
    string ToShortDateString();
    string ToLongDateString();
    string ToShortTimeString();
    string ToLongTimeString();
    static int Compare(DateTime t1, DateTime t2);
    static bool Equals(DateTime t1, DateTime t2);
    static int DaysInMonth(int year, int month);
    static bool IsLeapYear(int year);
    static DateTime SpecifyKind(DateTime value, DateTimeKind kind);
    static DateTime operator +(DateTime d, TimeSpan t);
    static DateTime operator -(DateTime d, TimeSpan t);
    static TimeSpan operator -(DateTime d1, DateTime d2);
    ${comparisons('DateTime')}
    ${styledTexts('DateTime')}
  }`,

  DurableClock: `static DurableClock {
    /// The delivery's instant, as \`DateTime.UtcNow\`.
    static DateTime UtcNow { get; }
  }`,

  TimeSpan: `struct TimeSpan : IComparable, IComparable<TimeSpan>, IEquatable<TimeSpan>, IFormattable {
    static TimeSpan Zero { get; }
    static TimeSpan MinValue { get; }
    static TimeSpan MaxValue { get; }
    const long TicksPerDay;
    const long TicksPerHour;
    const long TicksPerMinute;
    const long TicksPerSecond;
    const long TicksPerMillisecond;
    const long TicksPerMicrosecond;
    const long NanosecondsPerTick;
    TimeSpan();
    TimeSpan(long ticks);
    TimeSpan(int hours, int minutes, int seconds);
    TimeSpan(int days, int hours, int minutes, int seconds);
    TimeSpan(int days, int hours, int minutes, int seconds, int milliseconds);
    TimeSpan(int days, int hours, int minutes, int seconds, int milliseconds, int microseconds);
    static TimeSpan FromDays(double value);
    static TimeSpan FromHours(double value);
    static TimeSpan FromMinutes(double value);
    static TimeSpan FromSeconds(double value);
    static TimeSpan FromMilliseconds(double value);
    static TimeSpan FromMicroseconds(double value);
    static TimeSpan FromTicks(long value);
    int Days { get; }
    int Hours { get; }
    int Minutes { get; }
    int Seconds { get; }
    int Milliseconds { get; }
    int Microseconds { get; }
    int Nanoseconds { get; }
    long Ticks { get; }
    double TotalDays { get; }
    double TotalHours { get; }
    double TotalMinutes { get; }
    double TotalSeconds { get; }
    double TotalMilliseconds { get; }
    double TotalMicroseconds { get; }
    double TotalNanoseconds { get; }
    TimeSpan Add(TimeSpan ts);
    TimeSpan Subtract(TimeSpan ts);
    TimeSpan Multiply(double factor);
    TimeSpan Divide(double divisor);
    double Divide(TimeSpan ts);
    TimeSpan Negate();
    /// The absolute value.
    TimeSpan Duration();
    static int Compare(TimeSpan t1, TimeSpan t2);
    static bool Equals(TimeSpan t1, TimeSpan t2);
    static TimeSpan ParseExact(string input, string format, IFormatProvider? provider);
    static bool TryParseExact(string? input, string? format, IFormatProvider? provider, out TimeSpan result);
    static TimeSpan operator +(TimeSpan t1, TimeSpan t2);
    static TimeSpan operator -(TimeSpan t1, TimeSpan t2);
    static TimeSpan operator *(TimeSpan timeSpan, double factor);
    static TimeSpan operator *(double factor, TimeSpan timeSpan);
    static TimeSpan operator /(TimeSpan timeSpan, double divisor);
    static double operator /(TimeSpan t1, TimeSpan t2);
    static TimeSpan operator -(TimeSpan t);
    static TimeSpan operator +(TimeSpan t);
    ${comparisons('TimeSpan')}
    ${texts('TimeSpan')}
  }`,

  DateOnly: `struct DateOnly : IComparable, IComparable<DateOnly>, IEquatable<DateOnly>, IFormattable {
    static DateOnly MinValue { get; }
    static DateOnly MaxValue { get; }
    DateOnly();
    DateOnly(int year, int month, int day);
    static DateOnly FromDateTime(DateTime dateTime);
    static DateOnly FromDayNumber(int dayNumber);
    int Year { get; }
    int Month { get; }
    int Day { get; }
    DayOfWeek DayOfWeek { get; }
    int DayOfYear { get; }
    /// Days since 0001-01-01.
    int DayNumber { get; }
    DateOnly AddDays(int value);
    DateOnly AddMonths(int value);
    DateOnly AddYears(int value);
    DateTime ToDateTime(TimeOnly time);
    DateTime ToDateTime(TimeOnly time, DateTimeKind kind);
    string ToShortDateString();
    string ToLongDateString();
    void Deconstruct(out int year, out int month, out int day);
    ${comparisons('DateOnly')}
    ${styledTexts('DateOnly')}
  }`,

  TimeOnly: `struct TimeOnly : IComparable, IComparable<TimeOnly>, IEquatable<TimeOnly>, IFormattable {
    static TimeOnly MinValue { get; }
    static TimeOnly MaxValue { get; }
    TimeOnly();
    TimeOnly(int hour, int minute);
    TimeOnly(int hour, int minute, int second);
    TimeOnly(int hour, int minute, int second, int millisecond);
    TimeOnly(int hour, int minute, int second, int millisecond, int microsecond);
    TimeOnly(long ticks);
    static TimeOnly FromTimeSpan(TimeSpan timeSpan);
    static TimeOnly FromDateTime(DateTime dateTime);
    int Hour { get; }
    int Minute { get; }
    int Second { get; }
    int Millisecond { get; }
    int Microsecond { get; }
    int Nanosecond { get; }
    long Ticks { get; }
    /// Round the clock: past midnight it begins again.
    TimeOnly Add(TimeSpan value);
    TimeOnly Add(TimeSpan value, out int wrappedDays);
    TimeOnly AddHours(double value);
    TimeOnly AddHours(double value, out int wrappedDays);
    TimeOnly AddMinutes(double value);
    TimeOnly AddMinutes(double value, out int wrappedDays);
    /// From \`start\`, inclusive, to \`end\`, exclusive; over midnight where \`end\` is earlier.
    bool IsBetween(TimeOnly start, TimeOnly end);
    TimeSpan ToTimeSpan();
    string ToShortTimeString();
    string ToLongTimeString();
    void Deconstruct(out int hour, out int minute);
    void Deconstruct(out int hour, out int minute, out int second);
    /// Never negative: round the clock.
    static TimeSpan operator -(TimeOnly t1, TimeOnly t2);
    ${comparisons('TimeOnly')}
    ${styledTexts('TimeOnly')}
  }`,

  DayOfWeek: 'enum DayOfWeek { Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday }',

  DateTimeKind: 'enum DateTimeKind { Unspecified, Utc, Local }',

  DateTimeStyles: `enum DateTimeStyles {
    None = 0, AllowLeadingWhite = 1, AllowTrailingWhite = 2, AllowInnerWhite = 4, AllowWhiteSpaces = 7,
    NoCurrentDateDefault = 8, AdjustToUniversal = 16, AssumeLocal = 32, AssumeUniversal = 64, RoundtripKind = 128
  }`,
};
