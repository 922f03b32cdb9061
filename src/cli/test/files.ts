/** Runs the tests of an app file by file: in this thread, and in others once it shows that it takes time. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Definition } from '../../definition/document.ts';
import type { HttpTransport } from '../../runtime/http/transport.ts';
import { CoverageCollector, type Visits } from '../../testing/coverage/coverage.ts';
import { runTests, type TestResult } from '../../testing/runner.ts';

/** What every thread needs to know. */
export interface TestPlan {
  readonly definition: Definition;
  readonly filter: string | undefined;
  readonly allowHosts: readonly string[];
  readonly coverage: boolean;
}

/** The results of one file's tests, and what they reached. */
export interface FileOutcome {
  readonly file: number;
  readonly results: readonly TestResult[];
  readonly visits: Visits | undefined;
}

export interface Threads {
  /** At most. */
  readonly jobs: number;
  /** What is done sooner than this is not worth the start of a thread. Milliseconds. */
  readonly soon?: number;
  /** The bundle of `worker.ts`; where it is missing, as when the sources run, there are no threads. */
  readonly program?: string;
}

const bundled = fileURLToPath(new URL('./test-worker.js', import.meta.url));

/** The outcomes in the order of the files. */
export async function runFiles(
  plan: TestPlan,
  network: HttpTransport | undefined,
  { jobs, soon = 300, program = bundled }: Threads,
): Promise<readonly FileOutcome[]> {
  const files = [...new Set((plan.definition.tests ?? []).map((t) => t.file))];
  const outcomes: FileOutcome[] = [];
  const began = performance.now();
  const threads = jobs > 1 && existsSync(program);
  for (let next = 0; next < files.length; next++) {
    if (threads && next < files.length - 1 && performance.now() - began > soon) {
      outcomes.push(...(await inThreads(plan, files.slice(next), jobs, program)));
      break;
    }
    outcomes.push(runFile(plan, files[next] as number, network));
  }
  return outcomes.sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file));
}

export function runFile(plan: TestPlan, file: number, network: HttpTransport | undefined): FileOutcome {
  const coverage = plan.coverage ? new CoverageCollector() : undefined;
  const results = [
    ...runTests(plan.definition, {
      file,
      allowHosts: plan.allowHosts,
      now: () => performance.now(),
      ...(plan.filter === undefined ? {} : { filter: plan.filter }),
      ...(network === undefined ? {} : { http: network }),
      ...(coverage === undefined ? {} : { coverage }),
    }),
  ];
  return { file, results, visits: coverage?.visits() };
}

/** Each thread takes the next file when it has done one. */
async function inThreads(
  plan: TestPlan,
  files: readonly number[],
  jobs: number,
  program: string,
): Promise<readonly FileOutcome[]> {
  const waiting = [...files];
  const outcomes: FileOutcome[] = [];
  const one = async (): Promise<void> => {
    const worker = new Worker(program, { workerData: plan });
    try {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        outcomes.push(await answer(worker, file));
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, one));
  return outcomes;
}

function answer(worker: Worker, file: number): Promise<FileOutcome> {
  return new Promise((done, failed) => {
    worker.once('error', failed);
    worker.once('message', (outcome: FileOutcome) => {
      worker.off('error', failed);
      done(outcome);
    });
    worker.postMessage(file);
  });
}
