/** `--since`: what a branch changed, and what its changes do elsewhere. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { app, Folder } from './lint-support.ts';

let folder: Folder;
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const commit = (message: string): void => {
  git('add', '-A');
  git('commit', '-q', '-m', message);
};

/** Two flows on one helper: one in order.osy, one in other.osy that calls the network itself. */
const other = {
  'other.osy': `enum TripState { Open, Done }
entity Trip { string Number; TripState State; }
workflow TripFlow {
  Tracks = Trip.State;
  Autostart = true;
  Initial = Open;
  event End();
  state Open { on End { Mailer.Deliver(new Mail { To = "" }); goto Done; } }
  terminal success Done { }
}
public void End(Trip trip) { TripFlow.RaiseEnd(trip); }
`,
};

beforeEach(() => {
  folder = new Folder({ ...app(), ...other });
  git('init', '-q', '-b', 'main');
  commit('first');
});

describe('osy lint --since', () => {
  it('tells nothing where nothing changed', async () => {
    expect((await folder.lint()).told).toHaveLength(2);
    expect(await folder.lint('--since', 'HEAD')).toMatchObject({ told: [], code: 0 });
  });

  it('tells of changed, staged and new files, and of chains that lead through them', async () => {
    folder.write({ 'mail.osy': `// changed\n${app()['mail.osy']}` });
    // Through mail.osy: OrderFlow by its helper, TripFlow's own call stands in other.osy alone.
    expect((await folder.lint('--since', 'HEAD')).told).toEqual(['order.osy:21 must network-fault-unhandled']);
    git('add', '-A');
    expect((await folder.lint('--since', 'HEAD')).told).toHaveLength(1);
    folder.write({ 'new.osy': 'void Unused() { }' });
    expect((await folder.lint('--since', 'HEAD')).told).toEqual([
      'new.osy:1 consider unused-function',
      'order.osy:21 must network-fault-unhandled',
    ]);
  });

  it('counts from where a branch left, not what went on elsewhere', async () => {
    git('checkout', '-q', '-b', 'work');
    folder.write({ 'other.osy': `// changed\n${other['other.osy']}` });
    commit('work');
    git('checkout', '-q', 'main');
    folder.write({ 'order.osy': `// elsewhere\n${app()['order.osy']}` });
    commit('elsewhere');
    git('checkout', '-q', 'work');
    expect((await folder.lint('--since', 'main')).told).toEqual(['other.osy:9 must network-fault-unhandled']);
  });

  it('never hides an error', async () => {
    folder.write({ 'order.osy': `${app()['order.osy']} enum Twice { A, A }` });
    commit('broken');
    folder.write({ 'other.osy': `// changed\n${other['other.osy']}` });
    const { told, code } = await folder.lint('--since', 'HEAD');
    expect(told).toEqual(['order.osy:30 error duplicate-declaration']);
    expect(code).toBe(1);
  });

  it('works from a folder below the root, and refuses what git does not know', async () => {
    mkdirSync(folder.at('sub'));
    folder.write({ 'mail.osy': `// changed\n${app()['mail.osy']}` });
    const { main } = await import('../../src/cli/main.ts');
    const { testTerminal } = await import('./lint-support.ts');
    const printed = { out: '', err: '' };
    const args = ['lint', '--format', 'compact', '--since', 'HEAD', '..'];
    expect(await main(args, testTerminal(folder.at('sub'), printed))).toBe(1);
    expect(printed.out).toMatch(/^\.\.\/order\.osy:21:13: must/);
    const { err, code } = await folder.osy('lint', '--since', '--help-me');
    expect(code).toBe(2);
    expect(err).toContain("git knows no commit '--help-me'");
  });
});
