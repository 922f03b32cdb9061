/** `osy eval`: statements and expressions checked and run on their own, or against an app (language.md §4). */
import { gotoOutsideWorkflow } from '../../diagnostics/catalogue/workflows.ts';
import { compareDiagnostics, type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import type { Body, IrType } from '../../ir/ir.ts';
import { type BodyOutcome, CompiledProgram, type RuntimeHost } from '../../runtime/interpreter/index.ts';
import type { Ref, Value } from '../../runtime/library/values.ts';
import { checkScript, emptyScriptState, type ScriptState } from '../../semantics/bodies/scripts.ts';
import type { CheckContext } from '../../semantics/context.ts';
import { type Declarations, declare } from '../../semantics/declarations.ts';
import { displayType, voidType } from '../../semantics/type-table.ts';
import { SourceFile } from '../../source/source.ts';
import { parse, parseScript } from '../../syntax/parse.ts';
import type { CompilationUnit } from '../../syntax/tree.ts';

export interface Evaluation {
  /** Of the script; it was not run where one of them is an error. */
  readonly diagnostics: readonly Diagnostic[];
  /** Brackets, a comment or a string are open still: more may follow. */
  readonly incomplete: boolean;
  /** Undefined where the script was not run, or gives no value. */
  readonly result: { readonly value: Value; readonly t: IrType; readonly type: string } | undefined;
}

/** What runs a body: the interpreter's program, or an engine's. */
interface BodyRunner {
  body(body: Body, name?: string): (host: RuntimeHost, args: readonly Value[]) => BodyOutcome;
}

/** A session of inputs that share their locals. What an input throws reaches the caller. */
export class ScriptSession {
  readonly #program: BodyRunner;
  readonly #fileNumber: number;
  readonly #declarations: Declarations;
  readonly #files: SourceFile[];
  readonly #slot: number;
  readonly #values = new Map<number, Value>();
  #state: ScriptState = emptyScriptState;

  /**
   * @param units of the app that the inputs are asked against; none for the language alone
   * @param program runs the inputs: it must hold what the units declare
   * @param fileNumber the inputs' number among the program's sources
   */
  constructor(units: readonly CompilationUnit[], program: BodyRunner, fileNumber = units.length) {
    // The inputs have a place of their own after the app's files, which each of them takes in turn.
    const script = new SourceFile('<script>', '');
    this.#files = [...units.map((unit) => unit.file), script];
    this.#slot = units.length;
    this.#declarations = declare([...units, parse(script).unit], this.#files);
    this.#program = program;
    this.#fileNumber = fileNumber;
  }

  /** Brackets, a comment or a string are open still: the input goes on. */
  incomplete(text: string): boolean {
    return parseScript(new SourceFile('<script>', text)).incomplete;
  }

  /** The input with the `;` that a line at a prompt may leave out. */
  completed(text: string): string {
    const broken = (input: string): boolean => parseScript(new SourceFile('<script>', input)).diagnostics.length > 0;
    return broken(text) && !broken(`${text};`) ? `${text};` : text;
  }

  /** Checks an input and runs it on `host`. */
  run(text: string, host: RuntimeHost, path = '<script>'): Evaluation {
    const { body, type, t, diagnostics, incomplete, state } = this.#check(text, path);
    if (diagnostics.some((d) => d.level === 'error')) return { diagnostics, incomplete, result: undefined };
    this.#state = state;
    const refs = body.params.map(({ id }) => this.#ref(id));
    const outcome = this.#program.body({ ...body, file: this.#fileNumber }, 'script')(host, refs);
    const value = outcome.goto === undefined ? outcome.value : null;
    return { diagnostics, incomplete, result: t === 'void' ? undefined : { value, t, type } };
  }

  /** Only what is wrong, and the type of the value. */
  check(text: string, path = '<script>'): { readonly diagnostics: readonly Diagnostic[]; readonly type: string } {
    const { diagnostics, type } = this.#check(text, path);
    return { diagnostics, type };
  }

  #check(
    text: string,
    path: string,
  ): {
    readonly body: Body;
    readonly type: string;
    readonly t: IrType;
    readonly diagnostics: readonly Diagnostic[];
    readonly incomplete: boolean;
    readonly state: ScriptState;
  } {
    const file = new SourceFile(path, text);
    this.#files[this.#slot] = file;
    const parsed = parseScript(file);
    const diagnostics: Diagnostic[] = [...parsed.diagnostics];
    const context: CheckContext = {
      declarations: this.#declarations,
      trackedFields: new Map(),
      report: (diagnostic) => diagnostics.push(diagnostic),
    };
    const { body, type, state } = checkScript(context, {
      file: this.#slot,
      statements: parsed.statements,
      trailing: parsed.trailing,
      state: this.#state,
      goto: {
        allowed: false,
        refuse: (_file, span) => diagnose(gotoOutsideWorkflow, file, span, { what: 'a script' }),
      },
    });
    diagnostics.sort(compareDiagnostics);
    const t = type === voidType ? 'void' : type.key;
    return { body, type: displayType(type), t, diagnostics, incomplete: parsed.incomplete, state };
  }

  #ref(id: number): Ref {
    return {
      get: () => this.#values.get(id) ?? null,
      set: (value) => {
        this.#values.set(id, value);
      },
    };
  }
}

/** The language alone: no app, no engine. */
export function plainSession(): { readonly session: ScriptSession; readonly program: CompiledProgram } {
  const program = new CompiledProgram({ functions: [], types: { enums: [], entities: [], classes: [], clients: [] } });
  return { session: new ScriptSession([], program), program };
}
