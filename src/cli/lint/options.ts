/** The options of `osy lint`, as they are typed and as the run needs them. */
import { resolve } from 'node:path';
import { nearest } from '../../diagnostics/suggestions.ts';
import { type LevelSetting, type Levels, readLevelOption } from '../../lint/levels.ts';
import { type LintFormat, lintFormats } from '../../report/lint-formats.ts';
import { UsageError } from '../terminal.ts';
import { slashes } from './paths.ts';

/** As commander gives them. */
export interface LintOptions {
  readonly format: LintFormat;
  /** `FORMAT=FILE` */
  readonly output?: readonly string[];
  readonly maxWarnings?: number;
  /** `name=level` */
  readonly level?: readonly string[];
  readonly config?: string;
  /** A finding's name or code. */
  readonly explain?: string;
  readonly printConfig?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly since?: string;
  readonly watch?: boolean;
  readonly cache?: boolean;
  readonly cacheLocation?: string;
  readonly fix?: boolean;
  readonly stats?: boolean;
  readonly stdin?: boolean;
  readonly stdinFilename?: string;
}

export interface Output {
  readonly format: LintFormat;
  /** As it was typed. */
  readonly shown: string;
  /** An absolute path. */
  readonly path: string;
}

/** What a run is asked to do. Paths are absolute, with `/`. */
export interface LintPlan {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly format: LintFormat;
  readonly outputs: readonly Output[];
  readonly maxWarnings: number | undefined;
  readonly levels: Levels;
  readonly config: string | undefined;
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly since: string | undefined;
  /** Where the cache is kept; undefined without one. */
  readonly cache: { readonly location: string | undefined } | undefined;
  readonly fix: boolean;
  readonly stats: boolean;
  /** The file whose text comes from standard input. */
  readonly stdinFile: string | undefined;
}

/** @throws UsageError for what cannot be meant */
export function planOf(paths: readonly string[], options: LintOptions, cwd: string): LintPlan {
  refuseContradictions(options);
  const absolute = (path: string): string => slashes(resolve(cwd, path));
  return {
    paths,
    cwd: absolute('.'),
    format: options.format,
    outputs: outputsOf(options.output ?? [], absolute),
    maxWarnings: options.maxWarnings,
    levels: levelsOf(options.level ?? []),
    config: options.config === undefined ? undefined : absolute(options.config),
    baseline: options.baseline === undefined ? undefined : absolute(options.baseline),
    updateBaseline: options.updateBaseline === true,
    since: options.since,
    cache:
      options.cache === true || options.cacheLocation !== undefined
        ? { location: options.cacheLocation === undefined ? undefined : absolute(options.cacheLocation) }
        : undefined,
    fix: options.fix === true,
    stats: options.stats === true,
    stdinFile: options.stdinFilename === undefined ? undefined : absolute(options.stdinFilename),
  };
}

function refuseContradictions(options: LintOptions): void {
  if (options.stdin === true && options.stdinFilename === undefined) {
    throw new UsageError('--stdin needs --stdin-filename FILE: which file of the app the text is');
  }
  if (options.stdinFilename?.endsWith('.osy') === false) {
    throw new UsageError(`--stdin-filename '${options.stdinFilename}' is no .osy file`);
  }
  const together: readonly (readonly [keyof LintOptions, keyof LintOptions, string])[] = [
    ['stdinFilename', 'fix', '--fix writes files, and standard input is none'],
    ['stdinFilename', 'watch', '--watch waits for files to change, and standard input ends'],
    ['stdinFilename', 'updateBaseline', 'a baseline is made of what is in the files'],
    ['watch', 'updateBaseline', 'a baseline that follows every change would hold back every new finding'],
  ];
  for (const [one, other, why] of together) {
    if (isGiven(options[one]) && isGiven(options[other])) {
      throw new UsageError(`${flagOf(one)} and ${flagOf(other)} do not go together: ${why}`);
    }
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
}

function outputsOf(given: readonly string[], absolute: (path: string) => string): readonly Output[] {
  const outputs = given.map((text): Output => {
    const at = text.indexOf('=');
    const format = text.slice(0, at);
    const shown = text.slice(at + 1);
    if (at <= 0 || shown === '') throw new UsageError(`--output '${text}' is not of the form FORMAT=FILE`);
    const known = lintFormats.find((each) => each === format);
    if (known === undefined) {
      const near = nearest(format, lintFormats);
      const hint = near === undefined ? `; formats are ${lintFormats.join(', ')}` : `; did you mean '${near}'?`;
      throw new UsageError(`there is no format '${format}'${hint}`);
    }
    if (shown === '-') throw new UsageError(`--output writes files; for standard output it is --format ${known}`);
    return { format: known, shown, path: absolute(shown) };
  });
  const twice = outputs.find((each, i) => outputs.findIndex((other) => other.path === each.path) < i);
  if (twice !== undefined) throw new UsageError(`--output names '${twice.shown}' twice`);
  return outputs;
}

function levelsOf(given: readonly string[]): Levels {
  const levels = new Map<string, LevelSetting>();
  for (const text of given) {
    const read = readLevelOption(text);
    if ('problem' in read) throw new UsageError(`--level: ${read.problem}`);
    // Of two for one finding the last wins, as with every option of this kind.
    levels.set(...read.value);
  }
  return levels;
}
