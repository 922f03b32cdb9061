/** `Expire`, `Assigned`, `Finished` and `Remind`: what is armed when a state is entered (language.md §8). */
import { missingSetting } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import type { Body } from '../../ir/ir.ts';
import type { Span } from '../../source/source.ts';
import type { Setting } from '../../syntax/tree.ts';
import type { Places } from './places.ts';
import { Settings } from './settings.ts';

export interface Clock {
  readonly within: Body | undefined;
  readonly thenEvery: Body | undefined;
  readonly accrues: boolean;
}

export interface ClockRequest {
  readonly settings: readonly Setting[];
  /** `Within` or `After`. */
  readonly due: 'Within' | 'After';
  readonly repeats?: boolean;
  readonly describe: string;
  /** Where it is told that the due is missing; undefined where it may be. */
  readonly needed: Span | undefined;
  /** The workflow declares `ServiceHours`: then clocks count only inside them unless told otherwise. */
  readonly hasServiceHours: boolean;
}

export function readClock(places: Places, request: ClockRequest): Clock {
  const { checker, file, source } = places;
  const { due, describe } = request;
  const settings = new Settings({ checker, file, describe }, request.settings, [
    due,
    ...(request.repeats ? ['ThenEvery'] : []),
    'Accrues',
  ]);
  const value = settings.value(due);
  if (settings.isMissing(due) && request.needed !== undefined) {
    checker.report(
      diagnose(missingSetting, source, request.needed, {
        name: due,
        of: describe,
        why: 'without it there is no instant at which it is due',
        example: due === 'Within' ? 'Within = TimeSpan.FromDays(2);' : 'After = TimeSpan.FromDays(1)',
      }),
    );
  }
  const every = settings.value('ThenEvery');
  return {
    within: value && places.timeSpan(value, `\`${due}\` of ${describe}`),
    thenEvery: every && places.timeSpan(every, `\`ThenEvery\` of ${describe}`),
    accrues:
      settings.flag('Accrues', 'whether the clock stops outside service hours is part of what is compiled') ??
      request.hasServiceHours,
  };
}
