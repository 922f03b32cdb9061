/** Operators and conversions: inline JavaScript where that is exact, the library's functions elsewhere. */
import type { BinaryExpr, BinaryOp, ConvertExpr, Domain, Expr, UnaryExpr } from '../../../ir/ir.ts';
import { formatIrType, type TypeShape } from '../../../ir/types.ts';
import { convert } from '../../library/conversions.ts';
import type { Generator } from './generator.ts';
import { textOf } from './text.ts';

const comparisons: Readonly<Partial<Record<BinaryOp, string>>> = {
  eq: '===',
  ne: '!==',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};
const bits: Readonly<Partial<Record<BinaryOp, string>>> = { band: '&', bor: '|', bxor: '^' };
const arithmetic: Readonly<Partial<Record<BinaryOp, string>>> = { add: '+', sub: '-', mul: '*', div: '/', rem: '%' };
const decimalMethods: Readonly<Partial<Record<BinaryOp, string>>> = {
  add: 'plus',
  sub: 'minus',
  mul: 'times',
  div: 'dividedBy',
  rem: 'remainder',
};

export function emitBinary(g: Generator, e: BinaryExpr): string {
  if (isConcatenation(e)) return concatenation(g, e);
  const side = (part: Expr, key: 'l' | 'r'): string => (e.on === 'ref' && isNull(part) ? 'null' : g.expr(part, key));
  const l = side(e.l, 'l');
  const r = side(e.r, 'r');
  if (e.lifted !== true) return binary(g, e, l, r);
  return lifted(g, e, l, r);
}

type Concatenation = BinaryExpr & { readonly op: 'add'; readonly on: 'string' };

function isConcatenation(e: Expr): e is Concatenation {
  return e?.k === 'bin' && e.on === 'string' && e.op === 'add' && e.lifted !== true;
}

/** `a + b + c + …` on strings, which nests to the left as deep as it is long, in one go. Operands become text, as in C#. */
function concatenation(g: Generator, e: BinaryExpr): string {
  const parts: Expr[] = [e.r];
  let at: Expr = e.l;
  for (; isConcatenation(at); at = at.l) parts.push(at.r);
  parts.push(at);
  const texts = parts.reverse().map((part, i) => {
    const js = g.expr(part, i === 0 ? 'l' : 'r');
    return g.at(i === 0 ? 'l' : 'r', () => textOf(g, js, g.shape(part.t), part));
  });
  return `(${texts.join('+')})`;
}

function binary(g: Generator, e: BinaryExpr, l: string, r: string): string {
  const { op } = e;
  switch (e.on) {
    case 'int':
    case 'enum':
      return intOperation(g, op, l, r, e.r);
    case 'long':
      return longOperation(g, op, l, r, e.r);
    case 'decimal':
      return decimalOperation(g, op, l, r);
    case 'double':
      return ofTable(g, op, e.on, l, r, { ...arithmetic, ...comparisons });
    case 'bool':
      if (op === 'band' || op === 'bor') return `!!(${l}${bits[op]}${r})`;
      if (op === 'bxor') return `(${l}!==${r})`;
      return equality(g, op, e.on, l, r);
    case 'string':
      return equality(g, op, e.on, l, r);
    case 'ref':
      return referenceEquality(g, e, l, r);
    default:
      return g.fail(`no such domain: ${String((e as { on: unknown }).on)}`);
  }
}

function ofTable(
  g: Generator,
  op: BinaryOp,
  on: Domain,
  l: string,
  r: string,
  table: Readonly<Partial<Record<BinaryOp, string>>>,
): string {
  const js = Object.hasOwn(table, op) ? table[op] : undefined;
  return js === undefined ? g.fail(`no operator '${String(op)}' on ${on}`) : `(${l}${js}${r})`;
}

function equality(g: Generator, op: BinaryOp, on: Domain, l: string, r: string): string {
  return ofTable(g, op, on, l, r, { eq: '===', ne: '!==' });
}

function intOperation(g: Generator, op: BinaryOp, l: string, r: string, right: Expr): string {
  switch (op) {
    case 'add':
      return `(${l}+${r}|0)`;
    case 'sub':
      return `(${l}-${r}|0)`;
    case 'mul':
      return `${g.helper('imul')}(${l},${r})`;
    case 'div':
    case 'rem':
      if (isPlainDivisor(right)) return `(${l}${arithmetic[op]}${r}|0)`;
      g.throwing();
      return `${g.helper(op === 'div' ? 'idiv' : 'irem')}(${l},${r})`;
    case 'shl':
      return `(${l}<<${r})`;
    case 'shr':
      return `(${l}>>${r})`;
    case 'ushr':
      return `(${l}>>>${r}|0)`;
    default:
      return ofTable(g, op, 'int', l, r, { ...bits, ...comparisons });
  }
}

/** A constant by which division cannot fail. */
function isPlainDivisor(e: Expr): boolean {
  return e.k === 'const' && typeof e.v === 'number' && e.v !== 0 && e.v !== -1;
}

function longOperation(g: Generator, op: BinaryOp, l: string, r: string, right: Expr): string {
  const wrap = (js: string): string => `${g.helper('asLong')}(64,${js})`;
  const count = (): string => {
    const int = g.shape(right.t);
    const isLong = int.kind === 'named' && int.name === 'long';
    return isLong ? `(${r}&63n)` : `${g.helper('toBigInt')}(${r}&63)`;
  };
  switch (op) {
    case 'add':
    case 'sub':
    case 'mul':
      return wrap(`${l}${arithmetic[op]}${r}`);
    case 'div':
    case 'rem':
      g.throwing();
      return `${g.helper(op === 'div' ? 'ldiv' : 'lrem')}(${l},${r})`;
    case 'shl':
      return wrap(`${l}<<${count()}`);
    case 'shr':
      return `(${l}>>${count()})`;
    case 'ushr':
      return wrap(`${g.helper('asUlong')}(64,${l})>>${count()}`);
    default:
      return ofTable(g, op, 'long', l, r, { ...bits, ...comparisons });
  }
}

