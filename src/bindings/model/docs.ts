/** The `///` texts of an app, found by where a declaration's name stands. The resolved model does without them. */
import type { Program } from '../../semantics/program.ts';

export class Docs {
  readonly #byName = new Map<string, string>();
  readonly #byMember = new Map<string, string>();

  constructor(program: Program) {
    program.units.forEach((unit, file) => {
      for (const declaration of unit.declarations) this.#visit(declaration, file, undefined);
    });
  }

  /** Of the declaration whose name begins there. */
  at(file: number, nameStart: number): string | undefined {
    return this.#byName.get(`${file}:${nameStart}`);
  }

  /** Of a member, where only its owner's place is known. */
  member(file: number, ownerNameStart: number, member: string): string | undefined {
    return this.#byMember.get(`${file}:${ownerNameStart}.${member}`);
  }

  #visit(node: object, file: number, owner: number | undefined): void {
    const { name, doc } = node as Partial<{ readonly name: unknown; readonly doc: unknown }>;
    const named = isIdentifier(name) ? name : undefined;
    if (named !== undefined && typeof doc === 'string' && doc.trim() !== '') {
      const text = tidy(doc);
      this.#byName.set(`${file}:${named.start}`, text);
      if (owner !== undefined) this.#byMember.set(`${file}:${owner}.${named.name}`, text);
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'body' || key === 'attributes' || !Array.isArray(value)) continue;
      for (const item of value as readonly unknown[])
        if (typeof item === 'object' && item !== null) this.#visit(item, file, named?.start ?? owner);
    }
  }
}

function isIdentifier(value: unknown): value is { readonly name: string; readonly start: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { name, start } = value as Partial<{ readonly name: unknown; readonly start: unknown }>;
  return typeof name === 'string' && typeof start === 'number';
}

/** Without the indentation that all lines share, and without XML's `<summary>`. */
function tidy(doc: string): string {
  return doc
    .replace(/<\/?summary>/g, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
