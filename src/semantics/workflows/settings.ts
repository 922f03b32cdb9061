/** Reading `Name = value;` settings: which there are, each at most once, and the values that must be known when compiling. */
import { duplicateItem, settingValue, unknownSetting } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { Expression, Setting } from '../../syntax/tree.ts';
import type { DeclarationChecker } from '../declaration-checker.ts';
import { unwrap } from './places.ts';

/** Where settings stand, for messages. */
export interface SettingsPlace {
  readonly checker: DeclarationChecker;
  readonly file: number;
  /** `workflow 'LoanRun'`, `\`Expire\` of state 'Open'` */
  readonly describe: string;
}

/** The settings of one place by name. */
export class Settings {
  readonly #place: SettingsPlace;
  readonly #byName = new Map<string, Setting>();
  readonly #misspelt = new Set<string>();
  /** Settings that are not among the known ones, where the place takes any. */
  readonly others: readonly Setting[];

  /**
   * Reports a setting that is written twice, and one that is not `known`.
   * @param open any other setting is taken too
   */
  constructor(place: SettingsPlace, settings: readonly Setting[], known: readonly string[], open = false) {
    this.#place = place;
    const others: Setting[] = [];
    for (const setting of settings) {
      const name = setting.name.name;
      // The parser has said already that there is no name.
      if (name === '') continue;
      if (!open && !known.includes(name)) {
        const meant = nearest(name, known);
        if (meant !== undefined) this.#misspelt.add(meant);
        this.#report(setting, unknownSetting, { name, of: place.describe, nearest: meant, known });
      } else if (this.#byName.has(name) || others.some((other) => other.name.name === name)) {
        this.#report(setting, duplicateItem, { word: name, place: place.describe });
      } else if (known.includes(name)) this.#byName.set(name, setting);
      else others.push(setting);
    }
    this.others = others;
  }

  get(name: string): Setting | undefined {
    return this.#byName.get(name);
  }

  /** Neither written nor, by the look of it, misspelt: that has been told already. */
  isMissing(name: string): boolean {
    return !this.#byName.has(name) && !this.#misspelt.has(name);
  }

  value(name: string): Expression | undefined {
    const value = this.#byName.get(name)?.value;
    return value?.kind === 'MissingExpression' ? undefined : value;
  }

  /** `true` or `false`, written out. */
  flag(name: string, why: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const plain = unwrap(value);
    if (plain.kind === 'BoolLiteral') return plain.value;
    this.wrong(value, name, '`true` or `false`', why);
    return undefined;
  }

  /** A name, perhaps with what it belongs to before it: `Requested`, `LoanStatus.Requested`. */
  name(name: string, expected: string, why: string): { readonly name: string; readonly at: Expression } | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const last = lastName(value);
    if (last !== undefined) return { name: last, at: value };
    this.wrong(value, name, expected, why);
    return undefined;
  }

  /** A string that is written out. */
  text(name: string, why: string): { readonly text: string; readonly at: Expression } | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const plain = unwrap(value);
    if (plain.kind === 'StringLiteral') return { text: plain.value, at: value };
    this.wrong(value, name, 'a text in quotes', why);
    return undefined;
  }

  wrong(at: Expression, name: string, expected: string, why: string): void {
    const { checker, file } = this.#place;
    checker.report(diagnose(settingValue, checker.source(file), at, { name, expected, why }));
  }

  #report<P>(setting: Setting, row: Parameters<typeof diagnose<P>>[0], params: P): void {
    const { checker, file } = this.#place;
    checker.report(diagnose(row, checker.source(file), setting.name, params));
  }
}

export function lastName(expression: Expression): string | undefined {
  const plain = unwrap(expression);
  if (plain.kind === 'Name') return plain.name.name === '' ? undefined : plain.name.name;
  if (plain.kind === 'MemberAccess') return plain.name.name === '' ? undefined : plain.name.name;
  return undefined;
}
