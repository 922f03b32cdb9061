/** Assignment, compound assignment, deconstruction. */
import type { AssignExpr, DeconstructExpr, Expr, LocalId, UpdateExpr } from '../../../ir/ir.ts';
import type { Generator } from './generator.ts';
import { place, settled } from './places.ts';
import { sequence } from './sequence.ts';

export function emitAssign(g: Generator, e: AssignExpr, wanted = true): string {
  const to = g.at('to', () => place(g, e.to));
  if (to.direct !== undefined && to.setup.length === 0) return `(${to.direct}=${g.expr(e.v, 'v')})`;
  const setup = [...to.setup];
  const value = settled(g, e.v, 'v', setup);
  return sequence([...setup, to.set(value, wanted)]);
}

export function emitUpdate(g: Generator, e: UpdateExpr, wanted = true): string {
  const to = g.at('to', () => place(g, e.to));
  const { direct } = to;
  if (e.ifNull === true) {
    g.scope.ids.set(e.id, { js: 'null', ref: false, readonly: true });
    if (direct !== undefined) return sequence([...to.setup, `(${direct}??(${direct}=${g.expr(e.v, 'v')}))`]);
    const inner: string[] = [];
    const value = settled(g, e.v, 'v', inner);
    return sequence([...to.setup, `(${to.get}??${sequence([...inner, to.set(value, true)])})`]);
  }
  // Where the old value is the first thing that the new one reads, it needs no place of its own.
  if (direct !== undefined && to.setup.length === 0 && (e.post !== true || !wanted) && readsFirst(e.v, e.id)) {
    g.scope.ids.set(e.id, { js: direct, ref: false, readonly: true });
    return `(${direct}=${g.expr(e.v, 'v')})`;
  }
  const old = g.temp();
  g.localName(e.id);
  g.scope.ids.set(e.id, { js: old, ref: false, readonly: true });
  const setup = [...to.setup, `${old}=${to.get}`];
  const value = settled(g, e.v, 'v', setup);
  if (e.post === true && wanted) return sequence([...setup, to.set(value, false), old]);
  return sequence([...setup, to.set(value, wanted)]);
}

/** Whether the local is read exactly once and before anything else is evaluated. */
function readsFirst(e: Expr, id: LocalId): boolean {
  switch (e.k) {
    case 'local':
      return e.id === id;
    case 'bin':
      return e.lifted !== true && readsFirst(e.l, id) && !mentions(e.r, id);
    case 'conv':
    case 'un':
      return e.lifted !== true && readsFirst(e.e, id);
    default:
      return false;
  }
}

function mentions(e: unknown, id: LocalId): boolean {
  if (typeof e !== 'object' || e === null) return false;
  if ((e as { k?: unknown }).k === 'local' && (e as { id?: unknown }).id === id) return true;
  return Object.values(e).some((part) => mentions(part, id));
}

export function emitDeconstruct(g: Generator, e: DeconstructExpr): string {
  const targets = g.list(e.to, 'to').map((to, i) => {
    if (to === null) return undefined;
    // `var (a, b) = …` declares its variables on the way.
    if (to.k === 'local' && g.scope.find(to.id) === undefined) g.bound(to.id);
    return g.at('to', () => g.at(i, () => place(g, to)));
  });
  const value = g.temp();
  const parts = g.temp();
  const setup = targets.flatMap((to) => to?.setup ?? []);
  setup.push(`${value}=${g.expr(e.v, 'v')}`, `${parts}=${g.helper('parts')}(${value})`);
  g.throwing();
  targets.forEach((to, i) => {
    if (to === undefined) return;
    const part = g.temp();
    setup.push(`${part}=${parts}[${i}]`, to.set(part, false));
  });
  return sequence([...setup, value]);
}
