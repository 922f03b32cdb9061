/** `osy runs`: what is in a database, and mending what has faulted. */
import type { ExceptionValue } from '../runtime/library/values.ts';
import { refusalCode } from '../runtime/refusals.ts';
import type { Inspector, RunDetail } from '../stores/inspect/inspector.ts';
import type { RunStatus } from '../stores/records.ts';
import { inspectDatabase, refusing } from './database.ts';
import { exitCode } from './exit-codes.ts';
import { readRunnable } from './run/input.ts';
import { type EngineChoices, openFor } from './run/run.ts';
import { runsJson, statusNames } from './runs/json.ts';
import { runPretty, runsPretty } from './runs/pretty.ts';
import { type Terminal, UsageError } from './terminal.ts';

export interface RunsOptions {
  readonly db: string;
  readonly format: 'text' | 'json';
}

export interface RunsListOptions extends RunsOptions {
  readonly workflow?: string;
  /** A word of `statusNames`. */
  readonly status?: string;
  readonly row?: string;
  readonly limit: number;
}

/** `osy runs ls` */
export async function runsList(options: RunsListOptions, terminal: Terminal): Promise<number> {
  return looking(options, terminal, (inspector) => {
    const counts = inspector.counts();
    const filtered = options.workflow !== undefined || options.status !== undefined || options.row !== undefined;
    const runs = inspector.runs({
      workflow: options.workflow,
      status: statusOf(options.status),
      row: options.row,
      take: options.limit,
    });
    terminal.out(
      options.format === 'json' ? json(runsJson(runs, counts)) : runsPretty(runs, counts, filtered, terminal.style),
    );
    return exitCode.clean;
  });
}

/** `osy runs show RUN` */
export async function runsShow(id: number, options: RunsOptions, terminal: Terminal): Promise<number> {
  return looking(options, terminal, (inspector) => {
    show(inspector, id, options, terminal);
    return exitCode.clean;
  });
}

function show(inspector: Inspector, id: number, options: RunsOptions, terminal: Terminal): RunDetail {
  const run = inspector.run(id);
  if (run === undefined) throw new UsageError(`there is no run ${id} in the database`);
  terminal.out(options.format === 'json' ? json(runsJson([run], inspector.counts())) : runPretty(run, terminal.style));
  return run;
}

/** `osy runs retry RUN [project]`: exit code 1 when the run is faulted again. */
export async function runsRetry(
  id: number,
  path: string,
  options: RunsOptions & EngineChoices,
  terminal: Terminal,
): Promise<number> {
  return mending(id, path, options, terminal, 'retry');
}

/** `osy runs cancel RUN [project]`: its own cancel arm runs, or it ends where it is. */
export async function runsCancel(
  id: number,
  path: string,
  options: RunsOptions & EngineChoices,
  terminal: Terminal,
): Promise<number> {
  return mending(id, path, options, terminal, 'cancel');
}

async function mending(
  id: number,
  path: string,
  options: RunsOptions & EngineChoices,
  terminal: Terminal,
  what: 'retry' | 'cancel',
): Promise<number> {
  // A database that is not there must not be made by asking for a run in it.
  await looking(options, terminal, (inspector) => {
    if (inspector.run(id) === undefined) throw new UsageError(`there is no run ${id} in the database`);
  });
  const runnable = await readRunnable(path, terminal);
  if (runnable === undefined) return exitCode.findings;
  const engine = await openFor(runnable, options, terminal);
  try {
    await refusing(() => (what === 'retry' ? engine.retryRun(id) : engine.cancelRun(id)));
  } catch (error) {
    if (refusalCode(error) === undefined) throw error;
    throw new UsageError((error as ExceptionValue).message);
  } finally {
    engine.close();
  }
  return looking(options, terminal, (inspector) => {
    const run = show(inspector, id, options, terminal);
    const done = what === 'retry' ? run.status !== 'F' : run.status === 'C';
    return done ? exitCode.clean : exitCode.findings;
  });
}

async function looking<T>(options: RunsOptions, terminal: Terminal, look: (inspector: Inspector) => T): Promise<T> {
  const { inspector, close } = await inspectDatabase(options.db, terminal);
  try {
    return await refusing(() => look(inspector));
  } finally {
    close();
  }
}

function statusOf(word: string | undefined): RunStatus | undefined {
  return Object.entries(statusNames).find(([, name]) => name === word)?.[0] as RunStatus | undefined;
}

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
