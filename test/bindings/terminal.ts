import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { plainStyle } from '../../src/report/style.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Collecting {
  readonly terminal: Terminal;
  readonly out: () => string;
  readonly err: () => string;
  /** Waits until standard error holds `words` so many times. */
  readonly until: (words: string, times: number) => Promise<void>;
}

/** A terminal that keeps what is printed. */
export function collectingTerminal(cwd: string): Collecting {
  let out = '';
  let err = '';
  let waiting: (() => void) | undefined;
  return {
    out: () => out,
    err: () => err,
    until: async (words, times) => {
      while (err.split(words).length - 1 < times) {
        await new Promise<void>((done) => {
          waiting = done;
        });
      }
    },
    terminal: {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
        waiting?.();
      },
      cwd,
      style: plainStyle,
      errStyle: plainStyle,
      interactive: false,
      readStdin: async () => new Uint8Array(),
    },
  };
}

/** Runs a command line of `osy` in this process. */
export async function osy(cwd: string, ...argv: readonly string[]): Promise<Ran> {
  const { terminal, out, err } = collectingTerminal(cwd);
  const code = await main(argv, terminal);
  return { code, out: out(), err: err() };
}
