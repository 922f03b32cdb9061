/** State records for people, and as format `osy.state/1` (docs/formats.md). */

import type { Style } from '../../report/style.ts';
import { isoOfTicks } from '../../runtime/clock.ts';
import type { StateStatus } from '../../stores/contract.ts';
import type { Ticks } from '../../stores/records.ts';
import type { StateLine } from '../../stores/state-rows.ts';
import { iso } from '../runs/json.ts';
import { counted, table } from '../table.ts';

export const stateFormat = 'osy.state/1';

export const stateStatusNames: readonly string[] = [
  'None',
  'Processed',
  'Processing',
  'Failed',
  'Skipped',
  'Superseded',
  'Expired',
];

export function stateStatusOf(word: string | undefined): StateStatus | undefined {
  const at = stateStatusNames.findIndex((name) => name.toLowerCase() === word?.toLowerCase());
  return at < 0 ? undefined : (at as StateStatus);
}

export function statesJson(records: readonly StateLine[]): string {
  const document = {
    format: stateFormat,
    records: records.map((r) => ({
      id: r.seq,
      scope: r.scope,
      item: r.itemKey,
      itemEntity: r.itemEntityKey,
      subItem: r.subItemKey,
      subItemEntity: r.subItemEntityKey,
      status: stateStatusNames[r.status],
      live: r.live,
      data: r.data,
      message: r.message,
      fingerprint: r.fingerprint,
      attempts: r.attempts,
      createdAt: isoOfTicks(r.createdAt),
      updatedAt: isoOfTicks(r.updatedAt),
      lockedUntil: iso(r.lockedUntil),
      expiresAt: iso(r.expiresAt),
      token: r.token,
      holder: r.holder,
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** One line a record. */
export function statesPretty(records: readonly StateLine[], style: Style): string {
  if (records.length === 0) return 'no records\n';
  const [head = '', ...lines] = table(
    ['ID', 'ITEM', 'SCOPE', 'STATUS', 'TRIES', 'UPDATED'],
    records.map((r) => [
      String(r.seq),
      itemText(r),
      r.scope,
      `${stateStatusNames[r.status]}${r.live ? '' : ' (history)'}`,
      String(r.attempts),
      isoOfTicks(r.updatedAt),
    ]),
  );
  return `${[style.dim(head), ...lines].join('\n')}\n${counted(records.length, 'record')}\n`;
}

/** Everything about one record. */
export function statePretty(r: StateLine, now: Ticks, style: Style): string {
  const facts: [string, string][] = [
    ['scope', r.scope],
    ['status', `${stateStatusNames[r.status]}${lockText(r, now)}`],
    ['tries', String(r.attempts)],
    ['created', isoOfTicks(r.createdAt)],
    ['updated', isoOfTicks(r.updatedAt)],
  ];
  if (r.expiresAt !== null) facts.push(['kept until', isoOfTicks(r.expiresAt)]);
  if (r.holder !== null) facts.push(['holder', `delivery ${r.holder}, token ${r.token}`]);
  if (r.message !== null) facts.push(['last failure', r.message]);
  if (r.data !== null) facts.push(['data', r.data]);
  const width = Math.max(...facts.map(([name]) => name.length));
  return `${[
    style.strong(`record ${r.seq}: ${itemText(r)}${r.live ? '' : ' (history)'}`),
    ...facts.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
  ].join('\n')}\n`;
}

function lockText(r: StateLine, now: Ticks): string {
  if (r.lockedUntil === null) return '';
  return r.lockedUntil > now ? `, locked until ${isoOfTicks(r.lockedUntil)}` : `, lapsed ${isoOfTicks(r.lockedUntil)}`;
}

export function itemText(r: StateLine): string {
  const subEntity = r.subItemEntityKey === '' ? '' : ` (${r.subItemEntityKey})`;
  const sub = r.subItemKey === '' ? '' : ` / ${r.subItemKey}${subEntity}`;
  return `${r.itemKey} (${r.itemEntityKey})${sub}`;
}
