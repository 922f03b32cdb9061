/** An app with a row of every kind of member, and queries on it written by fast-check. */
import fc from 'fast-check';
import type { Definition } from '../../../src/definition/document.ts';
import { lower } from '../../../src/definition/lowering.ts';
import { check } from '../../../src/semantics/check.ts';
import { SourceFile } from '../../../src/source/source.ts';

const model = `
  enum Mood { Calm, Glad = 4, Cheerful = 4, Grim = 2 }
  entity Person { string Name; }
  entity Loan {
    int No; string Code; string? Note; int N; int? M; long Big; decimal D; decimal? E; double X; bool On; bool? Off;
    DateTime Due; DateTime? Until; DateOnly Day; TimeSpan Span; Guid G; char C = 'a'; Mood Mood = Mood.Calm; Mood? Opt; Person? Owner;
  }
  entity Rush : Loan { int Extra; }
`;

/** Texts that mean something to SQL, to LIKE, to PostgreSQL's protocol or to nobody. */
const texts = [
  '""',
  '"a"',
  '"A"',
  '"b%"',
  '"ab_"',
  '"ä"',
  '"x\'y"',
  '"\\\\"',
  '"a\\0b"',
  '"\\ud83d"',
  '"\\U0001F600"',
  '"\\u0001json:"',
  '"\\0json:1"',
];
const ints = ['0', '1', '-1', '7', '2147483647', '-2147483648'];
const longs = ['0L', '5L', '9223372036854775807L', '-9223372036854775807L'];
const decimals = [
  '0m',
  '1m',
  '1.00m',
  '-1.5m',
  '0.1m',
  '100m',
  '79228162514264337593543950335m',
  '-0.0000000000000000000000000001m',
];
const doubles = ['0.0', '-0.0', '1.5', '-2.25', 'double.NaN', 'double.PositiveInfinity', '0.1 + 0.2', '0.3'];
const instants = [
  'new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc)',
  'new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Unspecified)',
  'new DateTime(2025, 6, 1, 12, 0, 0, DateTimeKind.Utc)',
  'DateTime.MinValue',
  'DateTime.MaxValue',
];
const days = ['new DateOnly(2024, 1, 1)', 'new DateOnly(1, 1, 1)', 'new DateOnly(2024, 2, 29)'];
const spans = ['TimeSpan.Zero', 'TimeSpan.FromHours(1)', 'TimeSpan.FromTicks(-1)'];
const guids = [
  'Guid.Empty',
  'Guid.Parse("f0000000-0000-0000-0000-000000000001")',
  'Guid.Parse("0a000000-0000-0000-0000-000000000001")',
];
const moods = ['Mood.Calm', 'Mood.Glad', 'Mood.Grim', 'Mood.Cheerful', '(Mood)9'];

interface Kind {
  readonly members: readonly string[];
  readonly values: readonly string[];
  readonly ordered: boolean;
}

const kinds: readonly Kind[] = [
  { members: ['Code', 'Note'], values: [...texts, 'text'], ordered: false },
  { members: ['N', 'M'], values: [...ints, 'number', 'maybe'], ordered: true },
  { members: ['Big'], values: [...longs, 'number'], ordered: true },
  { members: ['D', 'E'], values: [...decimals, 'number'], ordered: true },
  { members: ['X'], values: doubles, ordered: true },
  { members: ['On', 'Off'], values: ['true', 'false'], ordered: false },
  { members: ['Due', 'Until'], values: [...instants, 'instant', 'instant.AddDays(1)'], ordered: true },
  { members: ['Day'], values: days, ordered: true },
  { members: ['Span'], values: spans, ordered: true },
  { members: ['G'], values: guids, ordered: false },
  { members: ['C'], values: ["'a'", "'b'"], ordered: true },
  { members: ['Mood', 'Opt'], values: moods, ordered: false },
];
const nullable = ['Note', 'M', 'E', 'Off', 'Until', 'Opt', 'Owner'];
const sortable = ['N', 'M', 'Big', 'D', 'X', 'Due', 'Until', 'Day', 'Span', 'C', 'On', 'Code', 'G', 'E'];

const pick = <T>(from: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...from);

const comparison: fc.Arbitrary<string> = pick(kinds).chain((kind) =>
  fc
    .tuple(
      pick(kind.members),
      pick(kind.ordered ? ['==', '!=', '<', '<=', '>', '>='] : ['==', '!=']),
      pick([...kind.values, ...kind.members.map((m) => `l.${m}`)]),
      fc.boolean(),
    )
    .map(([member, sign, value, turned]) => (turned ? `${value} ${sign} l.${member}` : `l.${member} ${sign} ${value}`)),
);

const leaf: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: comparison },
  { weight: 1, arbitrary: pick(nullable).map((m) => `l.${m} == null`) },
  {
    weight: 1,
    arbitrary: pick(['l.Owner == owner', 'l.Owner != owner', 'l.Owner != null', 'l.On', '!l.On', 'l.M.HasValue']),
  },
  { weight: 1, arbitrary: pick(texts).map((t) => `l.Code.Contains(${t})`) },
  { weight: 1, arbitrary: pick(texts).map((t) => `l.Note != null && l.Note.Contains(${t})`) },
  { weight: 1, arbitrary: pick(texts).map((t) => `l.Code.StartsWith(${t}, StringComparison.Ordinal)`) },
  // What no database is asked, or throws.
  {
    weight: 1,
    arbitrary: pick([
      'l.Note!.Contains("a")',
      'l.N + 1 > 1',
      'l.Code.Length > 1',
      'l.Until!.Value > instant',
      '10 / l.N > 1',
    ]),
  },
);

