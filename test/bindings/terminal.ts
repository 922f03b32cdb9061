import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { plainStyle } from '../../src/report/style.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line of `osy` in this process. */
export async function osy(cwd: string, ...argv: readonly string[]): Promise<Ran> {
  let out = '';
  let err = '';
  const terminal: Terminal = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    cwd,
    style: plainStyle,
    errStyle: plainStyle,
    interactive: false,
    readStdin: async () => new Uint8Array(),
  };
  const code = await main(argv, terminal);
  return { code, out, err };
}
