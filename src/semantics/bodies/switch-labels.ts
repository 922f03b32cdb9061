import { duplicateCase } from '../../diagnostics/catalogue/bodies.ts';
import type { Pattern } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Binder } from './binder.ts';

/** The constants that labels of one switch have named, for `duplicate-case`. */
export class Labels {
  readonly #binder: Binder;
  readonly #seen = new Set<string>();

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  add(p: Pattern, when: unknown, at: Node): void {
    const keys = constants(p);
    if (keys === undefined) return;
    const isNew = keys.some((key) => !this.#seen.has(key));
    if (!isNew) {
      const label = this.#binder.file.text.slice(at.start, at.end);
      this.#binder.report(duplicateCase, at, { label });
    }
    if (when === undefined) for (const key of keys) this.#seen.add(key);
  }

  addDefault(at: Node): void {
    if (this.#seen.has('default')) this.#binder.report(duplicateCase, at, { label: 'default' });
    this.#seen.add('default');
  }
}

/** What an `or` of constants matches; undefined for other patterns. */
function constants(p: Pattern): string[] | undefined {
  if (p.p === 'null') return ['null'];
  if (p.p === 'const') return p.v.k === 'const' ? [`${p.v.t} ${JSON.stringify(p.v.v)}`] : undefined;
  if (p.p === 'type') return p.sub && constants(p.sub);
  if (p.p !== 'or') return undefined;
  const l = constants(p.l);
  const r = constants(p.r);
  return l && r && [...l, ...r];
}
