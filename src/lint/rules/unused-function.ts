import { nodesOf } from '../../analysis/app-walk.ts';
import { unusedFunction } from '../../diagnostics/catalogue/lint.ts';
import type { CompilationUnit } from '../../syntax/tree.ts';
import type { Finding } from '../finding.ts';

/** A function that only calls itself is unused too; tests count as use, `public` ones are called from outside. */
export const unusedFunctions: Finding = {
  rules: [unusedFunction],
  look(context) {
    const used = new Set<string>();
    for (const kind of ['call', 'fnref', 'stub'] as const) {
      for (const { node, piece } of nodesOf(context.app, kind)) {
        const key = node.k !== 'stub' ? node.fn : 'fn' in node.of ? node.of.fn : undefined;
        if (key !== undefined && key !== piece.functionKey) used.add(key);
      }
    }
    const named = new Set(context.program.units.flatMap(namesInSecurity));
    for (const f of context.app.functions) {
      if (f.kind !== 'function' || f.public === true || used.has(f.key) || context.isTestFile(f.file)) continue;
      if (!named.has(f.name)) context.report(unusedFunction, { file: f.file, span: f.nameSpan }, { name: f.name });
    }
  },
};

/** `security` rules are checked and not compiled (language.md §5): what they name is known from the source alone. */
function namesInSecurity(unit: CompilationUnit): readonly string[] {
  return unit.declarations.flatMap((declaration) => {
    if (declaration.kind !== 'EntityDeclaration') return [];
    return declaration.security.flatMap(
      (rule) => unit.file.text.slice(rule.start, rule.end).match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [],
    );
  });
}
