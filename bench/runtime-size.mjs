// How large `osy/runtime` is: what a host loads that only runs definitions. `node bench/runtime-size.mjs [--json]`
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;
const external = ['better-sqlite3', 'ajv', 'ajv/*', 'undici', 'temporal-polyfill', 'pg'];

/** The bundle of an entry, and which files of the repository and packages went into it. */
export async function measure(entry, options = {}) {
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    logLevel: 'error',
    outdir: 'out',
    ...options,
  });
  const bytes = outputFiles.reduce((n, file) => n + file.contents.length, 0);
  const gzip = outputFiles.reduce((n, file) => n + gzipSync(file.contents).length, 0);
  return { bytes, gzip, inputs: Object.keys(metafile.inputs), metafile };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const whole = await measure('src/runtime.ts');
  const small = await measure('src/runtime.ts', { minify: true });
  const kb = (n) => `${(n / 1024).toFixed(0)} KB`;
  const packages = [...new Set(whole.metafile.outputs['out/runtime.js'].imports.map((i) => i.path))].filter(
    (p) => !p.startsWith('node:'),
  );
  if (process.argv.includes('--json')) {
    console.log(
      JSON.stringify({
        files: whole.inputs.length,
        bytes: whole.bytes,
        minified: small.bytes,
        gzip: small.gzip,
        packages,
      }),
    );
  } else {
    console.log(
      `osy/runtime: ${whole.inputs.length} files, ${kb(whole.bytes)}; minified ${kb(small.bytes)}, compressed ${kb(small.gzip)}`,
    );
    console.log(`packages it loads, most of them when they are needed: ${packages.join(', ')}`);
  }
}
