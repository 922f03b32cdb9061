/** Values that are known without running anything. */
import type { Body, Expr } from '../ir/ir.ts';

const ticksPer: Readonly<Record<string, number>> = {
  FromDays: 864_000_000_000,
  FromHours: 36_000_000_000,
  FromMinutes: 600_000_000,
  FromSeconds: 10_000_000,
  FromMilliseconds: 10_000,
};

/** The length of a constant time span in ticks of 100 ns; undefined where it is not constant. */
export function constantTimeSpan(body: Body): number | undefined {
  const [only, ...rest] = body.block;
  return only?.k === 'return' && rest.length === 0 && only.e !== undefined ? ticksOf(only.e) : undefined;
}

function ticksOf(e: Expr): number | undefined {
  if (e.k !== 'lib') return undefined;
  if (e.m === 'TimeSpan.Zero') return 0;
  const args = e.args.map(numberOf);
  if (args.some((a) => a === undefined)) return undefined;
  const numbers = args as number[];
  const name = e.m.slice(e.m.indexOf('.') + 1).replace(/\(.*$/, '');
  const unit = ticksPer[name];
  if (unit !== undefined && numbers.length > 0) {
    // FromDays(int, int hours = 0, …) of newer libraries has zeros behind; anything else is not read.
    return numbers.slice(1).every((n) => n === 0) ? (numbers[0] as number) * unit : undefined;
  }
  if (name !== 'new') return undefined;
  const units = numbers.length === 1 ? [1] : numbers.length === 3 ? [36e9, 6e8, 1e7] : [864e9, 36e9, 6e8, 1e7, 1e4];
  return numbers.reduce((sum, n, i) => sum + n * (units[i] ?? 0), 0);
}

function numberOf(e: Expr): number | undefined {
  if (e.k === 'conv') return numberOf(e.e);
  if (e.k === 'un' && e.op === 'neg') {
    const n = numberOf(e.e);
    return n === undefined ? undefined : -n;
  }
  if (e.k !== 'const') return undefined;
  const n = typeof e.v === 'number' ? e.v : typeof e.v === 'string' ? Number(e.v) : Number.NaN;
  return Number.isFinite(n) ? n : undefined;
}
