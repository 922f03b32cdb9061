/** Every example of docs/language.md compiles, or is refused as the page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/language.md'), 'utf8');

interface Example {
  readonly line: number;
  /** What stands behind `osy` on the fence: nothing, `statements`, or `refused NAME`. */
  readonly how: string;
  readonly text: string;
}

const examples: readonly Example[] = [...page.matchAll(/^```osy ?(.*)\n([\s\S]*?)^```$/gm)].map((m) => ({
  line: page.slice(0, m.index).split('\n').length + 1,
  how: m[1] as string,
  text: m[2] as string,
}));

const errors = (text: string): readonly string[] =>
  lint(check([new SourceFile('example.osy', text)]))
    .filter((d) => d.level === 'error' || d.level === 'must')
    .map((d) => `${d.name} at ${d.file.position(d.span.start).line}: ${d.message}`);

describe('docs/language.md', () => {
  it.each(examples.map((e) => [e.line, e] as const))('the example at line %i is as the page says', (_, example) => {
    const { how, text } = example;
    if (how.startsWith('refused ')) {
      expect(errors(text)).toEqual([expect.stringContaining(how.slice('refused '.length))]);
    } else {
      expect(errors(how === 'statements' ? `void Example() {\n${text}}` : text)).toEqual([]);
    }
  });

  it('links to what is there', () => {
    const anchors = new Set(
      [...page.matchAll(/^#+ (.+)$/gm)].map((m) =>
        (m[1] as string)
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      ),
    );
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map((m) => m[1] as string);
    expect(links.filter((link) => !anchors.has(link))).toEqual([]);
  });
});
