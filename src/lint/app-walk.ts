/** Every piece of IR that an app holds, with the file it stands in. */
import { bodiesOf } from '../analysis/bodies.ts';
import type { Expr, Stmt } from '../ir/ir.ts';
import type { AppModel } from '../ir/model.ts';
import { walkBlock, walkExpr } from '../ir/walk.ts';

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

export function forEachExpression(app: AppModel, visit: (e: Expr, file: number, piece: Piece) => void): void {
  for (const piece of pieces(app)) {
    const visitor = { expr: (e: Expr): undefined => visit(e, piece.file, piece) as undefined };
    if (piece.block !== undefined) walkBlock(piece.block, visitor);
    if (piece.e !== undefined) walkExpr(piece.e, visitor);
  }
}

export function forEachStatement(app: AppModel, visit: (s: Stmt, file: number, piece: Piece) => void): void {
  for (const piece of pieces(app)) {
    if (piece.block !== undefined)
      walkBlock(piece.block, { stmt: (s): undefined => visit(s, piece.file, piece) as undefined });
  }
}
