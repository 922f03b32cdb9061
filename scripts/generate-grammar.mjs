// Writes grammar/osy.ebnf and grammar/railroad.html from the parser's rules; `--check` only says whether they are current.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ebnf } from './grammar/ebnf.mjs';
import { grammarOf } from './grammar/model.mjs';
import { page } from './grammar/page.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The parser is TypeScript: it is bundled next to the packages it needs, and loaded from there. */
async function loadParser() {
  const folder = mkdtempSync(join(root, 'node_modules', '.osy-grammar-'));
  const outfile = join(folder, 'parser.mjs');
  try {
    await build({
      stdin: {
        contents: `
          export { OsyParser } from './src/syntax/parser/parser.ts';
          export { binaryText, precedence } from './src/syntax/parser/operators.ts';
          export { spelling } from './src/syntax/tokens.ts';`,
        resolveDir: root,
        loader: 'ts',
      },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Operators by how tightly they bind, the loosest first, from the parser's own table. */
function levelsOf({ binaryText, precedence, spelling }) {
  const levels = new Map();
  precedence.forEach((level, kind) => {
    const text = binaryText[kind] ?? spelling(kind);
    if (level === 0 || text === undefined) return;
    levels.set(level, [...(levels.get(level) ?? []), ...(text === '<<' ? ['<<', '>>', '>>>'] : [text])]);
  });
  return [...levels].sort(([a], [b]) => a - b).map(([, operators]) => operators);
}

const parser = await loadParser();
const rules = grammarOf(parser.OsyParser.grammar());
const levels = levelsOf(parser);
const files = { 'grammar/osy.ebnf': ebnf(rules, levels), 'grammar/railroad.html': page(rules, levels) };

const current = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
};
const stale = Object.entries(files).filter(([path, text]) => current(path) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is not current: run node scripts/generate-grammar.mjs`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
