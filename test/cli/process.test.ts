/** `osy` as a process: what becomes of its streams. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { app, Folder } from './lint-support.ts';

const root = join(import.meta.dirname, '../..');
const command = `"${process.execPath}" --import "${join(root, 'node_modules/tsx/dist/esm/index.mjs')}" "${join(root, 'src/cli/bin.ts')}"`;

/** A line of shell in which `osy` is the program from source. */
function shell(
  folder: Folder,
  line: string,
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const script = `set -o pipefail; osy() { ${command} "$@"; }; ${line}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

describe('standard output', () => {
  it.each(['lint', '--help', 'eval 1'])('of osy %s on a full disk: told once, exit code 2', (args) => {
    const { code, err } = shell(new Folder(app('SendSafely(this.Item);')), `osy ${args} >/dev/full`);
    expect(err).toBe('osy: standard output cannot be written: ENOSPC: no space left on device, write\n');
    expect(code).toBe(2);
  });

  it('that nobody reads any more is no fault, and hides none', () => {
    const bad = shell(new Folder(app()), 'osy lint --format sarif | true');
    expect(bad).toEqual({ code: 1, out: '', err: '' });
    const clean = shell(new Folder(app('SendSafely(this.Item);')), 'osy lint --format sarif | true');
    expect(clean).toEqual({ code: 0, out: '', err: '' });
  });

  it('that is closed is no fault', () => {
    const { code, err } = shell(new Folder(app()), 'osy lint >&-');
    expect({ code, err }).toEqual({ code: 1, err: '' });
  });
});

it('standard error on a full disk, or closed, changes no exit code', () => {
  const folder = new Folder(app());
  for (const where of ['/dev/full', '&-']) {
    const { code, out } = shell(folder, `osy lint nowhere 2>${where}`);
    expect({ code, out }).toEqual({ code: 2, out: 'no findings in 0 files\n' });
  }
});
