/**
 * `[SuppressWarning("name")]` and `// osy-ignore-next-line name` (findings.md): both silence lint and never an error, and one
 * that silences nothing is a finding itself.
 */
import type { Accepted } from '../analysis/app-index.ts';
import { unusedSuppression } from '../diagnostics/catalogue/lint.ts';
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { Program, Suppression } from '../semantics/program.ts';
import { withoutSuppression } from './suppression-fix.ts';

export class Suppressions implements Accepted {
  readonly #program: Program;
  readonly #used = new Set<Suppression>();
  readonly #byFunction = new Map<string, Suppression[]>();
  readonly #byFile = new Map<number, Suppression[]>();
  readonly #codes: ReadonlyMap<string, string>;

  /** @param codes the catalogue's names by code: either form is accepted */
  constructor(program: Program, codes: ReadonlyMap<string, string>) {
    this.#program = program;
    this.#codes = codes;
    for (const s of program.suppressions) {
      push(this.#byFile, s.file, s);
      if (s.functionKey !== undefined) push(this.#byFunction, s.functionKey, s);
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
    const file = this.#program.files.indexOf(d.file);
    const found =
      this.#byFile
        .get(file)
        ?.filter((s) => this.#names(s, d.name) && s.covers.start <= d.span.start && d.span.start < s.covers.end) ?? [];
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

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
