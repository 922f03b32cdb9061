import { lastName } from '../../analysis/app-index.ts';
import { nodesOf } from '../../analysis/app-walk.ts';
import { costUnboundedRead } from '../../diagnostics/catalogue/lint.ts';
import type { Expr, IrSpan } from '../../ir/ir.ts';
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
  'DistinctBy',
  'GroupBy',
  'SelectMany',
  'Skip',
]);

export const unboundedReads: Finding = {
  rules: [costUnboundedRead],
  look(context) {
    for (const {
      node: e,
      piece: { file },
    } of nodesOf(context.app, 'lib')) {
      const source = e.o ?? e.args[0];
      const entity = unboundedSource(source);
      if (source === undefined || entity === undefined) continue;
      if (!readsAll.has(memberName(e.m)) || context.isTestFile(file)) continue;
      const span = nameSpan(context.program.files[file]?.text ?? '', source, e);
      context.report(costUnboundedRead, { file, span }, { entity: lastName(entity) });
    }
    for (const {
      node: s,
      piece: { file },
    } of nodesOf(context.app, 'foreach')) {
      const entity = unboundedSource(s.e);
      if (entity !== undefined && !context.isTestFile(file))
        context.report(costUnboundedRead, { file, span: [s.s[0], s.e.s[1]] }, { entity: lastName(entity) });
    }
  },
};

/** The member's name behind what it is called on: a chain may be written over many lines. */
function nameSpan(text: string, source: Expr, call: Extract<Expr, { k: 'lib' }>): IrSpan {
  const name = memberName(call.m);
  const at = text.indexOf(name, source.s[1]);
  return at < 0 || at > call.s[1] ? call.s : [at, at + name.length];
}

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
