import { unusedFunction } from '../../diagnostics/catalogue/lint.ts';
import { forEachExpression } from '../app-walk.ts';
import type { Finding } from '../finding.ts';

/** A function that only calls itself is unused too; tests count as use, `public` ones are called from outside. */
export const unusedFunctions: Finding = {
  rules: [unusedFunction],
  look(context) {
    const used = new Set<string>();
    forEachExpression(context.app, (e, _file, piece) => {
      const key = e.k === 'call' || e.k === 'fnref' ? e.fn : e.k === 'stub' && 'fn' in e.of ? e.of.fn : undefined;
      if (key !== undefined && key !== piece.functionKey) used.add(key);
    });
    for (const f of context.app.functions) {
      if (f.kind !== 'function' || f.public === true || used.has(f.key) || context.isTestFile(f.file)) continue;
      context.report(unusedFunction, { file: f.file, span: f.nameSpan }, { name: f.name });
    }
  },
};
