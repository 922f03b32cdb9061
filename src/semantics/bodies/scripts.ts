/**
 * Statements outside any declaration: `osy eval`, `osy run --script`, and a prompt whose locals stay from one input to the
 * next. Locals of the outermost scope are `ref` parameters of the body, so that whoever runs it keeps their values; local
 * functions are written into each body again.
 */
import type { Body, IrParameter, Stmt } from '../../ir/ir.ts';
import type { Expression, Statement } from '../../syntax/tree.ts';
import type { GotoRule } from '../body-request.ts';
import type { CheckContext } from '../context.ts';
import { errorType, voidType } from '../type-table.ts';
import type { Type } from '../types.ts';
import { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import { analyseFlow } from './flow/index.ts';
import { binderParts } from './index.ts';
import { type LocalSymbol, Scope } from './scope.ts';

/** What a session of inputs has declared so far. */
export interface ScriptState {
  readonly locals: readonly LocalSymbol[];
  /** Local functions of earlier inputs. */
  readonly functions: readonly Stmt[];
  readonly nextLocal: number;
}

export const emptyScriptState: ScriptState = { locals: [], functions: [], nextLocal: 0 };

export interface ScriptRequest {
  /** Index of the script's own file among the declarations' files. */
  readonly file: number;
  readonly statements: readonly Statement[];
  /** An expression at the end, whose value is the script's. */
  readonly trailing?: Expression | undefined;
  readonly state?: ScriptState;
  readonly goto: GotoRule;
}

export interface CheckedScript {
  readonly body: Body;
  /** The static type of the value; `void` where there is none. */
  readonly type: Type;
  /** The session after this input. */
  readonly state: ScriptState;
}

export function checkScript(context: CheckContext, request: ScriptRequest): CheckedScript {
  const { file, statements, trailing, state = emptyScriptState } = request;
  const about = { file, hasActor: true, routes: false, goto: request.goto, describe: 'a script' };
  const b = new Binder(context, about, binderParts, state.nextLocal);
  const scope = Scope.outermost({ kind: 'body', returns: 'infer', sites: [], typeParams: [] });
  for (const local of state.locals) scope.declare(local);
  // An input may declare a name anew: the later one counts from then on.
  const inside = scope.function({ kind: 'body', returns: 'infer', sites: [], typeParams: [] });
  const block: Stmt[] = [];
  b.statements(statements, inside, block);
  const type = returned(b, inside, trailing, block);
  analyseFlow({
    file: b.file,
    block,
    params: [],
    // Nothing is unused in a session: the next input may ask for it.
    nameSpans: new Map(),
    outLocals: b.outLocals,
    outReferences: b.outReferences,
    trusted: b.trusted,
    report: (diagnostic) => b.add(diagnostic),
  });
  const locals = merged(state.locals, inside.own());
  const declared = block.filter((stmt) => stmt.k === 'localFn');
  const functions = [...state.functions, ...declared];
  const span = [statements[0]?.start ?? trailing?.start ?? 0, trailing?.end ?? statements.at(-1)?.end ?? 0] as const;
  const body: Body = {
    file,
    span,
    params: [...locals].flatMap(parameterOf),
    block: [...functions, ...block.filter((stmt) => stmt.k !== 'localFn').map(kept)],
  };
  return { body, type, state: { locals, functions, nextLocal: b.nextLocal } };
}

/** The value that the script ends with, and the type that its `return`s have in common. */
function returned(b: Binder, scope: Scope, trailing: Expression | undefined, block: Stmt[]): Type {
  const sites = scope.fn.sites.filter((site) => site.value !== undefined);
  if (trailing === undefined && sites.length === 0) return voidType;
  const last = trailing === undefined ? undefined : b.value(trailing, scope);
  const first = sites[0];
  const type = last?.type ?? (first?.value ? b.toValue(first.value, first.at).type : errorType);
  for (const { value, at, stmt } of sites) if (value) stmt.e = b.convert(value, type, at);
  if (last && trailing) {
    const s = spanOf(trailing);
    block.push(type === voidType ? { k: 'expr', s, e: last.e } : { k: 'return', s, e: last.e });
  }
  return type;
}

function merged(before: readonly LocalSymbol[], now: readonly LocalSymbol[]): readonly LocalSymbol[] {
  const names = new Set(now.map((local) => local.name));
  return [...before.filter((local) => !names.has(local.name)), ...now];
}

function parameterOf(local: LocalSymbol): IrParameter[] {
  if (local.kind === 'localFunction' || local.constant) return [];
  return [{ id: local.id, name: local.name, t: (local.type ?? errorType).key, mode: 'ref' }];
}

/** A declaration of a local that outlives the body sets it. */
function kept(stmt: Stmt): Stmt {
  if (stmt.k !== 'local') return stmt;
  const { s, id, name, t, init } = stmt;
  if (init === undefined) return { k: 'block', s, body: [] };
  return { k: 'expr', s, e: { k: 'assign', s, t, to: { k: 'local', s, t, id, name }, v: init } };
}
