import type { LibraryDeclarations } from './reader.ts';

/** Numbers, truth values and what calculates with them. Their operators are the language's own (language.md §3). */
export const numberDeclarations: LibraryDeclarations = {
  int: `struct int : IComparable, IComparable<int>, IEquatable<int>, IFormattable {
    /// The largest value.
    const int MaxValue;
    /// The smallest value.
    const int MinValue;
    /// Reads digits with an optional sign and surrounding white space.
    static int Parse(string s);
    static int Parse(string s, IFormatProvider? provider);
    static int Parse(string s, NumberStyles style);
    static int Parse(string s, NumberStyles style, IFormatProvider? provider);
    /// As \`Parse\`, answering whether it worked instead of throwing.
    static bool TryParse(string? s, out int result);
    static bool TryParse(string? s, IFormatProvider? provider, out int result);
    static bool TryParse(string? s, NumberStyles style, IFormatProvider? provider, out int result);
    int CompareTo(int value);
    int CompareTo(object? value);
    bool Equals(int obj);
    bool Equals(object? obj);
    int GetHashCode();
    string ToString();
    /// Standard (\`D5\`, \`N0\`, \`X\`) and custom (\`#,##0.00\`) numeric formats.
    string ToString(string? format);
    string ToString(IFormatProvider? provider);
    string ToString(string? format, IFormatProvider? provider);
    static int Abs(int value);
    static int Clamp(int value, int min, int max);
    static int Max(int x, int y);
    static int Min(int x, int y);
    static int Sign(int value);
    static bool IsEvenInteger(int value);
    static bool IsOddInteger(int value);
    static bool IsNegative(int value);
    static bool IsPositive(int value);
    static bool IsPow2(int value);
    static (int, int) DivRem(int left, int right);
    /// The number of zero bits above the highest one bit.
    static int LeadingZeroCount(int value);
    static int TrailingZeroCount(int value);
    /// The number of one bits.
    static int PopCount(int value);
    static int RotateLeft(int value, int rotateAmount);
    static int RotateRight(int value, int rotateAmount);
    static int Log2(int value);
  }`,

  long: `struct long : IComparable, IComparable<long>, IEquatable<long>, IFormattable {
    /// The largest value.
    const long MaxValue;
    /// The smallest value.
    const long MinValue;
    /// Reads digits with an optional sign and surrounding white space.
    static long Parse(string s);
    static long Parse(string s, IFormatProvider? provider);
    static long Parse(string s, NumberStyles style);
    static long Parse(string s, NumberStyles style, IFormatProvider? provider);
    /// As \`Parse\`, answering whether it worked instead of throwing.
    static bool TryParse(string? s, out long result);
    static bool TryParse(string? s, IFormatProvider? provider, out long result);
    static bool TryParse(string? s, NumberStyles style, IFormatProvider? provider, out long result);
    int CompareTo(long value);
    int CompareTo(object? value);
    bool Equals(long obj);
    bool Equals(object? obj);
    int GetHashCode();
    string ToString();
    /// Standard (\`D5\`, \`N0\`, \`X\`) and custom (\`#,##0.00\`) numeric formats.
    string ToString(string? format);
    string ToString(IFormatProvider? provider);
    string ToString(string? format, IFormatProvider? provider);
    static long Abs(long value);
    static long Clamp(long value, long min, long max);
    static long Max(long x, long y);
    static long Min(long x, long y);
    static int Sign(long value);
    static bool IsEvenInteger(long value);
    static bool IsOddInteger(long value);
    static bool IsNegative(long value);
    static bool IsPositive(long value);
    static bool IsPow2(long value);
    static (long, long) DivRem(long left, long right);
    /// The number of zero bits above the highest one bit.
    static long LeadingZeroCount(long value);
    static long TrailingZeroCount(long value);
    /// The number of one bits.
    static long PopCount(long value);
    static long RotateLeft(long value, int rotateAmount);
    static long RotateRight(long value, int rotateAmount);
    static long Log2(long value);
  }`,

  byte: `struct byte : IComparable, IComparable<byte>, IEquatable<byte>, IFormattable {
    const byte MaxValue;
    const byte MinValue;
    static byte Parse(string s);
    static byte Parse(string s, NumberStyles style);
    static bool TryParse(string? s, out byte result);
    int CompareTo(byte value);
    int CompareTo(object? value);
    bool Equals(byte obj);
    bool Equals(object? obj);
    int GetHashCode();
    string ToString();
    string ToString(string? format);
    string ToString(string? format, IFormatProvider? provider);
  }`,

  double: `struct double : IComparable, IComparable<double>, IEquatable<double>, IFormattable {
    /// The smallest value above zero.
    const double Epsilon;
    const double MaxValue;
    const double MinValue;
    const double NaN;
    const double NegativeInfinity;
    const double PositiveInfinity;
    const double NegativeZero;
    const double E;
    const double Pi;
    const double Tau;
    static double Parse(string s);
    static double Parse(string s, IFormatProvider? provider);
    static double Parse(string s, NumberStyles style);
    static double Parse(string s, NumberStyles style, IFormatProvider? provider);
    static bool TryParse(string? s, out double result);
    static bool TryParse(string? s, IFormatProvider? provider, out double result);
    static bool TryParse(string? s, NumberStyles style, IFormatProvider? provider, out double result);
    static bool IsNaN(double d);
    static bool IsInfinity(double d);
    static bool IsPositiveInfinity(double d);
    static bool IsNegativeInfinity(double d);
    static bool IsFinite(double d);
    static bool IsNormal(double d);
    static bool IsSubnormal(double d);
    static bool IsNegative(double d);
    static bool IsPositive(double d);
    static bool IsInteger(double d);
    static bool IsEvenInteger(double d);
    static bool IsOddInteger(double d);
    static double Abs(double value);
    static double Clamp(double value, double min, double max);
    static double Max(double x, double y);
    static double Min(double x, double y);
    static int Sign(double value);
    static double Round(double x);
    static double Round(double x, int digits);
    static double Floor(double x);
    static double Ceiling(double x);
    static double Truncate(double x);
    static double Sqrt(double x);
    static double Pow(double x, double y);
    static double DegreesToRadians(double degrees);
    static double RadiansToDegrees(double radians);
    int CompareTo(double value);
    int CompareTo(object? value);
    bool Equals(double obj);
    bool Equals(object? obj);
    int GetHashCode();
    /// The shortest text that reads back as the same value.
    string ToString();
    string ToString(string? format);
    string ToString(IFormatProvider? provider);
    string ToString(string? format, IFormatProvider? provider);
  }`,

  decimal: `struct decimal : IComparable, IComparable<decimal>, IEquatable<decimal>, IFormattable {
    const decimal MaxValue;
    const decimal MinValue;
    const decimal Zero;
    const decimal One;
    const decimal MinusOne;
    decimal(int value);
    decimal(long value);
    decimal(double value);
    /// From the three words of the coefficient, the sign and the scale.
    decimal(int lo, int mid, int hi, bool isNegative, byte scale);
    /// How many digits stand after the point, 0 to 28.
    int Scale { get; }
    static decimal Parse(string s);
    static decimal Parse(string s, IFormatProvider? provider);
    static decimal Parse(string s, NumberStyles style);
    static decimal Parse(string s, NumberStyles style, IFormatProvider? provider);
    static bool TryParse(string? s, out decimal result);
    static bool TryParse(string? s, IFormatProvider? provider, out decimal result);
    static bool TryParse(string? s, NumberStyles style, IFormatProvider? provider, out decimal result);
    static decimal Add(decimal d1, decimal d2);
    static decimal Subtract(decimal d1, decimal d2);
    static decimal Multiply(decimal d1, decimal d2);
    static decimal Divide(decimal d1, decimal d2);
    static decimal Remainder(decimal d1, decimal d2);
    static decimal Negate(decimal d);
    static decimal Abs(decimal value);
    static decimal Clamp(decimal value, decimal min, decimal max);
    static decimal Max(decimal x, decimal y);
    static decimal Min(decimal x, decimal y);
    static int Sign(decimal d);
    static bool IsInteger(decimal value);
    static bool IsNegative(decimal value);
    static bool IsPositive(decimal value);
    static decimal Floor(decimal d);
    static decimal Ceiling(decimal d);
    static decimal Truncate(decimal d);
    /// To the nearest integer, halves to the even one.
    static decimal Round(decimal d);
    static decimal Round(decimal d, int decimals);
    static decimal Round(decimal d, MidpointRounding mode);
    static decimal Round(decimal d, int decimals, MidpointRounding mode);
    static int Compare(decimal d1, decimal d2);
    static bool Equals(decimal d1, decimal d2);
    static int ToInt32(decimal d);
    static long ToInt64(decimal d);
    static double ToDouble(decimal d);
    static int[] GetBits(decimal d);
    int CompareTo(decimal value);
    int CompareTo(object? value);
    bool Equals(decimal value);
    bool Equals(object? value);
    int GetHashCode();
    /// With all digits of its scale: \`1.10m\` is \`1.10\`.
    string ToString();
    string ToString(string? format);
    string ToString(IFormatProvider? provider);
    string ToString(string? format, IFormatProvider? provider);
  }`,

  bool: `struct bool : IComparable, IComparable<bool>, IEquatable<bool> {
    const string TrueString;
    const string FalseString;
    static bool Parse(string value);
    static bool TryParse(string? value, out bool result);
    int CompareTo(bool value);
    int CompareTo(object? obj);
    bool Equals(bool obj);
    bool Equals(object? obj);
    int GetHashCode();
    /// \`True\` or \`False\`.
    string ToString();
  }`,

  Math: `static Math {
    const double E;
    const double PI;
    const double Tau;
    static int Abs(int value);
    static long Abs(long value);
    static decimal Abs(decimal value);
    static double Abs(double value);
    static double Acos(double d);
    static double Acosh(double d);
    static double Asin(double d);
    static double Asinh(double d);
    static double Atan(double d);
    static double Atanh(double d);
    static double Cbrt(double d);
    static double Cos(double d);
    static double Cosh(double d);
    static double Exp(double d);
    static double Log(double d);
    static double Log10(double d);
    static double Log2(double d);
    static double Sin(double d);
    static double Sinh(double d);
    static double Sqrt(double d);
    static double Tan(double d);
    static double Tanh(double d);
    static double Atan2(double y, double x);
    static long BigMul(int a, int b);
    static double CopySign(double x, double y);
    static double FusedMultiplyAdd(double x, double y, double z);
    static double IEEERemainder(double x, double y);
    static double Log(double a, double newBase);
    static double Pow(double x, double y);
    static double ScaleB(double x, int n);
    static int ILogB(double x);
    static double MaxMagnitude(double x, double y);
    static double MinMagnitude(double x, double y);
    static decimal Ceiling(decimal d);
    static decimal Floor(decimal d);
    static decimal Truncate(decimal d);
    /// To the nearest integer, halves to the even one.
    static decimal Round(decimal d);
    static decimal Round(decimal d, int decimals);
    static decimal Round(decimal d, MidpointRounding mode);
    static decimal Round(decimal d, int decimals, MidpointRounding mode);
    static double Ceiling(double d);
    static double Floor(double d);
    static double Truncate(double d);
    /// To the nearest integer, halves to the even one.
    static double Round(double d);
    static double Round(double d, int decimals);
    static double Round(double d, MidpointRounding mode);
    static double Round(double d, int decimals, MidpointRounding mode);
    static int Clamp(int value, int min, int max);
    static int Max(int val1, int val2);
    static int Min(int val1, int val2);
    static int Sign(int value);
    static long Clamp(long value, long min, long max);
    static long Max(long val1, long val2);
    static long Min(long val1, long val2);
    static int Sign(long value);
    static decimal Clamp(decimal value, decimal min, decimal max);
    static decimal Max(decimal val1, decimal val2);
    static decimal Min(decimal val1, decimal val2);
    static int Sign(decimal value);
    static double Clamp(double value, double min, double max);
    static double Max(double val1, double val2);
    static double Min(double val1, double val2);
    static int Sign(double value);
    static int DivRem(int a, int b, out int result);
    static (int, int) DivRem(int left, int right);
    static long DivRem(long a, long b, out long result);
    static (long, long) DivRem(long left, long right);
  }`,

  Convert: `static Convert {
    static int ToInt32(int value);
    static int ToInt32(long value);
    static int ToInt32(double value);
    static int ToInt32(decimal value);
    static int ToInt32(bool value);
    static int ToInt32(char value);
    static int ToInt32(byte value);
    static int ToInt32(string? value);
    static int ToInt32(object? value);
    static int ToInt32(string? value, IFormatProvider? provider);
    static int ToInt32(string? value, int fromBase);
    static long ToInt64(int value);
    static long ToInt64(long value);
    static long ToInt64(double value);
    static long ToInt64(decimal value);
    static long ToInt64(bool value);
    static long ToInt64(char value);
    static long ToInt64(byte value);
    static long ToInt64(string? value);
    static long ToInt64(object? value);
    static long ToInt64(string? value, IFormatProvider? provider);
    static long ToInt64(string? value, int fromBase);
    static double ToDouble(int value);
    static double ToDouble(long value);
    static double ToDouble(double value);
    static double ToDouble(decimal value);
    static double ToDouble(bool value);
    static double ToDouble(byte value);
    static double ToDouble(string? value);
    static double ToDouble(object? value);
    static double ToDouble(string? value, IFormatProvider? provider);
    static decimal ToDecimal(int value);
    static decimal ToDecimal(long value);
    static decimal ToDecimal(double value);
    static decimal ToDecimal(decimal value);
    static decimal ToDecimal(bool value);
    static decimal ToDecimal(byte value);
    static decimal ToDecimal(string? value);
    static decimal ToDecimal(object? value);
    static decimal ToDecimal(string? value, IFormatProvider? provider);
    static byte ToByte(int value);
    static byte ToByte(long value);
    static byte ToByte(double value);
    static byte ToByte(decimal value);
    static byte ToByte(bool value);
    static byte ToByte(char value);
    static byte ToByte(byte value);
    static byte ToByte(string? value);
    static byte ToByte(object? value);
    static byte ToByte(string? value, IFormatProvider? provider);
    static byte ToByte(string? value, int fromBase);
    static bool ToBoolean(int value);
    static bool ToBoolean(long value);
    static bool ToBoolean(double value);
    static bool ToBoolean(decimal value);
    static bool ToBoolean(bool value);
    static bool ToBoolean(byte value);
    static bool ToBoolean(string? value);
    static bool ToBoolean(object? value);
    static char ToChar(int value);
    static char ToChar(long value);
    static char ToChar(char value);
    static char ToChar(byte value);
    static char ToChar(string value);
    static char ToChar(object? value);
    static string ToString(int value);
    static string ToString(long value);
    static string ToString(double value);
    static string ToString(decimal value);
    static string ToString(bool value);
    static string ToString(char value);
    static string ToString(byte value);
    static string ToString(DateTime value);
    static string? ToString(string? value);
    static string? ToString(object? value);
    static string ToString(int value, IFormatProvider? provider);
    static string ToString(long value, IFormatProvider? provider);
    static string ToString(double value, IFormatProvider? provider);
    static string ToString(decimal value, IFormatProvider? provider);
    static string? ToString(object? value, IFormatProvider? provider);
    /// In base 2, 8, 10 or 16; negative values as two's complement.
    static string ToString(int value, int toBase);
    static string ToString(long value, int toBase);
    static DateTime ToDateTime(string? value);
    static DateTime ToDateTime(object? value);
    static DateTime ToDateTime(DateTime value);
    static DateTime ToDateTime(string? value, IFormatProvider? provider);
    static string ToBase64String(byte[] inArray);
    static byte[] FromBase64String(string s);
    static string ToHexString(byte[] inArray);
    static byte[] FromHexString(string s);
  }`,

  MidpointRounding: `enum MidpointRounding { ToEven, AwayFromZero, ToZero, ToNegativeInfinity, ToPositiveInfinity }`,

  NumberStyles: `enum NumberStyles {
    None = 0, AllowLeadingWhite = 1, AllowTrailingWhite = 2, AllowLeadingSign = 4, AllowTrailingSign = 8,
    AllowParentheses = 16, AllowDecimalPoint = 32, AllowThousands = 64, AllowExponent = 128, AllowCurrencySymbol = 256,
    AllowHexSpecifier = 512, Integer = 7, HexNumber = 515, Number = 111, Float = 167, Currency = 383, Any = 511
  }`,

  Random: `class Random {
    /// Draws from the run's own seeded source.
    Random();
    /// The same numbers for the same seed, as .NET gives them.
    Random(int Seed);
    static Random Shared { get; }
    int Next();
    int Next(int maxValue);
    int Next(int minValue, int maxValue);
    long NextInt64(long minValue, long maxValue);
    double NextDouble();
  }`,
};
