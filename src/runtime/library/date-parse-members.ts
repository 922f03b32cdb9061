/**
 * `Parse`, `ParseExact`, `TryParse` and `TryParseExact`, which `DateTime`, `DateOnly` and `TimeOnly` have alike.
 */
import type { LibraryKey } from '../../ir/ir.ts';
import { ticksPerDay } from './calendar.ts';
import type { Moment, MomentParts } from './date-format.ts';
import { parseMoment } from './date-parse.ts';
import { parseMomentExact } from './date-parse-exact.ts';
import type { MomentOutcome } from './date-parts.ts';
import type { LibraryFunction, LibraryHost, Ref, Value } from './values.ts';

type Text = string | null;
type Formats = readonly Text[] | null;

/** @param otherwise what a failed attempt leaves in its `out` parameter */
export function momentParsing(
  type: string,
  parts: MomentParts,
  of: (moment: Moment) => Value,
  otherwise: Value,
): Readonly<Record<LibraryKey, LibraryFunction>> {
  const today = (host: LibraryHost): number => Number(host.utcNowTicks() / BigInt(ticksPerDay));
  const free = (host: LibraryHost, text: Text, styles: number): MomentOutcome =>
    parseMoment(text, parts, styles, today(host));
  const exact = (host: LibraryHost, text: Text, formats: Formats, styles: number): MomentOutcome =>
    parseMomentExact(text, formats, parts, styles, today(host));
  const value = (outcome: MomentOutcome): Value => (outcome.ok ? of(outcome.moment) : outcome.raise());
  const attempt = (parse: () => MomentOutcome, result: Ref): boolean => {
    const outcome = parse();
    result.set(outcome.ok ? of(outcome.moment) : otherwise);
    return outcome.ok;
  };
  const one = (format: Text): Formats => (format === null ? null : [format]);
  const members: Record<string, LibraryFunction> = {
    'Parse(string)': (host: LibraryHost, text: Text) => value(free(host, text, 0)),
    'Parse(string,IFormatProvider)': (host: LibraryHost, text: Text) => value(free(host, text, 0)),
    'Parse(string,IFormatProvider,DateTimeStyles)': (host: LibraryHost, text: Text, _p: Value, styles: number) =>
      value(free(host, text, styles)),
    'ParseExact(string,string)': (host: LibraryHost, text: Text, format: Text) =>
      value(exact(host, text, one(format), 0)),
    'ParseExact(string,string,IFormatProvider)': (host: LibraryHost, text: Text, format: Text) =>
      value(exact(host, text, one(format), 0)),
    'ParseExact(string,string,IFormatProvider,DateTimeStyles)': (
      host: LibraryHost,
      text: Text,
      format: Text,
      _p: Value,
      styles: number,
    ) => value(exact(host, text, one(format), styles)),
    'ParseExact(string,string[])': (host: LibraryHost, text: Text, formats: Formats) =>
      value(exact(host, text, formats, 0)),
    'ParseExact(string,string[],IFormatProvider,DateTimeStyles)': (
      host: LibraryHost,
      text: Text,
      formats: Formats,
      _p: Value,
      styles: number,
    ) => value(exact(host, text, formats, styles)),
    [`TryParse(string,${type})`]: (host: LibraryHost, text: Text, result: Ref) =>
      attempt(() => free(host, text, 0), result),
    [`TryParse(string,IFormatProvider,${type})`]: (host: LibraryHost, text: Text, _p: Value, result: Ref) =>
      attempt(() => free(host, text, 0), result),
    [`TryParse(string,IFormatProvider,DateTimeStyles,${type})`]: (
      host: LibraryHost,
      text: Text,
      _p: Value,
      styles: number,
      result: Ref,
    ) => attempt(() => free(host, text, styles), result),
    [`TryParseExact(string,string,${type})`]: (host: LibraryHost, text: Text, format: Text, result: Ref) =>
      attempt(() => exact(host, text, one(format), 0), result),
    [`TryParseExact(string,string,IFormatProvider,DateTimeStyles,${type})`]: (
      host: LibraryHost,
      text: Text,
      format: Text,
      _p: Value,
      styles: number,
      result: Ref,
    ) => attempt(() => exact(host, text, one(format), styles), result),
    [`TryParseExact(string,string[],${type})`]: (host: LibraryHost, text: Text, formats: Formats, result: Ref) =>
      attempt(() => exact(host, text, formats, 0), result),
    [`TryParseExact(string,string[],IFormatProvider,DateTimeStyles,${type})`]: (
      host: LibraryHost,
      text: Text,
      formats: Formats,
      _p: Value,
      styles: number,
      result: Ref,
    ) => attempt(() => exact(host, text, formats, styles), result),
  };
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [`${type}.${name}`, member]));
}
