/** `Tracks = Loan.Status;`: which field of which entity holds the run's state (language.md §7.2). */
import { noSuchMember, unknownName } from '../../diagnostics/catalogue/types.ts';
import {
  missingSetting,
  trackedFieldHasDefault,
  trackedFieldNeedsDefault,
  trackedFieldNotAnEnum,
  twoWorkflowsTrackOneField,
} from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { Expression, Setting } from '../../syntax/tree.ts';
import type { DeclarationChecker } from '../declaration-checker.ts';
import { fieldNames } from '../entities-lineage.ts';
import type { FieldSymbol, WorkflowSymbol } from '../symbols.ts';
import { displayType } from '../type-table.ts';
import { unwrap } from './places.ts';

/** The first setting of that name in a workflow. */
export function workflowSetting(workflow: WorkflowSymbol, name: string): Setting | undefined {
  for (const item of workflow.declaration.items) {
    if (item.kind === 'Setting' && item.name.name === name) return item;
  }
  return undefined;
}

/** Says where a workflow's `Tracks` is no field of an enum type; the declaration pass has looked it up silently. */
export function checkTracks(checker: DeclarationChecker, workflow: WorkflowSymbol): void {
  const { file, entity, field } = workflow;
  const source = checker.source(file);
  const setting = workflowSetting(workflow, 'Tracks');
  if (setting === undefined) {
    if (isMisspelt(workflow, 'Tracks')) return;
    checker.report(
      diagnose(missingSetting, source, workflow.declaration.name, {
        name: 'Tracks',
        of: `workflow '${workflow.name}'`,
        why: 'a run belongs to a row, and its state is kept in a field of that row',
        example: 'Tracks = Loan.Status;',
      }),
    );
    return;
  }
  const value = unwrap(setting.value);
  const path = pathOf(value);
  if (path === undefined) {
    if (value.kind === 'MissingExpression') return;
    checker.report(
      diagnose(missingSetting, source, setting.value, {
        name: 'Tracks',
        of: `workflow '${workflow.name}'`,
        why: 'it names an entity and one of its fields, and this names none',
        example: 'Tracks = Loan.Status;',
      }),
    );
    return;
  }
  const last = path.at(-1) as PathPart;
  if (entity === undefined) {
    if (path.some((part) => part.name === '')) return;
    const name = path
      .slice(0, Math.max(1, path.length - 1))
      .map((part) => part.name)
      .join('.');
    const suggestion = nearest(name, entityNames(checker));
    checker.report(
      diagnose(unknownName, source, path[Math.max(0, path.length - 2)] as PathPart, {
        problem: 'name',
        name,
        what: 'name',
        suggestion,
      }),
    );
    return;
  }
  const { symbol } = entity;
  if (field === undefined) {
    if (last.name === '') return;
    checker.report(
      diagnose(noSuchMember, source, last, {
        type: symbol.name,
        name: last.name,
        suggestion: nearest(last.name, fieldNames(symbol)),
      }),
    );
    return;
  }
  if (workflow.enum !== undefined || field.type.kind === 'error') return;
  checker.report(
    diagnose(trackedFieldNotAnEnum, source, setting, {
      field: `${symbol.name}.${field.name}`,
      type: displayType(field.type),
    }),
  );
}

/** Told as an unknown setting already. */
function isMisspelt(workflow: WorkflowSymbol, name: string): boolean {
  return workflow.declaration.items.some(
    (item) => item.kind === 'Setting' && nearest(item.name.name, [name]) !== undefined,
  );
}

/** Fields and the workflows that track them; the later of two workflows is told. */
export function trackedFields(
  checker: DeclarationChecker,
  workflows: readonly WorkflowSymbol[],
): ReadonlyMap<FieldSymbol, WorkflowSymbol> {
  const tracked = new Map<FieldSymbol, WorkflowSymbol>();
  for (const workflow of workflows) {
    const { field } = workflow;
    if (field === undefined || workflow.enum === undefined) continue;
    const other = tracked.get(field);
    if (other === undefined) {
      tracked.set(field, workflow);
      continue;
    }
    const setting = workflowSetting(workflow, 'Tracks') as Setting;
    const first = workflowSetting(other, 'Tracks') as Setting;
    checker.report(
      diagnose(
        twoWorkflowsTrackOneField,
        checker.source(workflow.file),
        setting,
        { field: `${field.owner.name}.${field.name}`, workflow: workflow.name, other: other.name },
        { related: [{ file: checker.source(other.file), span: first, message: `'${other.name}' tracks it here` }] },
      ),
    );
  }
  return tracked;
}

/** The tracked field's default: none under autostart, one otherwise. */
export function checkTrackedDefault(
  checker: DeclarationChecker,
  workflow: WorkflowSymbol,
  autostart: boolean,
  initial: string,
): void {
  const { field } = workflow;
  if (field?.declaration === undefined) return;
  const row = autostart ? trackedFieldHasDefault : trackedFieldNeedsDefault;
  const hasDefault = field.declaration.initializer !== undefined;
  if (hasDefault !== autostart) return;
  const initialValue =
    autostart || initial === '' || workflow.enum === undefined ? initial : `${workflow.enum.symbol.name}.${initial}`;
  const [start, end] = field.nameSpan;
  checker.report(
    diagnose(
      row,
      checker.source(field.file),
      { start, end },
      {
        field: `${field.owner.name}.${field.name}`,
        workflow: workflow.name,
        initial: initialValue,
      },
    ),
  );
}

interface PathPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** `A.B.C` as its parts; undefined for any other expression. */
function pathOf(expression: Expression): readonly PathPart[] | undefined {
  const plain = unwrap(expression);
  if (plain.kind === 'Name') return [plain.name];
  if (plain.kind !== 'MemberAccess') return undefined;
  const before = pathOf(plain.target);
  return before && [...before, plain.name];
}

function entityNames(checker: DeclarationChecker): readonly string[] {
  return checker.declarations.units.flatMap((unit) =>
    unit.declarations.flatMap((declaration) => (declaration.kind === 'EntityDeclaration' ? declaration.name.name : [])),
  );
}
