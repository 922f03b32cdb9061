/** The command line: one line per verb here, each verb in a file of its own that is loaded when it is asked for. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { lintFormats } from '../report/lint-formats.ts';
import { withoutCredentials } from '../stores/postgres/address.ts';
import { type Emit, emits } from './compile/emits.ts';
import { exitCode } from './exit-codes.ts';
import { footerOf, type Verb } from './help.ts';
import { registerRuns } from './runs/register.ts';
import { registerState } from './state/register.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { version } from './version.ts';

/** Runs a command line and gives the exit code; never throws. */
export async function main(argv: readonly string[], outside: Terminal): Promise<number> {
  // Addresses of databases hold passwords, and messages repeat what was typed.
  const terminal = { ...outside, err: (text: string) => outside.err(withoutCredentials(text)) };
  let code: number = exitCode.clean;
  const done = (result: number): void => {
    code = result;
  };
  try {
    await program(terminal, done).parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.clean : exitCode.usage;
    if (error instanceof UsageError) {
      terminal.err(`${terminal.errStyle.error('osy:')} ${error.message}\n`);
      return exitCode.usage;
    }
    return reportFault(error, argv, terminal);
  }
}

/** A fault of ours: what happened, and where to tell of it. `OSY_DEBUG=1` adds the stack for the report. */
export function reportFault(error: unknown, argv: readonly string[], terminal: Terminal): number {
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(
    `${terminal.errStyle.error('osy: internal error:')} ${message}\n` +
      `This is a bug of osy ${version}, not of your app. Please report it to the maintainers (README.md, "Reporting a bug")\n` +
      `with the command (osy ${argv.join(' ')}), the input that shows it, and what the same command prints with OSY_DEBUG=1.\n`,
  );
  if (process.env['OSY_DEBUG'] === '1' && error instanceof Error) terminal.err(`${error.stack ?? ''}\n`);
  return exitCode.bug;
}

