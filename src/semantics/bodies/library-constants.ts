import type { ConstExpr } from '../../ir/ir.ts';

/** The library's constants that a constant expression may need, as `ConstExpr` writes them. */
const constants: Readonly<Record<string, ConstExpr['v']>> = {
  'int.MaxValue': 2147483647,
  'int.MinValue': -2147483648,
  'long.MaxValue': '9223372036854775807',
  'long.MinValue': '-9223372036854775808',
  'byte.MaxValue': 255,
  'byte.MinValue': 0,
  'char.MaxValue': 0xffff,
  'char.MinValue': 0,
  'double.MaxValue': Number.MAX_VALUE,
  'double.MinValue': -Number.MAX_VALUE,
  'double.Epsilon': Number.MIN_VALUE,
  'double.NaN': 'NaN',
  'double.PositiveInfinity': 'Infinity',
  'double.NegativeInfinity': '-Infinity',
  'double.NegativeZero': '-0',
  'double.E': Math.E,
  'double.Pi': Math.PI,
  'double.Tau': 2 * Math.PI,
  'decimal.MaxValue': '79228162514264337593543950335',
  'decimal.MinValue': '-79228162514264337593543950335',
  'decimal.Zero': '0',
  'decimal.One': '1',
  'decimal.MinusOne': '-1',
  'Math.E': Math.E,
  'Math.PI': Math.PI,
  'Math.Tau': 2 * Math.PI,
  'bool.TrueString': 'True',
  'bool.FalseString': 'False',
  'string.Empty': '',
  'TimeSpan.TicksPerDay': '864000000000',
  'TimeSpan.TicksPerHour': '36000000000',
  'TimeSpan.TicksPerMinute': '600000000',
  'TimeSpan.TicksPerSecond': '10000000',
  'TimeSpan.TicksPerMillisecond': '10000',
  'TimeSpan.TicksPerMicrosecond': '10',
  'TimeSpan.NanosecondsPerTick': '100',
};

export function libraryConstant(key: string): ConstExpr['v'] | undefined {
  return Object.hasOwn(constants, key) ? constants[key] : undefined;
}
