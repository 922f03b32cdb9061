/** Reads apps from folders of fixtures and compares what is found with what must be. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostic, Level } from '../../../src/diagnostics/diagnostic.ts';
import { decode } from '../../../src/source/reading.ts';
import { SourceFile } from '../../../src/source/source.ts';

export interface Expected {
  readonly name: string | readonly string[];
  readonly level?: Level;
  readonly file: string;
  readonly line: number;
  readonly messageIncludes?: readonly string[];
}

export interface Expectation {
  readonly must: readonly Expected[];
  readonly mustNot?: readonly string[];
  readonly noErrors?: boolean;
  readonly exactErrors?: boolean;
}

export function readFixture(root: string, folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.osy'))
    .sort()
    .map((path) => {
      const shown = relative(root, join(root, folder, path)).replaceAll('\\', '/');
      const decoded = decode(shown, readFileSync(join(root, folder, path)));
      if ('problem' in decoded) throw new Error(decoded.message);
      return new SourceFile(shown, decoded.text);
    });
}

/** What is wrong with `found`, one line each; nothing when it is as expected. */
export function judge(found: readonly Diagnostic[], expected: Expectation): readonly string[] {
  const wrong: string[] = [];
  for (const must of expected.must) {
    const hits = found.filter((each) => fits(each, must));
    if (hits.length === 0) wrong.push(`missing ${[must.name].flat().join(' or ')} at ${must.file}:${must.line}`);
    for (const text of must.messageIncludes ?? []) {
      if (!hits.some((each) => each.message.includes(text))) wrong.push(`line ${must.line} does not say: ${text}`);
    }
  }
  for (const each of found) {
    if (expected.mustNot?.includes(each.name)) wrong.push(`unwanted ${shown(each)}`);
    if (each.level !== 'error') continue;
    const known = expected.must.some((must) => place(each) === `${must.file}:${must.line}`);
    if ((expected.noErrors || expected.exactErrors) && !known) wrong.push(`an error where none is: ${shown(each)}`);
  }
  return wrong;
}

function fits(found: Diagnostic, must: Expected): boolean {
  const names = [must.name].flat();
  return (
    (names.includes('*') || names.includes(found.name)) &&
    (must.level === undefined || must.level === found.level) &&
    place(found) === `${must.file}:${must.line}`
  );
}

function place(found: Diagnostic): string {
  return `${found.file.path}:${found.file.position(found.span.start).line}`;
}

function shown(found: Diagnostic): string {
  return `${found.level} ${found.name} at ${place(found)}: ${found.message}`;
}
