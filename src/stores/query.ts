/**
 * Questions about rows that a database answers itself (language.md §4). A condition says in cells what a body says in
 * values, and only where both mean the same; what SQL cannot judge about a row is left to the one who asks.
 */
import type { RowRecord } from './records.ts';

/** What a database column holds. */
export type Cell = null | number | bigint | string | Uint8Array;

export type Order = 'lt' | 'le' | 'gt' | 'ge';

/**
 * What holds or does not hold of a row; never a third thing: comparing with null is false, and so its `not` is true, as in C#.
 * Parts of `all` and `any` are looked at in order, as `&&` and `||` do.
 */
export type RowCondition =
  | { readonly is: 'all' | 'any'; readonly of: readonly RowCondition[] }
  | { readonly is: 'not'; readonly of: RowCondition }
  | { readonly is: 'constant'; readonly value: boolean }
  /** The member is null; with `target`, or names a row of that hierarchy that is no longer there. */
  | { readonly is: 'null'; readonly member: string; readonly target?: string }
  /** The member's cell is one of these, none of which is null. */
  | { readonly is: 'equal'; readonly member: string; readonly cells: readonly Cell[] }
  | { readonly is: 'ordered'; readonly member: string; readonly order: Order; readonly than: Cell }
  /** Two members whose columns compare alike. Two nulls are the same. */
  | { readonly is: 'same'; readonly member: string; readonly other: string }
  | { readonly is: 'orderedMembers'; readonly member: string; readonly order: Order; readonly other: string }
  /** Text in text, by its units. Of a null SQL says nothing: a body throws. */
  | { readonly is: 'contains' | 'startsWith'; readonly member: string; readonly text: string };

export interface RowOrder {
  readonly member: string;
  readonly descending: boolean;
}

export interface RowQuery {
  readonly root: string;
  /** Rows of these entities of the hierarchy; all when absent. */
  readonly entities?: readonly string[];
  readonly where?: RowCondition;
  /** Nulls come first, or last where it descends; rows that are equal so far stand in order of creation. */
  readonly order?: readonly RowOrder[];
  /** How many are wanted; all when absent. */
  readonly limit?: number;
}

/** What a store can say of the rows that fulfil a query without showing them. */
export interface RowFigures {
  /** How many there are. */
  readonly count: number;
  /** Of the member asked for: how many are not null, the least and greatest cell of these, null when there are none. */
  readonly values: number;
  readonly least: Cell;
  readonly greatest: Cell;
  /** The sum of what is above and of what is below zero; zero for a member that is no int. */
  readonly above: bigint;
  readonly below: bigint;
  /** Rows that the figures leave out, for the asker to judge, in order of creation. */
  readonly rest: readonly RowRecord[];
}

/** How SQL may compare the cells of a column. */
export interface Comparability {
  /** `order`: equal and ordered as the values are; `equality`: equal only; `decimal`: texts that are compared as numbers. */
  readonly by: 'order' | 'equality' | 'decimal';
  /** A cell may be an escape for what the column cannot hold, of which SQL can say nothing. */
  readonly escapes: boolean;
  /** A null cell reads as a value all the same (the default of a struct), of which SQL can say nothing. */
  readonly defaults?: true;
  /** Cells are whole numbers of 32 bits: SQL may add up any number of them. */
  readonly sums?: true;
  /** Cells that stand for a value, by which it is sought; undefined where only a body can tell. */
  readonly sought: (value: unknown) => readonly Cell[] | undefined;
  /** A text that is ordered as the decimal that the cell holds, for a database without decimals. */
  readonly key?: (cell: Cell) => string | null;
}
