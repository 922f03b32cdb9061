import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { osy } from '../bindings/terminal.ts';

const root = resolve(import.meta.dirname, '../..');
const claims = 'test/bindings/apps/claims';
const formats = ['mermaid', 'dot', 'svg', 'ascii'] as const;

describe('osy graph', () => {
  it('reads as a person reads it', async () => {
    const { code, out } = await osy(root, 'graph', claims);
    expect(code).toBe(0);
    await expect(out).toMatchFileSnapshot('../bindings/snapshots/claims.states.txt');
  });

  it('draws Mermaid, one diagram of the workflow that was named', async () => {
    const { out } = await osy(root, 'graph', claims, '--workflow', 'ClaimFlow', '--format', 'mermaid');
    await expect(out).toMatchFileSnapshot('../bindings/snapshots/claims.mmd');
  });

  it('puts several Mermaid diagrams in Markdown, since a diagram holds one', async () => {
    const { out } = await osy(root, 'graph', claims, '--format', 'mermaid');
    expect(out.match(/^```mermaid$/gm)).toHaveLength(2);
  });

  it('writes DOT that Graphviz reads, with names that DOT could take for its own', async () => {
    const folder = appOf(
      'enum S { graph, node, Ünï }',
      'state graph { on Go { goto node; } } state node { on Go { goto Ünï; } }',
      'graph',
      'Ünï',
    );
    const { out } = await osy(folder, 'graph', '--format', 'dot');
    const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
    const plain = (await Graphviz.load()).dot(out, 'plain');
    for (const name of ['graph', 'node', 'Ünï']) expect(plain).toContain(name);
  });

  it('keeps the texts of an SVG searchable, and its colours for both schemes', async () => {
    const { out } = await osy(root, 'graph', claims, '--format', 'svg');
    for (const text of ['AwaitingPapers', 'Unfinished after 30 days', '[Papers == 0]', 'requires Papers, Amount']) {
      expect(out).toContain(`>${text}</text>`);
    }
    expect(out).toContain('prefers-color-scheme:dark');
    expect(out).not.toMatch(/<script|href=|url\(/);
  });

  it('draws the same picture each time', async () => {
    for (const format of formats) {
      const once = await osy(root, 'graph', claims, '--format', format);
      const again = await osy(root, 'graph', claims, '--format', format);
      expect(again.out).toBe(once.out);
    }
  });

  it('shows with --calls which ways to the network are not guarded', async () => {
    const { out } = await osy(root, 'graph', claims, '--calls');
    expect(out).toContain('network-fault-unhandled !!> Bank.Send');
    const guarded = await osy(root, 'graph', 'examples/invitation', '--calls');
    expect(guarded.out).toContain('Every way to the network is guarded.');
    expect(guarded.out).not.toContain('!!>');
  });

  it('draws the picture in the README', async () => {
    const { out } = await osy(root, 'graph', 'examples/invitation', '--format', 'svg');
    expect(readFileSync(join(root, 'docs/images/invitation.svg'), 'utf8')).toBe(out);
  });

  it('names the workflows there are when one is not found', async () => {
    const { code, err } = await osy(root, 'graph', claims, '--workflow', 'Claim');
    expect(code).toBe(2);
    expect(err).toContain("there is no workflow 'Claim'; there are Claims.ClaimFlow, Claims.PayoutFlow");
  });

  it('draws nothing of an app with errors', async () => {
    const folder = appOf('enum S { A, B }', 'state A { on Go { goto Nowhere; } }', 'A', 'B');
    const { code, out, err } = await osy(folder, 'graph');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('nothing was drawn');
  });
});

function appOf(enumText: string, states: string, initial: string, end: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'osy-graph-'));
  const text = `${enumText}
entity E { S Status; }
workflow F { Tracks = E.Status; Autostart = true; Initial = ${initial}; event Go(); ${states} terminal success ${end} { } }
`;
  writeFileSync(join(folder, 'main.osy'), text);
  return folder;
}
