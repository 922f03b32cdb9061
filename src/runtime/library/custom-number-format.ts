/**
 * Custom numeric format strings: `#,##0.00;(0.00);zero`, `%`, `‰`, scaling commas, `E+00`, quoted and escaped text. The
 * steps are .NET's own, because formats outside the beaten track are defined by nothing else.
 */
import { exponentText, type NumberDigits, roundDigits } from './number-digits.ts';

interface Section {
  /** Where it begins in the format; 0 is the first, whose negative numbers get a sign. */
  readonly start: number;
  readonly digitCount: number;
  readonly decimalPosition: number;
  /** The index of the first and after the last `0`. */
  readonly firstZero: number;
  readonly lastZero: number;
  readonly grouped: boolean;
  readonly scientific: boolean;
  /** Added to the number's scale by `%`, `‰` and scaling commas. */
  readonly shift: number;
}

export function formatCustomNumber(number: NumberDigits, format: string): string {
  let section = readSection(format, findSection(format, number.digits === '' ? 2 : number.negative ? 1 : 0));
  if (number.digits === '') settleZero(number);
  else {
    const { scale } = number;
    for (;;) {
      number.scale = scale + section.shift;
      const position = section.scientific
        ? section.digitCount
        : number.scale + section.digitCount - section.decimalPosition;
      roundDigits(number, position, false);
      if (number.digits !== '') break;
      // Rounded to nothing: the section for zero takes over, if there is one.
      const zero = findSection(format, 2);
      if (zero === section.start) break;
      section = readSection(format, zero);
      settleZero(number);
      break;
    }
  }
  const text = new Writer(number, section, format).write();
  return number.negative && section.start === 0 && text !== '' ? `-${text}` : text;
}

function settleZero(number: NumberDigits): void {
  if (number.kind !== 'double') number.negative = false;
  number.scale = 0;
}

/** The start of the n-th section; 0 where it is missing or empty. */
function findSection(format: string, index: number): number {
  let left = index;
  for (let at = 0; left > 0 && at < format.length; at++) {
    const char = format[at]!;
    if (char === "'" || char === '"') at = closingQuote(format, at);
    else if (char === '\\') at++;
    else if (char === ';' && --left === 0) {
      return at + 1 < format.length && format[at + 1] !== ';' ? at + 1 : 0;
    }
  }
  return 0;
}

function closingQuote(format: string, open: number): number {
  const close = format.indexOf(format[open]!, open + 1);
  return close < 0 ? format.length : close;
}

function readSection(format: string, start: number): Section {
  let digitCount = 0;
  let decimalPosition = -1;
  let firstZero = Number.MAX_SAFE_INTEGER;
  let lastZero = 0;
  let shift = 0;
  let grouped = false;
  let scientific = false;
  let commaPosition = -1;
  let commaCount = 0;
  for (let at = start; at < format.length && format[at] !== ';'; at++) {
    const char = format[at]!;
    switch (char) {
      case '#':
        digitCount++;
        break;
      case '0':
        firstZero = Math.min(firstZero, digitCount);
        digitCount++;
        lastZero = digitCount;
        break;
      case '.':
        if (decimalPosition < 0) decimalPosition = digitCount;
        break;
      case ',':
        if (digitCount === 0 || decimalPosition >= 0) break;
        if (commaPosition === digitCount) commaCount++;
        else {
          if (commaPosition >= 0) grouped = true;
          commaPosition = digitCount;
          commaCount = 1;
        }
        break;
      case '%':
        shift += 2;
        break;
      case '‰':
        shift += 3;
        break;
      case "'":
      case '"':
        at = closingQuote(format, at);
        break;
      case '\\':
        at++;
        break;
      case 'E':
      case 'e': {
        const zeros = exponentZeros(format, at + 1);
        if (zeros !== undefined) {
          scientific = true;
          at = zeros - 1;
        }
      }
    }
  }
  if (decimalPosition < 0) decimalPosition = digitCount;
  if (commaPosition >= 0) {
    if (commaPosition === decimalPosition) shift -= commaCount * 3;
    else grouped = true;
  }
  return { start, digitCount, decimalPosition, firstZero, lastZero, grouped, scientific, shift };
}

/** The end of `0…`, `+0…` or `-0…` at `at`; undefined when there is none. */
function exponentZeros(format: string, at: number): number | undefined {
  const first = format[at] === '+' || format[at] === '-' ? at + 1 : at;
  let end = first;
  while (format[end] === '0') end++;
  return end === first ? undefined : end;
}

/** Writes the digits into the section's placeholders. */
class Writer {
  readonly #number: NumberDigits;
  readonly #section: Section;
  readonly #format: string;
  /** How many digits are still due before the point; negative after it. */
  #place: number;
  /** How many more digits the number has than the placeholders (fewer when negative). */
  #surplus: number;
  #next = 0;
  #text = '';

  constructor(number: NumberDigits, section: Section, format: string) {
    this.#number = number;
    this.#section = section;
    this.#format = format;
    this.#place = section.scientific ? section.decimalPosition : Math.max(number.scale, section.decimalPosition);
    this.#surplus = section.scientific ? 0 : number.scale - section.decimalPosition;
  }

  write(): string {
    const { decimalPosition, digitCount, start } = this.#section;
    const format = this.#format;
    const firstZero = Math.max(0, decimalPosition - this.#section.firstZero);
    const lastZero = Math.min(0, decimalPosition - this.#section.lastZero);
    let { scientific } = this.#section;
    let pointWritten = false;
    for (let at = start; at < format.length && format[at] !== ';'; at++) {
      const char = format[at]!;
      if (char === '#' || char === '0' || char === '.') {
        for (; this.#surplus > 0; this.#surplus--) this.#digit(this.#take() || '0');
      }
      switch (char) {
        case '#':
        case '0':
          if (this.#surplus < 0) {
            this.#surplus++;
            this.#digit(this.#place <= firstZero ? '0' : '');
          } else {
            this.#digit(this.#take() || (this.#place > lastZero ? '0' : ''));
          }
          break;
        case '.':
          if (this.#place === 0 && !pointWritten) {
            if (lastZero < 0 || (decimalPosition < digitCount && this.#next < this.#number.digits.length)) {
              this.#text += '.';
              pointWritten = true;
            }
          }
          break;
        case ',':
          break;
        case "'":
        case '"': {
          const close = closingQuote(format, at);
          this.#text += format.slice(at + 1, close);
          at = close;
          break;
        }
        case '\\':
          at++;
          this.#text += format[at] ?? '';
          break;
        case 'E':
        case 'e': {
          const end = exponentZeros(format, at + 1);
          if (end === undefined) this.#text += char;
          else if (scientific) {
            const signed = format[at + 1] !== '0';
            const width = Math.min(10, end - at - 1 - (signed ? 1 : 0));
            const power = this.#number.digits === '' ? 0 : this.#number.scale - decimalPosition;
            this.#text += exponentText(power, char, width, format[at + 1] === '+');
            scientific = false;
            at = end - 1;
          } else {
            this.#text += format.slice(at, end);
            at = end - 1;
          }
          break;
        }
        default:
          this.#text += char;
      }
    }
    return this.#text;
  }

  #take(): string {
    return this.#number.digits[this.#next++] ?? '';
  }

  #digit(digit: string): void {
    if (digit !== '') {
      this.#text += digit;
      if (this.#section.grouped && this.#place > 1 && (this.#place - 1) % 3 === 0) this.#text += ',';
    }
    this.#place--;
  }
}
