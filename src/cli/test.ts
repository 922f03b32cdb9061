import { lower } from '../definition/lowering.ts';
import { compileErrors } from '../lint/lint.ts';
import { findingsSummary, prettyFindings } from '../report/findings-pretty.ts';
import { testsJson, testsJunit, testsPretty, testsTap } from '../report/tests.ts';
import { runTests, type TestResult } from '../testing/runner.ts';
import { exitCode } from './exit-codes.ts';
import { printNotes, readProject } from './project-input.ts';
import type { Terminal } from './terminal.ts';
import { compilerName } from './version.ts';

export interface TestOptions {
  readonly filter?: string;
  readonly format: 'pretty' | 'json' | 'junit' | 'tap';
  readonly allowNet: readonly string[];
}

/** `osy test [paths…]` */
export async function testCommand(paths: readonly string[], options: TestOptions, terminal: Terminal): Promise<number> {
  const { apps, notes } = await readProject(paths, terminal, { tests: true });
  printNotes(notes, terminal);
  const results: TestResult[] = [];
  let broken = false;
  for (const { program } of apps) {
    const errors = compileErrors(program);
    if (errors.length > 0) {
      broken = true;
      terminal.err(
        `${prettyFindings(errors, terminal.errStyle)}\n${findingsSummary(errors, program.files.length, terminal.errStyle)}; its tests were not run\n`,
      );
      continue;
    }
    const definition = lower(program, { compiler: compilerName, tests: true });
    const given = {
      allowHosts: options.allowNet,
      now: () => performance.now(),
      ...(options.filter === undefined ? {} : { filter: options.filter }),
    };
    results.push(...runTests(definition, given));
  }
  terminal.out(format(results, options.format, terminal));
  if (broken || results.some((r) => r.status === 'failed')) return exitCode.findings;
  if (results.length === 0 && notes.length === 0) {
    terminal.err(
      `${terminal.errStyle.warning('osy:')} no test ${options.filter === undefined ? 'was found: tests are functions with [Test] in *.test.osy' : `matches '${options.filter}'`}\n`,
    );
    return exitCode.usage;
  }
  return notes.length > 0 ? exitCode.usage : exitCode.clean;
}

function format(results: readonly TestResult[], kind: TestOptions['format'], terminal: Terminal): string {
  switch (kind) {
    case 'json':
      return `${JSON.stringify(testsJson(results), null, 2)}\n`;
    case 'junit':
      return testsJunit(results);
    case 'tap':
      return testsTap(results);
    case 'pretty':
      return testsPretty(results, terminal.style);
    default:
      return kind satisfies never;
  }
}
