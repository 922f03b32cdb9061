/** `Guid`, as its 32 hexadecimal digits: they compare as .NET compares the fields, in order and unsigned. */
import type { LibraryKey } from '../../ir/ir.ts';
import { raiseArgument, raiseArgumentNull, raiseFormat } from './exceptions.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Ref, type Value } from './values.ts';

export class GuidValue {
  /** Lower case, without dashes. */
  readonly hex: string;

  private constructor(hex: string) {
    this.hex = hex;
  }

  static readonly empty = new GuidValue('0'.repeat(32));

  /** From 32 hexadecimal digits, in any of .NET's formats; undefined when it is not one. */
  static parse(text: string, format?: string): GuidValue | undefined {
    const body = text.trim();
    for (const [letter, pattern] of formats) {
      if (format !== undefined && format.toUpperCase() !== letter) continue;
      const match = pattern.exec(body);
      if (match === null) continue;
      const hex = match.slice(1).map((part, i) => (letter === 'X' ? part.padStart(widths[i]!, '0') : part));
      return new GuidValue(hex.join('').toLowerCase());
    }
    return undefined;
  }

  /** From bytes in .NET's order: the first three fields little-endian. */
  static ofBytes(bytes: readonly number[]): GuidValue {
    return new GuidValue(byteOrder.map((i) => (bytes[i]! & 0xff).toString(16).padStart(2, '0')).join(''));
  }

  /** Random, version 4. `random` yields numbers in [0, 1). */
  static random(random: () => number): GuidValue {
    const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16));
    digits[12] = 4;
    digits[16] = (digits[16]! & 3) | 8;
    return new GuidValue(digits.map((digit) => digit.toString(16)).join(''));
  }

  toBytes(): number[] {
    return byteOrder.map((i) => Number.parseInt(this.hex.slice(2 * i, 2 * i + 2), 16));
  }

  equals(other: GuidValue): boolean {
    return this.hex === other.hex;
  }

  compareTo(other: GuidValue): number {
    return this.hex === other.hex ? 0 : this.hex < other.hex ? -1 : 1;
  }

  key(): string {
    return this.hex;
  }

  hash(): number {
    const bytes = this.toBytes();
    let hash = 0;
    // The bytes in memory as four integers, least significant byte first.
    bytes.forEach((byte, i) => {
      hash ^= byte << (8 * (i % 4));
    });
    return hash;
  }

  /** The `D` format. */
  toString(): string {
    const h = this.hex;
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
  }
}

const byteOrder = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
const widths = [8, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2];
const dashed = '([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})';
const x = (digits: number): string => `0x([0-9a-f]{1,${digits}})`;
const formats: readonly (readonly [string, RegExp])[] = [
  ['D', new RegExp(`^${dashed}$`, 'i')],
  ['N', /^([0-9a-f]{32})$/i],
  ['B', new RegExp(`^\\{${dashed}\\}$`, 'i')],
  ['P', new RegExp(`^\\(${dashed}\\)$`, 'i')],
  ['X', new RegExp(`^\\{${x(8)},${x(4)},${x(4)},\\{${Array(8).fill(x(2)).join(',')}\\}\\}$`, 'i')],
];

/** @throws FormatException for a format that is none of `D N B P X` */
export function formatGuid(guid: GuidValue, format: string | null): string {
  const h = guid.hex;
  switch ((format || 'D').toUpperCase()) {
    case 'D':
      return guid.toString();
    case 'N':
      return h;
    case 'B':
      return `{${guid}}`;
    case 'P':
      return `(${guid})`;
    case 'X': {
      const bytes = Array.from({ length: 8 }, (_, i) => `0x${h.slice(16 + 2 * i, 18 + 2 * i)}`);
      return `{0x${h.slice(0, 8)},0x${h.slice(8, 12)},0x${h.slice(12, 16)},{${bytes.join(',')}}}`;
    }
    default:
      return raiseBadFormat();
  }
}

