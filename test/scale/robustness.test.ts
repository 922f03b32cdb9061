/**
 * Whatever a file holds, it is parsed, checked, linted, formatted and, where it compiles, written out: nothing is thrown, every
 * finding lies within its file, and no input takes long. 2 000 inputs here; `OSY_TEST_INPUTS=100000` asks for more, and for
 * files of 20 MB.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lower, writeDefinition } from '../../src/definition/lowering.ts';
import { placeFindings } from '../../src/lint/fingerprint.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import { lex } from '../../src/syntax/lexer.ts';
import { format } from '../../src/syntax/printer/format.ts';
import { filesUnder } from '../syntax/apps.ts';

const inputs = Number(process.env['OSY_TEST_INPUTS'] ?? 2000);
const full = inputs >= 100_000;

/** Of CPU time, for a text of some kilobytes; far above what it takes, since a loaded machine runs tests too. */
const longest = 10;
/** Of CPU time, for a megabyte. */
const longestMegabyte = 20;

const seconds = (from: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
};

/** Does with a text all that the front end and lint can. */
function survive(text: string, formats = true): void {
  const start = process.cpuUsage();
  const file = new SourceFile('x.osy', text);
  const program = check([file]);
  const found = lint(program);
  placeFindings(program, found);
  for (const { span, message } of found) {
    if (!(span.start >= 0 && span.start <= span.end && span.end <= text.length))
      throw new Error(`'${message}' is told of ${span.start}..${span.end} in a text of ${text.length}`);
  }
  if (program.ok) writeDefinition(lower(program, { compiler: 'test' }));
  if (formats) format(file);
  const limit = Math.max(longest, (text.length / 1e6) * longestMegabyte);
  expect(seconds(start), `seconds for ${text.length} characters`).toBeLessThan(limit);
}

const corpus = ['cases', 'findings', 'format', 'rules', 'syntax'].flatMap(filesUnder);
const texts = corpus.map(({ text }) => text).filter((text) => text.length > 20 && text.length < 4000);

/** The pieces that a text is made of, white space among them. */
function piecesOf(text: string): readonly string[] {
  const { starts, ends, count } = lex(text);
  const pieces: string[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    pieces.push(text.slice(at, starts[i]), text.slice(starts[i], ends[i]));
    at = ends[i] as number;
  }
  pieces.push(text.slice(at));
  return pieces.filter((piece) => piece !== '');
}

const pieces = texts.map(piecesOf);
const words = [...new Set(pieces.flat())].filter((piece) => piece.trim() !== '');

const soup = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', ' ', '', '\n')), { maxLength: 150 })
  .map((parts) => parts.flat().join(''));

/** A fixture with tokens taken out, doubled, swapped, and put in. */
const edited = fc
  .tuple(
    fc.constantFrom(...pieces),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...words), fc.nat(3)), { minLength: 1, maxLength: 8 }),
  )
  .map(([from, edits]) => {
    const now = [...from];
    for (const [a, b, word, kind] of edits) {
      const at = a % Math.max(1, now.length);
      if (kind === 0) now.splice(at, 1 + (b % 4));
      else if (kind === 1) now.splice(at, 0, now[at] ?? word);
      else if (kind === 2) now.splice(at, 0, word);
      else {
        const other = b % Math.max(1, now.length);
        [now[at], now[other]] = [now[other] ?? '', now[at] ?? ''];
      }
    }
    return now.join('');
  });

/** The beginning of one fixture and the end of another: names are declared twice, or not at all. */
const spliced = fc
  .tuple(fc.constantFrom(...texts), fc.constantFrom(...texts), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([a, b, share]) => a.slice(0, Math.floor(a.length * share)) + b.slice(Math.floor(b.length * (1 - share))));

/** Bytes changed, then read as UTF-8, as a file is. */
const noisy = fc
  .tuple(fc.constantFrom(...texts), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }))
  .map(([text, changes]) => {
    const bytes = Buffer.from(text);
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    return bytes.toString('utf8');
  });

const noise = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

