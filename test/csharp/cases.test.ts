/**
 * Tables of C# expressions and bodies, each with what .NET 8 answers in the invariant culture, from its documentation and
 * the language's specification. A line is
 *
 *     type :: expression ==> value          type :: { statements } ==> value
 *
 * where a value is JSON as the vectors write it (numbers and dates as their invariant text, lists as arrays), `!Name` the
 * exception that is thrown, and `^` a program that a C# compiler refuses. Lines that begin with `#` are for the reader.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runVectors } from '../../src/cli/eval/vectors.ts';

interface Case {
  readonly line: number;
  readonly type: string;
  readonly source: string;
  readonly expected: string;
}

function casesOf(text: string): readonly Case[] {
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '' || content.startsWith('#')) return [];
    const match = /^(.+?) :: (.+) ==> (.+)$/.exec(content);
    if (match === null) throw new Error(`line ${index + 1} is no case: ${content}`);
    const [, type = '', source = '', expected = ''] = match;
    return [{ line: index + 1, type, source, expected }];
  });
}

function vectorOf({ line, type, source, expected }: Case): string {
  const body = source.startsWith('{') ? source.slice(1, -1) : `return ${source};`;
  const answer = expected.startsWith('!') ? { throws: expected.slice(1) } : { value: JSON.parse(expected) as unknown };
  return JSON.stringify({ id: `${line}`, kind: 'body', params: [], returns: type, body, ...answer });
}

/** What disagrees, a line each; empty where all do agree. */
function disagreements(cases: readonly Case[]): readonly string[] {
  const refused = cases.filter((each) => each.expected === '^');
  const report = runVectors(
    cases.map((each) => vectorOf(refused.includes(each) ? { ...each, expected: 'null' } : each)).join('\n'),
  );
  if ('error' in report) throw new Error(report.error);
  const wrong = report.failures.filter(({ id, actual }) => {
    const isRefused = typeof actual === 'object' && actual !== null && 'error' in actual;
    return !isRefused || !refused.some((each) => `${each.line}` === id);
  });
  const accepted = refused.filter((each) => !report.failures.some(({ id }) => id === `${each.line}`));
  return [
    ...wrong.map(({ id, source, actual }) => `line ${id}: ${source} gave ${JSON.stringify(actual)}`),
    ...accepted.map(({ line, source }) => `line ${line}: ${source} was not refused`),
  ];
}

describe('as .NET documents it', () => {
  for (const name of readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.cases'))
    .sort()) {
    it(name.replace('.cases', ''), () => {
      const cases = casesOf(readFileSync(join(import.meta.dirname, name), 'utf8'));
      expect(cases.length).toBeGreaterThan(0);
      expect(disagreements(cases)).toEqual([]);
    });
  }
});
