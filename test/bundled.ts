import { basename, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles a program of the tests for threads and processes, which then begin in a fraction of the time.
 * @param alias what packages are taken for
 * @returns its file
 */
export async function bundled(
  source: string,
  folder: string,
  alias: Readonly<Record<string, string>> = {},
): Promise<string> {
  const outfile = join(folder, `${basename(source, '.ts')}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    alias,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Packages are found from the repository.
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
    banner: {
      js: `import { createRequire as osyRequire } from 'node:module'; const require = osyRequire(import.meta.url);`,
    },
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
    logLevel: 'error',
  });
  return outfile;
}
