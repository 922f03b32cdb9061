/** Finds the config of an app and what it extends, and makes one config of them. */
import { posix } from 'node:path';
import picomatch from 'picomatch';
import { type ConfigDocument, configFileName, readConfig } from './config.ts';
import type { PlacedFinding } from './fingerprint.ts';
import { atLevel, type LevelSetting, type Levels, type Read } from './levels.ts';

/** Where config files come from. Paths are absolute, with `/`. */
export interface ConfigSource {
  /** The text of a file, undefined where there is none, or why it cannot be read. */
  readonly read: (path: string) => { readonly text: string } | { readonly reason: string } | undefined;
  /** The path as people see it. */
  readonly shown: (path: string) => string;
}

/** An override with the folder that its globs are relative to. */
export interface RootedOverride {
  readonly folder: string;
  readonly files: readonly string[];
  readonly levels: Levels;
}

/** The config of an app, with everything it extends. */
export interface Config {
  /** Absolute paths, the extended ones first: the order in which they speak. */
  readonly files: readonly string[];
  readonly levels: Levels;
  /** In order; later ones win. */
  readonly overrides: readonly RootedOverride[];
  readonly maxWarnings: number | undefined;
  /** An absolute path. */
  readonly baseline: string | undefined;
}

export const emptyConfig: Config = {
  files: [],
  levels: new Map(),
  overrides: [],
  maxWarnings: undefined,
  baseline: undefined,
};

/** The nearest config file from `folder` upward; `folder` is absolute. */
export function loadConfig(folder: string, from: ConfigSource): Read<Config> {
  for (let at = folder; ; at = posix.dirname(at)) {
    const path = posix.join(at, configFileName);
    if (from.read(path) !== undefined) return loadConfigFile(path, from);
    if (posix.dirname(at) === at) return { value: emptyConfig };
  }
}

/** A config file with everything it extends. A problem names the file and, for an extended one, how it was reached. */
export function loadConfigFile(path: string, from: ConfigSource): Read<Config> {
  return load(path, [], from);
}

function load(path: string, above: readonly string[], from: ConfigSource): Read<Config> {
  const trail = [...above, path];
  if (above.includes(path)) {
    return {
      problem: `config files extend each other in a circle: ${trail.slice(above.indexOf(path)).map(from.shown).join(' → ')}`,
    };
  }
  const last = above.at(-1);
  const shown = `config file '${from.shown(path)}'${last === undefined ? '' : ` (extended by '${from.shown(last)}')`}`;
  const found = from.read(path);
  if (found === undefined) return { problem: `${shown} does not exist` };
  if ('reason' in found) return { problem: `${shown} cannot be read: ${found.reason}` };
  const document = readConfig(found.text);
  if ('problem' in document) return { problem: `${shown}: ${document.problem}` };

  let config = emptyConfig;
  for (const other of document.value.extends) {
    const extended = load(posix.resolve(posix.dirname(path), other), trail, from);
    if ('problem' in extended) return extended;
    config = merged(config, extended.value);
  }
  return { value: merged(config, rooted(document.value, path)) };
}

function rooted(document: ConfigDocument, path: string): Config {
  const folder = posix.dirname(path);
  return {
    files: [path],
    levels: document.levels,
    overrides: document.overrides.map((each) => ({ folder, ...each })),
    maxWarnings: document.maxWarnings,
    baseline: document.baseline === undefined ? undefined : posix.resolve(folder, document.baseline),
  };
}

/**
 * `later` over `earlier`. A level of `later` also wins over an override of `earlier`: a file that extends another has the
 * last word, as one reads it.
 */
function merged(earlier: Config, later: Config): Config {
  const overrides = earlier.overrides.map((each) => ({
    ...each,
    levels: new Map([...each.levels].filter(([name]) => !later.levels.has(name))),
  }));
  return {
    files: [...new Set([...earlier.files, ...later.files])],
    levels: new Map([...earlier.levels, ...later.levels]),
    overrides: [...overrides, ...later.overrides].filter((each) => each.levels.size > 0),
    maxWarnings: later.maxWarnings ?? earlier.maxWarnings,
    baseline: later.baseline ?? earlier.baseline,
  };
}

/** Gives findings the levels of a config, and of the command line over it. */
export class ConfiguredLevels {
  readonly #config: Config;
  readonly #given: Levels;
  readonly #matchers: readonly { readonly matches: (path: string) => boolean; readonly levels: Levels }[];
  readonly #byFile = new Map<string, Levels>();

  /** @param given `--level` of the command line */
  constructor(config: Config, given: Levels) {
    this.#config = config;
    this.#given = given;
    this.#matchers = config.overrides.map((each) => ({ matches: matcherOf(each), levels: each.levels }));
  }

  /** The findings that are not off. `absolute`: where a file of the app is. */
  apply(found: readonly PlacedFinding[], absolute: (path: string) => string): readonly PlacedFinding[] {
    return found.flatMap((each) => {
      const setting = this.#setting(each.diagnostic.name, absolute(each.diagnostic.file.path));
      const diagnostic = atLevel(each.diagnostic, setting);
      if (diagnostic === undefined) return [];
      return diagnostic === each.diagnostic ? each : { ...each, diagnostic };
    });
  }

  #setting(name: string, path: string): LevelSetting | undefined {
    return this.#given.get(name) ?? this.#levelsOf(path).get(name);
  }

  #levelsOf(path: string): Levels {
    let levels = this.#byFile.get(path);
    if (levels === undefined) {
      const own = this.#matchers.filter(({ matches }) => matches(path)).flatMap((each) => [...each.levels]);
      levels = new Map([...this.#config.levels, ...own]);
      this.#byFile.set(path, levels);
    }
    return levels;
  }
}

function matcherOf(override: RootedOverride): (path: string) => boolean {
  // `./flows/**` and `flows/**` are one glob to those who write it.
  const globs = override.files.map((glob) => glob.replace(/^\.\//, ''));
  const matchers = globs.map((glob) => picomatch(glob, { dot: true, basename: !glob.includes('/') }));
  return (path) => {
    const relative = posix.relative(override.folder, path);
    return !relative.startsWith('../') && matchers.some((matches) => matches(relative));
  };
}
