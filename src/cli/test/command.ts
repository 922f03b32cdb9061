/** `osy test`: the tests of apps, their results, and what they reach. */
import { availableParallelism } from 'node:os';
import { lower } from '../../definition/lowering.ts';
import { compileErrors } from '../../lint/lint.ts';
import { coveragePretty } from '../../report/coverage.ts';
import { findingsSummary, prettyFindings } from '../../report/findings-pretty.ts';
import { testsJson, testsJunit, testsPretty, testsTap } from '../../report/tests.ts';
import type { Program } from '../../semantics/program.ts';
import type { App } from '../../source/project.ts';
import { type Coverage, CoverageCollector } from '../../testing/coverage/coverage.ts';
import type { TestResult } from '../../testing/runner.ts';
import { exitCode } from '../exit-codes.ts';
import { openNetwork } from '../network.ts';
import { printNotes, readProject } from '../project-input.ts';
import type { Terminal } from '../terminal.ts';
import { compilerName } from '../version.ts';
import { runOnChange } from '../watch.ts';
import { coverageReports, writeCoverage } from './coverage-reports.ts';
import { runFiles } from './files.ts';

export interface TestOptions {
  readonly filter?: string;
  readonly format: 'pretty' | 'json' | 'junit' | 'tap';
  readonly allowNet: readonly string[];
  readonly coverage?: boolean;
  /** `FORMAT=FILE` */
  readonly coverageReport?: readonly string[];
  /** Threads at most; by default as many as the machine has processors. */
  readonly jobs?: number;
  readonly watch?: boolean;
}

/** `osy test [paths…]`; `stop` ends a watch. */
export async function testCommand(
  paths: readonly string[],
  options: TestOptions,
  terminal: Terminal,
  stop?: AbortSignal,
): Promise<number> {
  const once = (): Promise<number> => testOnce(paths, options, terminal);
  return options.watch === true ? runOnChange(paths, terminal, once, stop) : once();
}

interface Tested {
  readonly results: readonly TestResult[];
  readonly coverage: Coverage | undefined;
}

async function testOnce(paths: readonly string[], options: TestOptions, terminal: Terminal): Promise<number> {
  const reports = coverageReports(options.coverageReport ?? []);
  const { apps, notes } = await readProject(paths, terminal, { tests: true });
  printNotes(notes, terminal);
  const tested: Tested[] = [];
  let broken = false;
  for (const { app, program } of apps) {
    const each = await testApp(askedTests(app, program), {
      ...options,
      coverage: options.coverage === true || reports.length > 0,
    });
    if (each !== undefined) tested.push(each);
    else {
      broken = true;
      reportErrors(program, terminal);
    }
  }
  const results = tested.flatMap((t) => t.results);
  terminal.out(format(results, options.format, terminal));
  const coverage = tested.flatMap((t) => t.coverage ?? []);
  writeCoverage(reports, coverage, terminal.cwd);
  if (options.coverage === true && coverage.length > 0) {
    // Standard output belongs to the results where a machine reads them.
    if (options.format === 'pretty') terminal.out(`\n${coveragePretty(coverage, terminal.style)}`);
    else terminal.err(coveragePretty(coverage, terminal.errStyle));
  }
  if (broken || results.some((r) => r.status === 'failed')) return exitCode.findings;
  if (results.length === 0 && notes.length === 0) {
    terminal.err(
      `${terminal.errStyle.warning('osy:')} no test ${options.filter === undefined ? 'was found: tests are functions with [Test] in *.test.osy' : `matches '${options.filter}'`}\n`,
    );
    return exitCode.usage;
  }
  return notes.length > 0 ? exitCode.usage : exitCode.clean;
}

/** Undefined for an app that does not compile. */
/** Where test files were named, their tests alone. */
function askedTests({ asked, testFiles }: App, program: Program): Program {
  if (asked === undefined || !testFiles.some((file) => asked.has(file.path))) return program;
  const tests = program.app.tests.filter((test) => asked.has(program.files[test.file]?.path ?? ''));
  return { ...program, app: { ...program.app, tests } };
}

async function testApp(program: Program, options: TestOptions): Promise<Tested | undefined> {
  if (compileErrors(program).length > 0) return undefined;
  const definition = lower(program, { compiler: compilerName, tests: true });
  const plan = {
    definition,
    filter: options.filter,
    allowHosts: options.allowNet,
    coverage: options.coverage === true,
  };
  const network = options.allowNet.length === 0 ? undefined : await openNetwork();
  const outcomes = await runFiles(plan, network, { jobs: options.jobs ?? availableParallelism() });
  const collector = new CoverageCollector();
  for (const { visits } of outcomes) if (visits !== undefined) collector.addAll(visits);
  return {
    results: outcomes.flatMap((o) => o.results),
    coverage: plan.coverage ? collector.report(definition) : undefined,
  };
}

function reportErrors(program: Program, { err, errStyle }: Terminal): void {
  const errors = compileErrors(program);
  err(
    `${prettyFindings(errors, errStyle)}\n${findingsSummary(errors, program.files.length, errStyle)}; its tests were not run\n`,
  );
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
