/** Sets of numbers that patterns match, as ranges: what `> 0`, `3 or 4` and `not 5` leave for the labels after them. */
import type { ConstExpr, Expr, Pattern } from '../../ir/ir.ts';

/** A number without loss: `unscaled / 10^scale`. */
interface Exact {
  readonly unscaled: bigint;
  readonly scale: number;
}
/** An end of a range; undefined has none on that side. */
type End = { readonly at: Exact; readonly inclusive: boolean } | undefined;
interface Range {
  readonly from: End;
  readonly to: End;
}
/** Ranges that do not touch the numbers between them, in no particular order. */
export type Ranges = readonly Range[];

const everything: Ranges = [{ from: undefined, to: undefined }];

/** The numbers that `p` matches; undefined where it asks about something else than a number. Of `bool`, false is 0, true 1. */
export function rangesOf(p: Pattern): Ranges | undefined {
  switch (p.p) {
    case 'any':
    case 'bind':
      return everything;
    case 'null':
      return [];
    case 'const': {
      const at = exact(p.v);
      return at && [{ from: { at, inclusive: true }, to: { at, inclusive: true } }];
    }
    case 'rel': {
      const at = exact(p.v);
      if (at === undefined) return undefined;
      const end = { at, inclusive: p.op === 'le' || p.op === 'ge' };
      const below = p.op === 'lt' || p.op === 'le';
      return [below ? { from: undefined, to: end } : { from: end, to: undefined }];
    }
    case 'type':
      return p.sub === undefined ? everything : rangesOf(p.sub);
    case 'or': {
      const [l, r] = [rangesOf(p.l), rangesOf(p.r)];
      return l && r && [...l, ...r];
    }
    case 'and': {
      const [l, r] = [rangesOf(p.l), rangesOf(p.r)];
      return l && r && l.flatMap((a) => r.flatMap((b) => intersection(a, b) ?? []));
    }
    case 'not': {
      const inner = rangesOf(p.e);
      return inner && without(everything, inner);
    }
    default:
      return undefined;
  }
}

/** What is left of `all` without `taken`. */
export function without(all: Ranges, taken: Ranges): Ranges {
  return taken.reduce<Ranges>((left, range) => left.flatMap((each) => outside(each, range)), all);
}

/** The range of an integer type or of `bool`, to which `not` and open ends reach. */
export function domainOfType(key: string): Ranges {
  const ends = domains.get(key);
  return ends === undefined ? everything : [{ from: whole(ends[0]), to: whole(ends[1]) }];
}

/** No number lies in them; of whole numbers, none lies between `> 1` and `< 2`. */
export function isEmpty(ranges: Ranges, wholeNumbers: boolean): boolean {
  return ranges.every(({ from, to }) => {
    if (!wholeNumbers || from === undefined || to === undefined) return false;
    return integer(from, 1n) > integer(to, -1n);
  });
}

const domains: ReadonlyMap<string, readonly [bigint, bigint]> = new Map([
  ['bool', [0n, 1n]],
  ['int', [-(2n ** 31n), 2n ** 31n - 1n]],
  ['long', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['char', [0n, 65535n]],
  ['byte', [0n, 255n]],
]);

function whole(n: bigint): End {
  return { at: { unscaled: n, scale: 0 }, inclusive: true };
}

/** The first whole number inside an end. */
function integer({ at, inclusive }: NonNullable<End>, step: 1n | -1n): bigint {
  const unit = 10n ** BigInt(at.scale);
  if (at.unscaled % unit === 0n) return at.unscaled / unit + (inclusive ? 0n : step);
  const floor = at.unscaled / unit - (at.unscaled < 0n ? 1n : 0n);
  return step === 1n ? floor + 1n : floor;
}

function exact(e: Expr): Exact | undefined {
  if (e.k !== 'const') return undefined;
  const { v }: ConstExpr = e;
  if (typeof v === 'boolean') return { unscaled: v ? 1n : 0n, scale: 0 };
  if (e.t === 'string' || (typeof v !== 'number' && typeof v !== 'string')) return undefined;
  const [, digits, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(String(v)) ?? [];
  return digits === undefined ? undefined : { unscaled: BigInt(digits + fraction), scale: fraction.length };
}

function compare(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const [l, r] = [a, b].map((each) => each.unscaled * 10n ** BigInt(scale - each.scale)) as [bigint, bigint];
  return l < r ? -1 : l > r ? 1 : 0;
}

function intersection(a: Range, b: Range): Range | undefined {
  const range = { from: tighter(a.from, b.from, 1), to: tighter(a.to, b.to, -1) };
  return isNowhere(range) ? undefined : range;
}

/** The end further in; `sign` is 1 where that is the greater. */
function tighter(a: End, b: End, sign: 1 | -1): End {
  if (a === undefined || b === undefined) return a ?? b;
  const order = compare(a.at, b.at) * sign;
  if (order !== 0) return order > 0 ? a : b;
  return a.inclusive ? b : a;
}

function isNowhere({ from, to }: Range): boolean {
  if (from === undefined || to === undefined) return false;
  const order = compare(from.at, to.at);
  return order > 0 || (order === 0 && !(from.inclusive && to.inclusive));
}

/** What of `a` lies below and above `taken`. */
function outside(a: Range, taken: Range): Ranges {
  const below = taken.from && intersection(a, { from: undefined, to: flipped(taken.from) });
  const above = taken.to && intersection(a, { from: flipped(taken.to), to: undefined });
  return [...(below ? [below] : []), ...(above ? [above] : [])];
}

function flipped({ at, inclusive }: NonNullable<End>): End {
  return { at, inclusive: !inclusive };
}
