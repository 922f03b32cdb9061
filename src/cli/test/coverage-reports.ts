/** The reports of `osy test --coverage`. */
import { resolve } from 'node:path';
import { nearest } from '../../diagnostics/suggestions.ts';
import { coverageJson, coverageLcov, coveragePretty } from '../../report/coverage.ts';
import { plainStyle } from '../../report/style.ts';
import { reasonOf } from '../../source/file-system.ts';
import type { Coverage } from '../../testing/coverage/coverage.ts';
import { UsageError } from '../terminal.ts';
import { writeWhole } from '../write-whole.ts';

const kinds = ['text', 'json', 'lcov'] as const;
type Kind = (typeof kinds)[number];

export interface CoverageReport {
  readonly kind: Kind;
  /** As it was typed. */
  readonly shown: string;
}

/** Reads `FORMAT=FILE`. @throws UsageError for what cannot be meant */
export function coverageReports(given: readonly string[]): readonly CoverageReport[] {
  return given.map((text) => {
    const at = text.indexOf('=');
    const shown = text.slice(at + 1);
    if (at <= 0 || shown === '') throw new UsageError(`--coverage-report '${text}' is not of the form FORMAT=FILE`);
    const word = text.slice(0, at);
    const kind = kinds.find((each) => each === word);
    if (kind === undefined) {
      const near = nearest(word, kinds);
      const hint = near === undefined ? `; there are ${kinds.join(', ')}` : `; did you mean '${near}'?`;
      throw new UsageError(`there is no coverage report '${word}'${hint}`);
    }
    return { kind, shown };
  });
}

export function writeCoverage(reports: readonly CoverageReport[], all: readonly Coverage[], cwd: string): void {
  for (const { kind, shown } of reports) {
    try {
      writeWhole(resolve(cwd, shown), textOf(kind, all));
    } catch (error) {
      throw new UsageError(`'${shown}' cannot be written: ${reasonOf(error)}`);
    }
  }
}

function textOf(kind: Kind, all: readonly Coverage[]): string {
  switch (kind) {
    case 'text':
      return coveragePretty(all, plainStyle);
    case 'json':
      return `${JSON.stringify(coverageJson(all), null, 2)}\n`;
    case 'lcov':
      return coverageLcov(all);
    default:
      return kind satisfies never;
  }
}
