/** The words of `osy state`; what they do is loaded when one is used. */
import { type Command, Option } from 'commander';
import { subCommands, wholeNumber } from '../runs/register.ts';
import type { Terminal } from '../terminal.ts';

type Done = (code: number) => void;

export function registerState(state: Command, done: Done, terminal: Terminal): void {
  const plain = subCommands(state);
  const sub = (name: string, summary: string): Command =>
    plain(name, summary)
      .option('--scope <scope>', "only this scope, as 'Element|Flow|State'")
      .option('--entity <key>', "only this item's entity key")
      .option('--sub <key>', 'only this sub-item')
      .option('--sub-entity <key>', "only this sub-item's entity key");
  const many = (name: string, summary: string): Command =>
    sub(name, summary)
      .addOption(
        new Option('--status <status>', 'only records with this status').choices([
          'Processed',
          'Processing',
          'Failed',
          'Skipped',
          'Superseded',
          'Expired',
        ]),
      )
      .option('--since <instant>', 'only what was written at this instant or later')
      .addOption(new Option('--limit <n>', 'at most this many, the newest').argParser(wholeNumber).default(100));
  const one = (name: string, summary: string): Command =>
    sub(name, summary)
      .argument('[item]', 'the item key')
      .addOption(new Option('--id <n>', "the record's number, in place of its keys").argParser(wholeNumber))
      .option('--at <instant>', 'the present instant; default: now');

  many('ls', 'List live records, newest first')
    .option('--history', 'replaced records, too')
    .action(async (options) => done(await (await import('../state.ts')).stateList(options, terminal)));
  one('get', 'Show one record').action(async (item: string | undefined, options) =>
    done(await (await import('../state.ts')).stateGet(item, options, terminal)),
  );
  many('query', 'What DataStateMachine.Query sees of a scope and an entity')
    .option('--at <instant>', 'the present instant, for what is past its retention; default: now')
    .action(async (options) => done(await (await import('../state.ts')).stateQuery(options, terminal)));
  one('release', 'Count a lock as failed, so that the next one may try')
    .option('--force', 'even if the lock has not lapsed')
    .action(async (item: string | undefined, options) =>
      done(await (await import('../state.ts')).stateRelease(item, options, terminal)),
    );
  one('expire', 'Let what was done count as not done; without an item, all that is past its retention')
    .option('--force', 'even if it is locked')
    .action(async (item: string | undefined, options) =>
      done(await (await import('../state.ts')).stateExpire(item, options, terminal)),
    );
}
