/** `ServiceHours { … }` (language.md §8): windows per weekday in one zone, and days that are closed. */
import { serviceHours as rule } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { ServiceHours } from '../../ir/model.ts';
import type { Span } from '../../source/source.ts';
import type { Expression, SettingsBlock } from '../../syntax/tree.ts';
import { type Places, unwrap } from './places.ts';
import { Settings } from './settings.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const day = 1440;

interface Window {
  readonly from: number;
  readonly to: number;
  /** As written, for messages. */
  readonly text: string;
  readonly span: Span;
  readonly weekday: number;
}

export function readServiceHours(places: Places, block: SettingsBlock): ServiceHours {
  const { checker, file, source } = places;
  const report = (span: Span, problem: string, instead: string) =>
    checker.report(diagnose(rule, source, span, { problem, instead }));
  const settings = new Settings({ checker, file, describe: '`ServiceHours`' }, block.settings, [
    'Zone',
    ...weekdays,
    'Closed',
  ]);

  const zone = settings.text('Zone', 'the windows are local times, and the zone has to be known');
  if (zone !== undefined && !isZone(zone.text)) {
    const suggestion = nearest(zone.text, Intl.supportedValuesOf('timeZone'));
    report(
      zone.at,
      `there is no time zone '${zone.text}'`,
      suggestion === undefined
        ? 'Write a name of the IANA list, such as "Europe/Stockholm".'
        : `Did you mean "${suggestion}"?`,
    );
  }

  const windows = weekdays.flatMap((name, weekday): readonly Window[] => {
    const written = settings.text(name, 'the windows of a day are written out, so that they can be checked');
    if (written === undefined) return [];
    return readWindows(written.text, written.at, weekday, report);
  });
  reportOverlaps(windows, report);

  const closed = readClosed(settings.value('Closed'), report);
  return {
    zone: zone?.text ?? 'UTC',
    days: weekdays.map((_, weekday) =>
      windows
        .filter((window) => window.weekday === weekday)
        .sort((a, b) => a.from - b.from)
        .map(({ from, to }) => ({ from, to })),
    ),
    closed: [...new Set(closed)].sort(),
  };
}

type Report = (span: Span, problem: string, instead: string) => void;

function readWindows(text: string, span: Span, weekday: number, report: Report): readonly Window[] {
  if (text.trim() === '') return [];
  return text.split(',').flatMap((part): readonly Window[] => {
    const written = part.trim();
    const match = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(written);
    const from = match && minutes(match[1] as string, match[2] as string);
    const to = match && minutes(match[3] as string, match[4] as string);
    if (from === null || to === null || from === undefined || to === undefined) {
      report(
        span,
        `'${written}' is no window of time`,
        'Write windows like "09:00-12:00, 13:00-16:00"; a day may end at 24:00.',
      );
      return [];
    }
    if (from === day) {
      report(span, `window '${written}' begins at 24:00, which is the next day`, 'Let it begin at 00:00 of that day.');
      return [];
    }
    if (from === to) {
      report(
        span,
        `window '${written}' ends when it begins`,
        'Write "00:00-24:00" for a whole day, or leave the day out.',
      );
      return [];
    }
    return [{ from, to: to < from ? to + day : to, text: written, span, weekday }];
  });
}

/** Minutes since midnight; undefined for what no clock shows. 24:00 is the end of the day. */
function minutes(hours: string, minute: string): number | undefined {
  const at = Number(hours) * 60 + Number(minute);
  return Number(minute) < 60 && at <= day ? at : undefined;
}

/** A window that runs past midnight meets those of the next day, Sunday's those of Monday. */
function reportOverlaps(windows: readonly Window[], report: Report): void {
  const week = 7 * day;
  const placed = windows
    .map((window) => ({ window, start: window.weekday * day + window.from, end: window.weekday * day + window.to }))
    .sort((a, b) => a.start - b.start);
  for (const [i, later] of placed.entries()) {
    const earlier = placed.slice(0, i).find((other) => other.end > later.start || later.end - week > other.start);
    if (earlier === undefined) continue;
    report(
      later.window.span,
      `window '${later.window.text}' of ${weekdays[later.window.weekday]} overlaps '${earlier.window.text}' of ${weekdays[earlier.window.weekday]}`,
      'A minute is open or closed, and counts once: make the two one window, or end the first before the second begins.',
    );
  }
}

/** Asking costs about a millisecond, and the list of zones does not change while osy runs. */
const zones = new Map<string, boolean>();

function isZone(name: string): boolean {
  let known = zones.get(name);
  if (known === undefined) {
    known = !/^[+-]/.test(name) && formats(name);
    zones.set(name, known);
  }
  return known;
}

function formats(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** `[new DateOnly(2026, 12, 25)]`, `new[] { … }`, `new List<DateOnly> { … }`. */
function readClosed(value: Expression | undefined, report: Report): readonly string[] {
  if (value === undefined) return [];
  const items = elementsOf(unwrap(value));
  if (items === undefined) {
    report(value, '`Closed` is no list of days', 'Write `[new DateOnly(2026, 12, 25)]`.');
    return [];
  }
  return items.flatMap((item) => {
    const date = readDate(unwrap(item));
    if (date === undefined)
      report(item, 'this is no day of the calendar that is written out', 'Write `new DateOnly(2026, 12, 25)`.');
    return date ?? [];
  });
}

function elementsOf(list: Expression): readonly Expression[] | undefined {
  switch (list.kind) {
    case 'CollectionExpression':
      return list.elements.some((element) => element.spread)
        ? undefined
        : list.elements.map((element) => element.value);
    case 'ArrayCreation':
      return list.elements;
    case 'ObjectCreation':
      return list.initializer?.entries.flatMap((entry) => (entry.kind === 'ElementEntry' ? entry.values : []));
    default:
      return undefined;
  }
}

function readDate(expression: Expression): string | undefined {
  if (expression.kind !== 'ObjectCreation' || expression.initializer !== undefined) return undefined;
  const { type, args } = expression;
  if (type !== undefined && (type.kind !== 'NamedType' || type.name.parts.at(-1)?.name !== 'DateOnly'))
    return undefined;
  const numbers = (args ?? []).map((arg) => {
    const value = unwrap(arg.value);
    return value.kind === 'IntLiteral' ? Number(value.value) : Number.NaN;
  });
  const [year = 0, month = 0, dayOfMonth = 0] = numbers;
  if (numbers.length !== 3 || !(year >= 1 && year <= 9999)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== dayOfMonth)
    return undefined;
  return date.toISOString().slice(0, 10);
}
