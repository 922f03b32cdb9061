/** Counts how often the statements and branches of an app's code run: what test coverage is made of. */
import type { Expr, IrSpan, Stmt } from '../../ir/ir.ts';

/** A statement, or one of the ways that a node may go. Text, so that counts of several processes can be added up. */
export type Place = string;

export function statementPlace(file: number, s: { readonly s: IrSpan }): Place {
  return `${file}:${s.s[0]}-${s.s[1]}`;
}

/** `way`: of an `if` and of `?:`, 0 where the condition holds and 1 where not; of a `switch`, the section or arm. */
export function branchPlace(file: number, node: Branching, way: number): Place {
  return `${file}:${node.s[0]}-${node.s[1]}:${node.k}:${way}`;
}

/** The nodes whose ways are told apart. */
export type Branching =
  | (Stmt & { readonly k: 'if' | 'switch' })
  | (Expr & { readonly k: 'cond' })
  | (Expr & { readonly k: 'switchx' });

export function waysOf(node: Branching): number {
  return node.k === 'switch' ? node.sections.length : node.k === 'switchx' ? node.arms.length : 2;
}

export class VisitCounts {
  /** By slot; generated code counts up here. */
  readonly counts: number[] = [];
  readonly #slots = new Map<Place, number>();

  slot(place: Place): number {
    let slot = this.#slots.get(place);
    if (slot === undefined) {
      slot = this.counts.length;
      this.counts.push(0);
      this.#slots.set(place, slot);
    }
    return slot;
  }

  /** How often the place was visited; 0 for one that was never compiled. */
  at(place: Place): number {
    const slot = this.#slots.get(place);
    return slot === undefined ? 0 : (this.counts[slot] as number);
  }

  entries(): readonly (readonly [Place, number])[] {
    return [...this.#slots].map(([place, slot]) => [place, this.counts[slot] as number] as const);
  }

  /** Adds what was counted elsewhere. */
  addAll(entries: readonly (readonly [Place, number])[]): void {
    for (const [place, count] of entries) {
      const slot = this.slot(place);
      this.counts[slot] = (this.counts[slot] as number) + count;
    }
  }
}
