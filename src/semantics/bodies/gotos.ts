/** `goto State;` and `goto self;` (language.md §7.5). */
import { misplacedStatement } from '../../diagnostics/catalogue/bodies.ts';
import { gotoOutsideWorkflow, unknownState } from '../../diagnostics/catalogue/workflows.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { StatementOf } from '../../syntax/tree.ts';
import type { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import type { Scope } from './scope.ts';

export function bindGoto(b: Binder, st: StatementOf<'Goto'>, scope: Scope, out: Stmt[]): void {
  const { name } = st.target;
  const s = spanOf(st);
  const inside =
    scope.fn.kind === 'lambda' ? 'a lambda' : scope.fn.kind === 'localFunction' ? 'a local function' : undefined;
  const rule = b.body.goto;
  if (inside !== undefined || scope.fn.kind === 'block') {
    b.report(gotoOutsideWorkflow, st, { what: inside ?? 'a `runas` block' });
  } else if (!rule.allowed) {
    b.add(rule.refuse(b.body.file, st, name));
  } else if (scope.jumps.inFinally) {
    b.report(misplacedStatement, st, { what: '`goto` may not leave a `finally`, which runs whatever was decided' });
  } else if (name !== 'self' && name !== '' && !rule.workflow.states.has(name)) {
    const suggestion = nearest(name, rule.workflow.states.keys());
    b.report(unknownState, st.target, { name, workflow: rule.workflow.name, nearest: suggestion });
  }
  // Where `self` may not be meant, the one who asked for the body says so: it knows the place.
  // It ends the body all the same: what follows is judged as if it were right.
  if (name === 'self') out.push({ k: 'goto', s, self: true });
  else out.push({ k: 'goto', s, state: name });
}
