/**
 * Which files make which app (cli.md): paths are files, folders or globs; a folder's `app.osy` says what belongs to its app,
 * and without one every `.osy` file below belongs. Nothing here throws for what people type: it is told in notes.
 */
import { posix, resolve } from 'node:path';
import { type FileSystem, nodeFileSystem } from './file-system.ts';
import { decode } from './reading.ts';
import { SourceFile } from './source.ts';
import { join, ordinal, walk } from './walk.ts';

export const manifestFileName = 'app.osy';

/** Something about the input that is worth a line on stderr; it makes the exit code 2 when nothing worse was found. */
export interface Note {
  readonly kind: 'missing' | 'no-sources' | 'not-osy' | 'unreadable' | 'not-utf8' | 'binary' | 'no-match';
  /** As it is shown. */
  readonly path: string;
  readonly message: string;
}

export interface App {
  /** From its manifest, else the folder's name. */
  readonly name: string;
  /** The folder, as it is shown: relative to the working folder, `.` for itself. */
  readonly root: string;
  /** Ordinal order of paths. */
  readonly files: readonly SourceFile[];
  /** `*.test.osy`, and what the manifest's `tests` lines name. */
  readonly testFiles: readonly SourceFile[];
  /** Of an app that files brought which were named one by one: their paths, as they are shown. Absent where all of it is meant. */
  readonly asked?: ReadonlySet<string>;
  /** `.osy` files below a manifest none of whose `model` and `tests` lines names them, as they are shown. */
  readonly uncollected: readonly string[];
}

export interface Project {
  readonly apps: readonly App[];
  readonly notes: readonly Note[];
}

/** What discovery needs to know of a manifest. */
export interface ManifestPaths {
  readonly name: string;
  readonly model: readonly string[];
  readonly tests: readonly string[];
}

export interface DiscoverOptions {
  /** The working folder: an absolute path. */
  readonly cwd: string;
  /** Reads `app N { … }`; the parser stands above this floor. */
  readonly readManifest: (file: SourceFile) => ManifestPaths | undefined;
  /** A file that is named brings the rest of the app that collects it: alone, it would lack what it is made with. */
  readonly wholeApps?: boolean;
  readonly fileSystem?: FileSystem;
  /** Expands a glob to absolute paths of files. */
  readonly glob?: (pattern: string, folder: string) => Promise<readonly string[]>;
}

/** Finds the apps that `paths` name; without any, the app of the working folder. */
export async function discoverProject(paths: readonly string[], options: DiscoverOptions): Promise<Project> {
  const discovery = new Discovery(options);
  for (const path of paths.length === 0 ? ['.'] : paths) await discovery.add(path);
  return discovery.finish();
}

class Discovery {
  readonly #fs: FileSystem;
  readonly #cwd: string;
  readonly #options: DiscoverOptions;
  readonly #notes: Note[] = [];
  /** A folder is walked again for each app inside it: what is wrong there is told once. */
  readonly #told = new Set<string>();
  readonly #apps: App[] = [];
  /** Files that were named one by one. */
  readonly #named = new Set<string>();
  /** Real paths of what has been taken into an app: a file belongs to one. */
  readonly #taken = new Set<string>();
  readonly #roots = new Set<string>();

  constructor(options: DiscoverOptions) {
    this.#options = options;
    this.#fs = options.fileSystem ?? nodeFileSystem;
    this.#cwd = slashes(resolve(options.cwd));
  }

