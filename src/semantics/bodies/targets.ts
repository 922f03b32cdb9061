/** What can be assigned, and what must not be. */
import { readOnly } from '../../diagnostics/catalogue/bodies.ts';
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import { trackedFieldAssigned } from '../../diagnostics/catalogue/workflows.ts';
import type { LValue } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import type { FieldSymbol } from '../symbols.ts';
import { isSilent } from '../type-table.ts';
import type { Binder } from './binder.ts';
import type { Value } from './bound.ts';

/** The value as a target of an assignment; reports where it can be none. */
export function assignable(b: Binder, value: Value, at: Node): LValue | undefined {
  if (isSilent(value.type)) return undefined;
  if (value.readOnly) {
    b.report(readOnly, at, value.readOnly);
    return undefined;
  }
  const { e } = value;
  switch (e.k) {
    case 'local':
    case 'sfield':
    case 'prop':
    case 'libprop':
    case 'elem':
    case 'field':
      if (value.field && refusesTracked(b, value.field, at)) return undefined;
      return e;
    case 'const': {
      const what = `\`${b.file.text.slice(at.start, at.end)}\``;
      b.report(readOnly, at, { what, why: 'it is constant' });
      return undefined;
    }
    default: {
      const text = 'only a local, a field, a property or an element can be assigned';
      b.report(typeMismatch, at, { problem: 'other', text, help: 'Keep the value in a local, and assign that.' });
      return undefined;
    }
  }
}

/** The field is a workflow's: only a run sets it (language.md §7.2). */
export function refusesTracked(b: Binder, field: FieldSymbol, at: Node): boolean {
  const workflow = b.context.trackedFields.get(field);
  if (workflow === undefined) return false;
  b.report(trackedFieldAssigned, at, { field: field.name, workflow: workflow.name });
  return true;
}
