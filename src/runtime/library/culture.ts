/** `CultureInfo`, `Encoding`, `Environment`, `IFormattable`: the surroundings that C# code names and that never vary here. */
import type { LibraryKey } from '../../ir/ir.ts';
import { raiseArgumentNull } from './exceptions.ts';
import { formatValue } from './format.ts';
import { runtimeType } from './objects.ts';
import type { LibraryFunction, LibraryHost, Value } from './values.ts';

type H = LibraryHost;

class CultureValue {
  get typeName(): string {
    return 'CultureInfo';
  }

  toString(): string {
    return '';
  }
}

class EncodingValue {
  get typeName(): string {
    return 'Encoding';
  }

  readonly ascii: boolean;

  constructor(ascii: boolean) {
    this.ascii = ascii;
  }

  encode(text: string): number[] {
    if (this.ascii)
      return Array.from(text, (char) => (char.charCodeAt(0) < 128 && char.length === 1 ? char.charCodeAt(0) : 63));
    return [...new TextEncoder().encode(text)];
  }

  decode(bytes: readonly number[]): string {
    if (this.ascii) return bytes.map((byte) => (byte < 128 ? String.fromCharCode(byte) : '?')).join('');
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  }
}

const invariant = new CultureValue();
const utf8 = new EncodingValue(false);
const ascii = new EncodingValue(true);

export const cultureLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'CultureInfo.InvariantCulture': () => invariant,
  'CultureInfo.CurrentCulture': () => invariant,
  'CultureInfo.CurrentUICulture': () => invariant,
  'CultureInfo.Name': () => '',
  'IFormattable.ToString(string,IFormatProvider)': (host: H, value: Value, format: string | null) =>
    formatValue(value, runtimeType(value), format, host),
  'Encoding.UTF8': () => utf8,
  'Encoding.ASCII': () => ascii,
  'Encoding.GetBytes(string)': (host: H, encoding: EncodingValue, text: string | null) => {
    host.charge((text?.length ?? 0) >>> 3);
    return encoding.encode(text ?? raiseArgumentNull('s'));
  },
  'Encoding.GetString(byte[])': (host: H, encoding: EncodingValue, bytes: readonly number[] | null) => {
    host.charge((bytes?.length ?? 0) >>> 3);
    return encoding.decode(bytes ?? raiseArgumentNull('bytes'));
  },
  'Encoding.GetByteCount(string)': (_: H, encoding: EncodingValue, text: string | null) =>
    encoding.encode(text ?? raiseArgumentNull('chars')).length,
  'Environment.NewLine': () => '\n',
};