function program(terminal: Terminal, done: (code: number) => void): Command {
  const root = new Command('osy')
    .description('Checks, compiles and runs workflows written in Osy.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [verb]', 'show the help of a verb')
    .showSuggestionAfterError(true)
    .showHelpAfterError('(osy --help lists the verbs; osy VERB --help explains one)')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => terminal.style.width,
      getErrHelpWidth: () => terminal.errStyle.width,
    })
    .addHelpText(
      'after',
      `
A first try, in a folder with .osy files:
  osy lint                          find defects; exit code 1 if there are any
  osy compile -o app.osy.json       write the definition that runs
  osy run . Play --trace            run the function Play and show every step

Exit codes: 0 clean · 1 findings or a failed run
            2 wrong usage or unreadable input · 70 a bug of osy`,
    );

  const verb = (name: Verb, summary: string): Command =>
    root
      .command(name)
      .summary(summary)
      .description(`${summary}.`)
      .helpOption('-h, --help', 'show this help')
      .showSuggestionAfterError(true)
      .showHelpAfterError(`(osy ${name} --help explains the options)`)
      .addHelpText('after', footerOf(name))
      .exitOverride()
      .configureOutput({
        writeOut: terminal.out,
        writeErr: terminal.err,
        getOutHelpWidth: () => terminal.style.width,
        getErrHelpWidth: () => terminal.errStyle.width,
      });
  const paths = (): Argument =>
    new Argument('[paths...]', 'files, folders or globs; without any, the app in the current folder');

  verb('lint', 'Find what is wrong, or doubtful, with an app')
    .addArgument(paths())
    .addOption(new Option('--format <format>', 'how findings are written').choices(lintFormats).default('pretty'))
    .addOption(
      new Option('--output <format=file>', 'write a format to a file as well; may be repeated').argParser(collect),
    )
    .addOption(
      new Option('--level <name=level>', 'off, consider, should or must for a finding; may be repeated').argParser(
        collect,
      ),
    )
    .addOption(
      new Option('--max-warnings <number>', 'more findings of level should than this are exit code 1').argParser(
        wholeNumber,
      ),
    )
    .option('--config <file>', 'this config file instead of the nearest osy.config.json')
    .option('--explain <finding>', "show a finding's page, as osy explain does, and do nothing else")
    .option('--print-config', 'print what holds for the app, and do nothing else')
    .option('--baseline <file>', 'hold back the findings that this file lists')
    .option('--update-baseline', 'write the baseline anew from what is found')
    .option('--since <revision>', 'only what has to do with files changed since this git revision')
    .option('--fix', 'make the safe fixes')
    .option('--watch', 'run again whenever a file changes')
    .option('--cache', 'keep results, and use them while nothing has changed')
    .option('--cache-location <folder>', 'where; default: node_modules/.cache/osy')
    .option('--stats', 'how long each pass and each finding takes')
    .option('--stdin', 'read one file from standard input')
    .option('--stdin-filename <file>', 'which file of the app it is')
    .action(async (given: string[], options) =>
      done(await (await import('./lint/command.ts')).lintCommand(given, options, terminal)),
    );

  verb('compile', 'Write the definition of an app, and what hosts and readers need beside it')
    .addArgument(paths())
    .option('-o, --output <path>', "a file, a folder, or '-' for standard output; required")
    .addOption(
      new Option('--emit <kinds>', `what to write, separated by commas: ${emits.join(', ')}`)
        .argParser(emitList)
        .default(['definition'], 'definition'),
    )
    .addOption(new Option('--commit <mode>', 'how a delivery is committed').choices(['atomic', 'perStep']))
    .option('--check', 'write nothing; exit code 1 when the outputs are not current')
    .option('--watch', 'compile again whenever a source changes')
    .option('--stats', 'tell where the time went')
    .action(async (given: string[], options) =>
      done(await (await import('./compile.ts')).compileCommand(given, options, terminal)),
    );

  verb('test', 'Run the tests of an app, the functions with [Test] in *.test.osy')
    .addArgument(paths())
    .option('--filter <name>', "only tests whose name contains this; '*' stands for anything")
    .addOption(
      new Option('--format <format>', 'how results are written')
        .choices(['pretty', 'json', 'junit', 'tap'])
        .default('pretty'),
    )
    .option('--coverage', 'tell which states, transitions, statements and branches were reached')
    .addOption(
      new Option('--coverage-report <format=file>', 'write it as text, json or lcov; may be repeated').argParser(
        collect,
      ),
    )
    .addOption(new Option('--jobs <number>', 'files at a time; default: one for each processor').argParser(wholeNumber))
    .option('--watch', 'run again whenever a source changes')
    .addOption(
      new Option('--allow-net <host>', 'let clients reach this host; may be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .action(async (given: string[], options) =>
      done(await (await import('./test/command.ts')).testCommand(given, options, terminal)),
    );

  verb('run', 'Run a function of an app, a script, or a prompt, on an engine of its own')
    .argument('<project>', 'a folder, an .osy file, or a definition (*.osy.json)')
    .argument('[function]', 'a function of the app; without it and without --script, standard input or a prompt')
    .addOption(
      new Option('--arg <name=value>', "a value for one of the function's parameters; may be repeated")
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--script <file>', 'run the Osy statements in this file')
    .option('--trace', 'show every delivery, hop and step')
    .addOption(
      new Option(
        '--explain <delivery>',
        'say what this delivery of the trace did, and why its run is where it is',
      ).argParser(wholeNumber),
    )
    .addOption(
      new Option('--format <format>', 'how the trace is written').choices(['pretty', 'jsonl']).default('pretty'),
    )
    .option('--db <db>', 'keep everything in this SQLite file, made if need be, or postgres:// database')
    .option('--start <instant>', 'when the clock begins, as 2026-03-02T09:00:00Z; default: now')
    .addOption(new Option('--seed <number>', 'seed of ids and random numbers').argParser(wholeNumber).default(1))
    .option('--as <principal>', 'act as this principal of the app')
    .addOption(
      new Option('--allow-net <host>', 'let clients reach this host; may be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .action(async (path: string, fn: string | undefined, options) =>
      done(await (await import('./run/run.ts')).runCommand(path, fn, options, terminal)),
    );

  verb('graph', 'Draw the workflows of an app, or what they call')
    .addArgument(paths())
    .addOption(
      new Option('--workflow <name>', 'only this workflow; may be repeated').argParser(collect).default([], 'all'),
    )
    .addOption(
      new Option('--format <format>', 'how it is drawn').choices(['mermaid', 'dot', 'svg', 'ascii']).default('ascii'),
    )
    .option('--calls', 'draw who calls whom, down to the network, instead of the states')
    .option('-o, --output <file>', "where to write it; '-' is standard output", '-')
    .action(async (given: string[], options) =>
      done(await (await import('./graph.ts')).graphCommand(given, options, terminal)),
    );

  registerRuns(verb('runs', 'Show the runs in a database, and mend them'), done, terminal);
  registerState(verb('state', 'Show and mend what nodes remember of what they have done'), done, terminal);

  verb('fmt', 'Write files in the one style there is')
    .addArgument(paths())
    .option('--check', 'write nothing; list the files that are not in style, exit code 1')
    .option('--stdin', 'format standard input to standard output')
    .option('--stdin-filename <file>', 'what to call it in messages; implies --stdin')
    .action(async (given: string[], options) =>
      done(await (await import('./fmt.ts')).fmtCommand(given, options, terminal)),
    );

  verb('model', 'Show what an app declares, and what its functions do')
    .addArgument(paths())
    .option('--json', 'one JSON document of format osy.model/1')
    .action(async (given: string[], options) =>
      done(await (await import('./model.ts')).modelCommand(given, options, terminal)),
    );

  verb('eval', 'Evaluate an Osy expression or statements, or check vectors')
    .argument('[expression]', 'for example "1.10m + 1.1m"; without it, standard input')
    // An expression may begin with a minus.
    .allowUnknownOption()
    .addOption(new Option('--vectors <file>', 'check what these vectors expect; may be repeated').argParser(collect))
    .action(async (source: string | undefined, options) =>
      done(await (await import('./eval/command.ts')).evalCommand(source, options, terminal)),
    );

  verb('explain', 'Explain a finding: what it is told of, why, and what to do')
    .argument('[finding]', 'its name or its code; without one, all of them are listed')
    .action(async (finding: string | undefined) =>
      done((await import('./explain.ts')).explainCommand(finding, terminal)),
    );

  verb('init', 'Begin a new app: a workflow, a client, tests, and a file for CI')
    .argument('[name]', 'the folder to make; without it, the current one. Nothing is overwritten')
    .action(async (name: string | undefined) => done(await (await import('./init.ts')).initCommand(name, terminal)));

  return root;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It takes a whole number from 0 to 999999999.');
  return Number(value);
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function emitList(value: string): readonly Emit[] {
  return value.split(',').map((word) => {
    const kind = emits.find((each) => each === word.trim());
    if (kind === undefined) throw new InvalidArgumentError(`Allowed are ${emits.join(', ')}.`);
    return kind;
  });
}
