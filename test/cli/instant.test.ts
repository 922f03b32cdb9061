import { describe, expect, it, test } from 'vitest';
import { instantOf } from '../../src/cli/instant.ts';
import { UsageError } from '../../src/cli/terminal.ts';
import { isoOfTicks } from '../../src/runtime/clock.ts';
import { Folder } from './lint-support.ts';

describe('an instant on the command line', () => {
  it.each([
    ['2026-03-02', '2026-03-02T00:00:00Z'],
    ['2026-03-02T09:30', '2026-03-02T09:30:00Z'],
    ['2026-03-02T09:30:15Z', '2026-03-02T09:30:15Z'],
    ['2026-03-02T09:30:15.1234567Z', '2026-03-02T09:30:15.1234567Z'],
    ['2026-03-02T00:30:00+01:00', '2026-03-01T23:30:00Z'],
    ['2026-03-01T23:30:00-05:30', '2026-03-02T05:00:00Z'],
    ['2028-02-29', '2028-02-29T00:00:00Z'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.9999999Z'],
  ])('%s is %s', (text, instant) => {
    expect(isoOfTicks(instantOf('--start', text))).toBe(instant);
  });

  it.each([
    '2026-02-30',
    '2026-02-29T09:00:00Z',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-03-00',
    '2026-03-02T24:00:00Z',
    '2026-03-02T09:60:00Z',
    '2026-03-02T09:00:60Z',
    '2026-03-02T09:00:00+15:00',
    '2026-03-02T09:00:00+01:60',
    '0000-01-01',
    '0001-01-01T00:00:00+01:00',
  ])('there is no %s', (text) => {
    expect(() => instantOf('--start', text)).toThrow(new UsageError(`--start: there is no instant '${text}'`));
  });

  it.each([
    '',
    'now',
    '2026',
    '2026-3-2',
    '2026-03-02 09:00',
    '2026-03-02T9:00',
    '2026-03-02Z',
    '2026-03-02T09:00:00.12345678Z',
  ])("'%s' is of another form", (text) => {
    const message = `--at takes an instant such as 2026-03-02T09:00:00Z, not '${text}'`;
    expect(() => instantOf('--at', text)).toThrow(new UsageError(message));
  });
});

test.each([
  ['run', '.', 'Now', '--start', '2026-02-30'],
  ['state', 'ls', '--db', 'a.db', '--since', '2026-02-30'],
  ['state', 'expire', '--db', 'a.db', '--at', '2026-02-30'],
])('osy %s %s … %s is refused where there is no such day', async (...args) => {
  const folder = new Folder({ 'app.osy': 'public DateTime Now() => DateTime.UtcNow;' });
  expect(await folder.osy('run', '.', 'Now', '--db', 'a.db')).toMatchObject({ code: 0 });
  const { code, out, err } = await folder.osy(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain("there is no instant '2026-02-30'");
});
