/** The example of docs/embedding.md is what it says: compiled, run as a program of its own, it prints what the page shows. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { inFolder, osy } from '../cli/harness.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/embedding.md'), 'utf8');

/** The first block of a language. */
function block(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1];
  if (found === undefined) throw new Error(`the page has no ${language}`);
  return found;
}

test('the program prints what the page says', { timeout: 60_000 }, () =>
  inFolder({ 'loans.osy': block('osy'), 'main.ts': block('ts') }, async (cwd) => {
    const compiled = await osy(['compile', 'loans.osy', '-o', 'loans.osy.json'], { cwd });
    expect(compiled.code).toBe(0);
    const { outputFiles } = await build({
      entryPoints: [join(cwd, 'main.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      alias: { 'osy/runtime': join(root, 'src/runtime.ts') },
      plugins: [
        {
          name: 'packages',
          setup: (bundle) => {
            bundle.onResolve({ filter: /^(undici|temporal-polyfill|ajv)/ }, ({ path }) => ({
              path: import.meta.resolve(path),
              external: true,
            }));
          },
        },
      ],
      banner: { js: `import { createRequire as r } from 'node:module'; const require = r(import.meta.url);` },
      define: { 'import.meta.url': JSON.stringify(import.meta.url) },
      logLevel: 'error',
    });
    writeFileSync(join(cwd, 'main.mjs'), outputFiles[0]?.text ?? '');
    const { stdout, stderr } = spawnSync(process.execPath, ['main.mjs'], { cwd, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: block('text'), stderr: '' });
  }),
);
