/** Conditions on rows as SQL, in the dialect of one database. */
import type { ColumnSchema, EntitySchema } from '../contract.ts';
import type { Cell, Order, RowCondition } from '../query.ts';

/** What is said differently in each database. Texts are expressions; `r` is the table of the rows. */
export interface Dialect {
  /** The next value of a statement, whose `place` counts from 1. */
  value(place: number): string;
  /** A member's column, without its table. */
  column(member: string): string;
  /** The table of a hierarchy. */
  table(root: string): string;
  /** Whether a column's cell is an escape (`Comparability.escapes`): true, or anything but. */
  escaped(column: ColumnSchema, expression: string): string;
  /** A decimal's text as what compares as the number; `cell` turns one into the value that compares with it. */
  decimal(expression: string): string;
  decimalValue(column: ColumnSchema, cell: Cell): Cell;
  decimalParameter(value: string): string;
  /** Two values are the same, nulls included. */
  same(a: string, b: string): string;
  contains(text: string, part: string): string;
  startsWith(text: string, part: string): string;
  /** `id` is in a list that a value holds as a JSON array. */
  among(id: string, value: string): string;
  /** A sort by a column, nulls first where it ascends and last where it descends. */
  sorted(expression: string, descending: boolean): string;
}

const signs: Readonly<Record<Order, string>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };

/** Writes one statement from its beginning to its end: values are numbered in the order in which they are written. */
export class ConditionWriter {
  readonly values: Cell[] = [];
  readonly #dialect: Dialect;
  readonly #columns: ReadonlyMap<string, ColumnSchema>;

  constructor(dialect: Dialect, schema: EntitySchema) {
    this.#dialect = dialect;
    this.#columns = new Map(schema.columns.map((c) => [c.name, c]));
  }

  value(cell: Cell): string {
    this.values.push(cell);
    return this.#dialect.value(this.values.length);
  }

  /** A member's own cell. The member `Id` is the row's id. */
  column(member: string): string {
    return member === 'Id' ? 'r.id' : `r.${this.#dialect.column(member)}`;
  }

  /** What compares as the member does. */
  comparable(member: string): string {
    const column = this.column(member);
    return this.#isDecimal(member) ? this.#dialect.decimal(column) : column;
  }

  /** True where the condition holds, false where it does not, for rows of which `unsure` is false. Never null. */
  holds(condition: RowCondition): string {
    const dialect = this.#dialect;
    switch (condition.is) {
      case 'all':
        return condition.of.length === 0 ? 'TRUE' : `(${condition.of.map((c) => this.holds(c)).join(' AND ')})`;
      case 'any':
        return condition.of.length === 0 ? 'FALSE' : `(${condition.of.map((c) => this.holds(c)).join(' OR ')})`;
      case 'not':
        return `(NOT ${this.holds(condition.of)})`;
      case 'constant':
        return condition.value ? 'TRUE' : 'FALSE';
      case 'null': {
        const column = this.column(condition.member);
        if (condition.target === undefined) return `(${column} IS NULL)`;
        const there = `SELECT 1 FROM ${dialect.table(condition.target)} o WHERE o.id = ${column}`;
        return `(${column} IS NULL OR NOT EXISTS (${there}))`;
      }
      case 'equal': {
        const values = condition.cells.map((cell) => this.#operand(condition.member, cell));
        if (values.length === 0) return 'FALSE';
        return this.#present(`${this.comparable(condition.member)} IN (${values.join(', ')})`, condition.member);
      }
      case 'ordered': {
        const left = this.comparable(condition.member);
        const right = this.#operand(condition.member, condition.than);
        return this.#present(`${left} ${signs[condition.order]} ${right}`, condition.member);
      }
      case 'same':
        return `(${dialect.same(this.comparable(condition.member), this.comparable(condition.other))})`;
      case 'orderedMembers': {
        const [left, right] = [this.comparable(condition.member), this.comparable(condition.other)];
        return this.#present(`${left} ${signs[condition.order]} ${right}`, condition.member, condition.other);
      }
      case 'contains':
      case 'startsWith':
        return this.#present(
          dialect[condition.is](this.column(condition.member), this.value(condition.text)),
          condition.member,
        );
    }
  }

  /**
   * True for rows of which only a body can tell: their cells are escapes, or it throws. Looked at in the order of the
   * condition: what `&&` and `||` would not look at does not count. Undefined when there are none.
   */
  unsure(condition: RowCondition): string | undefined {
    switch (condition.is) {
      case 'all':
      case 'any':
        return this.#unsureOf(condition.of, condition.is === 'any');
      case 'not':
        return this.unsure(condition.of);
      case 'constant':
        return undefined;
      case 'same':
      case 'orderedMembers':
        return either(this.escaped(condition.member), this.escaped(condition.other));
      case 'contains':
      case 'startsWith':
        return either(`${this.column(condition.member)} IS NULL`, this.escaped(condition.member));
      default:
        return this.escaped(condition.member);
    }
  }

  /** Whether the member's cell says nothing to SQL. */
  escaped(member: string): string | undefined {
    const column = this.#columns.get(member);
    const escapes = column?.compares?.escapes === true ? this.#dialect.escaped(column, this.column(member)) : undefined;
    return column?.compares?.defaults === true ? either(escapes, `${this.column(member)} IS NULL`) : escapes;
  }

  #unsureOf(parts: readonly RowCondition[], any: boolean): string | undefined {
    const found: string[] = [];
    for (const [i, part] of parts.entries()) {
      // A look ahead, whose values are not kept, for most parts are sure.
      const { length } = this.values;
      const some = this.unsure(part) !== undefined;
      this.values.length = length;
      if (!some) continue;
      const before = parts.slice(0, i).map((p) => (any ? `NOT ${this.holds(p)}` : this.holds(p)));
      found.push(`(${[...before, this.unsure(part) as string].join(' AND ')})`);
    }
    return found.length === 0 ? undefined : `(${found.join(' OR ')})`;
  }

  #isDecimal(member: string): boolean {
    return this.#columns.get(member)?.compares?.by === 'decimal';
  }

  #operand(member: string, cell: Cell): string {
    if (!this.#isDecimal(member)) return this.value(cell);
    const column = this.#columns.get(member) as ColumnSchema;
    return this.#dialect.decimalParameter(this.value(this.#dialect.decimalValue(column, cell)));
  }

  /** A comparison that null makes false, and not null. */
  #present(comparison: string, ...members: readonly string[]): string {
    return `(${[comparison, ...members.map((m) => `${this.column(m)} IS NOT NULL`)].join(' AND ')})`;
  }
}

function either(...parts: readonly (string | undefined)[]): string | undefined {
  const known = parts.filter((p) => p !== undefined);
  return known.length === 0 ? undefined : `(${known.join(' OR ')})`;
}
