/** `osy eval`: statements and expressions checked and run on their own, or against an app (language.md §4). */
import { gotoOutsideWorkflow } from '../../diagnostics/catalogue/workflows.ts';
import { compareDiagnostics, type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import type { Body, IrType } from '../../ir/ir.ts';
import type { AppModel } from '../../ir/model.ts';
import {
  CompiledProgram,
  PlainHost,
  type PlainHostOptions,
  type RuntimeHost,
} from '../../runtime/interpreter/index.ts';
import { toText } from '../../runtime/library/format.ts';
import type { Ref, Value } from '../../runtime/library/values.ts';
import { checkScript, emptyScriptState, type ScriptState } from '../../semantics/bodies/scripts.ts';
import { check } from '../../semantics/check.ts';
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

/** A session of inputs that share their locals. What an input throws reaches the caller. */
export class ScriptSession {
  readonly app: AppModel;
  /** What is wrong with the app itself; no input is run while there are errors. */
  readonly appDiagnostics: readonly Diagnostic[];
  readonly program: CompiledProgram;
  readonly #declarations: Declarations;
  readonly #files: SourceFile[];
  readonly #slot: number;
  readonly #values = new Map<number, Value>();
  #state: ScriptState = emptyScriptState;

  /** @param files of the app that the inputs are asked against; none for the language alone */
  constructor(files: readonly SourceFile[] = []) {
    const checked = check(files);
    this.app = checked.app;
    this.appDiagnostics = checked.diagnostics;
    // The inputs have a place of their own after the app's files, which each of them takes in turn.
    const script = new SourceFile('<script>', '');
    this.#files = [...checked.files, script];
    this.#slot = checked.files.length;
    const units: CompilationUnit[] = [...checked.units, parse(script).unit];
    this.#declarations = declare(units, this.#files);
    this.program = new CompiledProgram({
      functions: checked.app.functions,
      types: checked.app,
      policies: checked.app.policies,
      principals: checked.app.principals,
    });
  }

  plainHost(options: PlainHostOptions = {}): PlainHost {
    return new PlainHost(this.program, options);
  }

  /** Checks an input and runs it on `host`. */
  run(text: string, host: RuntimeHost, path = '<script>'): Evaluation {
    const { body, type, t, diagnostics, incomplete, state } = this.#check(text, path);
    if (diagnostics.some((d) => d.level === 'error')) return { diagnostics, incomplete, result: undefined };
    this.#state = state;
    const refs = body.params.map(({ id }) => this.#ref(id));
    const outcome = this.program.body(body, 'script')(host, refs);
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

/** The value as `ToString()` gives it. */
export function printed(evaluation: Exclude<Evaluation['result'], undefined>, host: RuntimeHost): string {
  return evaluation.value === null ? 'null' : toText(evaluation.value, evaluation.t, host);
}
