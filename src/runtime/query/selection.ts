/**
 * Rows of an entity, chosen, sorted and cut. The store is asked in SQL where that says the same; its answer only narrows down
 * which rows are looked at. Each is judged by the body's own lambdas, so that every store gives the same rows.
 */
import type { Transaction } from '../../stores/contract.ts';
import type { RowCondition, RowFigures, RowQuery } from '../../stores/query.ts';
import { Mark, type RowRecord } from '../../stores/records.ts';
import { type OrderedSequence, orderBy, thenBy } from '../library/linq-order.ts';
import { EngineAbort, type LibraryHost, type Value } from '../library/values.ts';
import { type Binding, bind } from './bind.ts';
import type { PlanCondition } from './plan.ts';
import { planOf } from './planned.ts';

/** What rows are selected from. */
export interface QueryWorld extends Omit<Binding, 'values' | 'deletes'> {
  readonly host: LibraryHost;
  readonly tx: Transaction;
}

export type Test = (row: Value) => boolean;
export type Key = (row: Value) => Value;

interface Filter {
  readonly test: Test;
  readonly condition: PlanCondition;
  readonly whole: boolean;
  readonly values: () => readonly Value[];
}

interface Level {
  readonly keyOf: Key;
  readonly member: string;
  readonly descending: boolean;
}

interface Parts {
  readonly filters: readonly Filter[];
  readonly order: readonly Level[];
  readonly skip: number;
  /** Counted after `skip`. */
  readonly take: number | undefined;
}

const everything: Parts = { filters: [], order: [], skip: 0, take: undefined };

export class Selection {
  readonly #world: QueryWorld;
  readonly #parts: Parts;

  constructor(world: QueryWorld, parts: Parts = everything) {
    this.#world = world;
    this.#parts = parts;
  }

  #with(parts: Partial<Parts>): Selection {
    return new Selection(this.#world, { ...this.#parts, ...parts });
  }

  /** Rows have been skipped or cut off: what comes after is not the store's. */
  get isCut(): boolean {
    return this.#parts.skip > 0 || this.#parts.take !== undefined;
  }

  get isOrdered(): boolean {
    return this.#parts.order.length > 0;
  }

  /** Those for which a lambda holds, or does not hold; undefined where there is no telling what it asks. */
  where(test: unknown, holds = true): Selection | undefined {
    const found = planOf(test);
    const predicate = found?.plan.predicate;
    if (found === undefined || predicate === undefined || this.isCut || (!holds && !predicate.whole)) return undefined;
    const { condition, whole } = predicate;
    const filter: Filter = {
      test: holds ? (test as Test) : (row) => !(test as Test)(row),
      condition: holds ? condition : { is: 'not', of: condition },
      whole,
      values: found.values,
    };
    return this.#with({ filters: [...this.#parts.filters, filter] });
  }

  /** Sorted by one more member. */
  by(keyOf: unknown, descending: boolean): Selection | undefined {
    const member = planOf(keyOf)?.plan.member?.member;
    if (member === undefined || this.isCut) return undefined;
    const by = this.#world.column(member)?.compares?.by;
    if (by === undefined || by === 'equality') return undefined;
    return this.#with({ order: [...this.#parts.order, { keyOf: keyOf as Key, member, descending }] });
  }

  skipping(n: number): Selection {
    const { skip, take } = this.#parts;
    return this.#with({ skip: skip + n, take: take === undefined ? undefined : Math.max(0, take - n) });
  }

  taking(n: number): Selection {
    const { take } = this.#parts;
    return this.#with({ take: take === undefined ? n : Math.min(take, n) });
  }

  /** The order so far, over rows that are not sorted yet. */
  sorted(): OrderedSequence {
    return this.#sort(this.#with({ order: [] }).rows());
  }

  #sort(rows: readonly RowRecord[]): OrderedSequence {
    const [first, ...more] = this.#parts.order as readonly [Level, ...Level[]];
    return more.reduce(
      (sequence, level) => thenBy(sequence, level.keyOf, null, level.descending),
      orderBy(this.#world.host, rows as unknown as Value, first.keyOf, null, first.descending),
    );
  }

  rows(): readonly RowRecord[] {
    const { tx } = this.#world;
    const { query } = this.#query();
    const { limit, ...unlimited } = query;
    const found = tx.find(query);
    const chosen = this.#choose(found);
    // Another process may have changed what this one still sees as it was: then the first few were not enough.
    const short = limit !== undefined && found.length >= limit && chosen.length < limit - this.#parts.skip;
    return short ? this.#choose(tx.find(unlimited)) : chosen;
  }

  /** How many there are; undefined where the store has no answer without showing the rows. */
  count(): number | undefined {
    const figures = this.#figures();
    return figures === undefined ? undefined : figures.count + this.judged(figures.rest).length;
  }

  /** Figures of a member, whose `rest` is judged already; undefined as with `count`. */
  figures(member: string): RowFigures | undefined {
    const figures = this.#figures(member);
    return figures === undefined ? undefined : { ...figures, rest: this.judged(figures.rest) };
  }

  #figures(member?: string): RowFigures | undefined {
    if (this.isCut) return undefined;
    const { query, exact } = this.#query();
    return exact ? this.#world.tx.measure(query, member) : undefined;
  }

  judged(rows: readonly RowRecord[]): readonly RowRecord[] {
    return rows.filter((row) => this.#fits(row));
  }

  // ---------------------------------------------------------------- the question

  #query(): { readonly query: RowQuery; readonly exact: boolean } {
    const { entity } = this.#world;
    const { filters, order, skip, take } = this.#parts;
    const bound = filters.map((filter) => this.#bound(filter));
    const exact = bound.every((condition, i) => condition !== undefined && filters[i]?.whole === true);
    const of = bound.filter((condition) => condition !== undefined);
    const query: RowQuery = {
      root: entity.root,
      ...(entity.root === entity.name ? {} : { entities: [...entity.heirs] }),
      ...(of.length === 0 ? {} : { where: { is: 'all', of } }),
      order: order.map(({ member, descending }) => ({ member, descending })),
      ...(exact && take !== undefined ? { limit: skip + take } : {}),
    };
    return { query, exact };
  }

  #bound(filter: Filter): RowCondition | undefined {
    let values: readonly Value[];
    try {
      values = filter.values();
    } catch (error) {
      if (error instanceof EngineAbort) throw error;
      // The lambda would throw the same, but only for a row.
      return undefined;
    }
    const { tx } = this.#world;
    const deletes = (root: string): boolean =>
      tx.changed.some((r) => r.table === 'rows' && r.mark >= Mark.deleted && (r as RowRecord).root === root);
    return bind(filter.condition, { ...this.#world, deletes, values });
  }

  // ---------------------------------------------------------------- the answer

  #fits(row: RowRecord): boolean {
    const { entity } = this.#world;
    if (entity.root !== entity.name && !entity.heirs.has(row.entity)) return false;
    for (const filter of this.#parts.filters) if (!filter.test(row as unknown as Value)) return false;
    return true;
  }

  #choose(found: readonly RowRecord[]): readonly RowRecord[] {
    const { order, skip, take } = this.#parts;
    const end = take === undefined ? Number.POSITIVE_INFINITY : skip + take;
    if (order.length === 0) {
      const chosen: RowRecord[] = [];
      for (const row of found) {
        if (chosen.length >= end) break;
        if (this.#fits(row)) chosen.push(row);
      }
      return skip === 0 ? chosen : chosen.slice(skip);
    }
    return ([...this.#sort(this.judged(found))] as readonly unknown[] as readonly RowRecord[]).slice(skip, end);
  }
}
