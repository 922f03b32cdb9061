/** docs/cli.md tells the whole command line: every verb, and under its heading every option that its help knows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { plainStyle } from '../../src/report/style.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');

async function help(...argv: readonly string[]): Promise<string> {
  const parts: string[] = [];
  const terminal: Terminal = {
    out: (text) => void parts.push(text),
    err: (text) => void parts.push(text),
    cwd: '.',
    // Wide enough that nothing is broken over lines.
    style: { ...plainStyle, width: 400 },
    errStyle: { ...plainStyle, width: 400 },
    interactive: false,
    readStdin: async () => new Uint8Array(),
  };
  expect(await main([...argv, '--help'], terminal)).toBe(0);
  return parts.join('');
}

const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map((m) => m[1] as string).filter((name) => name !== 'help');
const optionsIn = (text: string): ReadonlySet<string> => new Set(text.match(/--[a-z][a-z-]*/g) ?? []);

const listed = (await help()).split('Commands:')[1]?.split('\n\n')[0] ?? '';
const verbs = commandsIn(listed);

function sectionOf(verb: string): string {
  const start = page.indexOf(`\n## \`osy ${verb}\`\n`);
  const end = page.indexOf('\n## ', start + 1);
  return start < 0 ? '' : page.slice(start, end < 0 ? undefined : end);
}

describe('docs/cli.md', () => {
  it('has a section for each verb, and none of anything else', () => {
    const sections = [...page.matchAll(/^## `osy ([a-z]+)`$/gm)].map((m) => m[1] as string);
    expect([...sections].sort()).toEqual([...verbs].sort());
  });

  it.each(verbs)('tells every option of osy %s, and no other', async (verb) => {
    const own = await help(verb);
    const below = own.includes('Commands:') ? commandsIn(own.split('Commands:')[1]?.split('\n\n')[0] ?? '') : [];
    const helps = [own.split('Examples:')[0] as string];
    for (const command of below) helps.push(await help(verb, command));
    const known = optionsIn(helps.join('\n').replaceAll('--help', ''));
    const told = optionsIn(sectionOf(verb));
    expect([...known].filter((option) => !told.has(option))).toEqual([]);
    const elsewhere = new Set(optionsIn((await help('run')) + (await help('lint'))));
    expect([...told].filter((option) => !known.has(option) && !elsewhere.has(option))).toEqual([]);
    for (const command of below) expect(sectionOf(verb)).toContain(`osy ${verb} ${command}`);
  });
});
