/** Every piece of IR that an app holds, with the file it stands in. */

import type { Expr, Stmt } from '../ir/ir.ts';
import type { AppModel } from '../ir/model.ts';
import { walkBlock, walkExpr } from '../ir/walk.ts';
import { bodiesOf } from './bodies.ts';

/** A block of the app, or an expression that stands alone. */
export interface Piece {
  readonly file: number;
  readonly block?: readonly Stmt[];
  readonly e?: Expr;
  /** The function that it belongs to. */
  readonly functionKey?: string;
}

const known = new WeakMap<AppModel, readonly Piece[]>();

/** Every piece of an app; found once, for all the findings that ask. */
export function pieces(app: AppModel): readonly Piece[] {
  const found = known.get(app) ?? [...collect(app)];
  known.set(app, found);
  return found;
}

function* collect(app: AppModel): Iterable<Piece> {
  for (const f of app.functions) {
    if (f.body !== undefined) yield { file: f.file, block: f.body, functionKey: f.key };
    for (const e of f.chain?.args ?? []) yield { file: f.file, e, functionKey: f.key };
  }
  for (const c of app.classes)
    for (const field of c.fields) if (field.init !== undefined) yield { file: c.file, e: field.init };
  for (const entity of app.entities) {
    for (const field of entity.fields)
      if (field.default !== undefined) yield { file: field.default.file, e: field.default.e };
    for (const i of entity.invariants) {
      yield { file: i.condition.file, e: i.condition.e };
      yield { file: i.message.file, e: i.message.e };
    }
  }
  for (const client of app.clients) {
    if (client.timeout !== undefined) yield { file: client.timeout.file, e: client.timeout.e };
    for (const h of client.headers) yield { file: h.value.file, e: h.value.e };
  }
  for (const named of [...app.policies, ...app.principals]) yield { file: named.value.file, e: named.value.e };
  for (const w of app.workflows) for (const { body } of bodiesOf(w)) yield { file: body.file, block: body.block };
}

/** Kinds of expressions and statements that findings ask for over the whole app. */
type Kind = 'call' | 'correlate' | 'fnref' | 'foreach' | 'lib' | 'raise' | 'stub' | 'try';

/** A node of the IR, and the piece that it is in. */
export interface Placed<N extends Expr | Stmt = Expr | Stmt> {
  readonly node: N;
  readonly piece: Piece;
}

type Sorted = { readonly [K in Kind]: readonly Placed<Extract<Expr | Stmt, { readonly k: K }>>[] };

const sorted = new WeakMap<AppModel, Sorted>();

/** Every expression or statement of a kind, in the order of the pieces; the app is walked once, for all the findings that ask. */
export function nodesOf<K extends Kind>(app: AppModel, kind: K): Sorted[K] {
  const found = sorted.get(app) ?? sort(app);
  sorted.set(app, found);
  return found[kind];
}

function sort(app: AppModel): Sorted {
  const byKind: Record<Kind, Placed[]> = {
    call: [],
    correlate: [],
    fnref: [],
    foreach: [],
    lib: [],
    raise: [],
    stub: [],
    try: [],
  };
  const byName: Partial<Record<string, Placed[]>> = byKind;
  let piece: Piece;
  const visit = (node: Expr | Stmt): undefined => {
    byName[node.k]?.push({ node, piece });
  };
  for (piece of pieces(app)) {
    if (piece.block !== undefined) walkBlock(piece.block, { expr: visit, stmt: visit });
    if (piece.e !== undefined) walkExpr(piece.e, { expr: visit, stmt: visit });
  }
  return byKind as Sorted;
}
