/** The words of `osy runs`; what they do is loaded when one is used. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Terminal } from '../terminal.ts';

type Done = (code: number) => void;

export function registerRuns(runs: Command, done: Done, terminal: Terminal): void {
  const sub = subCommands(runs);
  sub('ls', 'List runs')
    .option('--workflow <name>', 'only runs of this workflow')
    .addOption(
      new Option('--status <status>', 'only runs with this status').choices([
        'active',
        'busy',
        'passive',
        'completed',
        'faulted',
      ]),
    )
    .option('--row <id>', 'only runs on this row')
    .addOption(new Option('--limit <n>', 'at most this many, the newest').argParser(wholeNumber).default(100))
    .action(async (options) => done(await (await import('../runs.ts')).runsList(options, terminal)));

  sub('show', 'Show one run: timers, deliveries, transitions, incidents')
    .argument('<run>', 'its number', wholeNumber)
    .action(async (id: number, options) => done(await (await import('../runs.ts')).runsShow(id, options, terminal)));

  for (const [name, summary] of [
    ['retry', 'Run the failed delivery of a faulted run again'],
    ['cancel', 'Cancel a run: its own cancel arm, or where it is'],
  ] as const) {
    sub(name, summary)
      .argument('<run>', 'its number', wholeNumber)
      .argument('[project]', 'a folder, an .osy file, or a definition (*.osy.json)', '.')
      .option('--start <instant>', 'when the clock begins, as 2026-03-02T09:00:00Z; default: now')
      .addOption(new Option('--seed <number>', 'seed of ids and random numbers').argParser(wholeNumber).default(1))
      .addOption(
        new Option('--allow-net <host>', 'let clients reach this host; may be repeated')
          .argParser((value: string, before: readonly string[]) => [...before, value])
          .default([], 'none'),
      )
      .action(async (id: number, project: string, options) => {
        const verbs = await import('../runs.ts');
        const run = name === 'retry' ? verbs.runsRetry : verbs.runsCancel;
        done(await run(id, project, options, terminal));
      });
  }
}

/** Makes the words below a verb, each with `--db` and `--format`. */
export function subCommands(verb: Command): (name: string, summary: string) => Command {
  return (name, summary) =>
    verb
      .command(name)
      .copyInheritedSettings(verb)
      .summary(summary)
      .description(`${summary}.`)
      .showHelpAfterError(`(osy ${verb.name()} ${name} --help explains the options)`)
      .requiredOption('--db <db>', 'the database that osy run --db was given')
      .addOption(new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text'));
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(value);
}
