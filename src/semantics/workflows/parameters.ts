/** Parameter lists of arms and slots: which of the event's arguments each name stands for (language.md §7.1). */
import { armParameter, armParameterType } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import type { Parameter } from '../../syntax/tree.ts';
import type { BodyParameter } from '../body-request.ts';
import type { EventSymbol } from '../symbols.ts';
import { displayType, errorType } from '../type-table.ts';
import { type Places, spanOf } from './places.ts';

export interface MatchedParameters {
  readonly params: readonly BodyParameter[];
  /** For each of `params`, which of the event's arguments it is. */
  readonly args: readonly number[];
}

/** The event's own parameters, under their own names. */
export function eventParameters(event: EventSymbol): MatchedParameters {
  return {
    params: event.params.map((param) => ({
      name: param.name,
      type: param.type,
      nameSpan: spanOf(param.declaration?.name ?? event.declaration.name),
    })),
    args: event.params.map((_, i) => i),
  };
}

/** An arm may drop parameters: a name finds its own, and a name that is new takes the parameter of its place. */
export function matchParameters(
  places: Places,
  written: readonly Parameter[] | undefined,
  event: EventSymbol,
): MatchedParameters {
  const { checker, file, source } = places;
  const params: BodyParameter[] = [];
  const args: number[] = [];
  const names = new Set((written ?? []).map((param) => param.name.name));
  for (const [place, param] of (written ?? []).entries()) {
    const name = param.name.name;
    const index = indexOf(event, name, place, names);
    const declared = param.type && checker.resolveType(file, param.type);
    if (index === undefined) {
      if (name !== '') {
        checker.report(
          diagnose(armParameter, source, param.name, {
            name,
            event: event.name,
            params: event.params.map((each) => each.name),
          }),
        );
      }
      params.push({ name, type: declared ?? errorType, nameSpan: spanOf(param.name) });
      args.push(0);
      continue;
    }
    const expected = event.params[index]?.type ?? errorType;
    if (declared !== undefined && declared.kind !== 'error' && expected.kind !== 'error') {
      if (!checker.declarations.types.same(declared, expected)) {
        checker.report(
          diagnose(armParameterType, source, param.type ?? param, {
            name,
            event: event.name,
            expected: displayType(expected),
            actual: displayType(declared),
          }),
        );
      }
    }
    params.push({ name, type: expected, nameSpan: spanOf(param.name) });
    args.push(index);
  }
  return { params, args };
}

function indexOf(event: EventSymbol, name: string, place: number, names: ReadonlySet<string>): number | undefined {
  const own = event.params.findIndex((param) => param.name === name);
  if (own >= 0) return own;
  const there = event.params[place];
  return there === undefined || names.has(there.name) ? undefined : place;
}
