/** Where results of earlier runs lie. A file an app; whatever is wrong with it, the app is linted as if there were none. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheKey, decodeLinted, encodeLinted, type LintedApp } from '../../lint/cache.ts';
import { reasonOf } from '../../source/file-system.ts';
import type { SourceFile } from '../../source/source.ts';
import { version } from '../version.ts';
import { writeWhole } from '../write-whole.ts';

/** A set of files that is no more leaves its result behind; it is dropped after this long without use. */
const keptDays = 30;

export class CacheStore {
  readonly #folder: string;
  readonly #note: (message: string) => void;
  readonly #maker = makerOf();
  #told = false;

  /** @param note says on standard error what is wrong with the cache; it never changes the result or the exit code */
  constructor(location: string | undefined, cwd: string, note: (message: string) => void) {
    this.#folder = location ?? defaultLocation(cwd);
    this.#note = note;
  }

  /** The result for exactly these files; undefined where none is kept. */
  read(root: string, files: readonly SourceFile[]): LintedApp | undefined {
    let text: string;
    const path = this.#path(root, files);
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#tellOnce('cannot be read', error);
      return undefined;
    }
    const found = decodeLinted(text, cacheKey(files, this.#maker), files);
    if (found !== 'corrupt') return found;
    this.#note(`the cached result of '${root}' is damaged and is not used (${path})`);
    return undefined;
  }

  write(root: string, files: readonly SourceFile[], linted: LintedApp): void {
    try {
      writeWhole(this.#path(root, files), encodeLinted(linted, cacheKey(files, this.#maker), files));
    } catch (error) {
      this.#tellOnce('cannot be written', error);
    }
  }

  /** Drops what has not been used for long. */
  prune(): void {
    const oldest = Date.now() - keptDays * 24 * 3600 * 1000;
    try {
      for (const name of readdirSync(this.#folder)) {
        const path = join(this.#folder, name);
        if (/^[0-9a-f]{32}\.json$/.test(name) && statSync(path).mtimeMs < oldest) rmSync(path, { force: true });
      }
    } catch {
      // There is nothing to tidy, or nobody may.
    }
  }

  /** By the app's paths alone: a change of content overwrites, so that an app has one result. */
  #path(root: string, files: readonly SourceFile[]): string {
    const name = createHash('sha256').update(JSON.stringify([root, files.map((file) => file.path)]));
    return join(this.#folder, `${name.digest('hex').slice(0, 32)}.json`);
  }

  #tellOnce(what: string, error: unknown): void {
    if (this.#told) return;
    this.#told = true;
    this.#note(`the cache in '${this.#folder}' ${what}: ${reasonOf(error)}`);
  }
}

/** `node_modules/.cache/osy` of the nearest package, else of the working folder. */
function defaultLocation(cwd: string): string {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return join(at, 'node_modules/.cache/osy');
    if (dirname(at) === at) return join(cwd, 'node_modules/.cache/osy');
  }
}

/**
 * What made a result: the version, and the build by its files' names, sizes and times. A version alone would not tell an
 * upgrade from a checkout that somebody works on.
 */
function makerOf(): string {
  const here = fileURLToPath(import.meta.url);
  const folder = builtIn(here) ?? resolve(dirname(here), '../..');
  const hash = createHash('sha256').update(`${version} ${process.version}`);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.[cm]?[jt]s$/.test(entry) || entry.endsWith('.d.ts')) continue;
    const { size, mtimeMs } = statSync(join(folder, entry));
    hash.update(`\n${entry} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex');
}

/** The folder of the bundle that this file ended up in; undefined when it runs from its source. */
function builtIn(here: string): string | undefined {
  return here.endsWith('.ts') ? undefined : dirname(here);
}
