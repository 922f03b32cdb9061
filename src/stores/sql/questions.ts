/** The statements that answer a query (query.ts). */
import type { EntitySchema } from '../contract.ts';
import type { Cell, RowCondition, RowFigures, RowQuery } from '../query.ts';
import { ConditionWriter, type Dialect } from './conditions.ts';

/** Reads what `figures` asked. */
export function figuresOf(raw: Readonly<Record<string, unknown>> | undefined): Omit<RowFigures, 'rest'> {
  return {
    count: Number(raw?.['n'] ?? 0),
    values: Number(raw?.['values'] ?? 0),
    least: (raw?.['least'] ?? null) as Cell,
    greatest: (raw?.['greatest'] ?? null) as Cell,
    above: BigInt((raw?.['above'] ?? 0) as number | bigint),
    below: BigInt((raw?.['below'] ?? 0) as number | bigint),
  };
}

export interface Question {
  readonly text: string;
  readonly values: readonly Cell[];
}

const everything: RowCondition = { is: 'all', of: [] };

/**
 * Statements whose rows together are all that fulfil the query, or the first of them, and what only a body can judge.
 * @param spare how many of the first may turn out not to count, because a transaction has changed them
 */
export function candidates(
  dialect: Dialect,
  schema: EntitySchema,
  columns: string,
  query: RowQuery,
  spare: number,
): readonly Question[] {
  const { where = everything, order = [], limit } = query;
  const sortedBy = order.map((o) => o.member);
  if (limit === undefined) {
    return [
      select(dialect, schema, columns, query, (w) => {
        const holds = w.holds(where);
        const unsure = w.unsure(where);
        return unsure === undefined ? holds : `(${holds} OR ${unsure})`;
      }),
    ];
  }
  const first = select(
    dialect,
    schema,
    columns,
    query,
    (w) => sure(w, where, sortedBy),
    (w) => {
      const by = order.map((o) => dialect.sorted(w.comparable(o.member), o.descending));
      return ` ORDER BY ${[...by, 'r.seq'].join(', ')} LIMIT ${w.value(limit + spare)}`;
    },
  );
  return [first, ...rest(dialect, schema, columns, query, sortedBy)];
}

/**
 * One statement for the figures of what is sure, and those for the rows that are not.
 * @param without ids of rows that do not count
 */
export function figures(
  dialect: Dialect,
  schema: EntitySchema,
  columns: string,
  query: RowQuery,
  member: string | undefined,
  without: readonly string[],
): { readonly figures: Question; readonly rest: readonly Question[] } {
  const { where = everything } = query;
  const members = member === undefined ? [] : [member];
  const asked = select(dialect, schema, figureColumns(dialect, schema, member), query, (w) => {
    const counts = sure(w, where, members);
    if (without.length === 0) return counts;
    return `${counts} AND NOT ${dialect.among('r.id', w.value(JSON.stringify(without)))}`;
  });
  return { figures: asked, rest: rest(dialect, schema, columns, query, members) };
}

function figureColumns(dialect: Dialect, schema: EntitySchema, member: string | undefined): string {
  if (member === undefined) return 'count(*) AS n';
  const column = new ConditionWriter(dialect, schema).column(member);
  const summed = schema.columns.some((c) => c.name === member && c.compares?.sums === true);
  const sum = (sign: string): string =>
    summed ? `CAST(sum(CASE WHEN ${column} ${sign} 0 THEN ${column} ELSE 0 END) AS bigint)` : '0';
  return `count(*) AS n, count(${column}) AS "values", min(${column}) AS least, max(${column}) AS greatest,
    ${sum('>')} AS above, ${sum('<')} AS below`;
}

/** Rows that fulfil the condition and need no body to tell, nor to compare the members. */
function sure(w: ConditionWriter, where: RowCondition, members: readonly string[]): string {
  const holds = w.holds(where);
  const unsure = w.unsure(where);
  const escapes = members.map((m) => w.escaped(m)).filter((e) => e !== undefined);
  // What is null is not true, whatever a database makes of an escape.
  return [holds, ...[unsure, ...escapes].filter((u) => u !== undefined).map((u) => `(${u}) IS NOT TRUE`)].join(' AND ');
}

function rest(
  dialect: Dialect,
  schema: EntitySchema,
  columns: string,
  query: RowQuery,
  members: readonly string[],
): readonly Question[] {
  const { where = everything } = query;
  let some = false;
  const question = select(dialect, schema, columns, query, (w) => {
    const unsure = w.unsure(where);
    const escapes = members.map((m) => w.escaped(m)).filter((e) => e !== undefined);
    some = unsure !== undefined || escapes.length > 0;
    const parts = [unsure, escapes.length === 0 ? undefined : `(${escapes.join(' OR ')}) AND ${w.holds(where)}`];
    return some ? `(${parts.filter((p) => p !== undefined).join(' OR ')})` : 'FALSE';
  });
  return some ? [question] : [];
}

function select(
  dialect: Dialect,
  schema: EntitySchema,
  columns: string,
  query: RowQuery,
  where: (w: ConditionWriter) => string,
  end: (w: ConditionWriter) => string = () => '',
): Question {
  const w = new ConditionWriter(dialect, schema);
  const entities = query.entities?.map((e) => w.value(e)) ?? [];
  const of = entities.length === 0 ? '' : `r.entity IN (${entities.join(', ')}) AND `;
  const text = `SELECT ${columns} FROM ${dialect.table(query.root)} r WHERE ${of}${where(w)}${end(w)}`;
  return { text, values: w.values };
}
