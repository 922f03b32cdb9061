/**
 * The library's members by key: what generated code calls for the IR's `lib` and `libprop`. A setter's key is the
 * property's or indexer's with `=` after it.
 */
import type { LibraryKey } from '../../ir/ir.ts';
import { arrayLibrary } from './arrays.ts';
import { charLibrary } from './char.ts';
import { collectionLibrary } from './collections.ts';
import { comparerLibrary } from './comparers.ts';
import { convertLibrary } from './convert.ts';
import { cultureLibrary } from './culture.ts';
import { dateOnlyLibrary } from './dateonly.ts';
import { dateLibrary } from './dates.ts';
import { decimalLibrary } from './decimal-members.ts';
import { dictionaryLibrary } from './dictionary.ts';
import { enumLibrary } from './enums.ts';
import { exceptionLibrary } from './exceptions.ts';
import { guidLibrary } from './guid.ts';
import { httpLibrary } from './http.ts';
import { jsonLibrary } from './json.ts';
import { linqLibrary } from './linq.ts';
import { listLibrary } from './list.ts';
import { mathLibrary } from './math.ts';
import { numberLibrary } from './numbers.ts';
import { objectLibrary } from './objects.ts';
import { queueLibrary } from './queues.ts';
import { randomLibrary } from './random.ts';
import { rangeLibrary } from './ranges.ts';
import { regexLibrary } from './regex.ts';
import { setLibrary } from './sets.ts';
import { stringBuilderLibrary } from './string-builder.ts';
import { textLibrary } from './text.ts';
import { textSearchLibrary } from './text-search.ts';
import { timeOnlyLibrary } from './timeonly.ts';
import { timeSpanLibrary } from './timespan.ts';
import type { LibraryFunction } from './values.ts';

/** Keys to implementations; one per file of the library. */
export type LibraryRegistry = Readonly<Record<LibraryKey, LibraryFunction>>;

const registries: readonly LibraryRegistry[] = [
  // Numbers, text, objects.
  charLibrary,
  comparerLibrary,
  convertLibrary,
  cultureLibrary,
  decimalLibrary,
  enumLibrary,
  guidLibrary,
  mathLibrary,
  numberLibrary,
  objectLibrary,
  randomLibrary,
  rangeLibrary,
  stringBuilderLibrary,
  textLibrary,
  textSearchLibrary,
  // Dates, collections, exceptions.
  arrayLibrary,
  collectionLibrary,
  dateLibrary,
  dateOnlyLibrary,
  dictionaryLibrary,
  exceptionLibrary,
  jsonLibrary,
  httpLibrary,
  linqLibrary,
  listLibrary,
  queueLibrary,
  regexLibrary,
  setLibrary,
  timeOnlyLibrary,
  timeSpanLibrary,
];

let members: Map<LibraryKey, LibraryFunction> | undefined;

function all(): Map<LibraryKey, LibraryFunction> {
  members ??= new Map(registries.flatMap((registry) => Object.entries(registry)));
  return members;
}

/** The implementation of a member; undefined for what the engine supplies itself, and for what does not exist. */
export function implementation(key: LibraryKey): LibraryFunction | undefined {
  return all().get(key);
}

/** Every key that has an implementation. */
export function implementedKeys(): readonly LibraryKey[] {
  return [...all().keys()];
}
