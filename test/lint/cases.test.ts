/** The cases of `fixtures/cases/lint`, judged in-process by the rules of `fixtures/cases/run.mjs`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { placeOf, readApp } from './fixture.ts';

interface Wanted {
  readonly name: string | readonly string[];
  readonly level?: string;
  readonly file?: string;
  readonly line?: number;
  readonly anyOf?: readonly { readonly file: string; readonly line: number }[];
  readonly messageIncludes?: readonly string[];
}

interface Expectation {
  readonly must?: readonly Wanted[];
  readonly mustNot?: readonly string[];
  readonly mustNotAt?: readonly Wanted[];
  readonly exact?: readonly string[];
  readonly count?: Readonly<Record<string, number>>;
  readonly noErrors?: boolean;
  readonly exactErrors?: boolean;
}

const root = join(import.meta.dirname, '../../fixtures/cases/lint');

describe('cases of lint', () => {
  it.each(readdirSync(root).sort())('%s', (name) => {
    const folder = join(root, name);
    const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Expectation;
    expect(judge(lint(check(readApp(folder, folder))), expected)).toEqual([]);
  });
});

function judge(found: readonly Diagnostic[], expected: Expectation): readonly string[] {
  const must = expected.must ?? [];
  const errors = found.filter((d) => d.level === 'error');
  return [
    ...must.flatMap((wanted) => missing(found, wanted)),
    ...found.filter((d) => expected.mustNot?.includes(d.name)).map((d) => `unwanted ${told(d)}`),
    ...found.filter((d) => expected.mustNotAt?.some((w) => fits(d, w))).map((d) => `unwanted here: ${told(d)}`),
    ...found
      .filter((d) => expected.exact?.includes(d.name) && !must.some((w) => fits(d, w)))
      .map((d) => `one too many: ${told(d)}`),
    ...Object.entries(expected.count ?? {}).flatMap(([name, count]) => {
      const have = found.filter((d) => d.name === name).length;
      return have === count ? [] : [`${name} is told ${have} times, not ${count}`];
    }),
    ...errors
      .filter((d) => expected.noErrors && !must.some((w) => fits(d, w)))
      .map((d) => `this compiles, yet: ${told(d)}`),
    ...errors
      .filter((d) => expected.exactErrors && !must.some((w) => isAt(d, w)))
      .map((d) => `an error where none is: ${told(d)}`),
  ];
}

function missing(found: readonly Diagnostic[], wanted: Wanted): readonly string[] {
  const hits = found.filter((d) => fits(d, wanted));
  const places = (wanted.anyOf ?? [wanted]).map((p) => `${p.file}:${p.line}`).join(' or ');
  if (hits.length === 0) return [`missing ${[wanted.name].flat().join(' or ')} at ${places}`];
  const texts = wanted.messageIncludes ?? [];
  const says = (d: Diagnostic): boolean => texts.every((text) => evened(words(d)).includes(evened(text)));
  return hits.some(says) ? [] : [`${places}: the finding does not say all of ${JSON.stringify(texts)}`];
}

function fits(d: Diagnostic, wanted: Wanted): boolean {
  const names = [wanted.name].flat();
  const named = names.includes('*') || names.includes(d.name);
  return named && (wanted.level === undefined || wanted.level === d.level) && isAt(d, wanted);
}

function isAt(d: Diagnostic, wanted: Wanted): boolean {
  return (wanted.anyOf ?? [wanted]).some((p) => placeOf(d) === `${p.file}:${p.line}`);
}

/** A hint may stand in the message, in a label or in the help. */
function words(d: Diagnostic): string {
  return [d.message, d.help ?? '', ...(d.related ?? []).map((l) => l.message), d.fix?.title ?? ''].join(' ');
}

function evened(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function told(d: Diagnostic): string {
  return `${d.level} ${d.name} at ${placeOf(d)} (${d.message})`;
}
