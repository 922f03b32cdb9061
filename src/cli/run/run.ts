/** `osy run`: a function, a script, standard input, or a prompt, on an engine of its own. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { findingsSummary, prettyFindings } from '../../report/findings-pretty.ts';
import { PrettyTrace } from '../../report/trace-pretty.ts';
import { ticksOfDate, VirtualClock } from '../../runtime/clock.ts';
import type { Engine } from '../../runtime/engine.ts';
import type { Host } from '../../runtime/host.ts';
import type { LogEntry } from '../../runtime/interpreter/host.ts';
import { InvalidIrError } from '../../runtime/interpreter/index.ts';
import { EngineAbort, ExceptionValue } from '../../runtime/library/values.ts';
import { openEngine } from '../../runtime/open.ts';
import type { EngineOptions } from '../../runtime/options.ts';
import { TraceBuffer, type TraceSink, traceLine } from '../../runtime/trace.ts';
import type { UnitOfWork } from '../../runtime/unit.ts';
import { reasonOf } from '../../source/file-system.ts';
import { SourceFile } from '../../source/source.ts';
import { StoreConflict, StoreError } from '../../stores/contract.ts';
import { assertLibrary } from '../../testing/assert.ts';
import { openStore } from '../database.ts';
import { type Evaluation, ScriptSession } from '../eval/evaluate.ts';
import { showValue } from '../eval/show.ts';
import { exitCode } from '../exit-codes.ts';
import { instantOf } from '../instant.ts';
import { openNetwork } from '../network.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { functionCall } from './arguments.ts';
import { explainDelivery } from './explain.ts';
import { type Runnable, readRunnable } from './input.ts';
import { prompt } from './prompt.ts';

/** What an engine is opened with, whichever verb opens it. */
export interface EngineChoices {
  readonly db?: string;
  /** An instant, ISO 8601. */
  readonly start?: string;
  readonly seed: number;
  readonly allowNet: readonly string[];
}

export interface RunOptions extends EngineChoices {
  readonly arg: readonly string[];
  readonly script?: string;
  readonly trace?: boolean;
  readonly format: 'pretty' | 'jsonl';
  readonly as?: string;
  /** The number of a delivery. */
  readonly explain?: number;
}

