// The main job on real input: lint, compile and run an example, with the hook order visible.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'osy-demo-'));
const definition = join(folder, 'invitation.osy.json');
const commands = [
  { shown: 'osy lint examples/invitation', args: ['lint', 'examples/invitation'] },
  {
    shown: 'osy compile examples/invitation -o invitation.osy.json',
    args: ['compile', 'examples/invitation', '-o', definition],
  },
  {
    shown: 'osy run invitation.osy.json --script examples/invitation/play.script --trace',
    args: ['run', definition, '--script', 'examples/invitation/play.script', '--trace'],
  },
];
try {
  for (const { shown, args } of commands) {
    console.log(`\n$ ${shown}`);
    const { status } = spawnSync(process.execPath, ['bin/osy.js', ...args], { stdio: 'inherit' });
    if (status !== 0) {
      process.exitCode = status ?? 1;
      break;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
