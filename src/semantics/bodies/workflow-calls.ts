/** What a workflow's name is good for in a body: `XFlow.RaiseY(row, …, at: t)`, `CorrelateY`, `Start`, `AssignSlot` (language.md §7.3, §8). */

import { noSuchMember } from '../../diagnostics/catalogue/types.ts';
import { unknownEvent } from '../../diagnostics/catalogue/workflows.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { ExpressionOf } from '../../syntax/tree.ts';
import type { Callable, EventSymbol, ParameterSymbol, WorkflowSymbol } from '../symbols.ts';
import { errorType, objectType } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf } from './bound.ts';

export function workflowMember(b: Binder, workflow: WorkflowSymbol, e: ExpressionOf<'MemberAccess'>): Bound {
  const callable = workflowCallable(b, workflow, e.name.name);
  if (callable) {
    const { name } = callable;
    return {
      k: 'group',
      name,
      candidates: [callable],
      extensions: [],
      receiver: undefined,
      typeArgs: undefined,
      s: spanOf(e),
    };
  }
  const { name } = e.name;
  const raised = /^(?:Raise|Correlate)(.+)$/.exec(name)?.[1];
  if (raised !== undefined && workflow.events.has(raised)) {
    const hint = `event '${raised}' has no \`[CorrelateOn(…)]\` that would find a row`;
    b.report(noSuchMember, e.name, { type: workflow.name, name, hint });
  } else if (raised !== undefined) {
    const suggestion = nearest(raised, workflow.events.keys());
    b.report(unknownEvent, e.name, { name: raised, workflow: workflow.name, nearest: suggestion });
  } else {
    b.report(noSuchMember, e.name, { type: workflow.name, name, suggestion: nearest(name, names(workflow)) });
  }
  return b.error(e);
}

function* names(workflow: WorkflowSymbol): Iterable<string> {
  yield 'Start';
  for (const [name, event] of workflow.events) {
    yield `Raise${name}`;
    if (correlates(event)) yield `Correlate${name}`;
  }
  for (const slot of workflow.slots.keys()) yield `Assign${slot}`;
}

function correlates(event: EventSymbol): boolean {
  return event.declaration.attributes.some((attribute) => attribute.name.name === 'CorrelateOn');
}

function workflowCallable(b: Binder, workflow: WorkflowSymbol, name: string): Callable | undefined {
  const row = parameter('row', workflow.entity ?? errorType);
  const made = (params: readonly ParameterSymbol[], returns: Type, origin: Callable['origin']): Callable => ({
    name: `${workflow.name}.${name}`,
    typeParams: [],
    params,
    returns,
    origin,
  });
  if (name === 'Start') return made([row], library(b, 'RaiseOutcome'), { kind: 'start', workflow });
  const raised = name.startsWith('Raise') ? workflow.events.get(name.slice('Raise'.length)) : undefined;
  if (raised) {
    const at = { ...parameter('at', library(b, 'DateTime')), optional: true };
    return made([row, ...raised.params, at], library(b, 'RaiseOutcome'), { kind: 'raise', event: raised });
  }
  const correlated = name.startsWith('Correlate') ? workflow.events.get(name.slice('Correlate'.length)) : undefined;
  if (correlated && correlates(correlated)) {
    return made(correlated.params, library(b, 'CorrelationOutcome'), { kind: 'correlate', event: correlated });
  }
  const slot = name.startsWith('Assign') ? name.slice('Assign'.length) : '';
  if (workflow.slots.has(slot)) {
    const person = parameter('person', b.types.nullable(b.declarations.principal ?? objectType));
    return made([row, person], b.types.primitive('void'), { kind: 'assign', workflow, slot });
  }
  return undefined;
}

function parameter(name: string, type: Type): ParameterSymbol {
  return { name, type, mode: 'value', optional: false, declaration: undefined };
}

function library(b: Binder, name: string): Type {
  return b.types.libraryType(name) ?? errorType;
}
