/** `foreach (var x in xs)` and `foreach (var (a, b) in pairs)` (C# spec 13.9.5). */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { StatementOf } from '../../syntax/tree.ts';
import { displayType, errorType, isSilent, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { declareVariable } from './declare.ts';
import { deconstructValue, designated } from './deconstruction.ts';
import { embedded } from './embedded.ts';
import { cast } from './literals.ts';
import type { Scope } from './scope.ts';

const readOnly = 'a `foreach` sets it anew each round';

export function bindForeach(b: Binder, st: StatementOf<'Foreach'>, scope: Scope, out: Stmt[]): void {
  const s = spanOf(st);
  const collection = b.value(st.collection, scope);
  const element = elementOf(b, collection, st);
  const inside = scope.nested({ breaks: true, continues: true });
  const declared = st.type === undefined || b.isVar(st.type) ? undefined : b.resolveType(st.type, scope);
  const { target } = st;
  const body: Stmt[] = [];
  if (target.kind === 'TupleDesignation') {
    const id = b.newLocal();
    const source = b.val(element, { k: 'local', s: spanOf(target), t: element.key, id, name: '' });
    const targets = target.items.map((item) => designated(b, item, declared, inside));
    const of = element.kind === 'tuple' ? element : undefined;
    const e = deconstructValue(b, targets, source, target);
    // Over tuples, plain names are the loop's own variables.
    const names = of && e.k === 'deconstruct' && e.v === source.e ? e.to : undefined;
    if (names?.every((to) => to?.k === 'local')) {
      const vars = names.flatMap((to) => (to?.k === 'local' ? { id: to.id, name: to.name, t: to.t } : []));
      out.push({ k: 'foreach', s, vars, e: collection.e, body: embedded(b, st.body, inside) });
      return;
    }
    body.push({ k: 'expr', s: spanOf(target), e }, ...embedded(b, st.body, inside));
    out.push({ k: 'foreach', s, vars: [{ id, name: '', t: element.key }], e: collection.e, body });
    return;
  }
  const type = declared ?? element;
  const same = declared === undefined || isSilent(declared) || isSilent(element) || b.types.same(declared, element);
  if (target.kind === 'Discard' || same || b.conversions.classify(element, type)?.kind === 'reference') {
    const variable =
      target.kind === 'Variable' ? declareVariable(b, target.name, type, inside, { readOnly }) : undefined;
    const id = variable?.id ?? b.newLocal();
    const vars = [{ id, name: variable?.name ?? '', t: type.key }];
    out.push({ k: 'foreach', s, vars, e: collection.e, body: embedded(b, st.body, inside) });
    return;
  }
  // `foreach (Rush r in tickets)` casts each element.
  const id = b.newLocal();
  const source = b.val(element, { k: 'local', s: spanOf(target), t: element.key, id, name: '' });
  const value = cast(b, source, type, st.type ?? target);
  const variable = target.kind === 'Variable' ? declareVariable(b, target.name, type, inside, { readOnly }) : undefined;
  if (variable)
    body.push({ k: 'local', s: spanOf(target), id: variable.id, name: variable.name, t: type.key, init: value.e });
  body.push(...embedded(b, st.body, inside));
  out.push({ k: 'foreach', s, vars: [{ id, name: '', t: element.key }], e: collection.e, body });
}

function elementOf(b: Binder, collection: Value, st: StatementOf<'Foreach'>): Type {
  if (isSilent(collection.type)) return errorType;
  const element = b.hierarchy.elementOf(stripNullable(collection.type));
  if (element !== undefined) return element;
  const text = `\`foreach\` goes through a collection, and '${displayType(collection.type)}' is none`;
  b.report(typeMismatch, st.collection, {
    problem: 'other',
    text,
    help: 'Name a list, an array, a query or a string.',
  });
  return errorType;
}
