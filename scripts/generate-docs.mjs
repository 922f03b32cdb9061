// Writes docs/findings from the catalogue and the fixtures, and docs/library.md from the library's declarations.
// `--check` writes nothing and ends with 1 where they differ.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');

/** The generator is TypeScript over the compiler's own sources: bundled, so that no build has to be current. */
async function generator() {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'node_modules/.cache/osy-docs-'));
  try {
    const outfile = join(folder, 'generate-docs.mjs');
    await build({
      entryPoints: [join(root, 'scripts/generate-docs.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'warning',
      banner: {
        js: "import { createRequire as osyRequire } from 'node:module'; const require = osyRequire(import.meta.url);",
      },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function current(path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

const { findingPages, libraryPage } = await generator();
const findings = findingPages(root);
const pages = [...findings, libraryPage()];
const stale = pages.filter((page) => current(page.path) !== page.text);
mkdirSync(join(root, 'docs/findings'), { recursive: true });
const extra = readdirSync(join(root, 'docs/findings'))
  .map((name) => `docs/findings/${name}`)
  .filter((path) => !findings.some((page) => page.path === path));

if (check) {
  for (const { path } of stale) console.error(`not current: ${path}`);
  for (const path of extra) console.error(`of no rule: ${path}`);
  if (stale.length + extra.length > 0) console.error('run: node scripts/generate-docs.mjs');
  process.exitCode = stale.length + extra.length > 0 ? 1 : 0;
} else {
  for (const page of stale) writeFileSync(join(root, page.path), page.text);
  for (const path of extra) rmSync(join(root, path));
  console.log(`${pages.length} pages, ${stale.length} written, ${extra.length} removed`);
}
