/** `try`, `catch` with filters, `finally` (C# spec 13.11). */
import { unreachableCatch } from '../../diagnostics/catalogue/bodies.ts';
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { CatchClause, Stmt } from '../../ir/ir.ts';
import type { CatchSyntax, StatementOf } from '../../syntax/tree.ts';
import { boolType, displayType, errorType, isSilent } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import { declareVariable } from './declare.ts';
import { blockOf } from './embedded.ts';
import type { Scope } from './scope.ts';

export function bindTry(b: Binder, st: StatementOf<'Try'>, scope: Scope, out: Stmt[]): void {
  const body = blockOf(b, st.block, scope);
  const caught: Type[] = [];
  const catches = st.catches.map((clause) => bindCatch(b, clause, caught, scope));
  const last =
    st.finally &&
    blockOf(b, st.finally, scope.nested({ breaks: false, continues: false, rethrows: false, inFinally: true }));
  out.push({ k: 'try', s: spanOf(st), body, catches, ...(last === undefined ? {} : { finally: last }) });
}

function bindCatch(b: Binder, clause: CatchSyntax, caught: Type[], scope: Scope): CatchClause {
  const inside = scope.nested({ rethrows: true });
  const exception = b.types.libraryType('Exception') ?? errorType;
  const type = clause.type === undefined ? exception : b.resolveType(clause.type, scope);
  if (clause.type !== undefined && !isSilent(type) && !b.hierarchy.isException(type)) {
    const text = `only exceptions are caught, and '${displayType(type)}' is none`;
    b.report(typeMismatch, clause.type, {
      problem: 'other',
      text,
      help: 'Name `Exception` or a class derived from it.',
    });
  } else if (!isSilent(type)) {
    const earlier = caught.find((each) => b.hierarchy.inherits(type, each));
    if (earlier !== undefined) {
      const names = { type: displayType(type), earlier: displayType(earlier) };
      b.report(unreachableCatch, clause.type ?? { start: clause.start, end: clause.start + 'catch'.length }, names);
    }
    // One with a filter may let it pass.
    if (clause.filter === undefined) caught.push(type);
  }
  const variable = clause.name && declareVariable(b, clause.name, type, inside);
  const filter = clause.filter && b.converted(clause.filter, inside, boolType, 'the filter');
  return {
    s: spanOf(clause),
    ...(clause.type === undefined ? {} : { t: type.key }),
    ...(variable === undefined ? {} : { id: variable.id, name: variable.name }),
    ...(filter === undefined ? {} : { filter }),
    body: blockOf(b, clause.block, inside),
  };
}
