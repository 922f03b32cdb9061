/**
 * Time that counts only while the service is open (language.md §8). A day's windows are local; what is counted is the
 * time that really passes between their edges, so that a night when the clock changes is as long as it is.
 */
import { createRequire } from 'node:module';
import type { Temporal as TemporalTypes } from 'temporal-polyfill';
import type { ServiceHours } from '../ir/model.ts';
import type { Ticks } from '../stores/records.ts';
import type { AccrualCalendar } from './timers.ts';

type TemporalApi = typeof TemporalTypes;
let temporal: TemporalApi | undefined;

/** Loaded when the first clock with service hours is armed: most apps have none, and it is large. */
function loadTemporal(): TemporalApi {
  if (temporal === undefined) {
    const require = createRequire(import.meta.url);
    temporal = (require('temporal-polyfill') as { Temporal: TemporalApi }).Temporal;
  }
  return temporal;
}

interface OpenSpan {
  readonly from: Ticks;
  readonly to: Ticks;
}

const unixEpoch = 621_355_968_000_000_000n;
const ticksPerDay = 864_000_000_000n;
/** A calendar that never opens again would be searched for ever; no app waits longer than this. */
const searchDays = 366 * 200;

export class ServiceCalendar implements AccrualCalendar {
  readonly #hours: ServiceHours;
  readonly #closed: ReadonlySet<string>;
  readonly #spans = new Map<number, readonly OpenSpan[]>();

  constructor(hours: ServiceHours) {
    this.#hours = hours;
    this.#closed = new Set(hours.closed);
  }

  /** The first instant at which `ticks` of open time have passed since `from`. */
  after(from: Ticks, ticks: Ticks): Ticks {
    let left = ticks;
    const first = Number((from - unixEpoch) / ticksPerDay) - 2;
    for (let day = first; day < first + searchDays; day++) {
      for (const span of this.#ofDay(day)) {
        const begin = span.from > from ? span.from : from;
        if (begin >= span.to) continue;
        const open = span.to - begin;
        if (open >= left) return begin + left;
        left -= open;
      }
    }
    return 3_155_378_975_999_999_999n;
  }

  /** Open time between two instants. */
  between(from: Ticks, to: Ticks): Ticks {
    let sum = 0n;
    const first = Number((from - unixEpoch) / ticksPerDay) - 2;
    const last = Number((to - unixEpoch) / ticksPerDay) + 2;
    for (let day = first; day <= last; day++) {
      for (const span of this.#ofDay(day)) {
        const begin = span.from > from ? span.from : from;
        const end = span.to < to ? span.to : to;
        if (end > begin) sum += end - begin;
      }
    }
    return sum;
  }

  /** The windows that begin on a local day, `day` days after 1970-01-01. */
  #ofDay(day: number): readonly OpenSpan[] {
    let spans = this.#spans.get(day);
    if (spans === undefined) {
      if (this.#spans.size > 4096) this.#spans.clear();
      spans = this.#compute(day);
      this.#spans.set(day, spans);
    }
    return spans;
  }

  #compute(day: number): readonly OpenSpan[] {
    const { PlainDate } = loadTemporal();
    const date = new PlainDate(1970, 1, 1).add({ days: day });
    if (this.#closed.has(date.toString())) return [];
    const windows = this.#hours.days[date.dayOfWeek - 1] ?? [];
    return windows.map(({ from, to }) => ({ from: this.#instant(date, from), to: this.#instant(date, to) }));
  }

  /** An edge inside a missing hour is the first instant after it; of an hour that comes twice, the first one. */
  #instant(date: TemporalTypes.PlainDate, minutes: number): Ticks {
    const at = date.add({ days: Math.floor(minutes / 1440) });
    const rest = minutes % 1440;
    const wall = at.toPlainDateTime({ hour: Math.floor(rest / 60), minute: rest % 60 });
    const zoned = wall.toZonedDateTime(this.#hours.zone, { disambiguation: 'compatible' });
    if (zoned.toPlainDateTime().equals(wall)) return ticksOf(zoned.epochMilliseconds);
    const gap = zoned.getTimeZoneTransition('previous');
    return ticksOf((gap ?? zoned).epochMilliseconds);
  }
}

function ticksOf(milliseconds: number): Ticks {
  return unixEpoch + BigInt(milliseconds) * 10_000n;
}
