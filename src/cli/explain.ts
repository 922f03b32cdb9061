/** `osy explain [finding]`: a finding's page for the terminal, from the pages that are shipped in `docs/findings`. */
import { readFileSync } from 'node:fs';
import { allRules, ruleByName } from '../diagnostics/catalogue/index.ts';
import type { Level, Rule } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import { type Style, wrap } from '../report/style.ts';
import { exitCode } from './exit-codes.ts';
import { type Terminal, UsageError } from './terminal.ts';

const levelWidth = 'consider'.length + 1;

/**
 * Prints the page of a rule by its name or code; without one, lists them all.
 * @throws UsageError when nothing is called so
 */
export function explainCommand(finding: string | undefined, terminal: Terminal): number {
  if (finding === undefined) {
    terminal.out(list(terminal.style));
    return exitCode.clean;
  }
  const rule = ruleByName(finding);
  if (rule === undefined) throw new UsageError(unknown(finding));
  terminal.out(readable(readPage(rule.name), terminal.style));
  return exitCode.clean;
}

function unknown(finding: string): string {
  const code = /^OSY\d*$/i.test(finding);
  const near = nearest(
    code ? finding.toUpperCase() : finding,
    allRules.map((rule) => (code ? rule.code : rule.name)),
  );
  const hint = near === undefined ? '' : `; did you mean '${near}'?`;
  return `no finding is called '${finding}'${hint}\n(osy explain lists them all)`;
}

// ---------------------------------------------------------------- the list

const levels: readonly Level[] = ['must', 'should', 'consider', 'error'];

/** What lint finds first, then the compile rules; each name once. */
function list(style: Style): string {
  const byName = new Map([...allRules].reverse().map((rule) => [rule.name, rule]));
  const rules = [...byName.values()].reverse();
  const lines = levels.flatMap((level) => rules.filter((r) => r.level === level).flatMap((r) => entry(r, style)));
  return `${lines.join('\n')}\n\nosy explain NAME shows the page of one of them.\n`;
}

function entry(rule: Rule, style: Style): readonly string[] {
  const summary = rule.summary.charAt(0).toUpperCase() + rule.summary.slice(1).replace(/\.$/, '');
  const [first = '', ...rest] = wrap(`${rule.name}  ${summary}`, style.width - levelWidth);
  const level = paint(rule.level, style)(rule.level.padEnd(levelWidth));
  const indent = ' '.repeat(levelWidth);
  return [`${level}${first.replace(rule.name, style.strong(rule.name))}`, ...rest.map((line) => indent + line)];
}

function paint(level: Level, style: Style): (text: string) => string {
  return level === 'error' || level === 'must' ? style.error : level === 'should' ? style.warning : style.note;
}

// ---------------------------------------------------------------- a page

/**
 * The page lies in `docs/findings`, beside `src` in the repository and beside `dist` in the package.
 * @throws Error when the installation is incomplete
 */
function readPage(name: string): string {
  for (const up of ['../', '../../']) {
    try {
      return readFileSync(new URL(`${up}docs/findings/${name}.md`, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`docs/findings/${name}.md is missing from this installation of osy`);
}

/** Markdown as plain text: paragraphs wrapped, code set in, headings strong. */
function readable(page: string, style: Style): string {
  const out: string[] = [];
  let code = false;
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) code = !code;
    else if (code) out.push(line === '' ? '' : `    ${line}`);
    else out.push(...prose(line, style));
  }
  // What was left out leaves empty lines behind.
  return `${out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function prose(line: string, style: Style): readonly string[] {
  if (line.startsWith('<!--')) return [];
  const heading = /^#+ (.*)$/.exec(line)?.[1];
  if (heading !== undefined) return [style.strong(plain(heading))];
  const item = /^- (.*)$/.exec(line)?.[1];
  if (item === undefined) return wrap(plain(line), style.width);
  return wrap(plain(item), style.width - 2).map((text, i) => `${i === 0 ? '- ' : '  '}${text}`);
}

/** Without the marks of emphasis and links. Backticks stay: osy's own messages have them. */
function plain(text: string): string {
  return text.replace(/\*\*(.+?)\*\*/g, '$1').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}
