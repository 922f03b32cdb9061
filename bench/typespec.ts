/**
 * TypeSpec to measure beside: the newest `@typespec/compiler` that runs on Node.js 20, installed into a folder of the
 * measurement's own. Its sample is the REST service that it makes new projects from.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppFile } from './app.ts';

export const typespecVersion = '1.11.0';

export interface TypeSpec {
  /** The `tsp` command, for `node`. */
  readonly command: string;
  /** Parses one file. */
  readonly parse: (text: string) => unknown;
  /** The sample `lines` lines long: repeated, each time in a namespace and on a route of its own, 20 to a file. */
  readonly project: (lines: number) => readonly AppFile[];
}

/** @returns undefined where the registry cannot be reached */
export async function installTypespec(folder: string): Promise<TypeSpec | undefined> {
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const packages = ['compiler', 'http'].map((name) => `@typespec/${name}@${typespecVersion}`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: folder,
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const root = join(folder, 'node_modules/@typespec/compiler');
  const compiler = (await import(pathToFileURL(join(root, 'dist/src/ast/index.js')).href)) as {
    readonly parse: (text: string) => unknown;
  };
  const sample = readFileSync(join(root, 'templates/rest/main.tsp'), 'utf8');
  return { command: join(root, 'cmd/tsp.js'), parse: compiler.parse, project: (lines) => project(sample, lines) };
}

function project(sample: string, lines: number): readonly AppFile[] {
  const body = sample.slice(sample.indexOf('model Widget'));
  const times = Math.max(1, Math.round(lines / body.split('\n').length));
  const files: AppFile[] = [];
  for (let first = 0; first < times; first += 20) {
    const parts = Array.from({ length: Math.min(20, times - first) }, (_, i) => {
      const n = first + i;
      return `namespace DemoService.Part${n} {\n${body.replace('"/widgets"', `"/widgets${n}"`)}}\n`;
    });
    files.push({ path: `part${first}.tsp`, text: `import "@typespec/http";\nusing Http;\n${parts.join('\n')}` });
  }
  const imports = ['@typespec/http', ...files.map(({ path }) => `./${path}`)].map((path) => `import "${path}";\n`);
  const main = `${imports.join('')}using Http;\n@service(#{ title: "Widget Service" }) namespace DemoService;\n`;
  return [{ path: 'main.tsp', text: main }, ...files];
}
