/** Each finding of findings.md on small apps: told where they are marked, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { allRules } from '../../src/diagnostics/catalogue/index.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { allFixtures, type Fixture, findingsRoot, marked, nameOfPlace, placeOf } from './fixture.ts';

const fixtures = allFixtures();
const findings = [...new Set(fixtures.map((f) => f.finding))];

describe.each(findings)('%s', (finding) => {
  const own = fixtures.filter((f) => f.finding === finding);

  it.each(own.map((f) => [f.name, f] as const))('%s', (_, fixture) => {
    const found = lint(check(fixture.files));
    expect(found.filter((d) => d.level === 'error').map(told)).toEqual([]);
    expect(places(found, fixture)).toEqual([...marked(fixture.files)].sort());
  });

  it('has three apps that it is told of, and three that it is not', () => {
    expect(own.filter((f) => f.bad).length).toBeGreaterThanOrEqual(3);
    expect(own.filter((f) => !f.bad).length).toBeGreaterThanOrEqual(3);
    for (const bad of own.filter((f) => f.bad)) expect(marked(bad.files).map(nameOfPlace), bad.name).toContain(finding);
    for (const good of own.filter((f) => !f.bad))
      expect(marked(good.files).map(nameOfPlace), good.name).not.toContain(finding);
  });
});

it('every finding of lint has its fixtures', () => {
  const names = allRules.filter((rule) => rule.level !== 'error').map((rule) => rule.name);
  expect(findings).toEqual(expect.arrayContaining(names));
  expect(names, `a folder of ${findingsRoot} that is no finding`).toEqual(expect.arrayContaining(findings));
});

/** Where the finding under test, and every other that the fixture marks, is told. */
function places(found: readonly Diagnostic[], fixture: Fixture): readonly string[] {
  const watched = new Set([fixture.finding, ...marked(fixture.files).map(nameOfPlace)]);
  return found
    .filter((d) => watched.has(d.name))
    .map((d) => `${placeOf(d)} ${d.name}`)
    .sort();
}

function told(d: Diagnostic): string {
  return `${placeOf(d)} ${d.name}: ${d.message}`;
}
