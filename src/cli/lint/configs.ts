/** Config and baseline files as the file system has them. */
import { readFileSync } from 'node:fs';
import { type Config, type ConfigSource, loadConfig, loadConfigFile } from '../../lint/config-files.ts';
import { reasonOf } from '../../source/file-system.ts';
import { UsageError } from '../terminal.ts';
import type { LintPlan } from './options.ts';
import { shownFrom } from './paths.ts';

export type TextFile = { readonly text: string } | { readonly reason: string } | undefined;

/** Undefined where there is no such file. */
export function readTextFile(path: string): TextFile {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { reason: reasonOf(error) };
  }
}

/** Reads each config file once a run. */
export class Configs {
  readonly #plan: LintPlan;
  readonly #source: ConfigSource;
  readonly #byFolder = new Map<string, Config>();

  constructor(plan: LintPlan) {
    this.#plan = plan;
    const texts = new Map<string, TextFile>();
    this.#source = {
      read(path) {
        if (!texts.has(path)) texts.set(path, readTextFile(path));
        return texts.get(path);
      },
      shown: (path) => shownFrom(plan.cwd, path),
    };
  }

  /**
   * The config of an app by its folder: `--config`, else the nearest file upward.
   * @throws UsageError for one that is refused
   */
  of(folder: string): Config {
    let config = this.#byFolder.get(folder);
    if (config === undefined) {
      const given = this.#plan.config;
      const loaded = given === undefined ? loadConfig(folder, this.#source) : loadConfigFile(given, this.#source);
      if ('problem' in loaded) throw new UsageError(loaded.problem);
      config = loaded.value;
      this.#byFolder.set(folder, config);
    }
    return config;
  }
}
