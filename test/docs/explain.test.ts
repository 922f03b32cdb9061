/** `osy explain`: a finding's page, readable in a terminal. */
import { describe, expect, it } from 'vitest';
import { explainCommand } from '../../src/cli/explain.ts';
import { type Terminal, UsageError } from '../../src/cli/terminal.ts';
import { allRules } from '../../src/diagnostics/catalogue/index.ts';
import { plainStyle } from '../../src/report/style.ts';

function explained(finding: string | undefined, width = 80): string {
  const parts: string[] = [];
  const terminal: Terminal = {
    out: (text) => void parts.push(text),
    err: () => undefined,
    cwd: '.',
    style: { ...plainStyle, width },
    errStyle: plainStyle,
    interactive: false,
    readStdin: async () => new Uint8Array(),
  };
  expect(explainCommand(finding, terminal)).toBe(0);
  return parts.join('');
}

describe('osy explain', () => {
  it('shows the page of a finding by its name or its code, in any case', () => {
    const page = explained('network-fault-unhandled');
    expect(page.startsWith('network-fault-unhandled\n\n`OSY3001` · level must')).toBe(true);
    expect(explained('OSY3001')).toBe(page);
    expect(explained('osy3001')).toBe(page);
  });

  it.each([...new Set(allRules.map((rule) => rule.name))])(
    'has a page for %s, without the marks of Markdown',
    (name) => {
      const page = explained(name);
      const prose = page.split('\n').filter((line) => !line.startsWith('    '));
      expect(prose.filter((line) => /^#|```|\*\*|<!--|\]\(/.test(line))).toEqual([]);
      expect(page).not.toMatch(/\n{3}/);
    },
  );

  it('wraps what it says to the terminal, and leaves code as it is', () => {
    const prose = explained('lock-without-release', 50)
      .split('\n')
      .filter((line) => !line.startsWith('    ') && line.includes(' '));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(50);
    expect(explained('network-fault-unhandled', 50)).toContain('    client ');
  });

  it('lists every rule once, with its level, when it is asked for none', () => {
    const lines = explained(undefined, 120).split('\n');
    for (const rule of allRules) {
      const own = lines.filter((line) => line.split(/\s+/)[1] === rule.name);
      expect(own, rule.name).toHaveLength(1);
      expect(own[0]?.startsWith(rule.level)).toBe(true);
    }
  });

  it('names the nearest when nothing is called so', () => {
    const unknown = (name: string) => () => explained(name);
    expect(unknown('network-fault-unhandeld')).toThrow(UsageError);
    expect(unknown('network-fault-unhandeld')).toThrow("did you mean 'network-fault-unhandled'?");
    expect(unknown('osy3O01')).toThrow('osy explain lists them all');
  });
});
