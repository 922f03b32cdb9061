/** `child Flow(row) as Name;` (language.md §9), and workflows that are their own descendants. */
import { wrongArguments } from '../../diagnostics/catalogue/types.ts';
import { childCycle, unknownWorkflow } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { ChildModel } from '../../ir/model.ts';
import type { ChildDeclaration } from '../../syntax/tree.ts';
import type { DeclarationChecker } from '../declaration-checker.ts';
import type { WorkflowSymbol } from '../symbols.ts';
import { errorType } from '../type-table.ts';
import { type Places, spanOf } from './places.ts';

export function readChild(places: Places, child: ChildDeclaration): ChildModel | undefined {
  const { checker, file, source } = places;
  const target = childWorkflow(checker, file, child);
  const name = child.workflow.parts.map((part) => part.name).join('.');
  if (target === undefined && !child.workflow.parts.some((part) => part.name === '')) {
    const all = checker.declarations.units.flatMap((unit) =>
      unit.declarations.flatMap((each) => (each.kind === 'WorkflowDeclaration' ? each.name.name : [])),
    );
    checker.report(diagnose(unknownWorkflow, source, child.workflow, { name, nearest: nearest(name, all) }));
  }
  const [row] = child.args;
  if (child.args.length !== 1 || row === undefined) {
    checker.report(
      diagnose(wrongArguments, source, child.workflow, {
        problem: 'arguments',
        callee: name,
        detail: `runs on one row, and ${child.args.length} are given`,
        expected: [`${name}(row)`],
      }),
    );
  }
  if (row === undefined || row.value.kind === 'MissingExpression') return undefined;
  const body = places.value(row.value, target?.entity ?? errorType, `the row of child '${child.name.name}'`);
  if (target === undefined) return undefined;
  return { name: child.name.name, workflow: target.fullName, row: body, span: spanOf(child) };
}

/** Reports each circle of workflows once, at its first `child` in source order. */
export function reportChildCycles(checker: DeclarationChecker, workflows: readonly WorkflowSymbol[]): void {
  const edges = workflows.flatMap((from) =>
    from.declaration.items.flatMap((item) =>
      item.kind !== 'StateDeclaration'
        ? []
        : item.items.flatMap((inner) => {
            const to = inner.kind === 'ChildDeclaration' ? childWorkflow(checker, from.file, inner) : undefined;
            return to === undefined ? [] : [{ from, to, child: inner as ChildDeclaration }];
          }),
    ),
  );
  type Edge = (typeof edges)[number];
  const told = new Set<Edge>();

  /** The shortest way from `edge.to` back to `edge.from`. */
  const wayBack = (edge: Edge): readonly Edge[] | undefined => {
    if (edge.to === edge.from) return [];
    const by = new Map<WorkflowSymbol, Edge>();
    const queue = [edge.to];
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      for (const next of edges) {
        if (next.from !== at || by.has(next.to) || next.to === edge.to) continue;
        by.set(next.to, next);
        queue.push(next.to);
      }
    }
    const way: Edge[] = [];
    for (let at = edge.from; at !== edge.to; ) {
      const step = by.get(at);
      if (step === undefined) return undefined;
      way.unshift(step);
      at = step.from;
    }
    return way;
  };

  for (const edge of edges) {
    if (told.has(edge)) continue;
    const back = wayBack(edge);
    if (back === undefined) continue;
    const cycle = [edge, ...back];
    if (cycle.some((each) => told.has(each))) continue;
    for (const each of cycle) told.add(each);
    checker.report(
      diagnose(
        childCycle,
        checker.source(edge.from.file),
        edge.child,
        { workflows: cycle.map((each) => each.from.name) },
        {
          related: back.map((each) => ({
            file: checker.source(each.from.file),
            span: each.child,
            message: `'${each.from.name}' starts '${each.to.name}' here`,
          })),
        },
      ),
    );
  }
}

function childWorkflow(checker: DeclarationChecker, file: number, child: ChildDeclaration): WorkflowSymbol | undefined {
  const names = child.workflow.parts.map((part) => part.name);
  const { scope } = checker.declarations;
  const found =
    names.length === 1 ? scope.lookup(names[0] as string, file)?.symbols : scope.lookupQualified(names, file);
  return found?.find((symbol): symbol is WorkflowSymbol => symbol.kind === 'workflow');
}
