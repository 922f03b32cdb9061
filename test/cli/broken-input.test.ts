/** Whatever a file holds, `osy lint` says what is wrong and ends with the right code: no stack, no hang. */
import { describe, expect, test } from 'vitest';
import { inFolder, looksLikeStack, osy } from './harness.ts';

interface FindingsDocument {
  readonly findings: readonly {
    readonly name: string;
    readonly message: string;
    readonly start: { readonly line: number; readonly column: number };
  }[];
}

async function lintFile(
  content: string | Uint8Array,
): Promise<{ readonly code: number; readonly text: string; readonly findings: FindingsDocument['findings'] }> {
  return inFolder({ 'main.osy': content }, async (cwd) => {
    const pretty = await osy(['lint'], { cwd });
    const json = await osy(['lint', '--format', 'json'], { cwd });
    expect(json.code).toBe(pretty.code);
    expect(looksLikeStack(pretty.out + pretty.err)).toBe(false);
    return {
      code: pretty.code,
      text: pretty.out + pretty.err,
      findings: (JSON.parse(json.out) as FindingsDocument).findings,
    };
  });
}

const workflow = `enum S { A, B }
entity E { S State; }
workflow W {
  Tracks = E.State; Autostart = true; Initial = A;
  event Go();
  state A { on Go { goto B; } }
  terminal success B { }
}
`;

describe('broken files', () => {
  test('a missing brace is told at the end of the file, with its opening', async () => {
    const { code, findings, text } = await lintFile('public int F() {\n  return 1;\n');
    expect(code).toBe(1);
    expect(findings.map((f) => f.name)).toEqual(['syntax-error']);
    expect(text).toMatch(/never closed/);
  });

  test('an unterminated string is told on its line, and the next declaration is still checked', async () => {
    const { code, findings } = await lintFile(
      'public string F() {\n  return "abc;\n}\npublic int G() { return missing; }\n',
    );
    expect(code).toBe(1);
    expect(findings.map((f) => [f.name, f.start.line])).toEqual([
      ['syntax-error', 2],
      ['unknown-name', 4],
    ]);
  });

  test('an unknown state is told at its name, with the nearest', async () => {
    const { code, findings } = await lintFile(workflow.replace('goto B;', 'goto Bx;'));
    expect(code).toBe(1);
    expect(findings.map((f) => f.name)).toContain('unknown-state');
  });

  test('a binary file is told to be one', async () => {
    const { code, text } = await lintFile(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 0, 0xff, 0xfe]));
    expect(code).toBe(2);
    expect(text).toMatch(/main\.osy/);
  });

  test('an empty file is clean', async () => {
    expect((await lintFile('')).code).toBe(0);
  });

  test('CRLF lines are lines', async () => {
    const { code, findings } = await lintFile('public int F() {\r\n  return missing;\r\n}\r\n');
    expect(code).toBe(1);
    expect(findings[0]?.start).toEqual({ line: 2, column: 10 });
  });

  test('a byte-order mark is no character of the first line', async () => {
    const { code, findings } = await lintFile('\ufeffpublic int F() { return missing; }\n');
    expect(code).toBe(1);
    expect(findings[0]?.start).toEqual({ line: 1, column: 25 });
  });

  test('a line of 5 MB is read, and shown in part', async () => {
    const { code, text } = await lintFile(`public string F() { return "${'x'.repeat(5_000_000)}" + missing; }\n`);
    expect(code).toBe(1);
    expect(text).toMatch(/unknown-name/);
    expect(text.length).toBeLessThan(5_000);
  });

  test('deep nesting is refused, not overflowed', async () => {
    for (const nested of [
      `${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
      `${'-'.repeat(50_000)}1`,
      `${'new[] {'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    ]) {
      const { code, findings } = await lintFile(`public int F() { return ${nested}; }\n`);
      expect(code).toBe(1);
      expect(findings.map((f) => f.name)).toEqual(['syntax-error']);
    }
  });

  test('a folder without any .osy file is wrong input', async () => {
    await inFolder({ 'readme.txt': 'nothing here' }, async (cwd) => {
      const { code, err, out } = await osy(['lint', '--format', 'json'], { cwd });
      expect(code).toBe(2);
      expect(err).toMatch(/no \.osy file/);
      expect(JSON.parse(out)).toMatchObject({ format: 'osy.findings/1', findings: [] });
    });
  });

  test('a path that does not exist is named', async () => {
    const { code, err } = await osy(['lint', 'nowhere.osy']);
    expect(code).toBe(2);
    expect(err).toContain("'nowhere.osy' does not exist");
  });

  test('what can be read is still checked beside what cannot', async () => {
    await inFolder(
      { 'good.osy': 'public int F() { return missing; }', 'latin.osy': new Uint8Array([0x2f, 0x2f, 0xe5, 0x0a]) },
      async (cwd) => {
        const { code, out, err } = await osy(['lint'], { cwd });
        expect(code).toBe(1);
        expect(out).toMatch(/unknown-name/);
        expect(err).toMatch(/latin\.osy/);
      },
    );
  });
});
