/** The files of docs/ci, tried as far as this machine goes: the hook by commits, the pipelines step by step in a shell. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { app, Folder } from './lint-support.ts';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'docs/ci');

let folder: Folder;

/** `osy` and an `npx` that knows nothing else, from the sources of this clone. */
beforeEach(() => {
  folder = new Folder(app('SendSafely(this.Item);'));
  const tsx = join(root, 'node_modules/tsx/dist/esm/index.mjs');
  folder.write({
    'node_modules/.bin/osy': `#!/bin/sh\nexec "${process.execPath}" --import "${tsx}" "${root}/src/cli/bin.ts" "$@"\n`,
    'node_modules/.bin/npx': `#!/bin/sh\nshift 2\nexec "${folder.at('node_modules/.bin/osy')}" "$@"\n`,
    'package.json': '{"name": "shop", "private": true}',
    'shop.test.osy': '[Test] void Adds() { Assert.Equal(2, 1 + 1); }\n',
    '.gitignore': 'node_modules/\n',
  });
  for (const name of ['osy', 'npx']) chmodSync(folder.at(`node_modules/.bin/${name}`), 0o755);
});

describe('the pre-commit hook', () => {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    });
  /** What a hook prints comes out of git's standard error. */
  const commit = () => git('commit', '-q', '-m', 'a commit');

  beforeEach(() => {
    git('init', '-q', '-b', 'main');
    copyFileSync(join(examples, 'pre-commit'), folder.at('.git/hooks/pre-commit'));
    git('add', '-A');
  });

  it('lets a clean commit pass, and one that has nothing to do with it', () => {
    expect(commit()).toMatchObject({ status: 0, stderr: expect.stringContaining('no findings in 4 files') });
    folder.write({ 'README.md': 'words' });
    git('add', '-A');
    expect(commit()).toMatchObject({ status: 0, stderr: '' });
  });

  it('judges what is staged, not what is in the working tree', () => {
    commit();
    folder.write({ 'order.osy': app()['order.osy'] as string });
    git('add', '-A');
    folder.write({ 'order.osy': app('SendSafely(this.Item);')['order.osy'] as string });
    const refused = commit();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('network-fault-unhandled');
    expect(refused.stderr).toContain('order.osy:21:13');
    git('add', '-A');
    folder.write({ 'order.osy': 'broken {' });
    folder.write({ 'other.txt': 'x' });
    git('add', 'other.txt');
    expect(commit().status).toBe(0);
    expect(existsSync(folder.at('.git/osy-cache'))).toBe(true);
  });

  it('knows of a config that extends one of a package, and of an app that is taken away', () => {
    folder.write({
      'node_modules/team/osy.json': '{ "levels": { "network-fault-unhandled": "consider" } }',
      'osy.config.json': '{ "extends": "node_modules/team/osy.json" }',
      'order.osy': app()['order.osy'] as string,
    });
    git('add', '-A');
    const lowered = commit();
    expect(lowered.stderr).toContain('consider network-fault-unhandled');
    expect(lowered.status).toBe(0);
    expect(existsSync(folder.at('node_modules/team/osy.json'))).toBe(true);
    git('rm', '-q', '*.osy');
    expect(commit()).toMatchObject({ status: 0, stderr: '' });
  });
});

/** Runs a script as a runner does. */
function shell(script: string) {
  return spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder.at('node_modules/.bin')}:${process.env['PATH']}` },
  });
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

describe('the GitHub workflow', () => {
  const workflow = parse(readFileSync(join(examples, 'github-actions.yml'), 'utf8'));
  const steps: readonly Step[] = workflow.jobs.lint.steps;
  const ours = steps.flatMap((step) => (step.run?.includes('osy') ? [step.run] : []));

  it('pins what it uses and asks for no more than it needs', () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+(\/[\w-]+)?@v\d+$/);
    expect(workflow.permissions).toEqual({ contents: 'read', 'security-events': 'write' });
    expect(ours).toHaveLength(2);
  });

  it('passes on a clean app, and annotates another; the SARIF that it uploads is there both times', () => {
    for (const step of ours) expect(shell(step)).toMatchObject({ status: 0 });
    const sarif = steps.find((s) => s.uses?.includes('upload-sarif'))?.with?.['sarif_file'] as string;
    expect(JSON.parse(folder.read(sarif)).runs[0].results).toEqual([]);
    folder.write(app());
    const lint = shell(ours[0] as string);
    expect(lint.status).toBe(1);
    expect(lint.stdout).toMatch(/^::error file=order\.osy,line=21,/);
    expect(JSON.parse(folder.read(sarif)).runs[0].results).toHaveLength(1);
    const cache = steps.find((s) => s.uses?.includes('cache'))?.with?.['path'] as string;
    expect(readdirSync(folder.at(cache))).not.toEqual([]);
  });
});

describe('the GitLab job', () => {
  const job = parse(readFileSync(join(examples, 'gitlab-ci.yml'), 'utf8')).osy;
  const ours = (job.script as readonly string[]).filter((line) => line.includes('osy'));

  it('writes the reports that it names', () => {
    expect(ours.map((line) => shell(line).status)).toEqual([0, 0]);
    expect(JSON.parse(folder.read(job.artifacts.reports.codequality))).toEqual([]);
    for (const file of job.artifacts.reports.junit) expect(XMLValidator.validate(folder.read(file))).toBe(true);
    folder.write(app());
    expect(shell(ours[0] as string).status).toBe(1);
    expect(JSON.parse(folder.read(job.artifacts.reports.codequality))[0]).toMatchObject({ severity: 'critical' });
    for (const path of (job.cache.paths as readonly string[]).filter((p) => p.includes('osy')))
      expect(existsSync(folder.at(path))).toBe(true);
  });
});

it('docs/ci.md names every file of the folder, and the hook is executable', () => {
  const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
  for (const name of readdirSync(examples)) expect(page).toContain(`ci/${name}`);
  expect(execFileSync('sh', ['-n', join(examples, 'pre-commit')], { encoding: 'utf8' })).toBe('');
});
