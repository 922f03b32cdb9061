/**
 * `osy.config.json`: one document, read and judged. Nothing here touches the file system; `config-files.ts` finds the
 * documents and puts them together. `schemas/osy.config.schema.json` says the same to editors.
 */
import { nearest } from '../diagnostics/suggestions.ts';
import { readJson } from './json-text.ts';
import { type LevelSetting, type Levels, type Read, readLevel } from './levels.ts';

export const configFileName = 'osy.config.json';

/** Levels for the files that some glob matches. */
export interface ConfigOverride {
  /** Relative to the folder of the config file; one without `/` matches a file's name in any folder. */
  readonly files: readonly string[];
  readonly levels: Levels;
}

/** What one file says. */
export interface ConfigDocument {
  /** Other files, relative to this one; what comes later wins, and this file over all of them. */
  readonly extends: readonly string[];
  readonly levels: Levels;
  readonly overrides: readonly ConfigOverride[];
  readonly maxWarnings: number | undefined;
  /** A baseline file, relative to this one. */
  readonly baseline: string | undefined;
}

const keys = ['$schema', 'extends', 'levels', 'overrides', 'maxWarnings', 'baseline'] as const;
const overrideKeys = ['files', 'levels'] as const;

/** Reads the text of a config file. A problem is one sentence without the file's name. */
export function readConfig(text: string): Read<ConfigDocument> {
  const json = readJson(text);
  if ('problem' in json) return json;
  try {
    return { value: documentOf(json.value) };
  } catch (error) {
    if (error instanceof ConfigProblem) return { problem: error.message };
    throw error;
  }
}

/** Leaves the reading of one document; never the module. */
class ConfigProblem extends Error {}

function documentOf(json: unknown): ConfigDocument {
  const given = objectOf(json, 'the config', keys);
  if (given['$schema'] !== undefined) stringOf(given['$schema'], "'$schema'");
  return {
    extends: given['extends'] === undefined ? [] : oneOrMore(given['extends'], "'extends'"),
    levels: given['levels'] === undefined ? new Map() : levelsOf(given['levels'], "'levels'"),
    overrides: given['overrides'] === undefined ? [] : arrayOf(given['overrides'], "'overrides'").map(overrideOf),
    maxWarnings: given['maxWarnings'] === undefined ? undefined : countOf(given['maxWarnings'], "'maxWarnings'"),
    baseline: given['baseline'] === undefined ? undefined : stringOf(given['baseline'], "'baseline'"),
  };
}

function overrideOf(json: unknown, i: number): ConfigOverride {
  const where = `'overrides[${i}]'`;
  const given = objectOf(json, where, overrideKeys);
  for (const key of overrideKeys) {
    if (given[key] === undefined) throw new ConfigProblem(`${where} has no '${key}'`);
  }
  return {
    files: oneOrMore(given['files'], `'overrides[${i}].files'`),
    levels: levelsOf(given['levels'], `'overrides[${i}].levels'`),
  };
}

function levelsOf(json: unknown, where: string): Levels {
  const found = new Map<string, LevelSetting>();
  for (const [name, level] of Object.entries(plainObject(json, where))) {
    const read = readLevel(name, level);
    if ('problem' in read) throw new ConfigProblem(`in ${where}: ${read.problem}`);
    // `OSY3001` and `network-fault-unhandled` are one finding.
    if (found.has(read.value[0])) throw new ConfigProblem(`in ${where}: '${read.value[0]}' is set twice`);
    found.set(...read.value);
  }
  return found;
}

function objectOf(json: unknown, where: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  const given = plainObject(json, where);
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    const hint = near === undefined ? `; keys are ${known.join(', ')}` : `; did you mean '${near}'?`;
    throw new ConfigProblem(`${where} has no key '${key}'${hint}`);
  }
  return given;
}

function plainObject(json: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new ConfigProblem(`${where} must be an object`);
  }
  return json as Readonly<Record<string, unknown>>;
}

function arrayOf(json: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new ConfigProblem(`${where} must be a list`);
  return json;
}

function oneOrMore(json: unknown, where: string): readonly string[] {
  const list = typeof json === 'string' ? [json] : arrayOf(json, where);
  return list.map((each) => stringOf(each, `each of ${where}`));
}

function stringOf(json: unknown, where: string): string {
  if (typeof json !== 'string' || json === '') throw new ConfigProblem(`${where} must be a text that is not empty`);
  return json;
}

function countOf(json: unknown, where: string): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0) {
    throw new ConfigProblem(`${where} must be a whole number from 0`);
  }
  return json;
}
