/** Instants on the command line, for `--start`, `--at` and `--since`. */
import { ticksOfDate, ticksPerMillisecond } from '../runtime/clock.ts';
import type { Ticks } from '../stores/records.ts';
import { UsageError } from './terminal.ts';

const iso =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:T(?<minute>\d{2}:\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,7}))?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/** .NET knows no zone further from UTC. */
const mostZoneMinutes = 14 * 60;

/**
 * `2026-03-02`, `2026-03-02T09:00`, `2026-03-02T09:00:00.1234567+01:00`; without a zone it is UTC.
 * @param option as messages name it
 * @throws UsageError for another form, and for a day or a time that there is not
 */
export function instantOf(option: string, text: string): Ticks {
  const { day, minute = '00:00', second = '00', fraction = '', zone = 'Z' } = iso.exec(text)?.groups ?? {};
  if (day === undefined) {
    throw new UsageError(`${option} takes an instant such as 2026-03-02T09:00:00Z, not '${text}'`);
  }
  const written = `${day}T${minute}:${second}`;
  const date = new Date(`${written}Z`);
  // Date takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  const there = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  const ticks = there ? ticksOfDate(date) + BigInt(fraction.padEnd(7, '0')) - zoneOf(zone) : -1n;
  if (ticks < 0n || !isZone(zone)) throw new UsageError(`${option}: there is no instant '${text}'`);
  return ticks;
}

function isZone(zone: string): boolean {
  return zone === 'Z' || (Number(zone.slice(4)) < 60 && Math.abs(minutesOf(zone)) <= mostZoneMinutes);
}

function zoneOf(zone: string): Ticks {
  return zone === 'Z' ? 0n : BigInt(minutesOf(zone)) * 60_000n * ticksPerMillisecond;
}

function minutesOf(zone: string): number {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith('-') ? -minutes : minutes;
}
