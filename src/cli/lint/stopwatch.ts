/** `--stats`: how long each pass and each finding takes. */
import type { Measure } from '../../diagnostics/measure.ts';
import type { LintStats } from '../../report/lint-report.ts';

export class Stopwatch {
  readonly #begin = performance.now();
  readonly #times = { pass: new Map<string, number>(), finding: new Map<string, number>() };
  #hits = 0;
  #misses = 0;

  /** Several apps add up. */
  readonly measure: Measure = (kind, name, run) => {
    const start = performance.now();
    try {
      return run();
    } finally {
      this.#add(kind, name, performance.now() - start);
    }
  };

  async measureAsync<T>(name: string, run: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await run();
    } finally {
      this.#add('pass', name, performance.now() - start);
    }
  }

  cached(hit: boolean): void {
    if (hit) this.#hits++;
    else this.#misses++;
  }

  stats(size: { readonly files: number; readonly lines: number; readonly cache: boolean }): LintStats {
    const rows = (times: ReadonlyMap<string, number>) => [...times].map(([name, ms]) => ({ name, ms: rounded(ms) }));
    return {
      files: size.files,
      lines: size.lines,
      totalMs: rounded(performance.now() - this.#begin),
      passes: rows(this.#times.pass),
      findings: rows(this.#times.finding),
      cache: size.cache ? { hits: this.#hits, misses: this.#misses } : null,
      // Kilobytes on every system that node knows.
      peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  }

  #add(kind: 'pass' | 'finding', name: string, ms: number): void {
    const times = this.#times[kind];
    times.set(name, (times.get(name) ?? 0) + ms);
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
