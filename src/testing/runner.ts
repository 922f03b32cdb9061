/** Runs the tests of a definition (language.md §13): each on its own copy of its fixture's data. */
import type { Definition } from '../definition/document.ts';
import type { TestModel } from '../ir/model.ts';
import { VirtualClock } from '../runtime/clock.ts';
import type { HttpTransport } from '../runtime/http/transport.ts';
import { CompiledProgram } from '../runtime/interpreter/index.ts';
import { EngineAbort, ExceptionValue } from '../runtime/library/values.ts';
import { openEngine } from '../runtime/open.ts';
import type { EngineOptions } from '../runtime/options.ts';
import { assertionFailed, assertLibrary } from './assert.ts';
import type { CoverageCollector } from './coverage/coverage.ts';

export interface TestResult {
  readonly name: string;
  readonly file: string;
  readonly status: 'passed' | 'failed';
  /** Why it failed; empty when it passed. */
  readonly message: string;
  /** Osy frames, innermost first. */
  readonly stack: readonly string[];
  readonly ms: number;
}

export interface RunTestsOptions {
  /** Only tests whose name contains this, or matches it with `*`. */
  readonly filter?: string;
  readonly seed?: number;
  readonly allowHosts?: readonly string[];
  /** Milliseconds, for `ms`; handed in so that the wing has no clock of its own. */
  readonly now: () => number;
  /** What reaches the hosts that are allowed. */
  readonly http?: HttpTransport;
  /** Is told what the tests reach. */
  readonly coverage?: CoverageCollector;
  /** Only the tests of this source, by its index. */
  readonly file?: number;
}

/** The instant at which tests begin unless they set the clock: 2026-01-01T00:00:00Z, in ticks. */
export const testEpoch = 639_028_224_000_000_000n;

export function* runTests(definition: Definition, options: RunTestsOptions): Iterable<TestResult> {
  const wanted = matcher(options.filter);
  const asserts = assertLibrary();
  // One for all of them: engines keep nothing in it.
  const program = new CompiledProgram(definition, options.coverage?.code);
  const engine: EngineOptions = {
    seed: options.seed ?? 1,
    allowHosts: options.allowHosts ?? [],
    provided: (key) => asserts.get(key),
    program,
    ...(options.http === undefined ? {} : { http: options.http }),
    ...(options.coverage === undefined ? {} : { trace: options.coverage.workflows }),
  };
  for (const test of definition.tests ?? []) {
    if (!wanted(test.name) || (options.file !== undefined && test.file !== options.file)) continue;
    const before = options.now();
    const failure = runTest(definition, test, engine);
    const file = definition.sources[test.file]?.path ?? '';
    yield {
      name: test.name,
      file,
      status: failure === undefined ? 'passed' : 'failed',
      message: failure?.message ?? '',
      stack: failure?.stack ?? [],
      ms: options.now() - before,
    };
  }
}

interface Failure {
  readonly message: string;
  readonly stack: readonly string[];
}

function runTest(definition: Definition, test: TestModel, options: EngineOptions): Failure | undefined {
  const engine = openEngine(definition, { ...options, clock: new VirtualClock(testEpoch) });
  try {
    const unit = engine.unit();
    if (test.fixture !== undefined) {
      unit.call(test.fixture);
      unit.commit();
    }
    const run = (): void => {
      unit.call(test.function);
      unit.commit();
    };
    if (test.runas === undefined) run();
    else unit.run((host) => host.runAs(host.principal(test.runas as string), () => run() as undefined));
    unit.close();
    return undefined;
  } catch (error) {
    return failureOf(error);
  } finally {
    engine.close();
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ExceptionValue) {
    const message = error.type === assertionFailed ? error.message : `${error.type}: ${error.message}`;
    return { message, stack: [...error.stack] };
  }
  if (error instanceof EngineAbort) return { message: error.message, stack: [] };
  throw error;
}

function matcher(filter: string | undefined): (name: string) => boolean {
  if (filter === undefined || filter === '') return () => true;
  if (!filter.includes('*')) return (name) => name.includes(filter);
  const pattern = new RegExp(
    `^${filter
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
  return (name) => pattern.test(name);
}
