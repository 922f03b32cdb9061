import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { parse } from '../../src/syntax/parse.ts';
import { dump, messages } from './dump.ts';

const root = fileURLToPath(new URL('../../fixtures/syntax/', import.meta.url));

// Beside each file stands what it is read as: the tree, and after it what is wrong with it.
for (const area of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  describe(area.name, () => {
    for (const name of readdirSync(join(root, area.name)).filter((file) => file.endsWith('.osy'))) {
      test(name.replace(/\.osy$/, ''), async () => {
        const path = join(root, area.name, name);
        const { unit, diagnostics } = parse(new SourceFile(name, readFileSync(path, 'utf8')));
        const found = messages(diagnostics);
        if (area.name !== 'broken') expect(found).toBe('');
        const text = `${dump(unit)}\n${found === '' ? '' : `\n${found}\n`}`;
        await expect(text).toMatchFileSnapshot(path.replace(/\.osy$/, '.tree'));
      });
    }
  });
}
