/** Each finding of findings.md on small apps: told where they are marked, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { allRules, ruleByName } from '../../src/diagnostics/catalogue/index.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { applyFixes } from '../../src/lint/fixes.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import { allFixtures, type Fixture, marked, nameOfPlace, placeOf } from './fixture.ts';

const fixtures = allFixtures();
const findings = [...new Set(fixtures.map((f) => f.finding))];

describe.each(findings)('%s', (finding) => {
  const own = fixtures.filter((f) => f.finding === finding);

  it.each(own.map((f) => [f.name, f] as const))('%s', (_, fixture) => {
    const found = lint(check(fixture.files));
    const places = [...marked(fixture.files)].sort();
    expect(found.filter((d) => d.level === 'error' && !places.includes(placed(d))).map(told)).toEqual([]);
    expect(watched(found, fixture)).toEqual(places);
  });

  it.each(own.flatMap((f) => (f.fixed === undefined ? [] : [[f.name, f, f.fixed] as const])))(
    '%s becomes what its fix makes of it',
    (_, fixture, fixed) => {
      let files = fixture.files;
      for (let fix = offered(finding, files); fix !== undefined; fix = offered(finding, files)) {
        const { texts } = applyFixes([fix]);
        files = files.map((file) => new SourceFile(file.path, texts.get(file) ?? file.text));
      }
      expect(files.map((file) => file.text)).toEqual(fixed.map((file) => file.text));
    },
  );

  it('has apps that it is told of, and near misses that it is not', () => {
    // A compile rule is tested where it is checked; here it has what its page shows.
    const enough = ruleByName(finding)?.level === 'error' ? 1 : 3;
    expect(own.filter((f) => f.bad).length).toBeGreaterThanOrEqual(enough);
    expect(own.filter((f) => !f.bad).length).toBeGreaterThanOrEqual(enough);
    for (const bad of own.filter((f) => f.bad)) expect(marked(bad.files).map(nameOfPlace), bad.name).toContain(finding);
    for (const good of own.filter((f) => !f.bad))
      expect(marked(good.files).map(nameOfPlace), good.name).not.toContain(finding);
  });
});

it('every finding of lint has its fixtures', () => {
  const names = allRules.filter((rule) => rule.level !== 'error').map((rule) => rule.name);
  expect(findings).toEqual(expect.arrayContaining(names));
  expect(findings.filter((name) => ruleByName(name) === undefined)).toEqual([]);
});

/** The first of a finding's fixes, taken as a person takes what `--fix` leaves to them. */
function offered(finding: string, files: readonly SourceFile[]): Diagnostic | undefined {
  const found = lint(check(files)).find((d) => d.name === finding && d.fix !== undefined);
  return found?.fix === undefined ? undefined : { ...found, fix: { ...found.fix, safe: true } };
}

/** Where the finding under test, and every other that the fixture marks, is told. */
function watched(found: readonly Diagnostic[], fixture: Fixture): readonly string[] {
  const names = new Set([fixture.finding, ...marked(fixture.files).map(nameOfPlace)]);
  return found
    .filter((d) => names.has(d.name))
    .map(placed)
    .sort();
}

function placed(d: Diagnostic): string {
  return `${placeOf(d)} ${d.name}`;
}

function told(d: Diagnostic): string {
  return `${placed(d)}: ${d.message}`;
}
