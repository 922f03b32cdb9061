/** The process: argv in, exit code out. */
import { exitCode } from './exit-codes.ts';
import { main, reportFault } from './main.ts';
import { processTerminal } from './terminal.ts';

const argv = process.argv.slice(2);
const terminal = processTerminal();
let lost = false;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    // Whoever read the output has gone (`osy lint | head`): nothing is left to say, and what has been found stays found.
    setImmediate(() => process.exit());
    return;
  }
  // A disk that is full: a report that is cut off must not pass for one of a clean run.
  if (!lost) terminal.err(`${terminal.errStyle.error('osy:')} standard output cannot be written: ${error.message}\n`);
  lost = true;
  process.exitCode = exitCode.usage;
});
process.stderr.on('error', () => {
  // There is no place left to tell it.
});
process.on('uncaughtException', (error) => {
  process.exit(reportFault(error, argv, terminal));
});

const code = await main(argv, terminal);
process.exitCode = lost ? exitCode.usage : code;