const predicate: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a}) && (${b})`) },
    { weight: 1, arbitrary: fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a}) || (${b})`) },
    { weight: 1, arbitrary: tie('any').map((a) => `!(${a})`) },
  ),
})).any;

const sort = fc
  .array(fc.tuple(pick(sortable), fc.boolean()), { minLength: 1, maxLength: 3 })
  .map((levels) =>
    levels.map(([m, down], i) => `.${i === 0 ? 'OrderBy' : 'ThenBy'}${down ? 'Descending' : ''}(l => l.${m})`).join(''),
  );
const cut = pick(['', '', '.Skip(2)', '.Take(3)', '.Skip(1).Take(2)', '.Take(4).Skip(1)', '.Take(0)']);

const ending = (p: string): fc.Arbitrary<string> =>
  pick([
    '.Count()',
    '.LongCount()',
    '.Any()',
    '.First().No',
    '.FirstOrDefault()?.No',
    '.Single().No',
    '.Last().No',
    `.Count(l => ${p})`,
    `.Any(l => ${p})`,
    `.All(l => ${p})`,
    `.First(l => ${p}).No`,
    `.SingleOrDefault(l => ${p})?.No`,
    '.Sum(l => l.N)',
    '.Sum(l => l.M)',
    '.Average(l => l.N)',
    '.Average(l => l.M)',
    '.Sum(l => l.D)',
    '.Min(l => l.N)',
    '.Max(l => l.M)',
    '.Min(l => l.Due)',
    '.Max(l => l.Until)',
    '.Max(l => l.X)',
    '.Min(l => l.D)',
    '.Max(l => l.Code)',
    '.Max(l => l.Big)',
    '.Min(l => l.Day)',
  ]);

/** What is put behind an entity, or a list of its rows. */
export const query: fc.Arbitrary<string> = fc
  .tuple(fc.option(predicate, { nil: undefined }), fc.option(sort, { nil: '' }), cut, predicate)
  .chain(([where, order, cutOff, p]) =>
    fc
      .oneof({ weight: 1, arbitrary: fc.constant('.Select(l => l.No)') }, { weight: 1, arbitrary: ending(p) })
      .map((end) => `${where === undefined ? '' : `.Where(l => ${where})`}${order}${cutOff}${end}`),
  );

const row: fc.Arbitrary<string> = fc
  .record({
    Code: pick(texts),
    Note: pick([...texts, 'null']),
    N: pick(ints),
    M: pick([...ints, 'null']),
    Big: pick(longs),
    D: pick(decimals),
    E: pick([...decimals, 'null']),
    X: pick(doubles),
    On: pick(['true', 'false']),
    Off: pick(['true', 'false', 'null']),
    Due: pick(instants),
    Until: pick([...instants, 'null']),
    Day: pick(days),
    Span: pick(spans),
    G: pick(guids),
    C: pick(["'a'", "'b'"]),
    Mood: pick(moods),
    Opt: pick([...moods, 'null']),
    Owner: pick(['Owner(0)', 'Owner(1)', 'null']),
  })
  .map((members) =>
    Object.entries(members)
      .map(([name, value]) => `${name} = ${value}`)
      .join(', '),
  );

export const rows = fc.array(fc.tuple(pick(['Loan', 'Loan', 'Rush']), row), { minLength: 0, maxLength: 12 });

/** What is changed without a commit before the queries are asked. */
export const change = pick([
  '',
  'Nth(0).N = 7;',
  'Nth(1).Delete();',
  'Nth(2).Code = "a"; Nth(3).Due = DateTime.MinValue;',
  'Owner(0).Delete();',
  'new Loan { No = 99, Code = "a", D = 1m, Due = DateTime.MaxValue };',
  'Nth(0).Owner = null; Nth(1).M = null;',
]);

/** `Ask(i, whole)`: the answer of query i, asked of the entity, or of a list of all its rows. */
export function app(
  created: readonly (readonly [string, string])[],
  queries: readonly string[],
  changed: string,
): Definition {
  const makes = created.map(([entity, init], i) => `new ${entity} { No = ${i}, ${init} };`).join('\n');
  const asks = queries.map((q, i) => {
    const entity = i % 3 === 2 ? 'Rush' : 'Loan';
    const body = (source: string): string =>
      q.endsWith('.Select(l => l.No)') ? `string.Join(",", ${source}${q})` : `Text(${source}${q})`;
    return `if (i == ${i}) { return whole ? ${body(`${entity}.ToList()`)} : ${body(entity)}; }`;
  });
  const source = `${model}
    public void Make() { new Person { Name = "0" }; new Person { Name = "1" }; ${makes} }
    Person? Owner(int i) => Person.ToList().FirstOrDefault(p => p.Name == i.ToString());
    Loan Nth(int i) => Loan.ToList().FirstOrDefault(l => l.No == i) ?? throw new InvalidOperationException("no such loan");
    public void Change() { try { ${changed.replaceAll('Owner(0).Delete()', 'Owner(0)?.Delete()')} } catch (InvalidOperationException) { } }
    string Text(object? o) => o == null ? "null" : o.ToString()!;
    public string Ask(int i, bool whole) {
      Person? owner = Owner(0); string? text = null; int number = 1; int? maybe = null;
      DateTime instant = new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);
      try { ${asks.join('\n')} return ""; } catch (Exception e) { return e.GetType().Name + ": " + e.Message; }
    }`;
  const program = check([new SourceFile('loans.osy', source)], { name: 'Loans' });
  const errors = program.diagnostics.filter((d) => d.level === 'error');
  if (errors.length > 0) throw new Error(errors.map((d) => d.message).join('\n'));
  return lower(program, { compiler: 'osy test' });
}
