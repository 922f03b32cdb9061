/** What the verbs know of the outside: two streams, a working folder, and how wide and colourful the terminal is. */
import { Chalk, type ChalkInstance } from 'chalk';
import type { Style } from '../report/style.ts';

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly cwd: string;
  /** For what goes to standard output. */
  readonly style: Style;
  /** For what goes to standard error. */
  readonly errStyle: Style;
  readonly interactive: boolean;
  readonly readStdin: () => Promise<Uint8Array>;
}

/** Input that cannot be used: exit code 2, and a sentence instead of a stack. */
export class UsageError extends Error {}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    style: makeStyle(process.stdout),
    errStyle: makeStyle(process.stderr),
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    readStdin: async () => {
      const parts: Buffer[] = [];
      for await (const part of process.stdin) parts.push(part as Buffer);
      return Buffer.concat(parts);
    },
  };
}

function makeStyle(stream: NodeJS.WriteStream): Style {
  // A terminal that does not know its width says 0.
  const columns = stream.isTTY && stream.columns > 0 ? stream.columns : 80;
  return styleOf(new Chalk({ level: colourLevel(stream) }), Math.min(Math.max(columns, 40), 120));
}

/** `NO_COLOR` wins over everything; without a terminal there is colour only where `FORCE_COLOR` asks for it. */
function colourLevel(stream: NodeJS.WriteStream): 0 | 1 {
  if ((process.env['NO_COLOR'] ?? '') !== '') return 0;
  const forced = process.env['FORCE_COLOR'];
  if (forced !== undefined) return forced === '0' || forced === 'false' ? 0 : 1;
  return stream.isTTY && process.env['TERM'] !== 'dumb' ? 1 : 0;
}

/** Only the sixteen colours that every theme adapts; none of them carries a meaning that the words do not. */
function styleOf(chalk: ChalkInstance, width: number): Style {
  return {
    error: (text) => chalk.red(text),
    warning: (text) => chalk.magenta(text),
    note: (text) => chalk.cyan(text),
    good: (text) => chalk.green(text),
    strong: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    width,
  };
}