function raiseBadFormat(): never {
  return raiseFormat('Format string can be only "D", "d", "N", "n", "P", "p", "B", "b", "X" or "x".');
}

function parse(text: string | null, parameter: string, format?: string): GuidValue {
  if (text === null) raiseArgumentNull(parameter);
  if (format !== undefined && !/^[dnbpx]$/i.test(format)) raiseBadFormat();
  const known = GuidValue.parse(text, format);
  if (known !== undefined) return known;
  // Shorter than any of the formats: .NET does not say which one it missed.
  if (format === undefined && text.trim().length < 32) raiseFormat('Unrecognized Guid format.');
  return raiseFormat('Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).');
}

function attempt(guid: GuidValue | undefined, result: Ref): boolean {
  result.set(guid ?? GuidValue.empty);
  return guid !== undefined;
}

function unboxed(value: Value): GuidValue | undefined {
  const inner = value instanceof Boxed ? value.v : value;
  return inner instanceof GuidValue ? inner : undefined;
}

type H = LibraryHost;
type G = GuidValue;

export const guidLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Guid.Empty': () => GuidValue.empty,
  'Guid.new()': () => GuidValue.empty,
  'Guid.new(string)': (_: H, text: string | null) => parse(text, 'g'),
  'Guid.new(byte[])': (_: H, bytes: readonly number[] | null) => {
    if (bytes === null) raiseArgumentNull('b');
    if (bytes.length !== 16) raiseArgument('Byte array for Guid must be exactly 16 bytes long.', 'b');
    return GuidValue.ofBytes(bytes);
  },
  'Guid.NewGuid()': (host: H) => GuidValue.random(host.random),
  'Guid.Parse(string)': (_: H, text: string | null) => parse(text, 'input'),
  'Guid.ParseExact(string,string)': (_: H, text: string | null, format: string | null) =>
    parse(text, 'input', format ?? raiseArgumentNull('format')),
  'Guid.TryParse(string,Guid)': (_: H, text: string | null, result: Ref) =>
    attempt(text === null ? undefined : GuidValue.parse(text), result),
  'Guid.TryParseExact(string,string,Guid)': (_: H, text: string | null, format: string | null, result: Ref) =>
    attempt(text === null || format === null ? undefined : GuidValue.parse(text, format), result),
  'Guid.CompareTo(Guid)': (_: H, a: G, b: G) => a.compareTo(b),
  'Guid.CompareTo(object)': (_: H, a: G, b: Value) =>
    b === null ? 1 : a.compareTo(unboxed(b) ?? raiseArgument('Object must be of type GUID.', 'value')),
  'Guid.Equals(Guid)': (_: H, a: G, b: G) => a.equals(b),
  'Guid.Equals(object)': (_: H, a: G, b: Value) => unboxed(b)?.equals(a) ?? false,
  'Guid.GetHashCode()': (_: H, a: G) => a.hash(),
  'Guid.ToByteArray()': (_: H, a: G) => a.toBytes(),
  'Guid.ToString()': (_: H, a: G) => a.toString(),
  'Guid.ToString(string)': (_: H, a: G, format: string | null) => formatGuid(a, format),
  'Guid.ToString(string,IFormatProvider)': (_: H, a: G, format: string | null) => formatGuid(a, format),
  'Guid.op_Equality(Guid,Guid)': (_: H, a: G, b: G) => a.equals(b),
  'Guid.op_Inequality(Guid,Guid)': (_: H, a: G, b: G) => !a.equals(b),
  'Guid.op_LessThan(Guid,Guid)': (_: H, a: G, b: G) => a.compareTo(b) < 0,
  'Guid.op_LessThanOrEqual(Guid,Guid)': (_: H, a: G, b: G) => a.compareTo(b) <= 0,
  'Guid.op_GreaterThan(Guid,Guid)': (_: H, a: G, b: G) => a.compareTo(b) > 0,
  'Guid.op_GreaterThanOrEqual(Guid,Guid)': (_: H, a: G, b: G) => a.compareTo(b) >= 0,
};
