/** The process: argv in, exit code out. */
import { main } from './main.ts';
import { processTerminal } from './terminal.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output has gone (`osy lint | head`): nothing is left to say.
  if (error.code === 'EPIPE') process.exit(0);
});
process.exitCode = await main(process.argv.slice(2), processTerminal());
