/**
 * `[SuppressWarning("name")]` and `// osy-ignore-next-line name` (findings.md): both silence lint and never an error, and one
 * that silences nothing is a finding itself.
 */
import type { Accepted } from '../analysis/app-index.ts';
import { unusedSuppression } from '../diagnostics/catalogue/lint.ts';
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { Program, Suppression } from '../semantics/program.ts';
import type { SourceFile } from '../source/source.ts';
import { withoutSuppression } from './suppression-fix.ts';

export class Suppressions implements Accepted {
  readonly #program: Program;
  readonly #used = new Set<Suppression>();
  readonly #byFunction = new Map<string, Suppression[]>();
  /** By file, then by what they name: of a finding's name and its code, either may be written. */
  readonly #covers = new Map<SourceFile, Map<string, Covers>>();
  readonly #codes: ReadonlyMap<string, string>;

  /** @param codes the catalogue's names by code: either form is accepted */
  constructor(program: Program, codes: ReadonlyMap<string, string>) {
    this.#program = program;
    this.#codes = codes;
    const byFile = new Map<number, Suppression[]>();
    for (const s of program.suppressions) {
      push(byFile, s.file, s);
      if (s.functionKey !== undefined) push(this.#byFunction, s.functionKey, s);
    }
    for (const [number, all] of byFile) {
      const file = program.files[number];
      if (file === undefined) continue;
      const byName = new Map<string, Suppression[]>();
      for (const s of all) push(byName, this.#codes.get(s.rule) ?? s.rule, s);
      this.#covers.set(file, new Map([...byName].map(([name, list]) => [name, new Covers(list)])));
    }
  }

  /** A helper's own reach is accepted: chains through it are not reported. */
  has(functionKey: string, finding: string): boolean {
    const found = this.#byFunction.get(functionKey)?.find((s) => this.#names(s, finding));
    if (found !== undefined) this.#used.add(found);
    return found !== undefined;
  }

  /** Whether a finding is silenced where it stands. */
  silences(d: Diagnostic): boolean {
    if (d.level === 'error') return false;
    const found = this.#covers.get(d.file)?.get(d.name)?.at(d.span.start) ?? [];
    for (const s of found) this.#used.add(s);
    return found.length > 0;
  }

  /** One finding for each suppression that silenced nothing; asked for when everything else was found. */
  unused(): readonly Diagnostic[] {
    const ofThis = (s: Suppression): boolean => this.#names(s, unusedSuppression.name);
    const { suppressions } = this.#program;
    // Those that keep this very finding quiet can only be judged when the others have been.
    const told = this.#tell(suppressions.filter((s) => !ofThis(s))).filter((d) => !this.silences(d));
    return [...told, ...this.#tell(suppressions.filter(ofThis))];
  }

  #tell(suppressions: readonly Suppression[]): readonly Diagnostic[] {
    return suppressions.flatMap((s) => {
      const file = this.#program.files[s.file];
      if (this.#used.has(s) || file === undefined) return [];
      const params = { rule: s.rule, ...this.#misspelt(s.rule) };
      return [diagnose(unusedSuppression, file, s.span, params, { fix: withoutSuppression(file, s) })];
    });
  }

  /** For a name that no rule has, the one that is most like it. */
  #misspelt(name: string): { readonly unknown?: true; readonly nearest?: string } {
    const names = [...this.#codes.values()];
    if (this.#codes.has(name) || names.includes(name)) return {};
    const suggestion = nearest(name, names);
    return { unknown: true, ...(suggestion === undefined ? {} : { nearest: suggestion }) };
  }

  #names(s: Suppression, finding: string): boolean {
    return s.rule === finding || this.#codes.get(s.rule) === finding;
  }
}

/** Suppressions of one finding in one file, found by place. */
class Covers {
  readonly #all: readonly Suppression[];
  /** How far those up to and with each one reach. */
  readonly #ends: readonly number[];

  constructor(all: readonly Suppression[]) {
    this.#all = [...all].sort((a, b) => a.covers.start - b.covers.start);
    let end = 0;
    this.#ends = this.#all.map(({ covers }) => (end = Math.max(end, covers.end)));
  }

  /** Those that cover an offset. */
  at(offset: number): readonly Suppression[] {
    let low = 0;
    let high = this.#all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#all[middle] as Suppression).covers.start <= offset) low = middle + 1;
      else high = middle;
    }
    const found: Suppression[] = [];
    for (let i = low - 1; i >= 0 && (this.#ends[i] as number) > offset; i--) {
      const each = this.#all[i] as Suppression;
      if (offset < each.covers.end) found.push(each);
    }
    return found;
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
