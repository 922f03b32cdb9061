/** The pages of findings are what the generator makes of the catalogue and the fixtures today. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingPages } from '../../scripts/generate-docs.ts';
import { allRules } from '../../src/diagnostics/catalogue/index.ts';

const root = join(import.meta.dirname, '../..');
const pages = findingPages(root);

describe('docs/findings', () => {
  it.each(pages.map((page) => [page.path, page.text] as const))('%s is current', (path, text) => {
    expect(readFileSync(join(root, path), 'utf8'), 'run: node scripts/generate-docs.mjs').toBe(text);
  });

  it('has a page for every rule, and none of anything else', () => {
    const wanted = new Set(allRules.map((rule) => `${rule.name}.md`));
    expect(readdirSync(join(root, 'docs/findings')).sort()).toEqual([...wanted, 'README.md'].sort());
  });

  it('shows each finding of lint with what osy says of it', () => {
    for (const rule of allRules.filter((each) => each.level !== 'error')) {
      const page = pages.find((each) => each.path.endsWith(`/${rule.name}.md`))?.text ?? '';
      expect(page, rule.name).toContain(`${rule.level} ${rule.name} ${rule.code}\n`);
      expect(page, rule.name).toContain('## Not told');
    }
  });
});
