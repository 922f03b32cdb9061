/**
 * The content hash of a workflow (pipeline.md §10): it changes exactly when what a run would execute changes. So it covers
 * the functions, field initialisers and defaults that its bodies reach, and leaves out where things stand in the source.
 */
import { createHash } from 'node:crypto';
import type { IrFunction } from '../ir/ir.ts';
import type { AppModel, WorkflowModel } from '../ir/model.ts';
import { canonicalText } from './canonical.ts';

const places: ReadonlySet<string> = new Set(['s', 'span', 'nameSpan', 'file']);

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Hashes the workflows of an app; what they share is looked at once. */
export class Versions {
  readonly #parts = new Map<string, unknown>();
  readonly #overriders = new Map<string, string[]>();
  readonly #mentions = new Map<string, ReadonlySet<string>>();

  constructor(app: AppModel) {
    for (const fn of app.functions) {
      this.#parts.set(fn.key, fn);
      for (const base of fn.overrides ?? [])
        this.#overriders.set(base, [...(this.#overriders.get(base) ?? []), fn.key]);
    }
    for (const of of app.classes) {
      this.#parts.set(`class ${of.name}`, {
        base: of.base && `class ${of.base.replace(/<.*/, '')}`,
        fields: of.fields,
        inits: fieldInitKeys(app.functions, of.name),
      });
    }
    for (const of of app.entities) {
      this.#parts.set(`entity ${of.name}`, { base: of.base && `entity ${of.base}`, fields: of.fields });
    }
    for (const of of [...app.policies, ...app.principals]) this.#parts.set(`value ${of.name}`, of.value);
  }

  of(workflow: WorkflowModel): string {
    const reached = new Set<string>();
    const waiting: string[] = [...this.#mentionedIn(workflow)];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (reached.has(key)) continue;
      reached.add(key);
      waiting.push(...this.#mentionsOf(key), ...(this.#overriders.get(key) ?? []));
    }
    const content = [...reached].sort().map((key) => [key, withoutPlaces(this.#parts.get(key))]);
    return sha256(canonicalText([withoutPlaces(workflow), content]));
  }

  #mentionsOf(key: string): ReadonlySet<string> {
    let mentions = this.#mentions.get(key);
    if (mentions === undefined) {
      mentions = this.#mentionedIn(this.#parts.get(key));
      this.#mentions.set(key, mentions);
    }
    return mentions;
  }

  #mentionedIn(part: unknown): ReadonlySet<string> {
    const found = new Set<string>();
    const take = (key: string) => {
      if (this.#parts.has(key)) found.add(key);
    };
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(visit);
      else if (typeof value === 'string') take(value);
      else if (typeof value === 'object' && value !== null) {
        const node = value as {
          readonly k?: unknown;
          readonly c?: unknown;
          readonly e?: unknown;
          readonly p?: unknown;
        };
        if (node.k === 'new') take(`class ${node.c}`);
        if (node.k === 'newEntity') take(`entity ${node.e}`);
        if (node.k === 'policy' || node.k === 'principal') take(`value ${node.p}`);
        Object.values(value).forEach(visit);
      }
    };
    visit(part);
    return found;
  }
}

function fieldInitKeys(functions: readonly IrFunction[], owner: string): readonly string[] {
  return functions.filter((fn) => fn.kind === 'fieldInit' && fn.owner === owner).map((fn) => fn.key);
}

function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !places.has(key))
      .map(([key, item]) => [key, withoutPlaces(item)]),
  );
}
