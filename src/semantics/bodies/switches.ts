/** `switch` statements (C# spec 13.8.3). Where a section ends is the flow's to say. */
import type { Stmt, SwitchSection } from '../../ir/ir.ts';
import type { StatementOf } from '../../syntax/tree.ts';
import { boolType } from '../type-table.ts';
import type { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import type { Scope } from './scope.ts';
import { Labels } from './switch-labels.ts';

export function bindSwitch(b: Binder, st: StatementOf<'Switch'>, scope: Scope, out: Stmt[]): void {
  const value = b.value(st.expression, scope);
  // All sections are one scope, but for what a pattern names in the labels of one.
  const block = scope.nested({ breaks: true });
  const labels = new Labels(b, value.type);
  const inside = st.sections.map(() => block.nested());
  const bound = st.sections.map((section, i) =>
    section.labels.map((label): SwitchSection['labels'][number] => {
      if (label.pattern === undefined) {
        labels.addDefault(label);
        return null;
      }
      const p = labels.bind(label.pattern, label.when, inside[i] as Scope);
      const when = label.when && b.converted(label.when, inside[i] as Scope, boolType);
      return { p, ...(when === undefined ? {} : { when }) };
    }),
  );
  const sections = st.sections.map((section, i): SwitchSection => {
    const body: Stmt[] = [];
    const own = inside[i] as Scope;
    const named = new Set(own.own());
    b.statements(section.statements, own, body);
    for (const local of own.own()) if (!named.has(local)) block.adopt(local);
    return { labels: bound[i] as SwitchSection['labels'], body };
  });
  out.push({ k: 'switch', s: spanOf(st), e: value.e, sections });
}
