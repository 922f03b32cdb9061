/** `--fix`: safe fixes in memory until there are none left, then the files, each whole or not at all. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyFixes } from '../../lint/fixes.ts';
import { reasonOf } from '../../source/file-system.ts';
import type { Note } from '../../source/project.ts';
import { decode } from '../../source/reading.ts';
import { writeWhole } from '../write-whole.ts';
import type { Analysed } from './analyse.ts';
import type { Judged } from './judge.ts';
import { slashes } from './paths.ts';

/** Fixes may make room for others, but a rule that undoes another's work must not go on for ever. */
const mostRounds = 10;

export interface LintState {
  readonly analysed: Analysed;
  readonly judged: Judged;
}

export interface FixResult {
  readonly state: LintState;
  /** How many fixes were made. */
  readonly fixed: number;
  /** How many files were written. */
  readonly files: number;
  /** Files that could not be written. */
  readonly notes: readonly Note[];
  /** Why it ended before nothing was left to fix. */
  readonly stopped: string | undefined;
}

/** @param lintWith lints with these texts in place of files, by absolute path */
export async function fixAll(
  first: LintState,
  cwd: string,
  lintWith: (texts: ReadonlyMap<string, string>) => Promise<LintState>,
): Promise<FixResult> {
  const original = new Map(textsOf(first, cwd));
  let state = first;
  let texts: ReadonlyMap<string, string> = new Map();
  let fixed = 0;
  let stopped: string | undefined;
  for (let round = 1; ; round++) {
    const fixes = applyFixes(state.judged.findings.map((each) => each.diagnostic));
    if (fixes.taken.length === 0) break;
    if (round > mostRounds) {
      stopped = `after ${mostRounds} rounds there was still something to fix; run it again`;
      break;
    }
    const next = new Map([
      ...texts,
      ...[...fixes.texts].map(([file, text]) => [absolute(cwd, file.path), text] as const),
    ]);
    const after = await lintWith(next);
    if (errorsIn(after) > errorsIn(state)) {
      stopped = 'a fix would have made an error, so the last round was not made; please report it';
      break;
    }
    texts = next;
    state = after;
    fixed += fixes.taken.length;
  }
  return written(original, texts, cwd, { state, fixed, stopped }, lintWith);
}

async function written(
  original: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  cwd: string,
  result: Pick<FixResult, 'state' | 'fixed' | 'stopped'>,
  lintWith: (texts: ReadonlyMap<string, string>) => Promise<LintState>,
): Promise<FixResult> {
  const notes: Note[] = [];
  let files = 0;
  for (const [path, text] of texts) {
    const before = original.get(path);
    if (before === text) continue;
    const problem = writeFixed(path, before, text);
    if (problem === undefined) files++;
    else {
      const shown = slashes(path).startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
      notes.push({ kind: 'unreadable', path: shown, message: `'${shown}' was not fixed: ${problem}` });
    }
  }
  // What could not be written is still as it was: the report is of the files as they are.
  const state = notes.length === 0 ? result.state : await lintWith(new Map());
  return { ...result, state, files, notes };
}

/** Why the file could not be written; undefined when it was. */
function writeFixed(path: string, before: string | undefined, text: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    const decoded = decode(path, bytes);
    if (!('text' in decoded) || decoded.text !== before) return 'it has changed meanwhile';
    accessSync(path, constants.W_OK);
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\ufeff' : '';
    writeWhole(path, mark + text, statSync(path).mode & 0o7777);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function textsOf(state: LintState, cwd: string): readonly (readonly [string, string])[] {
  return state.analysed.apps.flatMap(({ files }) =>
    files.map((file) => [absolute(cwd, file.path), file.text] as const),
  );
}

function errorsIn(state: LintState): number {
  return state.analysed.apps
    .flatMap((each) => each.linted.findings)
    .filter(({ diagnostic }) => diagnostic.level === 'error').length;
}

function absolute(cwd: string, path: string): string {
  return slashes(resolve(cwd, path));
}