test('there is something to change', () => {
  expect(texts.length).toBeGreaterThan(200);
});

describe(`${inputs} inputs`, () => {
  // Shares of the whole: what is nearly an app goes deepest.
  const kinds: Readonly<Record<string, readonly [share: number, fc.Arbitrary<string>]>> = {
    'fixtures with tokens changed': [0.45, edited],
    'one fixture cut into another': [0.15, spliced],
    'fixtures with bytes changed': [0.15, noisy],
    'soups of tokens': [0.15, soup],
    'any characters': [0.05, fc.string({ unit: 'binary', maxLength: 300 })],
    'bytes of all sorts': [0.05, noise],
  };
  for (const [name, [share, input]] of Object.entries(kinds)) {
    test(name, { timeout: 3_600_000 }, () => {
      fc.assert(
        fc.property(input, (text) => survive(text)),
        { numRuns: Math.ceil(inputs * share) },
      );
    });
  }
});

describe('ten thousand deep', () => {
  const times = (text: string, count = 10_000): string => text.repeat(count);
  const deep: Readonly<Record<string, string>> = {
    parentheses: `int F() => ${times('(')}1${times(')')};`,
    'blocks left open': `void F() { ${times('{ ')}`,
    'generic types': `${times('List<')}int${times('>')} F() => null;`,
    'types with suffixes': `int${times('[]')} F() => null;`,
    lambdas: `void F() { var f = ${times('x => ')}1; }`,
    calls: `void F() { ${times('F(')}${times(')')}; }`,
    'members in a row': `void F() { var x = a${times('.b')}; }`,
    sums: `int F() => 1${times(' + 1')};`,
    texts: `string F() => ${times('$"{')}1${times('}"')};`,
    patterns: `bool F(int a) => a is ${times('not ')}1;`,
    'lists in lists': `void F() { var x = ${times('[')}1${times(']')}; }`,
    conditionals: `int F(bool a) => ${times('a ? 1 : ')}2;`,
    'else ifs': `void F(bool a) { ${times('if (a) { } else ')}{ } }`,
    'states in states': `workflow W { ${times('state A { ')}${times('}')} }`,
    'classes in classes': `${times('class C { ')}${times('}')}`,
    'unknown words': times('component A { '),
    attributes: `${times('[A] ')}void F() { }`,
    bases: Array.from({ length: 1000 }, (_, i) => `class C${i} : C${i + 1} { }`).join('\n'),
    'types of types': `class G<T> { }\nvoid F(${times('G<', 5000)}int${times('>', 5000)} x) { }`,
  };
  for (const [name, text] of Object.entries(deep))
    test(name, { timeout: 120_000 }, () => {
      survive(text);
    });
});

describe(`files of ${full ? 20 : 1} MB`, () => {
  const size = full ? 20e6 : 1e6;
  const filled = (part: string): string => part.repeat(Math.ceil(size / part.length));
  const large: Readonly<Record<string, string>> = {
    'one function again and again': filled(
      'public int F(int a) {\n  var b = a * 2 + G(a, x => x.Id == a);\n  return b;\n}\n',
    ),
    'one statement after the other': `void F(int a) {\n${filled('  a = a * 2 + 1;\n')}}`,
    'one text': `string F() => "${filled('a long text ')}";`,
    'braces left open': filled('{ '),
    'brackets closed': filled(') ] } '),
    'texts left open': filled('$"{'),
    'operators alone': `void F() { x = ${filled('+ * ')}; }`,
    'one name': filled('name'),
    'one number': `int F() => ${filled('1234567890')};`,
    'lines that are empty': filled('\r\n'),
    comments: filled('// a comment\n'),
    'names that nothing has': `void F() {\n${filled('  foo.bar(baz);\n')}}`,
    'bytes of all sorts': Buffer.from(
      Uint8Array.from({ length: size }, (_, i) => (i * 7919 + (i >> 8) * 31) & 255),
    ).toString('latin1'),
  };
  for (const [name, text] of Object.entries(large))
    test(name, { timeout: 1_800_000 }, () => {
      survive(text, false);
    });
});
