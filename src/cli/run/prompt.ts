/** The prompt of `osy run`: Osy statements, and a few words of its own that begin with a dot. */
import { createInterface } from 'node:readline';
import { exitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import type { Runner } from './run.ts';

const help = `Osy statements and expressions; an input that is open goes on in the next line.
  .help  this text     .exit  leave (or Ctrl+D)     Ctrl+C  forget the input
Each input commits what it wrote. TestClock.Advance(TimeSpan.FromDays(1)) moves time on.
`;

/** What people type who do not know of the dot. */
const wordWithoutDot = /^(exit|quit|help)\s*(?:\(\s*\))?\s*;?$/;

export interface PromptStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Reads inputs until the end; a failed one leaves the session as it was.
 * @throws UsageError when an option is refused, which shows with the first input
 */
export function prompt(
  runner: Runner,
  terminal: Terminal,
  streams: PromptStreams = { input: process.stdin, output: process.stdout },
): Promise<number> {
  const lines = createInterface({ ...streams, prompt: 'osy> ' });
  let open = '';
  const ask = (): void => {
    lines.setPrompt(open === '' ? 'osy> ' : '...> ');
    lines.prompt();
  };
  const tell = (message: string): void => terminal.err(`${terminal.errStyle.warning('osy:')} ${message}\n`);
  terminal.err(`${terminal.errStyle.dim('.help explains the prompt, .exit leaves it')}\n`);

  const begin = (line: string): void => {
    const input = line.trim();
    if (input === '.exit' || input === '.quit') lines.close();
    else if (input === '.help') terminal.err(help);
    else if (/^\.[A-Za-z]+$/.test(input)) tell(`the prompt has no word '${input}'; .help lists its words`);
    else if (input !== '') {
      const done = evaluate(line);
      const [, word] = wordWithoutDot.exec(input) ?? [];
      // The app may have a name like it, which then has been told.
      if (!done && word !== undefined)
        tell(`write .${word} to ${word === 'help' ? 'see the help' : 'leave the prompt'}`);
    }
  };
  /** False where the input failed. */
  const evaluate = (text: string): boolean => {
    open = runner.incomplete(text) ? text : '';
    return open !== '' || runner.line(text);
  };

  return new Promise((done, fail) => {
    let closed = false;
    lines.on('line', (line) => {
      // Lines that came in one piece with the `.exit` before them.
      if (closed) return;
      try {
        if (open === '') begin(line);
        else evaluate(`${open}\n${line}`);
      } catch (error) {
        fail(error);
        lines.close();
      }
      if (!closed) ask();
    });
    lines.on('SIGINT', () => {
      open = '';
      terminal.out('\n');
      ask();
    });
    lines.on('close', () => {
      closed = true;
      done(exitCode.clean);
    });
    ask();
  });
}
