import { lastName } from '../../analysis/app-index.ts';
import { costUnboundedRead } from '../../diagnostics/catalogue/lint.ts';
import type { Expr } from '../../ir/ir.ts';
import { forEachExpression, forEachStatement } from '../app-walk.ts';
import type { Finding } from '../finding.ts';

/** Members that read every element of what they are called on. */
const readsAll = new Set(['ToList', 'ToArray', 'ToDictionary', 'ToHashSet', 'ToLookup']);
/** Members that leave the number of rows as it is. */
const keepsAll = new Set([
  'OrderBy',
  'OrderByDescending',
  'ThenBy',
  'ThenByDescending',
  'Select',
  'Reverse',
  'AsEnumerable',
  'Order',
  'OrderDescending',
  'Distinct',
]);

export const unboundedReads: Finding = {
  rules: [costUnboundedRead],
  look(context) {
    forEachExpression(context.app, (e, file) => {
      if (e.k !== 'lib' || !readsAll.has(memberName(e.m)) || context.isTestFile(file)) return;
      const entity = unboundedSource(e.o ?? e.args[0]);
      if (entity !== undefined) context.report(costUnboundedRead, { file, span: e.s }, { entity: lastName(entity) });
    });
    forEachStatement(context.app, (s, file) => {
      if (s.k !== 'foreach' || context.isTestFile(file)) return;
      const entity = unboundedSource(s.e);
      if (entity !== undefined) context.report(costUnboundedRead, { file, span: s.e.s }, { entity: lastName(entity) });
    });
  },
};

/** The entity whose rows an expression gives, if it gives all of them. */
function unboundedSource(e: Expr | undefined): string | undefined {
  if (e === undefined) return undefined;
  if (e.k === 'rows') return e.e;
  if (e.k === 'cast' || e.k === 'conv' || e.k === 'box') return unboundedSource(e.e);
  if (e.k === 'lib' && keepsAll.has(memberName(e.m))) return unboundedSource(e.o ?? e.args[0]);
  return undefined;
}

function memberName(key: string): string {
  return key.slice(key.indexOf('.') + 1).replace(/\(.*$/, '');
}
