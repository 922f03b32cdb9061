/** `app N { model "glob"; tests "glob"; egress "host"; … }` (language.md §2). */
import { duplicateDeclaration } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import type { ManifestPaths } from '../source/project.ts';
import type { SourceFile } from '../source/source.ts';
import { parse } from '../syntax/parse.ts';
import type { CompilationUnit, ManifestDeclaration } from '../syntax/tree.ts';
import type { DeclarationChecker } from './declaration-checker.ts';

export interface Manifest extends ManifestPaths {
  /** The only hosts reachable, where there are any. */
  readonly egress: readonly string[];
}

/** The app's manifest in a file, if it has one: for project discovery, before anything is checked. */
export function readManifest(file: SourceFile): Manifest | undefined {
  const declaration = parse(file).unit.declarations.find(isApp);
  return declaration && valuesOf(declaration);
}

/** The manifest of an app; a second one is told at its name. */
export function readManifests(checker: DeclarationChecker): Manifest | undefined {
  const { units } = checker.declarations;
  const found = units.flatMap((unit, file) =>
    unit.declarations.filter(isApp).map((declaration) => ({ declaration, file })),
  );
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  for (const { declaration, file } of others) {
    checker.report(
      diagnose(
        duplicateDeclaration,
        checker.source(file),
        declaration.name,
        { what: 'a manifest,', name: first.declaration.name.name, where: 'the app' },
        {
          related: [{ file: checker.source(first.file), span: first.declaration.name, message: 'the first manifest' }],
        },
      ),
    );
  }
  return valuesOf(first.declaration);
}

function isApp(declaration: CompilationUnit['declarations'][number]): declaration is ManifestDeclaration {
  return declaration.kind === 'ManifestDeclaration' && declaration.form === 'app';
}

function valuesOf(declaration: ManifestDeclaration): Manifest {
  const values = (word: string) =>
    declaration.entries.flatMap((entry) => (entry.word.name === word ? entry.values.map((value) => value.text) : []));
  return {
    name: declaration.name.name,
    model: values('model'),
    tests: values('tests'),
    egress: [...new Set(values('egress'))],
  };
}