/** `osy run PROJECT|FILE.osy.json [Function]` */
export async function runCommand(
  path: string,
  fn: string | undefined,
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  if (fn !== undefined && options.script !== undefined) throw new UsageError('name a function or a --script, not both');
  if (fn === undefined && options.arg.length > 0)
    throw new UsageError('--arg belongs to a function: osy run PROJECT FUNCTION --arg name=value');
  if (options.format === 'jsonl' && options.trace !== true)
    throw new UsageError('--format jsonl is a form of the trace: add --trace');
  const runnable = await readRunnable(path, terminal);
  if (runnable === undefined) return exitCode.findings;
  const source = fn === undefined ? await scriptOf(options, terminal) : functionSource(runnable, fn, options);
  if (source === undefined && options.explain !== undefined)
    throw new UsageError('--explain tells of a script or a function that has run: name one');
  const told = options.explain === undefined ? undefined : new TraceBuffer();
  const sink = traceSink(options, terminal, told);
  const engine = await openFor(withScript(runnable, source), options, terminal, sink);
  try {
    const session = new ScriptSession(await runnable.units(), engine.program, runnable.definition.sources.length);
    const runner = new Runner(engine, session, options, terminal, runnable.fromSource);
    if (source === undefined) return await prompt(runner, terminal);
    // The call was put together from the command line: an expression in it that does not fit is wrong usage.
    if (fn !== undefined && refusesInput(session.check(source.text, source.path).diagnostics, terminal))
      return exitCode.usage;
    const done = runner.input(source.text, source.path);
    if (told !== undefined) explainDelivery(options.explain as number, told.events, engine, terminal);
    return done ? exitCode.clean : exitCode.findings;
  } finally {
    engine.close();
  }
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** The script's lines stand behind the app's, so that stack frames can name them. */
function withScript(runnable: Runnable, source: Source | undefined): Runnable {
  const script = new SourceFile(source?.path ?? '<prompt>', source?.text ?? '');
  const sources = [...runnable.definition.sources, { path: script.path, sha256: '', lines: script.lineStarts }];
  return { ...runnable, definition: { ...runnable.definition, sources } };
}

function functionSource({ definition }: Runnable, name: string, options: RunOptions): Source {
  return { path: '<command line>', text: functionCall(definition, name, options.arg).source };
}

async function scriptOf(options: RunOptions, terminal: Terminal): Promise<Source | undefined> {
  if (options.script !== undefined) {
    const path = resolve(terminal.cwd, options.script);
    try {
      return { path: options.script, text: decode(readFileSync(path), options.script) };
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`'${options.script}' cannot be read: ${reasonOf(error)}`);
    }
  }
  if (terminal.interactive) return undefined;
  return { path: '<stdin>', text: decode(await terminal.readStdin(), 'standard input') };
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8`);
  }
}

/** Opens an engine for a command line. @throws UsageError when its database or one of its options is refused */
export async function openFor(
  runnable: Runnable,
  options: EngineChoices,
  terminal: Terminal,
  trace?: TraceSink,
): Promise<Engine> {
  const asserts = assertLibrary();
  const engineOptions: EngineOptions = {
    clock: new VirtualClock(startOf(options)),
    seed: options.seed,
    allowHosts: options.allowNet,
    provided: (key) => asserts.get(key),
    secrets: (name) => process.env[`OSY_SECRET_${name}`],
    log: (entry) => {
      if (trace === undefined) terminal.err(`${logLine(entry, terminal)}\n`);
    },
    ...(trace === undefined ? {} : { trace }),
    ...(options.db === undefined ? {} : { store: await openStore(options.db, terminal) }),
    ...(options.allowNet.length === 0 ? {} : { http: await openNetwork() }),
  };
  try {
    return openEngine(runnable.definition, engineOptions);
  } catch (error) {
    if (error instanceof StoreError) throw new UsageError(error.message);
    throw error;
  }
}

/** Whole seconds: the instant at which this run begins unless `--start` names one. */
function startOf(options: EngineChoices): bigint {
  if (options.start === undefined) {
    const now = new Date();
    now.setMilliseconds(0);
    return ticksOfDate(now);
  }
  return instantOf('--start', options.start);
}

/** Prints the errors of an input, and tells whether there are any. */
function refusesInput(diagnostics: readonly Diagnostic[], { err, errStyle }: Terminal): boolean {
  const errors = diagnostics.filter((d) => d.level === 'error');
  if (errors.length === 0) return false;
  err(`${prettyFindings(errors, errStyle)}\n${findingsSummary(errors, 1, errStyle)}; nothing was run\n`);
  return true;
}

/** `told` gets every event as well. */
function traceSink(options: RunOptions, terminal: Terminal, told: TraceBuffer | undefined): TraceSink | undefined {
  const shown = options.trace === true ? shownTrace(options, terminal) : undefined;
  if (told === undefined || shown === undefined) return told ?? shown;
  return {
    event: (event) => {
      told.event(event);
      shown.event(event);
    },
  };
}

function shownTrace(options: RunOptions, terminal: Terminal): TraceSink {
  if (options.format === 'jsonl') return { event: (event) => terminal.out(`${traceLine(event)}\n`) };
  return new PrettyTrace(terminal.out, terminal.style);
}

function logLine(entry: LogEntry, terminal: Terminal): string {
  const { errStyle } = terminal;
  const paint = entry.level === 'error' ? errStyle.error : entry.level === 'warning' ? errStyle.warning : errStyle.note;
  const thrown =
    entry.exception instanceof ExceptionValue ? ` — ${entry.exception.type}: ${entry.exception.message}` : '';
  return `${paint(entry.level)} ${entry.message}${thrown}`;
}

/** Runs inputs one after another in one unit of work; each commits what it wrote. */
export class Runner {
  readonly #engine: Engine;
  readonly #unit: UnitOfWork;
  readonly #session: ScriptSession;
  readonly #options: RunOptions;
  readonly #terminal: Terminal;
  readonly #fromSource: boolean;

  /** @param fromSource osy has made the definition itself, so that what is wrong in it is a fault of osy */
  constructor(engine: Engine, session: ScriptSession, options: RunOptions, terminal: Terminal, fromSource: boolean) {
    this.#engine = engine;
    this.#unit = engine.unit();
    this.#session = session;
    this.#options = options;
    this.#terminal = terminal;
    this.#fromSource = fromSource;
  }

  /** Whether more lines belong to the input. */
  incomplete(text: string): boolean {
    return this.#session.incomplete(text);
  }

  /** An input of the prompt, where the last `;` may be left out. */
  line(text: string): boolean {
    return this.input(this.#session.completed(text), '<prompt>');
  }

  /** Checks and runs an input, commits, prints its value; tells whether all went well. */
  input(text: string, path: string): boolean {
    return this.#guard(() => {
      const evaluation = this.#unit.run((host) => this.#asPrincipal(host, () => this.#session.run(text, host, path)));
      if (refusesInput(evaluation.diagnostics, this.#terminal)) return false;
      this.#unit.commit();
      this.#unit.run((host) => this.#print(evaluation, host));
      // What fell due while nobody had the store open, with the stubs of the input in place.
      if (this.#options.db !== undefined) this.#engine.settle();
      return true;
    });
  }

  #asPrincipal(host: Host, run: () => Evaluation): Evaluation {
    const name = this.#options.as;
    if (name === undefined) return run();
    const principals = this.#engine.definition.principals.map((p) => p.name);
    if (!principals.includes(name)) {
      throw new UsageError(
        `--as takes a principal of the app, not '${name}'${principals.length > 0 ? `; there are ${principals.join(', ')}` : '; it declares none'}`,
      );
    }
    let evaluation: Evaluation | undefined;
    host.runAs(host.principal(name), () => {
      evaluation = run();
      return null;
    });
    return evaluation as Evaluation;
  }

  #print({ result }: Evaluation, host: Host): void {
    if (result === undefined) return;
    // In the machine format standard output holds nothing but events.
    const print =
      this.#options.format === 'jsonl' && this.#options.trace === true ? this.#terminal.err : this.#terminal.out;
    print(`${showValue(result.value, result.t, host, (entity) => this.#fieldsOf(entity))}\n`);
  }

  /** The members of an entity, those of its bases first. */
  #fieldsOf(entity: string): readonly { readonly name: string; readonly t: string }[] {
    const { entities } = this.#engine.definition.types;
    const model = entities.find((e) => e.name === entity);
    if (model === undefined) return [];
    return [
      ...(model.base === undefined ? [] : this.#fieldsOf(model.base)),
      ...model.fields.filter((f) => f.collection === undefined),
    ];
  }

  /** What leaves an input is told, and nothing of the input since its last commit is kept. */
  #guard(run: () => boolean): boolean {
    try {
      return run();
    } catch (error) {
      if (error instanceof ExceptionValue) this.#failed(`${error.type}: ${error.message}`, error.stack);
      else if (error instanceof EngineAbort) this.#failed(error.message, []);
      else if (error instanceof StoreConflict) this.#failed(`${error.message}; nothing of this is kept`, []);
      else if (error instanceof StoreError) throw new UsageError(error.message);
      else if (error instanceof InvalidIrError) {
        // What osy has just made of sources is its own to answer for.
        if (this.#fromSource) throw error.cause ?? error;
        throw new UsageError(`the definition is refused: ${error.message}`);
      } else throw error;
      this.#unit.discard();
      return false;
    }
  }

  #failed(message: string, stack: readonly string[]): void {
    const { errStyle } = this.#terminal;
    this.#terminal.err(`${errStyle.error('failed:')} ${message}\n`);
    for (const frame of stack) this.#terminal.err(errStyle.dim(`  at ${frame}\n`));
  }
}
