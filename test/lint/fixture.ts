/** Reads the fixtures of `fixtures/findings`: a file or a folder each, with the places marked in the source. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { decode } from '../../src/source/reading.ts';
import { SourceFile } from '../../src/source/source.ts';

export const findingsRoot = join(import.meta.dirname, '../../fixtures/findings');

export interface Fixture {
  /** The finding under test: the name of the folder. */
  readonly finding: string;
  /** `bad-1-from-an-exit` */
  readonly name: string;
  readonly bad: boolean;
  readonly files: readonly SourceFile[];
  /** What the finding's fixes make of it, where `fixed-…` stands beside `bad-…`. */
  readonly fixed: readonly SourceFile[] | undefined;
}

/** Every fixture, in the order of their names. */
export function allFixtures(): readonly Fixture[] {
  return readdirSync(findingsRoot)
    .sort()
    .flatMap((finding) =>
      readdirSync(join(findingsRoot, finding))
        .filter((entry) => /^(bad|good)-/.test(entry))
        .sort()
        .map((entry) => readFixture(finding, entry)),
    );
}

function readFixture(finding: string, entry: string): Fixture {
  const path = join(findingsRoot, finding, entry);
  const name = entry.replace(/\.osy$/, '');
  const fixed = join(findingsRoot, finding, entry.replace(/^bad-/, 'fixed-'));
  return {
    finding,
    name,
    bad: name.startsWith('bad-'),
    files: readApp(path, findingsRoot),
    fixed: fixed !== path && existsSync(fixed) ? readApp(fixed, findingsRoot) : undefined,
  };
}

/** The `.osy` files of a folder, or the one file; their paths are shown relative to `root`. */
export function readApp(path: string, root: string): readonly SourceFile[] {
  const paths = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((each) => each.endsWith('.osy'))
        .sort()
        .map((each) => join(path, each))
    : [path];
  return paths.map((each) => {
    const shown = relative(root, each).replaceAll('\\', '/');
    const decoded = decode(shown, readFileSync(each));
    if ('problem' in decoded) throw new Error(decoded.message);
    return new SourceFile(shown, decoded.text);
  });
}

/** `path:line name`, once for each finding that must begin on the line: `//~ name`, `//~ name, other`; `//~^` is the line above, `//~^^` the one above that. */
export function marked(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) =>
    file.text.split(/\r?\n/).flatMap((line, i) => {
      const [, above, names] = /\/\/~(\^*)\s*(.+)$/.exec(line) ?? [];
      return (names?.split(',') ?? []).map((name) => `${file.path}:${i + (1 - (above?.length ?? 0))} ${name.trim()}`);
    }),
  );
}

export function placeOf(d: Diagnostic): string {
  return `${d.file.path}:${d.file.position(d.span.start).line}`;
}

export function nameOfPlace(place: string): string {
  return place.slice(place.indexOf(' ') + 1);
}
