/** Small builders of IR for tests: typed literals of nodes without their spans. */
import type {
  BinaryOp,
  Body,
  CatchClause,
  Domain,
  Expr,
  IrFunction,
  IrParameter,
  IrType,
  LambdaExpr,
  LocalExpr,
  LValue,
  Pattern,
  Stmt,
} from '../../../src/ir/ir.ts';
import type { ClassField, ClassModel, EntityModel, EnumModel } from '../../../src/ir/model.ts';
import { CompiledProgram, PlainHost, type PlainHostOptions } from '../../../src/runtime/interpreter/index.ts';
import type { Value } from '../../../src/runtime/library/values.ts';

const s = [0, 0] as const;
export const declared = { file: 0, span: s, nameSpan: s } as const;

// ---------------------------------------------------------------- expressions

export const int = (v: number): Expr => ({ k: 'const', s, t: 'int', v });
export const long = (v: bigint): Expr => ({ k: 'const', s, t: 'long', v: `${v}` });
export const dec = (v: string): Expr => ({ k: 'const', s, t: 'decimal', v });
export const dbl = (v: number | string): Expr => ({ k: 'const', s, t: 'double', v });
export const str = (v: string): Expr => ({ k: 'const', s, t: 'string', v });
export const bool = (v: boolean): Expr => ({ k: 'const', s, t: 'bool', v });
export const nil = (t: IrType = 'object'): Expr => ({ k: 'const', s, t, v: null });
export const local = (id: number, t: IrType = 'int'): LocalExpr => ({ k: 'local', s, t, id, name: `v${id}` });
export const self = (t: IrType): Expr => ({ k: 'this', s, t });

export const bin = (op: BinaryOp, l: Expr, r: Expr, on: Domain = 'int', lifted = false): Expr => ({
  k: 'bin',
  s,
  op,
  on,
  l,
  r,
  t: (['eq', 'ne', 'lt', 'le', 'gt', 'ge'].includes(op) ? 'bool' : on) + (lifted ? '?' : ''),
  ...(lifted ? { lifted: true as const } : {}),
});
export const add = (l: Expr, r: Expr, on: Domain = 'int'): Expr => bin('add', l, r, on);
export const not = (e: Expr): Expr => ({ k: 'un', s, t: 'bool', op: 'not', on: 'bool', e });
export const and = (l: Expr, r: Expr): Expr => ({ k: 'and', s, t: 'bool', l, r });
export const cond = (c: Expr, a: Expr, b: Expr): Expr => ({ k: 'cond', s, t: a.t, c, a, b });

export const assign = (to: LValue, v: Expr): Expr => ({ k: 'assign', s, t: to.t, to, v });
/** `to op= by`; `id` is the local that holds the old value. */
export const update = (to: LValue, id: number, v: Expr, more: { post?: true; ifNull?: true } = {}): Expr => ({
  k: 'update',
  s,
  t: to.t,
  to,
  id,
  v,
  ...more,
});
export const increment = (to: LValue, id: number, post = true): Expr =>
  update(to, id, add(local(id), int(1)), post ? { post: true } : {});

export const call = (fn: string, args: readonly Expr[] = [], t: IrType = 'int'): Expr => ({
  k: 'call',
  s,
  t,
  fn,
  args,
});
export const callOn = (o: Expr, fn: string, args: readonly Expr[] = [], t: IrType = 'int', virt = false): Expr => ({
  k: 'call',
  s,
  t,
  fn,
  o,
  args,
  ...(virt ? { virt: true as const } : {}),
});
export const lib = (m: string, args: readonly Expr[], t: IrType, targs?: readonly IrType[]): Expr => ({
  k: 'lib',
  s,
  t,
  m,
  args,
  ...(targs ? { targs } : {}),
});
export const libOn = (o: Expr, m: string, args: readonly Expr[], t: IrType, targs?: readonly IrType[]): Expr => ({
  k: 'lib',
  s,
  t,
  m,
  o,
  args,
  ...(targs ? { targs } : {}),
});
export const param = (id: number, t: IrType = 'int', mode?: 'out' | 'ref'): IrParameter => ({
  id,
  name: `p${id}`,
  t,
  ...(mode ? { mode } : {}),
});
export const lambda = (
  params: readonly IrParameter[],
  body: Expr | readonly Stmt[],
  t: IrType = 'Func',
): LambdaExpr => ({
  k: 'lambda',
  s,
  t,
  params,
  returns: 'int',
  body: Array.isArray(body) ? (body as readonly Stmt[]) : [ret(body as Expr)],
});
export const invoke = (f: Expr, args: readonly Expr[] = [], t: IrType = 'int'): Expr => ({
  k: 'invoke',
  s,
  t,
  f,
  args,
});
export const field = (o: Expr, f: string, owner: string, t: IrType = 'int'): Expr & { k: 'field' } => ({
  k: 'field',
  s,
  t,
  o,
  f,
  owner,
});
export const make = (c: string, ctor?: string, args: readonly Expr[] = []): Expr => ({
  k: 'new',
  s,
  t: c,
  c,
  args,
  init: [],
  ...(ctor ? { ctor } : {}),
});
export const array = (t: IrType, ...items: Expr[]): Expr => ({ k: 'array', s, t, items });
export const element = (o: Expr, i: Expr, t: IrType = 'int'): Expr & { k: 'elem' } => ({ k: 'elem', s, t, o, i });
export const interp = (...parts: (string | Expr)[]): Expr => ({
  k: 'interp',
  s,
  t: 'string',
  parts: parts.map((p) => (typeof p === 'string' ? p : { e: p })),
});
export const box = (e: Expr, from: IrType = e.t): Expr => ({ k: 'box', s, t: 'object', from, e });
export const is = (e: Expr, p: Pattern): Expr => ({ k: 'is', s, t: 'bool', e, p });
export const raise = (type = 'InvalidOperationException', message = 'bad'): Stmt =>
  thrown(lib(`${type}.new(string)`, [str(message)], type));

