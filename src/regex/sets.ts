/** Sets of UTF-16 units, as .NET's regular expressions have them: `\w`, `[a-z-[aeiou]]`, `\p{Lu}`. */

/** Whether a unit is in the set. */
export type UnitTest = (unit: number) => boolean;

/** Remembers what a Unicode property says of each unit: asking the engine's `\p{…}` costs a regular expression each time. */
function property(pattern: RegExp): UnitTest {
  // 0 not asked yet, 1 no, 2 yes.
  const known = new Uint8Array(65_536);
  return (unit) => {
    const answer = known[unit];
    if (answer !== 0) return answer === 2;
    const is = pattern.test(String.fromCharCode(unit));
    known[unit] = is ? 2 : 1;
    return is;
  };
}

const lazily = (make: () => UnitTest): (() => UnitTest) => {
  let made: UnitTest | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const wordTest = lazily(() => property(/^[\p{L}\p{Mn}\p{Nd}\p{Pc}\u200c\u200d]$/u));
const digitTest = lazily(() => property(/^\p{Nd}$/u));
const spaceTest = lazily(() => property(/^[\f\n\r\t\v\u0085\p{Z}]$/u));

const isAsciiWord: UnitTest = (unit) =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;
const isAsciiDigit: UnitTest = (unit) => unit >= 48 && unit <= 57;
const isAsciiSpace: UnitTest = (unit) => unit === 32 || (unit >= 9 && unit <= 13);

/** `\w`, with the joiners that count at word boundaries only. */
export const isBoundaryWord: UnitTest = (unit) => (unit < 128 ? isAsciiWord(unit) : wordTest()(unit));

const isWord: UnitTest = (unit) => isBoundaryWord(unit) && unit !== 0x200c && unit !== 0x200d;
const isDigit: UnitTest = (unit) => (unit < 128 ? isAsciiDigit(unit) : digitTest()(unit));
const isSpace: UnitTest = (unit) => (unit < 128 ? isAsciiSpace(unit) : spaceTest()(unit));

/** The test of a class letter: `w d s` and their complements. */
export function classTest(letter: string, ecmaScript: boolean): UnitTest {
  const lower = letter.toLowerCase();
  const tests = ecmaScript
    ? { w: isAsciiWord, d: isAsciiDigit, s: isAsciiSpace }
    : { w: isWord, d: isDigit, s: isSpace };
  const test = tests[lower as 'w' | 'd' | 's'];
  return letter === lower ? test : (unit) => !test(unit);
}

const categories = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[csfon]?)$/;
const properties = new Map<string, UnitTest>();

/** The test of a general category; undefined for names that are none. */
export function categoryTest(name: string): UnitTest | undefined {
  if (!categories.test(name)) return undefined;
  let test = properties.get(name);
  if (test === undefined) {
    test = property(new RegExp(`^\\p{${name}}$`, 'u'));
    properties.set(name, test);
  }
  return test;
}

/** What a bracket expression holds. */
export interface SetParts {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly classes: readonly UnitTest[];
  /** Taken away from the rest: `-[…]`. */
  readonly without: UnitTest | undefined;
}

/** A test for a set; units below 128 are answered from a table. */
export function setTest(parts: SetParts, ignoreCase: boolean): UnitTest {
  const listed: UnitTest = (unit) =>
    parts.ranges.some(([from, to]) => unit >= from && unit <= to) || parts.classes.some((test) => test(unit));
  const found: UnitTest = ignoreCase ? (unit) => cases(unit).some(listed) : listed;
  const { without } = parts;
  const test: UnitTest = (unit) => found(unit) !== parts.negated && !(without?.(unit) ?? false);
  const table = Uint8Array.from({ length: 128 }, (_, unit) => (test(unit) ? 1 : 0));
  return (unit) => (unit < 128 ? table[unit] === 1 : test(unit));
}

/** A unit and its counterparts in the other case. */
export function cases(unit: number): readonly number[] {
  const char = String.fromCharCode(unit);
  return [...new Set([unit, single(char.toLowerCase(), unit), single(char.toUpperCase(), unit)])];
}

/** Only mappings of one unit to one count. */
function single(text: string, otherwise: number): number {
  return text.length === 1 ? text.charCodeAt(0) : otherwise;
}

/** A unit without its case, for comparing. */
export function foldCase(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  return single(String.fromCharCode(unit).toLowerCase(), unit);
}
