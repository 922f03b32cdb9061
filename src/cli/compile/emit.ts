/** What `osy compile` can write of a program, each loaded when it is asked for. */
import { canonicalDocument } from '../../definition/canonical.ts';
import type { Definition } from '../../definition/document.ts';
import type { Program } from '../../semantics/program.ts';
import type { Emit } from './emits.ts';

export interface Compiled {
  readonly program: Program;
  readonly definition: Definition;
}

export interface EmittedFile {
  /** Without a folder. */
  readonly name: string;
  readonly text: string;
}

/** The files of one kind, for a folder. */
export async function emitFiles(kind: Emit, { program, definition }: Compiled): Promise<readonly EmittedFile[]> {
  switch (kind) {
    case 'definition':
      return [{ name: `${fileName(definition.app.name)}.osy.json`, text: canonicalDocument(definition) }];
    case 'ts': {
      const { typescriptModule } = await import('../../bindings/typescript/generate.ts');
      return [{ name: `${fileName(definition.app.name)}.ts`, text: typescriptModule(program) }];
    }
    case 'mermaid':
    case 'dot':
    case 'svg': {
      const { drawPictures, statePicture } = await import('../../bindings/diagram/index.ts');
      const files: EmittedFile[] = [];
      for (const workflow of program.app.workflows) {
        const text = await drawPictures([statePicture(program, workflow)], kind);
        files.push({ name: `${fileName(workflow.key)}.${kind === 'mermaid' ? 'mmd' : kind}`, text });
      }
      return files;
    }
    default:
      return kind satisfies never;
  }
}

/** One document of one kind, for a file of its own or standard output. */
export async function emitDocument(kind: Emit, compiled: Compiled): Promise<string> {
  if (kind === 'definition' || kind === 'ts') {
    const [file] = await emitFiles(kind, compiled);
    return file?.text ?? '';
  }
  const { drawPictures, statePicture } = await import('../../bindings/diagram/index.ts');
  const { program } = compiled;
  return drawPictures(
    program.app.workflows.map((w) => statePicture(program, w)),
    kind,
  );
}

/** Without what some file system would not take. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|]/g, '_');
}
