/** Modules that `osy compile --emit ts` writes, for tests: written down, checked by TypeScript, loaded. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { typescriptModule } from '../../src/bindings/typescript/generate.ts';
import { lower } from '../../src/definition/lowering.ts';
import { check } from '../../src/semantics/check.ts';
import type { Program } from '../../src/semantics/program.ts';
import { SourceFile } from '../../src/source/source.ts';

const root = resolve(import.meta.dirname, '../..');

export function programOf(sources: Readonly<Record<string, string>>): Program {
  const program = check(Object.entries(sources).map(([path, text]) => new SourceFile(path, text)));
  if (!program.ok) throw new Error(program.diagnostics.map((d) => d.message).join('\n'));
  return program;
}

export function programIn(folder: string): Program {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.osy'));
  return programOf(Object.fromEntries(names.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')])));
}

export function definitionOf(program: Program) {
  return lower(program, { compiler: 'osy test' });
}

/** Writes the module beside `others`, and gives its path. */
export function writeModule(program: Program, others: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'osy-bindings-'));
  const path = join(folder, 'app.ts');
  writeFileSync(path, typescriptModule(program, { runtime: join(root, 'src/runtime.ts') }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(others)) writeFileSync(join(folder, name), text);
  return path;
}

/** What TypeScript, at its strictest, has to say of the files. */
export function complaints(...paths: readonly string[]): readonly string[] {
  const program = ts.createProgram([...paths], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    paths: { 'osy/runtime': [join(root, 'src/runtime.ts')] },
    typeRoots: [join(root, 'node_modules/@types')],
  });
  return paths.flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map((d) => {
      const line = file?.getLineAndCharacterOfPosition(d.start ?? 0).line ?? 0;
      return `${path.slice(path.lastIndexOf('/') + 1)}:${line + 1} ${ts.flattenDiagnosticMessageText(d.messageText, ' ')}`;
    });
  });
}
