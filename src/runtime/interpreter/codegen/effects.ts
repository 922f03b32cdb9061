/** What a body asks of the engine: rows, clients, workflows, stubs. */
import type {
  AssignSlotExpr,
  ClientExpr,
  CorrelateExpr,
  PolicyExpr,
  PrincipalExpr,
  RaiseExpr,
  RowsExpr,
  SecretExpr,
  StartExpr,
  StubExpr,
} from '../../../ir/ir.ts';
import { argumentTexts } from './arguments.ts';
import type { Generator } from './generator.ts';
import { sequence } from './sequence.ts';

export function emitItem(g: Generator): string {
  g.calling();
  return 'h.item()';
}

export function emitActor(g: Generator): string {
  g.calling();
  return 'h.actor()';
}

export function emitClient(g: Generator, e: ClientExpr): string {
  g.calling();
  const args = argumentTexts(g, e, false);
  const call = `h.client(${g.literal(e.c, 'c')},${g.literal(e.op, 'op')},[${args.texts.join(',')}])`;
  return sequence([...args.setup, call]);
}

export function emitRaise(g: Generator, e: RaiseExpr): string {
  g.calling();
  const row = g.notNull(g.expr(e.row, 'row'));
  const args = g.exprs(e.args, 'args').join(',');
  const at = e.at === undefined ? 'void 0' : g.expr(e.at, 'at');
  return `h.raise(${g.literal(e.w, 'w')},${g.literal(e.e, 'e')},${row},[${args}],${at})`;
}

export function emitCorrelate(g: Generator, e: CorrelateExpr): string {
  g.calling();
  return `h.correlate(${g.literal(e.w, 'w')},${g.literal(e.e, 'e')},[${g.exprs(e.args, 'args').join(',')}])`;
}

export function emitStart(g: Generator, e: StartExpr): string {
  g.calling();
  return `h.start(${g.literal(e.w, 'w')},${g.notNull(g.expr(e.row, 'row'))})`;
}

export function emitAssignSlot(g: Generator, e: AssignSlotExpr): string {
  g.calling();
  const row = g.notNull(g.expr(e.row, 'row'));
  return `h.assignSlot(${g.literal(e.w, 'w')},${g.literal(e.slot, 'slot')},${row},${g.expr(e.person, 'person')})`;
}

/** A stub is a function; `Fails(e)` is one that throws. */
export function emitStub(g: Generator, e: StubExpr): string {
  g.calling();
  const value = g.expr(e.with, 'with');
  const answer = e.fails === true ? `((e)=>()=>${g.helper('throws')}(e))(${value})` : value;
  if ('fn' in e.of) return `(h.stubFunction(${g.literal(e.of.fn, 'fn')},${answer}),null)`;
  return `(h.stubOperation(${g.literal(e.of.c, 'c')},${g.literal(e.of.op, 'op')},${answer}),null)`;
}

export function emitRows(g: Generator, e: RowsExpr): string {
  g.calling();
  return `h.rows(${g.literal(e.e, 'e')})`;
}

export function emitPrincipal(g: Generator, e: PrincipalExpr): string {
  g.calling();
  return `h.principal(${g.literal(e.p, 'p')})`;
}

export function emitPolicy(g: Generator, e: PolicyExpr): string {
  g.calling();
  return `h.policy(${g.literal(e.p, 'p')})`;
}

export function emitSecret(g: Generator, e: SecretExpr): string {
  g.calling();
  return `h.secret(${g.literal(e.name, 'name')})`;
}
