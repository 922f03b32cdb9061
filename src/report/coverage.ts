/** What tests reach, as text, as JSON (`osy.coverage/1`) and as an lcov tracefile (docs/formats.md). */
import type { FileCoverage } from '../testing/coverage/code.ts';
import type { Coverage, NamedCoverage } from '../testing/coverage/coverage.ts';
import { type Style, wrap } from './style.ts';

export interface Share {
  readonly total: number;
  readonly covered: number;
}

export interface CoverageJson extends Coverage {
  readonly format: 'osy.coverage/1';
  readonly summary: Readonly<Record<'states' | 'transitions' | 'statements' | 'branches', Share>>;
}

export function coverageJson(all: readonly Coverage[]): CoverageJson {
  const workflows = all.flatMap((c) => c.workflows);
  const files = all.flatMap((c) => c.files);
  return {
    format: 'osy.coverage/1',
    workflows,
    files,
    summary: {
      states: shareOf(workflows.flatMap((w) => w.states)),
      transitions: shareOf(workflows.flatMap((w) => w.transitions)),
      statements: shareOf(files.flatMap((f) => f.statements)),
      branches: shareOf(files.flatMap((f) => f.branches)),
    },
  };
}

function shareOf(items: readonly { readonly hits: number }[]): Share {
  return { total: items.length, covered: items.filter((i) => i.hits > 0).length };
}

// ---------------------------------------------------------------- text

export function coveragePretty(all: readonly Coverage[], style: Style): string {
  const { workflows, files, summary } = coverageJson(all);
  const out: string[] = [style.strong('coverage')];
  for (const { workflow, file, states, transitions } of workflows) {
    out.push(`  ${workflow} ${style.dim(file)}`);
    out.push(`    ${shares(style, { states: shareOf(states), transitions: shareOf(transitions) })}`);
    out.push(...missing('never entered', states, style), ...missing('never taken', transitions, style));
  }
  for (const { path, statements, branches } of files) {
    out.push(`  ${path}`);
    out.push(`    ${shares(style, { statements: shareOf(statements), branches: shareOf(branches) })}`);
    out.push(...listed('lines never run', ranges(unrunLines({ statements })), style));
    out.push(...listed('branches never taken', branchLines(branches), style));
  }
  out.push(shares(style, summary));
  return `${out.join('\n')}\n`;
}

function shares(style: Style, named: Readonly<Record<string, Share>>): string {
  return Object.entries(named)
    .filter(([, share]) => share.total > 0)
    .map(([name, { covered, total }]) => {
      const text = `${name} ${covered}/${total}`;
      return covered === total ? style.good(text) : style.warning(text);
    })
    .join('  ');
}

function missing(what: string, items: readonly NamedCoverage[], style: Style): readonly string[] {
  return listed(
    what,
    items.filter((i) => i.hits === 0).map((i) => `${i.name} (line ${i.line})`),
    style,
  );
}

function listed(what: string, items: readonly string[], style: Style): readonly string[] {
  if (items.length === 0) return [];
  const [first = '', ...rest] = wrap(`${what}: ${items.join(', ')}`, style.width - 6);
  return [`    ${first}`, ...rest.map((line) => `      ${line}`)];
}

function unrunLines({ statements }: Pick<FileCoverage, 'statements'>): readonly number[] {
  const hits = lineHits(statements);
  return [...hits].filter(([, count]) => count === 0).map(([line]) => line);
}

/** A line is run when any of its statements is. */
function lineHits(statements: FileCoverage['statements']): ReadonlyMap<number, number> {
  const hits = new Map<number, number>();
  for (const s of statements) hits.set(s.line, Math.max(hits.get(s.line) ?? 0, s.hits));
  return new Map([...hits].sort(([a], [b]) => a - b));
}

function branchLines(branches: FileCoverage['branches']): readonly string[] {
  return [...new Set(branches.filter((b) => b.hits === 0).map((b) => `line ${b.line}`))];
}

/** `3, 5–7` */
function ranges(lines: readonly number[]): readonly string[] {
  const found: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last !== undefined && last.to === line - 1) last.to = line;
    else found.push({ from: line, to: line });
  }
  return found.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
}

// ---------------------------------------------------------------- lcov

/** An lcov tracefile. States and transitions stand in it as functions, so that any viewer shows them. */
export function coverageLcov(all: readonly Coverage[]): string {
  return all.flatMap(({ workflows, files }) => files.map((file) => record(file, workflows))).join('');
}

function record(file: FileCoverage, workflows: Coverage['workflows']): string {
  const named = workflows
    .filter((w) => w.file === file.path)
    .flatMap((w) =>
      [...w.states.map((s) => ({ ...s, name: `state ${s.name}` })), ...w.transitions].map((each) => ({
        ...each,
        name: `${w.workflow} ${each.name}`,
      })),
    );
  const lines = lineHits(file.statements);
  const found = (items: readonly { readonly hits: number }[], all: string, hit: string): readonly string[] => {
    const { total, covered } = shareOf(items);
    return [`${all}:${total}`, `${hit}:${covered}`];
  };
  return [
    'TN:',
    `SF:${file.path}`,
    ...named.map((n) => `FN:${n.line},${n.name}`),
    ...named.map((n) => `FNDA:${n.hits},${n.name}`),
    ...found(named, 'FNF', 'FNH'),
    ...file.branches.map((b) => `BRDA:${b.line},${b.block},${b.way},${b.hits}`),
    ...found(file.branches, 'BRF', 'BRH'),
    ...[...lines].map(([line, hits]) => `DA:${line},${hits}`),
    ...found(
      [...lines.values()].map((hits) => ({ hits })),
      'LF',
      'LH',
    ),
    'end_of_record\n',
  ].join('\n');
}
