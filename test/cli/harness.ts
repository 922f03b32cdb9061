/** The command line in this process: what it prints, and its exit code. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { plainStyle } from '../../src/report/style.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function osy(
  args: readonly string[],
  options: { readonly cwd?: string; readonly stdin?: string } = {},
): Promise<Outcome> {
  let out = '';
  let err = '';
  const terminal: Terminal = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    cwd: options.cwd ?? process.cwd(),
    style: plainStyle,
    errStyle: plainStyle,
    interactive: false,
    readStdin: async () => Buffer.from(options.stdin ?? ''),
  };
  const code = await main(args, terminal);
  return { code, out, err };
}

/** A folder with these files, gone after `use`. */
export async function inFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'osy-test-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines that only a crash would print. */
export function looksLikeStack(text: string): boolean {
  return /^\s+at .*(\.ts|\.js|node:|native)/m.test(text) || /internal error/.test(text);
}
