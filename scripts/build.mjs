// Bundles the executable and the two package entries, and writes their declarations.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });

await build({
  entryPoints: {
    cli: 'src/cli/bin.ts',
    index: 'src/index.ts',
    runtime: 'src/runtime.ts',
    'test-worker': 'src/cli/test/worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Importing `node:process` makes node build every property of the process object, which costs more than the whole
  // command line: the global is the same object.
  plugins: [
    {
      name: 'global-process',
      setup: (bundle) => {
        bundle.onResolve({ filter: /^(node:)?process$/ }, () => ({ path: 'process', namespace: 'global-process' }));
        bundle.onLoad({ filter: /.*/, namespace: 'global-process' }, () => ({
          contents: 'module.exports = globalThis.process;',
        }));
      },
    },
  ],
  // What has native code, or is only loaded for a few verbs, stays a package.
  external: ['better-sqlite3', 'ajv', 'ajv/*', 'undici', 'temporal-polyfill', 'pg', 'ts-morph'],
  // Bundled CommonJS packages ask for node's own modules.
  banner: {
    js: "import { createRequire as osyRequire } from 'node:module'; const require = osyRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
if (!process.argv.includes('--no-types'))
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
