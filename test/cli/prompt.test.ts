/** The prompt of `osy run`, typed into line by line. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ScriptSession } from '../../src/cli/eval/evaluate.ts';
import { readRunnable } from '../../src/cli/run/input.ts';
import { prompt } from '../../src/cli/run/prompt.ts';
import { openFor, Runner, type RunOptions } from '../../src/cli/run/run.ts';
import { Folder, testTerminal } from './lint-support.ts';

const plain: RunOptions = { arg: [], format: 'pretty', seed: 1, allowNet: [] };

/** What is printed for these lines; the input ends behind them. */
async function typed(
  lines: readonly string[],
  options = plain,
): Promise<{ readonly out: string; readonly err: string }> {
  const folder = new Folder({ 'app.osy': 'public int Twice(int n) => n * 2;' });
  const printed = { out: '', err: '' };
  const terminal = testTerminal(folder.path, printed);
  const runnable = await readRunnable('.', terminal);
  if (runnable === undefined) throw new Error('the app has errors');
  const engine = await openFor(runnable, options, terminal);
  try {
    const session = new ScriptSession(await runnable.units(), engine.program);
    const input = new PassThrough();
    input.end(`${lines.join('\n')}\n`);
    const runner = new Runner(engine, session, options, terminal, true);
    expect(await prompt(runner, terminal, { input, output: new PassThrough() })).toBe(0);
    return printed;
  } finally {
    engine.close();
  }
}

it('evaluates input by input, over several lines where one is open', async () => {
  const { out } = await typed(['var a = Twice(4)', 'a + 1', 'Twice(', '', '  a)', '']);
  expect(out).toBe('9\n16\n');
});

it('a failed input is told and leaves the session as it was', async () => {
  const { out, err } = await typed(['var a = 1', 'a = a / (a - 1)', 'a']);
  expect(out).toBe('1\n');
  expect(err).toContain('failed: DivideByZeroException');
});

it.each(['exit', 'quit', 'exit()', 'quit;'])("knows what '%s' is meant to be", async (word) => {
  const { out, err } = await typed([word, '1 + 1']);
  expect(err).toContain(`write .${word.slice(0, 4)} to leave the prompt`);
  expect(out).toBe('2\n');
});

it('and help; what the session itself has by that name comes first', async () => {
  expect((await typed(['help'])).err).toContain('write .help to see the help');
  const { out, err } = await typed(['var help = 3', 'help']);
  expect(out).toBe('3\n');
  expect(err).not.toContain('write .help');
});

it('.help explains, .exit ends, and other words are told to be none', async () => {
  const { out, err } = await typed(['.help', '.wait', '.exit', '1 + 1']);
  expect(err).toContain('Each input commits what it wrote');
  expect(err).toContain("the prompt has no word '.wait'; .help lists its words");
  expect(out).toBe('');
});

it('an option that is refused ends it with the reason', async () => {
  await expect(typed(['1'], { ...plain, as: 'Nobody' })).rejects.toThrow(
    "--as takes a principal of the app, not 'Nobody'",
  );
});
