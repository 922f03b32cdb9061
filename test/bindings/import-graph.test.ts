import { resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const compiler =
  /^src\/(source|syntax|semantics|analysis|lint|report|cli)\/|^src\/definition\/lowering|^src\/bindings\/(?!host\/)/;
const heavy = /^node_modules\/(chevrotain|@chevrotain|ts-morph|@ts-morph|typescript|commander|chalk|@hpcc-js)\//;

async function graphOf(entry: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { entry },
    absWorkingDir: root,
    outdir: 'out',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    external: ['better-sqlite3', 'ajv', 'ajv/*', 'undici', 'temporal-polyfill', 'pg'],
    logLevel: 'error',
  });
  return metafile;
}

/** What is loaded at once: chunks that are imported when they are needed are left out. */
function loadedAtOnce({ outputs }: Metafile): readonly string[] {
  const seen = new Set<string>();
  const queue = ['out/entry.js'];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const { path, kind } of outputs[at]?.imports ?? []) if (kind === 'import-statement') queue.push(path);
  }
  return [...seen].flatMap((chunk) => Object.keys(outputs[chunk]?.inputs ?? {}));
}

describe('the import graph', () => {
  it('of osy/runtime has no compiler, no chevrotain and no ts-morph, not even to be loaded later', async () => {
    const inputs = Object.keys((await graphOf('src/runtime.ts')).inputs);
    expect(inputs).toContain('src/runtime/engine.ts');
    expect(inputs.filter((path) => compiler.test(path) || heavy.test(path))).toEqual([]);
  });

  it('of the command line loads ts-morph and Graphviz for those alone who ask for what they make', async () => {
    const graph = await graphOf('src/cli/bin.ts');
    const lazy =
      /^node_modules\/(ts-morph|@ts-morph|typescript|@hpcc-js|chevrotain)\/|^src\/(bindings|runtime|semantics)\//;
    expect(loadedAtOnce(graph).filter((path) => lazy.test(path))).toEqual([]);
    expect(Object.keys(graph.inputs).some((path) => path.startsWith('node_modules/ts-morph/'))).toBe(true);
  });
});
