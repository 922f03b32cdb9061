/** The table of expressions: every kind of the IR has exactly one emitter. */
import type { Expr, LogicExpr } from '../../../ir/ir.ts';
import { emitAssign, emitDeconstruct, emitUpdate } from './assignment.ts';
import { emitCall, emitCallLocal, emitInvoke, emitProperty } from './calls.ts';
import { emitAs, emitBox, emitCast, emitTypeOf } from './casts.ts';
import {
  emitAnonymous,
  emitArray,
  emitCollection,
  emitNew,
  emitNewArray,
  emitNewEntity,
  emitRange,
  emitTuple,
  emitWith,
  emitWithInit,
} from './construct.ts';
import {
  emitActor,
  emitAssignSlot,
  emitClient,
  emitCorrelate,
  emitItem,
  emitPolicy,
  emitPrincipal,
  emitRaise,
  emitRows,
  emitSecret,
  emitStart,
  emitStub,
} from './effects.ts';
import { emitElement, emitField, emitNullConditional } from './fields.ts';
import type { Generator } from './generator.ts';
import { emitFunctionRef, emitLambda, emitRunAs } from './lambdas.ts';
import { emitLibrary, emitLibraryProperty } from './library-calls.ts';
import { emitConstant, emitDefault, emitLocal, emitThis } from './locals.ts';
import { emitBinary, emitConvert, emitUnary } from './operators.ts';
import { staticField } from './places.ts';
import { emitRef } from './references.ts';
import { emitIs, emitSwitchExpression } from './switches.ts';
import { emitInterpolated } from './text.ts';

type Kind = Expr['k'];
/** The node of a kind; `and` and `or` share one. */
type NodeOf<K extends Kind, N = Expr> = N extends { readonly k: infer L } ? (K extends L ? N : never) : never;
type Table = { readonly [K in Kind]: (g: Generator, e: NodeOf<K>) => string };

function emitLogic(g: Generator, e: LogicExpr): string {
  return `(${g.expr(e.l, 'l')}${e.k === 'and' ? '&&' : '||'}${g.expr(e.r, 'r')})`;
}

const table: Table = {
  const: emitConstant,
  default: emitDefault,
  local: emitLocal,
  this: emitThis,
  item: emitItem,
  actor: emitActor,
  field: emitField,
  sfield: staticField,
  prop: emitProperty,
  libprop: emitLibraryProperty,
  elem: emitElement,
  call: emitCall,
  lib: emitLibrary,
  client: emitClient,
  raise: emitRaise,
  correlate: emitCorrelate,
  start: emitStart,
  assignSlot: emitAssignSlot,
  stub: emitStub,
  invoke: emitInvoke,
  callLocal: emitCallLocal,
  lambda: emitLambda,
  fnref: emitFunctionRef,
  new: emitNew,
  newEntity: emitNewEntity,
  array: emitArray,
  newArray: emitNewArray,
  spread: (g) => g.fail('a spread outside a collection'),
  collection: emitCollection,
  withInit: emitWithInit,
  un: emitUnary,
  bin: emitBinary,
  and: emitLogic,
  or: emitLogic,
  cond: (g, e) => `(${g.expr(e.c, 'c')}?${g.way(e, 0, g.expr(e.a, 'a'))}:${g.way(e, 1, g.expr(e.b, 'b'))})`,
  coalesce: (g, e) => `(${g.expr(e.l, 'l')}??${g.expr(e.r, 'r')})`,
  nullcond: emitNullConditional,
  assign: emitAssign,
  update: emitUpdate,
  deconstruct: emitDeconstruct,
  ref: emitRef,
  conv: emitConvert,
  box: emitBox,
  cast: emitCast,
  as: emitAs,
  is: emitIs,
  switchx: emitSwitchExpression,
  interp: emitInterpolated,
  tuple: emitTuple,
  anon: emitAnonymous,
  with: emitWith,
  throwx: (g, e) => {
    g.throwing();
    return `${g.helper('throws')}(${g.expr(e.e, 'e')})`;
  },
  fromEnd: (g, e) => {
    g.throwing();
    return `${g.helper('indexFromEnd')}(${g.expr(e.e, 'e')})`;
  },
  range: emitRange,
  rows: emitRows,
  runas: emitRunAs,
  principal: emitPrincipal,
  policy: emitPolicy,
  typeof: emitTypeOf,
  secret: emitSecret,
};

const emitters = new Map(Object.entries(table) as [string, (g: Generator, e: Expr) => string][]);

export function emitExpression(g: Generator, e: Expr): string {
  const emit = emitters.get(e.k);
  return emit === undefined ? g.fail(`no such expression: ${String(e.k)}`) : emit(g, e);
}

/** An expression that stands as a statement: its value need not be made. */
export function emitEffect(g: Generator, e: Expr): string {
  switch (e.k) {
    case 'assign':
      return emitAssign(g, e, false);
    case 'update':
      return emitUpdate(g, e, false);
    default:
      return emitExpression(g, e);
  }
}
