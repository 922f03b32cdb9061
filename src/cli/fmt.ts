/** `osy fmt`: one style for all (docs/formatting.md). */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { findingsSummary, prettyFindings } from '../report/findings-pretty.ts';
import { readManifest } from '../semantics/manifest.ts';
import { reasonOf } from '../source/file-system.ts';
import { discoverProject, type Note } from '../source/project.ts';
import { decode } from '../source/reading.ts';
import { SourceFile } from '../source/source.ts';
import { format } from '../syntax/printer/format.ts';
import { exitCode } from './exit-codes.ts';
import { printNotes } from './project-input.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { version } from './version.ts';
import { writeWhole } from './write-whole.ts';

export interface FmtOptions {
  /** Write nothing: tell which files are not in the one style. */
  readonly check?: boolean;
  readonly stdin?: boolean;
  readonly stdinFilename?: string;
}

/** What became of the files. */
interface Tally {
  readonly changed: string[];
  readonly diagnostics: Diagnostic[];
  readonly notes: Note[];
  /** Files that the printer could not print without changing what they mean. */
  faults: number;
}

/** `osy fmt [paths…]` */
export async function fmtCommand(paths: readonly string[], options: FmtOptions, terminal: Terminal): Promise<number> {
  const fromStdin = options.stdin === true || options.stdinFilename !== undefined;
  if (fromStdin && paths.length > 0) throw new UsageError('--stdin takes no paths: it formats what it reads');
  return fromStdin ? formatStdin(options, terminal) : formatFiles(paths, options.check === true, terminal);
}

// ---------------------------------------------------------------- files

async function formatFiles(paths: readonly string[], check: boolean, terminal: Terminal): Promise<number> {
  const { apps, notes } = await discoverProject(paths, { cwd: terminal.cwd, readManifest });
  const files = apps.flatMap((app) => [...app.files, ...app.testFiles]);
  const tally: Tally = { changed: [], diagnostics: [], notes: [...notes], faults: 0 };
  for (const file of files) formatFile(file, check, terminal, tally);
  printNotes(tally.notes, terminal);
  if (tally.diagnostics.length > 0) terminal.out(`${prettyFindings(tally.diagnostics, terminal.style)}\n`);
  for (const path of tally.changed) terminal.out(`${path}\n`);
  if (tally.diagnostics.length > 0)
    terminal.err(`${findingsSummary(tally.diagnostics, files.length, terminal.errStyle)}\n`);
  terminal.err(`${summary(files.length, tally.changed.length, check)}\n`);
  return codeOf(tally, check);
}

function formatFile(file: SourceFile, check: boolean, terminal: Terminal, tally: Tally): void {
  const result = format(file);
  switch (result.kind) {
    case 'syntax-errors':
      tally.diagnostics.push(...result.diagnostics);
      return;
    case 'fault':
      tally.faults++;
      terminal.err(bugReport(file.path, result.reason, terminal));
      return;
    case 'formatted': {
      if (result.text === file.text) return;
      const problem = check ? undefined : write(file, result.text, terminal.cwd);
      if (problem === undefined) tally.changed.push(file.path);
      else
        tally.notes.push({
          kind: 'unreadable',
          path: file.path,
          message: `'${file.path}' was not formatted: ${problem}`,
        });
    }
  }
}

/** Why the file could not be written; undefined when it was. A mark at its beginning stays. */
function write(file: SourceFile, text: string, cwd: string): string | undefined {
  const path = resolve(cwd, file.path);
  try {
    const bytes = readFileSync(path);
    const decoded = decode(path, bytes);
    if (!('text' in decoded) || decoded.text !== file.text) return 'it has changed meanwhile';
    accessSync(path, constants.W_OK);
    writeWhole(path, markOf(bytes) + text, statSync(path).mode & 0o7777);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

const markOf = (bytes: Uint8Array): string =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\ufeff' : '';

function codeOf({ faults, diagnostics, changed, notes }: Tally, check: boolean): number {
  if (faults > 0) return exitCode.bug;
  if (diagnostics.length > 0 || (check && changed.length > 0)) return exitCode.findings;
  return notes.length > 0 ? exitCode.usage : exitCode.clean;
}

function summary(files: number, changed: number, check: boolean): string {
  const all = `${files} ${files === 1 ? 'file' : 'files'}`;
  if (!check) return changed === 0 ? `${all}, nothing to change` : `formatted ${changed} of ${all}`;
  return changed === 0 ? `${all}, all in style` : `${changed} of ${all} would be formatted`;
}

// ---------------------------------------------------------------- standard input

/** What it prints, and only that, goes to standard output: an editor puts it in place of what it sent. */
async function formatStdin(options: FmtOptions, terminal: Terminal): Promise<number> {
  const name = options.stdinFilename ?? '<stdin>';
  const bytes = await terminal.readStdin();
  const decoded = decode(name, bytes);
  if ('problem' in decoded) {
    printNotes([{ kind: decoded.problem, path: name, message: decoded.message }], terminal);
    return exitCode.usage;
  }
  const result = format(new SourceFile(name, decoded.text));
  switch (result.kind) {
    case 'syntax-errors':
      terminal.err(`${prettyFindings(result.diagnostics, terminal.errStyle)}\n`);
      return exitCode.findings;
    case 'fault':
      terminal.err(bugReport(name, result.reason, terminal));
      return exitCode.bug;
    case 'formatted': {
      const isChanged = result.text !== decoded.text;
      if (options.check !== true) terminal.out(markOf(bytes) + result.text);
      else if (isChanged) terminal.out(`${name}\n`);
      return options.check === true && isChanged ? exitCode.findings : exitCode.clean;
    }
  }
}

function bugReport(path: string, reason: string, terminal: Terminal): string {
  return (
    `${terminal.errStyle.error('osy: internal error:')} '${path}' is left as it is: ${reason}\n` +
    `This is a bug of osy ${version}, not of your file. Please report it to the maintainers, with the file if you can.\n`
  );
}
