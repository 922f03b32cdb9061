import { createInterface } from 'node:readline';
import { exitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import type { Runner } from './run.ts';

const help = `Osy statements and expressions; an input that is open goes on in the next line.
  .help  this text     .exit  leave (or Ctrl+D)     Ctrl+C  forget the input
Each input commits what it wrote. TestClock.Advance(TimeSpan.FromDays(1)) moves time on.
`;

/** Reads inputs until the end; a failed one leaves the session as it was. */
export function prompt(runner: Runner, terminal: Terminal): Promise<number> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'osy> ' });
  let open = '';
  const ask = (): void => {
    lines.setPrompt(open === '' ? 'osy> ' : '...> ');
    lines.prompt();
  };
  terminal.err(`${terminal.errStyle.dim('.help explains the prompt, .exit leaves it')}\n`);
  return new Promise((done) => {
    lines.on('line', (line) => {
      const word = line.trim();
      if (open === '' && (word === '.exit' || word === '.quit')) {
        lines.close();
        return;
      }
      if (open === '' && word === '.help') terminal.err(help);
      else {
        const text = open === '' ? line : `${open}\n${line}`;
        if (text.trim() !== '' && runner.incomplete(text)) open = text;
        else {
          open = '';
          if (text.trim() !== '') runner.line(text);
        }
      }
      ask();
    });
    lines.on('SIGINT', () => {
      open = '';
      terminal.out('\n');
      ask();
    });
    lines.on('close', () => done(exitCode.clean));
    ask();
  });
}
