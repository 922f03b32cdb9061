/** What a user makes of a finding's level: `off`, or another level of lint. A compile rule's `error` stays what it is. */
import { allRules, ruleByName } from '../diagnostics/catalogue/index.ts';
import type { Diagnostic, Level, Rule } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';

export const levelSettings = ['off', 'consider', 'should', 'must'] as const;
export type LevelSetting = (typeof levelSettings)[number];

/** By a finding's kebab-case name. */
export type Levels = ReadonlyMap<string, LevelSetting>;

export type Read<T> = { readonly value: T } | { readonly problem: string };

/** `name=level` of `--level`. */
export function readLevelOption(text: string): Read<readonly [name: string, level: LevelSetting]> {
  const at = text.indexOf('=');
  if (at < 0) return { problem: `'${text}' is not of the form name=level, as in network-answer-unchecked=must` };
  return readLevel(text.slice(0, at).trim(), text.slice(at + 1).trim());
}

/** A finding's name, in either form, and its level. */
export function readLevel(name: string, level: unknown): Read<readonly [name: string, level: LevelSetting]> {
  const rule = ruleByName(name);
  if (rule === undefined) return { problem: unknownFinding(name) };
  if (!isLevelSetting(level)) {
    const shown = typeof level === 'string' ? `'${level}'` : JSON.stringify(level);
    const hint = typeof level === 'string' ? meant(nearest(level, levelSettings)) : '';
    return { problem: `${shown} is no level for '${rule.name}'${hint}; levels are ${levelSettings.join(', ')}` };
  }
  if (isCompileRule(rule)) {
    return {
      problem: `'${rule.name}' is a compile rule (error): without it the app could not run, so its level cannot be changed`,
    };
  }
  return { value: [rule.name, level] };
}

export function unknownFinding(name: string): string {
  const names = allRules.map((rule) => rule.name);
  const codes = allRules.map((rule) => rule.code);
  const near = nearest(name, names) ?? (/^osy\d/i.test(name) ? nearest(name.toUpperCase(), codes) : undefined);
  return `there is no finding '${name}'${meant(near)}`;
}

/** A name that some rule reports as an error: lint's rules never share one with the compiler's. */
function isCompileRule(rule: Rule): boolean {
  return allRules.some((each) => each.name === rule.name && each.level === 'error');
}

function isLevelSetting(value: unknown): value is LevelSetting {
  return levelSettings.some((each) => each === value);
}

function meant(near: string | undefined): string {
  return near === undefined ? '' : `; did you mean '${near}'?`;
}

/** The finding at the level that is set for it; undefined where it is off. An error passes unchanged, whatever is set. */
export function atLevel(diagnostic: Diagnostic, setting: LevelSetting | undefined): Diagnostic | undefined {
  if (diagnostic.level === 'error' || setting === undefined) return diagnostic;
  if (setting === 'off') return undefined;
  return diagnostic.level === setting ? diagnostic : { ...diagnostic, level: setting };
}

/** Every rule's level by its name, as set. */
export function effectiveLevels(levels: Levels): Readonly<Record<string, Level | 'off'>> {
  return Object.fromEntries(allRules.map((rule) => [rule.name, levels.get(rule.name) ?? rule.level]));
}
