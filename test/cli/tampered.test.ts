/** A definition that was changed by hand: it may be refused, or do something else, but it is never called a bug of osy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, looksLikeStack, type Outcome, osy } from './harness.ts';

const app = {
  'main.osy': `
public string Shout(string word) => word.ToUpper();
public int Loud(string word) { try { return Shout(word).Length; } catch (Exception) { return -1; } finally { } }
`,
};

/** Runs the app's definition after a change to its text. */
async function runChanged(from: string, to: string, args: readonly string[]): Promise<Outcome> {
  return inFolder(app, async (cwd) => {
    expect((await osy(['compile', '.', '-o', 'app.osy.json'], { cwd })).code).toBe(0);
    const path = join(cwd, 'app.osy.json');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replaceAll(from, to));
    return osy(['run', 'app.osy.json', ...args], { cwd });
  });
}

describe('a tampered definition', () => {
  test.each([
    ['string.ToUpper()', 'decimal.ToString()'],
    ['string.ToUpper()', 'List.Reverse()'],
    ['string.ToUpper()', 'constructor'],
    ['string.ToUpper()', '__proto__'],
    ['string.Length', 'Dictionary.Count'],
    ['string.Length', 'Enumerable.Sum(IEnumerable<int>)'],
  ])('%s as %s ends with 0, 1 or 2, and without a stack', async (from, to) => {
    const { code, out, err } = await runChanged(from, to, ['Loud', '--arg', 'word=ab']);
    expect([0, 1, 2]).toContain(code);
    expect(looksLikeStack(out + err)).toBe(false);
    if (code === 2) expect(err).toContain('the definition is refused');
  });

  test('what its types rule out is a refusal that no catch of the app sees', async () => {
    const { code, out, err } = await runChanged('string.ToUpper()', 'List.Reverse()', ['Loud', '--arg', 'word=ab']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('the definition is refused: invalid IR at /: a value is not what its type says');
  });
});