// ---------------------------------------------------------------- statements

export const let_ = (id: number, init?: Expr, t: IrType = 'int'): Stmt => ({
  k: 'local',
  s,
  id,
  name: `v${id}`,
  t,
  ...(init ? { init } : {}),
});
export const run = (e: Expr): Stmt => ({ k: 'expr', s, e });
export const ret = (e?: Expr): Stmt => ({ k: 'return', s, ...(e ? { e } : {}) });
export const block = (...body: Stmt[]): Stmt => ({ k: 'block', s, body });
export const if_ = (c: Expr, then: readonly Stmt[], otherwise?: readonly Stmt[]): Stmt => ({
  k: 'if',
  s,
  c,
  then,
  ...(otherwise ? { else: otherwise } : {}),
});
export const while_ = (c: Expr, ...body: Stmt[]): Stmt => ({ k: 'while', s, c, body });
export const do_ = (c: Expr, ...body: Stmt[]): Stmt => ({ k: 'do', s, c, body });
export const for_ = (init: readonly Stmt[], c: Expr, step: readonly Expr[], ...body: Stmt[]): Stmt => ({
  k: 'for',
  s,
  init,
  c,
  step,
  body,
});
export const foreach = (id: number, e: Expr, ...body: Stmt[]): Stmt => ({
  k: 'foreach',
  s,
  vars: [{ id, name: `v${id}`, t: 'int' }],
  e,
  body,
});
export const thrown = (e?: Expr): Stmt => ({ k: 'throw', s, ...(e ? { e } : {}) });
export const try_ = (body: readonly Stmt[], catches: readonly CatchClause[], last?: readonly Stmt[]): Stmt => ({
  k: 'try',
  s,
  body,
  catches,
  ...(last ? { finally: last } : {}),
});
export const on = (
  t: IrType | undefined,
  body: readonly Stmt[],
  more: { id?: number; filter?: Expr } = {},
): CatchClause => ({ s, body, ...(t ? { t } : {}), ...more });
export const goto_ = (state: string): Stmt => ({ k: 'goto', s, state });

// ---------------------------------------------------------------- declarations

export function fn(
  key: string,
  params: readonly IrParameter[],
  body: readonly Stmt[],
  more: Partial<IrFunction> = {},
): IrFunction {
  return {
    key,
    name: key.split('(')[0] ?? key,
    kind: 'function',
    params,
    returns: 'int',
    body,
    file: 0,
    span: s,
    nameSpan: s,
    ...more,
  };
}
export const method = (
  owner: string,
  key: string,
  params: readonly IrParameter[],
  body: readonly Stmt[],
  more: Partial<IrFunction> = {},
) => fn(key, params, body, { owner, kind: 'method', ...more });
export const classField = (name: string, t: IrType, init?: Expr, more: Partial<ClassField> = {}): ClassField => ({
  name,
  t,
  public: true,
  json: name,
  ...(init ? { init } : {}),
  ...more,
});
export const klass = (
  name: string,
  fields: readonly ClassField[],
  functions: readonly string[] = [],
  more: Partial<ClassModel> = {},
): ClassModel => ({
  ...declared,
  name,
  form: 'class',
  typeParams: [],
  interfaces: [],
  fields,
  functions,
  ...more,
});
export const bodyOf = (...block: Stmt[]): Body => ({ file: 0, span: s, params: [], block });

export interface Source {
  readonly functions?: readonly IrFunction[];
  readonly classes?: readonly ClassModel[];
  readonly enums?: readonly EnumModel[];
  readonly entities?: readonly EntityModel[];
  readonly sources?: readonly { readonly path: string; readonly lines: readonly number[] }[];
}

export function program(source: Source = {}): CompiledProgram {
  return new CompiledProgram({
    functions: source.functions ?? [],
    types: {
      enums: source.enums ?? [],
      entities: source.entities ?? [],
      classes: source.classes ?? [],
      clients: [],
    },
    ...(source.sources ? { sources: source.sources } : {}),
  });
}

/** Runs statements as a function's body in a program of their own. */
export function evaluate(body: readonly Stmt[] | Expr, source: Source = {}, options: PlainHostOptions = {}): Value {
  const statements = Array.isArray(body) ? (body as readonly Stmt[]) : [ret(body as Expr)];
  const compiled = program({ ...source, functions: [...(source.functions ?? []), fn('Main()', [], statements)] });
  return compiled.call('Main()', new PlainHost(compiled, options), []);
}
