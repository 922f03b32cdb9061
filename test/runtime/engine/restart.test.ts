/** A run, its timers and its retries survive the process (pipeline.md §6). */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'osy-restart-'));
afterAll(() => rmSync(folder, { recursive: true }));
const child = join(import.meta.dirname, 'restart-child.ts');

test('a killed process leaves everything to the next one', () => {
  const path = join(folder, 'runs.db');
  const args = (part: string): string[] => ['--import', 'tsx', child, path, part];
  const first = spawnSync(process.execPath, args('begin'), { encoding: 'utf8' });
  expect(first.signal).toBe('SIGKILL');
  expect(first.stdout).toBe('+A ');
  const rest = execFileSync(process.execPath, args('go on'), { encoding: 'utf8' });
  expect(rest).toBe(
    '+A say 1.10 remind remind remind late +B | +A say 1.10 remind remind remind late +B deadline +End | C nothing due',
  );
});
