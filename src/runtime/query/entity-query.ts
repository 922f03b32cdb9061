/**
 * A query that starts on an entity type (language.md §4), as a sequence. LINQ offers it each operation: what the store can be
 * asked it takes in, and asks when rows or an answer are wanted. A walk sees the rows as they are when it begins.
 */
import { type QuerySource, Sequence, type Visit } from '../library/enumeration.ts';
import { linqLibrary } from '../library/linq.ts';
import { thenBy } from '../library/linq-order.ts';
import type { LibraryHost, Value } from '../library/values.ts';
import { planOf } from './planned.ts';
import { type QueryWorld, Selection } from './selection.ts';

export class EntityQuery extends Sequence implements QuerySource {
  readonly #world: QueryWorld;
  readonly #selection: Selection;

  constructor(world: QueryWorld, selection = new Selection(world)) {
    super();
    this.#world = world;
    this.#selection = selection;
  }

  each(visit: Visit): boolean {
    for (const row of this.#rows()) if (!visit(row)) return false;
    return true;
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.#rows()[Symbol.iterator]();
  }

  #rows(): readonly Value[] {
    return this.#selection.rows() as readonly unknown[] as readonly Value[];
  }

  tryPush(operation: string, args: readonly Value[]): Value | undefined {
    const of = this.#selection;
    const [first] = args;
    const compared = operation.includes('Comparer');
    switch (operation.slice('Enumerable.'.length, operation.indexOf('('))) {
      case 'Where':
        return operation.includes('Func<T,bool>') ? this.#query(of.where(first)) : undefined;
      case 'OrderBy':
        return compared || of.isOrdered ? undefined : this.#query(of.by(first, false));
      case 'OrderByDescending':
        return compared || of.isOrdered ? undefined : this.#query(of.by(first, true));
      case 'ThenBy':
        return this.#thenBy(first, compared ? args[1] : null, false);
      case 'ThenByDescending':
        return this.#thenBy(first, compared ? args[1] : null, true);
      case 'Skip':
        return typeof first === 'number' ? this.#query(of.skipping(Math.max(0, first))) : undefined;
      case 'Take':
        return typeof first === 'number' ? this.#query(of.taking(Math.max(0, first))) : undefined;
      case 'Count':
        return this.#among(operation, first)?.count();
      case 'LongCount': {
        const count = this.#among(operation, first)?.count();
        return count === undefined ? undefined : BigInt(count);
      }
      case 'Any':
      case 'First':
      case 'FirstOrDefault':
        return this.#answer(operation, args, this.#among(operation, first)?.taking(1));
      case 'Single':
      case 'SingleOrDefault':
        return this.#answer(operation, args, this.#among(operation, first)?.taking(2));
      case 'All':
        return this.#answer(operation, args, of.where(first, false)?.taking(1));
      case 'Sum':
      case 'Average':
        return operation.includes('Func<T,int') ? this.#total(operation, args) : undefined;
      case 'Min':
      case 'Max':
        return operation.includes('Func<T,') ? this.#extreme(operation, args) : undefined;
      default:
        return undefined;
    }
  }

  #query(selection: Selection | undefined): EntityQuery | undefined {
    return selection === undefined ? undefined : new EntityQuery(this.#world, selection);
  }

  /** A level that only a body can tell is added to the order as it is in memory. */
  #thenBy(keyOf: Value, comparer: Value, descending: boolean): Value | undefined {
    const of = this.#selection;
    if (!of.isOrdered || of.isCut) return undefined;
    const more = comparer === null ? of.by(keyOf, descending) : undefined;
    return this.#query(more) ?? thenBy(of.sorted(), keyOf as never, comparer, descending);
  }

  /** The rows that an operation is about: with a predicate of its own, those for which it holds. */
  #among(operation: string, predicate: Value): Selection | undefined {
    return operation.includes('Func<T,bool>') ? this.#selection.where(predicate) : this.#selection;
  }

  /** Lets the operation answer itself, with as few rows to look at as it needs. */
  #answer(operation: string, args: readonly Value[], from: Selection | undefined): Value | undefined {
    return from === undefined ? undefined : this.#apply(operation, from.rows() as readonly unknown[] as Value[], args);
  }

  #apply(operation: string, items: readonly Value[], args: readonly Value[]): Value {
    const member = linqLibrary[operation] as (host: LibraryHost, ...args: Value[]) => Value;
    return member(this.#world.host, items as Value, ...args);
  }

  /** The store's extreme stands for all the rows that it is one of. */
  #extreme(operation: string, [keyOf, ...more]: readonly Value[]): Value | undefined {
    const member = this.#memberOf(keyOf, (by) => by === 'order');
    const figures = member === undefined ? undefined : this.#selection.figures(member);
    const column = member === undefined ? undefined : this.#world.column(member);
    if (figures === undefined || column === undefined) return undefined;
    const cell = operation.startsWith('Enumerable.Min') ? figures.least : figures.greatest;
    const own = figures.values === 0 ? [] : [column.fromCell(cell)];
    return this.#apply(operation, [...own, ...this.#keys(keyOf, figures.rest)], [itself, ...more]);
  }

  #total(operation: string, [keyOf, ...more]: readonly Value[]): Value | undefined {
    const member = this.#memberOf(keyOf, (_by, sums) => sums);
    const figures = member === undefined ? undefined : this.#selection.figures(member);
    if (figures === undefined) return undefined;
    const rest = this.#keys(keyOf, figures.rest).filter((n): n is number => typeof n === 'number');
    const above = rest.reduce((sum, n) => sum + BigInt(Math.max(n, 0)), figures.above);
    const below = rest.reduce((sum, n) => sum + BigInt(Math.min(n, 0)), figures.below);
    const count = figures.values + rest.length;
    if (count === 0) return this.#apply(operation, [], [itself, ...more]);
    if (operation.startsWith('Enumerable.Average')) return Number(above + below) / count;
    // Where neither half leaves the range, no order of adding does.
    return above > greatestInt || below < leastInt ? undefined : Number(above + below);
  }

  #memberOf(keyOf: Value, allowed: (by: string, sums: boolean) => boolean): string | undefined {
    const member = planOf(keyOf)?.plan.member?.member;
    const compares = member === undefined ? undefined : this.#world.column(member)?.compares;
    return compares !== undefined && allowed(compares.by, compares.sums === true) ? member : undefined;
  }

  #keys(keyOf: Value, rows: readonly unknown[]): readonly Value[] {
    return rows.map((row) => (keyOf as (row: Value) => Value)(row as Value));
  }
}

const itself = (value: Value): Value => value;
const greatestInt = 2147483647n;
const leastInt = -2147483648n;