  async add(path: string): Promise<void> {
    const absolute = trimmed(slashes(resolve(this.#cwd, path)));
    switch (this.#fs.kind(absolute)) {
      case 'folder':
        return this.#addFolder(absolute);
      case 'file':
        return this.#addFile(absolute);
      case 'other':
        return this.#addGlob(path);
    }
  }

  #addFile(path: string): void | Promise<void> {
    if (posix.basename(path) === manifestFileName) return this.#addFolder(posix.dirname(path));
    if (path.endsWith('.osy')) this.#named.add(path);
    else this.#note('not-osy', path, `'${this.#shown(path)}' is no .osy file`);
  }

  async #addGlob(pattern: string): Promise<void> {
    if (!/[*?[\]{}()!]/.test(pattern)) {
      this.#note('missing', pattern, `'${slashes(pattern)}' does not exist`, true);
      return;
    }
    const found = (await this.#glob(slashes(pattern), this.#cwd)).filter((path) => path.endsWith('.osy'));
    if (found.length === 0) {
      this.#note('no-match', pattern, `nothing that ends in .osy matches '${slashes(pattern)}'`, true);
    }
    for (const path of [...found].sort(ordinal)) await this.#addFile(path);
  }

  /** The folder's app, and the apps of folders below that have a manifest of their own. */
  async #addFolder(root: string): Promise<void> {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    const walked = walk(this.#fs, root);
    for (const { path, reason } of walked.unreadable) {
      this.#note('unreadable', path, `folder '${this.#shown(path)}' cannot be read: ${reason}`);
    }
    for (const path of walked.broken) {
      this.#note('unreadable', path, `'${this.#shown(path)}' cannot be read: it leads nowhere, or is no file`);
    }
    const inner = walked.files.filter(
      (path) => posix.basename(path) === manifestFileName && posix.dirname(path) !== root,
    );
    for (const manifest of inner) await this.#addFolder(posix.dirname(manifest));
    const own = walked.files.filter((path) => !inner.some((each) => path.startsWith(join(posix.dirname(each), ''))));
    const apps = this.#apps.length;
    await this.#makeApp(root, own);
    if (own.length === 0 && inner.length === 0 && this.#apps.length === apps) {
      this.#note('no-sources', root, `there is no .osy file in '${this.#shown(root)}'`);
    }
  }

  async #makeApp(root: string, below: readonly string[]): Promise<void> {
    const manifestPath = join(root, manifestFileName);
    const manifestFile = below.includes(manifestPath) ? this.#read(manifestPath) : undefined;
    const manifest = manifestFile && this.#options.readManifest(manifestFile);
    const tests = new Set(await this.#matches(manifest?.tests, root));
    const model =
      manifest === undefined || manifest.model.length === 0
        ? below
        : [
            manifestPath,
            ...(await this.#matches(manifest.model, root)),
            ...(manifest.tests.length === 0 ? below.filter(isTest) : []),
          ];
    const paths = new Set([...model, ...tests]);
    const read = [...paths]
      .sort(ordinal)
      .flatMap((path) => (path === manifestPath ? manifestFile : this.#read(path)) ?? []);
    this.#push(manifest?.name ?? folderName(root), root, read, {
      tests: new Set([...tests].map((path) => this.#shown(path))),
      uncollected: below.filter((path) => !paths.has(path)).map((path) => this.#shown(path)),
    });
  }

  async finish(): Promise<Project> {
    const named = [...this.#named].sort(ordinal);
    if (this.#options.wholeApps === true) await this.#bringApps(named);
    const alone = named.flatMap((path) => this.#read(path) ?? []);
    if (alone.length > 0) {
      const isBelow = (path: string) => this.#options.wholeApps === true && this.#rootAbove(path) !== undefined;
      const uncollected = alone.map((file) => file.path).filter((path) => isBelow(join(this.#cwd, path)));
      this.#push(folderName(this.#cwd), this.#cwd, alone, { ...noMore, uncollected });
    }
    const apps = [...this.#apps].sort((a, b) => ordinal(a.root, b.root));
    return { apps, notes: this.#notes };
  }

  /** The apps whose manifests collect the named files, each with those that are asked about. */
  async #bringApps(named: readonly string[]): Promise<void> {
    const roots = new Set(named.flatMap((path) => this.#rootAbove(path) ?? []));
    for (const root of roots) {
      if (this.#roots.has(root)) continue;
      const whole = new Discovery({ ...this.#options, cwd: this.#cwd });
      await whole.#addFolder(root);
      const found = whole.#apps.find((app) => app.root === this.#shown(root));
      if (found === undefined) continue;
      const paths = [...found.files, ...found.testFiles].map((file) => file.path);
      const asked = new Set(named.map((path) => this.#shown(path)).filter((path) => paths.includes(path)));
      if (asked.size === 0) continue;
      this.#apps.push({ ...found, asked });
      for (const path of paths) this.#taken.add(this.#real(join(this.#cwd, path)));
      for (const note of whole.#notes) this.#notes.push(note);
    }
  }

  /** The nearest folder upward with a manifest. */
  #rootAbove(path: string): string | undefined {
    for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
      if (this.#fs.kind(join(at, manifestFileName)) === 'file') return at;
      if (posix.dirname(at) === at) return undefined;
    }
  }

  #push(
    name: string,
    root: string,
    files: readonly SourceFile[],
    more: { readonly tests: ReadonlySet<string>; readonly uncollected: readonly string[] } = noMore,
  ): void {
    if (files.length === 0) return;
    const isTestFile = (file: SourceFile) => more.tests.has(file.path) || isTest(file.path);
    this.#apps.push({
      name,
      root: this.#shown(root),
      files: files.filter((file) => !isTestFile(file)).sort(byPath),
      testFiles: files.filter(isTestFile).sort(byPath),
      uncollected: more.uncollected,
    });
  }

  async #matches(patterns: readonly string[] | undefined, root: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const pattern of patterns ?? []) {
      // A folder in a manifest means everything below it.
      const folder = trimmed(join(root, pattern));
      if (this.#fs.kind(folder) === 'folder') found.push(...walk(this.#fs, folder).files);
      else {
        const matched = (await this.#glob(pattern, root)).filter((path) => path.endsWith('.osy'));
        if (matched.length === 0) {
          const manifest = this.#shown(join(root, manifestFileName));
          this.#note('no-match', manifest, `'${pattern}' in '${manifest}' matches no .osy file`, true);
        }
        found.push(...matched);
      }
    }
    return found;
  }

  /** Undefined where the file cannot be read, is no text, or belongs to an app already. */
  #read(path: string): SourceFile | undefined {
    const real = this.#real(path);
    if (this.#taken.has(real)) return undefined;
    this.#taken.add(real);
    const shown = this.#shown(path);
    const read = this.#fs.read(path);
    if ('reason' in read) {
      this.#note('unreadable', path, `'${shown}' cannot be read: ${read.reason}`);
      return undefined;
    }
    const decoded = decode(shown, read.bytes);
    if ('problem' in decoded) {
      this.#note(decoded.problem, path, decoded.message);
      return undefined;
    }
    return new SourceFile(shown, decoded.text);
  }

  #real(path: string): string {
    return this.#fs.realPath(path) ?? path;
  }

  #glob(pattern: string, folder: string): Promise<readonly string[]> {
    return (this.#options.glob ?? fastGlob)(pattern, folder);
  }

  #note(kind: Note['kind'], path: string, message: string, asWritten = false): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#notes.push({ kind, path: asWritten ? slashes(path) : this.#shown(path), message });
  }

  #shown(path: string): string {
    return posix.relative(this.#cwd, path) || '.';
  }
}

const noMore = { tests: new Set<string>(), uncollected: [] };

/** Links are not followed: a glob over a link that leads back would not end. */
async function fastGlob(pattern: string, folder: string): Promise<readonly string[]> {
  const { default: glob } = await import('fast-glob');
  return glob.glob(pattern, {
    cwd: folder,
    absolute: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
}

function isTest(path: string): boolean {
  return path.endsWith('.test.osy');
}

function folderName(root: string): string {
  return posix.basename(root) || 'app';
}

function byPath(a: SourceFile, b: SourceFile): number {
  return ordinal(a.path, b.path);
}

function slashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

function trimmed(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