function decimalOperation(g: Generator, op: BinaryOp, l: string, r: string): string {
  const method = Object.hasOwn(decimalMethods, op) ? decimalMethods[op] : undefined;
  if (method !== undefined) {
    g.throwing();
    return `${l}.${method}(${r})`;
  }
  if (op === 'eq') return `${l}.equals(${r})`;
  if (op === 'ne') return `!${l}.equals(${r})`;
  if (op === 'band' || op === 'bor' || op === 'bxor') return g.fail(`no operator '${op}' on decimal`);
  return `(${ofTable(g, op, 'decimal', `${l}.compareTo(${r})`, '0', comparisons)})`;
}

function referenceEquality(g: Generator, e: BinaryExpr, l: string, r: string): string {
  if (e.op !== 'eq' && e.op !== 'ne') return g.fail(`no operator '${String(e.op)}' on ref`);
  const not = e.op === 'ne' ? '!' : '';
  if (isNull(e.l) || isNull(e.r)) return `(${l}${not === '' ? '===' : '!=='}${r})`;
  const shape = g.shape(isNull(e.l) ? e.r.t : e.l.t);
  if (shape.kind === 'tuple') {
    g.calling();
    return `${not}${g.helper('equals')}(h,${l},${r})`;
  }
  // One row may be seen through two objects, so rows are compared by identity of their own.
  if (shape.kind === 'named' && (g.program.facts.entity(shape.name) !== undefined || shape.name === 'object')) {
    return `${not}${g.helper('sameReference')}(${l},${r})`;
  }
  return `(${l}${not === '' ? '===' : '!=='}${r})`;
}

function isNull(e: Expr): boolean {
  return e?.k === 'const' && e.v === null;
}

// ---------------------------------------------------------------- lifted

/** C#'s lifted operators: both sides are evaluated, then null decides. */
function lifted(g: Generator, e: BinaryExpr, l: string, r: string): string {
  if (e.on === 'bool' && (e.op === 'band' || e.op === 'bor')) {
    return `${g.helper(e.op === 'band' ? 'and3' : 'or3')}(${l},${r})`;
  }
  if (e.op === 'eq' || e.op === 'ne') {
    const not = e.op === 'ne' ? '!' : '';
    if (e.on === 'decimal') return `${not}${g.helper('decimalEquals')}(${l},${r})`;
    // Structs (`DateTime?`) are objects here: two of them may be equal.
    if (e.on === 'ref' && !isNull(e.l) && !isNull(e.r)) {
      g.calling();
      return `${not}${g.helper('equals')}(h,${l},${r})`;
    }
    return `(${l}${not === '' ? '===' : '!=='}${r})`;
  }
  const a = g.temp();
  const b = g.temp();
  const plain = binary(g, e, a, b);
  const none = comparisons[e.op] === undefined ? 'null' : 'false';
  return `(${a}=${l},${b}=${r},${a}===null||${b}===null?${none}:${plain})`;
}

export function emitUnary(g: Generator, e: UnaryExpr): string {
  const js = g.expr(e.e, 'e');
  if (e.lifted !== true) return unary(g, e, js);
  const a = g.temp();
  return `((${a}=${js})===null?null:${unary(g, e, a)})`;
}

function unary(g: Generator, e: UnaryExpr, js: string): string {
  const key = `${e.op} ${e.on}`;
  switch (key) {
    case 'neg int':
    case 'neg enum':
      return `(-${js}|0)`;
    case 'neg long':
      return `${g.helper('asLong')}(64,-${js})`;
    case 'neg decimal':
      return `${js}.negated()`;
    case 'neg double':
      return `(-${js})`;
    case 'compl int':
    case 'compl enum':
    case 'compl long':
      return `(~${js})`;
    case 'not bool':
      return `!${js}`;
    default:
      return g.fail(`no operator '${key}'`);
  }
}

// ---------------------------------------------------------------- conversions

export function emitConvert(g: Generator, e: ConvertExpr): string {
  const js = g.expr(e.e, 'e');
  const from = numericName(g, e.from);
  const to = numericName(g, e.t);
  if (e.lifted !== true) return converted(g, from, to, js);
  const a = g.temp();
  const plain = converted(g, from, to, a);
  return plain === a ? js : `((${a}=${js})===null?null:${plain})`;
}

function numericName(g: Generator, t: string): string {
  const shape: TypeShape = g.shape(t);
  return shape.kind === 'named' ? formatIrType({ ...shape, nullable: false }) : g.fail(`not a number: ${t}`);
}

const exact = new Set(['int>double', 'char>int', 'char>double', 'byte>int', 'byte>double', 'byte>char']);

function converted(g: Generator, from: string, to: string, js: string): string {
  const f = g.program.facts.isEnum(from) ? 'int' : from;
  const t = g.program.facts.isEnum(to) ? 'int' : to;
  const key = `${f}>${t}`;
  if (f === t || exact.has(key)) return js;
  switch (key) {
    case 'int>char':
      return `(${js}&65535)`;
    case 'int>byte':
    case 'char>byte':
      return `(${js}&255)`;
    case 'int>long':
    case 'char>long':
    case 'byte>long':
      return `${g.helper('toBigInt')}(${js})`;
    case 'long>double':
      return `${g.helper('toNumber')}(${js})`;
  }
  g.throwing();
  return `${g.constant(convert(f, t))}(${js})`;
}
