/** A value as `osy run` and `osy eval` show it: what `ToString()` gives, except that what is made of parts shows them. */
import type { IrType } from '../../ir/ir.ts';
import { formatIrType, parseIrType } from '../../ir/types.ts';
import type { RuntimeHost } from '../../runtime/interpreter/index.ts';
import { DictionaryValue } from '../../runtime/library/dictionary.ts';
import { iterate } from '../../runtime/library/enumeration.ts';
import { toText } from '../../runtime/library/format.ts';
import { Boxed, Instance, type Value } from '../../runtime/library/values.ts';
import { RowRecord } from '../../stores/records.ts';

/** Elements and members shown of one value. */
const maxParts = 20;
const maxDepth = 3;

/** What a row's members are, from the definition. */
export type FieldsOf = (entity: string) => readonly { readonly name: string; readonly t: IrType }[];

export function showValue(value: Value, t: IrType, host: RuntimeHost, fieldsOf: FieldsOf): string {
  // Alone, a text is shown as it is; among parts it stands in quotes.
  return typeof value === 'string' ? value : show(value, t, 0);

  function show(v: Value, type: IrType, depth: number): string {
    if (v === null || v === undefined) return 'null';
    if (v instanceof Boxed) return show(v.v, v.t, depth);
    if (typeof v === 'string') return JSON.stringify(v);
    if (v instanceof RowRecord) return row(v, depth);
    if (v instanceof Instance && !overridesText(v)) return depth >= maxDepth ? v.c.name : instance(v, depth);
    if (v instanceof DictionaryValue) return collection(v, type, depth, '{', '}');
    if (typeof v === 'object' && Symbol.iterator in v) return collection(v, type, depth, '[', ']');
    return toText(v, type, host);
  }

  function row(v: RowRecord, depth: number): string {
    if (depth >= maxDepth || depth > 0) return `${v.entity}(${v.id})`;
    const fields = fieldsOf(v.entity).map((f) => `${f.name} = ${show(v.v[f.name] ?? null, f.t, depth + 1)}`);
    return `${v.entity} { Id = ${v.id}${fields.length > 0 ? `, ${fields.join(', ')}` : ''} }`;
  }

  function instance(v: Instance, depth: number): string {
    return `${v.c.name} { ${v.c.fields.map((f) => `${f.name} = ${show(v.f[f.name] ?? null, f.t, depth + 1)}`).join(', ')} }`;
  }

  function collection(v: object, type: IrType, depth: number, open: string, close: string): string {
    if (depth >= maxDepth) return `${open}…${close}`;
    const element = elementOf(type);
    const parts: string[] = [];
    const items = iterate(v);
    for (let next = items.next(); next.done !== true; next = items.next()) {
      if (parts.length === maxParts) {
        parts.push('…');
        break;
      }
      parts.push(show(next.value, element, depth + 1));
    }
    return `${open}${parts.join(', ')}${close}`;
  }
}

function overridesText(v: Instance): boolean {
  return v.c.overrides.has('object.ToString()');
}

function elementOf(t: IrType): IrType {
  const shape = parseIrType(t);
  if (shape.kind === 'array') return formatIrType(shape.element);
  if (shape.kind !== 'named' || shape.args.length === 0) return 'object';
  if (shape.args.length === 1) return formatIrType(shape.args[0] as NonNullable<(typeof shape.args)[0]>);
  return `KeyValuePair<${shape.args.map(formatIrType).join(',')}>`;
}
