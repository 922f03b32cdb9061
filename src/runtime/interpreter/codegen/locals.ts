/** Constants, locals and the values that every body has. */
import type { ConstExpr, DefaultExpr, LocalExpr } from '../../../ir/ir.ts';
import { formatIrType } from '../../../ir/types.ts';
import { Decimal } from '../../library/decimal.ts';
import { primitiveOf } from '../type-facts.ts';
import type { Generator } from './generator.ts';

const specialDoubles: Readonly<Record<string, string>> = {
  NaN: '(0/0)',
  Infinity: '(1/0)',
  '-Infinity': '(-1/0)',
  '-0': '(-0)',
};

export function emitConstant(g: Generator, e: ConstExpr): string {
  const { v } = e;
  const shape = g.shape(e.t);
  // Null is no value of a bare type parameter: what is meant is its default.
  if (v === null && shape.kind === 'param' && !shape.nullable) return defaultOfParameter(g, shape.name);
  if (v === null || typeof v === 'boolean') return String(v);
  switch (primitiveOf(shape, g.program.facts)) {
    case 'long':
      return longLiteral(g, v);
    case 'decimal':
      return decimalConstant(g, v);
    case 'double':
      if (typeof v === 'string' && Object.hasOwn(specialDoubles, v)) return specialDoubles[v] as string;
      return number(g, v, false);
    case 'int':
    case 'char':
    case 'byte':
    case 'enum':
      return number(g, v, true);
  }
  // The static type may be wider than the constant's own (`object`, a type parameter).
  return typeof v === 'string' ? JSON.stringify(v) : number(g, v, false);
}

function number(g: Generator, v: unknown, whole: boolean): string {
  if (typeof v !== 'number' || !Number.isFinite(v)) return g.fail('a constant is not a number');
  if (whole && (v | 0) !== v) return g.fail('a constant is not an int');
  return v < 0 || Object.is(v, -0) ? `(${Object.is(v, -0) ? '-0' : v})` : String(v);
}

function longLiteral(g: Generator, v: unknown): string {
  if (typeof v !== 'string' || !/^-?\d{1,19}$/.test(v)) return g.fail('a constant is not a long');
  const value = BigInt(v);
  if (BigInt.asIntN(64, value) !== value) return g.fail('a constant is not a long');
  return value < 0n ? `(${value}n)` : `${value}n`;
}

function decimalConstant(g: Generator, v: unknown): string {
  if (typeof v !== 'string' || !/^-?\d{1,29}(\.\d{1,28})?$/.test(v)) return g.fail('a constant is not a decimal');
  try {
    return g.constant(Decimal.parse(v));
  } catch {
    return g.fail('a constant is not a decimal');
  }
}

function defaultOfParameter(g: Generator, name: string): string {
  return `${g.constant(g.program.facts)}.defaultOf(${g.type(`!${name}`)})`;
}

export function emitDefault(g: Generator, e: DefaultExpr): string {
  const open = g.shape(e.t);
  if (open.kind === 'param') {
    // `T?` of a parameter without constraints is C#'s remark that it may be null: the default is T's own.
    return defaultOfParameter(g, open.name);
  }
  if (g.isGeneric(e.t)) return `${g.constant(g.program.facts)}.defaultOf(${g.type(e.t)})`;
  const shape = g.shape(e.t);
  if (shape.nullable) return 'null';
  switch (primitiveOf(shape, g.program.facts)) {
    case 'int':
    case 'char':
    case 'byte':
    case 'double':
    case 'enum':
      return '0';
    case 'long':
      return '0n';
    case 'bool':
      return 'false';
    case 'string':
      return 'null';
  }
  const value = g.program.facts.defaultOf(g.program.facts.normal(formatIrType(shape)));
  return value === null ? 'null' : g.constant(value);
}

export function emitLocal(g: Generator, e: LocalExpr): string {
  const local = g.local(e.id);
  if (local.fn !== undefined) return g.fail('a local function is no value');
  return local.ref ? `${local.js}.get()` : local.js;
}

export function emitThis(g: Generator): string {
  return g.frame.hasSelf ? 's' : g.fail("'this' where there is none");
}
