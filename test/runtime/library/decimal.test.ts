import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, Rounding } from '../../../src/runtime/library/decimal.ts';
import { thrown } from './test-host.ts';

const d = Decimal.parse;
const max = '79228162514264337593543950335';

describe('decimal', () => {
  it.each([
    ['1.10', '1.1', '2.20'],
    ['0.000', '1', '1.000'],
    ['-1.5', '1.50', '0.00'],
    [max, '0.00', max],
    [max, '0.4', max],
    ['0.1', '9007199254740991', '9007199254740991.1'],
    // The last digit that fits is rounded half to even.
    ['7922816251426433759354395033.1', '0.05', '7922816251426433759354395033.2'],
    ['7922816251426433759354395033.2', '0.05', '7922816251426433759354395033.2'],
    // Rounded up beyond 96 bits, it loses one place more.
    ['7922816251426433759354395033.5', '0.05', '7922816251426433759354395034'],
  ])('%s + %s = %s', (a, b, sum) => {
    expect(d(a).plus(d(b)).toString()).toBe(sum);
  });

  it.each([
    ['1.10', '1.1', '1.210'],
    ['0.0', '-1.00', '0.000'],
    ['0.0000000000000000000000000001', '0.1', '0.0000000000000000000000000000'],
    ['0.0000000000000000000000000001', '0.0000000000000000000000000001', '0'],
    ['1.0000000000000000000000000001', '3', '3.0000000000000000000000000003'],
  ])('%s × %s = %s', (a, b, product) => {
    expect(d(a).times(d(b)).toString()).toBe(product);
  });

  it.each([
    ['1', '3', '0.3333333333333333333333333333'],
    ['2', '3', '0.6666666666666666666666666667'],
    ['1', '4', '0.25'],
    ['10.00', '4', '2.50'],
    ['7', '0.2', '35'],
    ['10', '0.5', '20'],
    ['1.000', '8', '0.125'],
    ['-1', '6', '-0.1666666666666666666666666667'],
    [max, '3', '26409387504754779197847983445'],
    // Too small for 28 places, and then without zeros.
    ['1', max, '0'],
    ['904.49', '3', '301.49666666666666666666666667'],
  ])('%s ÷ %s = %s', (a, b, quotient) => {
    expect(d(a).dividedBy(d(b)).toString()).toBe(quotient);
  });

  it.each([
    ['5.5', '2.00', '1.50'],
    ['1.0', '5.00', '1.0'],
    ['-7', '3', '-1'],
    ['7', '-3', '1'],
    ['0.0', '5.00', '0.0'],
    ['4.0', '2.00', '0.00'],
  ])('the remainder of %s by %s is %s', (a, b, rest) => {
    expect(d(a).remainder(d(b)).toString()).toBe(rest);
  });

  it('overflows and divides by zero as .NET does', () => {
    expect(thrown(() => d(max).plus(Decimal.one))).toBe('OverflowException');
    expect(thrown(() => d(max).times(d('1.1')))).toBe('OverflowException');
    expect(thrown(() => d('9007199254740993').times(d('9007199254740993')))).toBe('OverflowException');
    expect(thrown(() => d(max).dividedBy(d('0.1')))).toBe('OverflowException');
    expect(thrown(() => Decimal.one.dividedBy(d('0.00')))).toBe('DivideByZeroException');
    expect(thrown(() => Decimal.one.remainder(d('0.00')))).toBe('DivideByZeroException');
    expect(thrown(() => d('79228162514264337593543950336'))).toBe('OverflowException');
    expect(d('79228162514264337593543950335.4').toString()).toBe(max);
  });

  it.each([
    // 2.5, -2.5, 2.1, -2.9 under each mode: the table of MidpointRounding's documentation.
    [Rounding.toEven, ['2', '-2', '2', '-3']],
    [Rounding.awayFromZero, ['3', '-3', '2', '-3']],
    [Rounding.toZero, ['2', '-2', '2', '-2']],
    [Rounding.toNegativeInfinity, ['2', '-3', '2', '-3']],
    [Rounding.toPositiveInfinity, ['3', '-2', '3', '-2']],
  ] as const)('rounds under mode %i', (mode, expected) => {
    expect(['2.5', '-2.5', '2.1', '-2.9'].map((x) => d(x).round(0, mode).toString())).toEqual(expected);
  });

  it('keeps fewer places than it is rounded to', () => {
    expect(d('1.5').round(4).toString()).toBe('1.5');
    expect(d('2.345').round(2).toString()).toBe('2.34');
    expect(d('-0.004').round(2).toString()).toBe('0.00');
  });

  it.each([
    [0.1, '0.1'],
    [1 / 3, '0.333333333333333'],
    [123456789.12345679, '123456789.123457'],
    [1e28, '10000000000000000000000000000'],
    [1e-28, '0.0000000000000000000000000001'],
    [4e-29, '0'],
    [-93.0, '-93'],
    [1.7976931348623157e308, 'OverflowException'],
    [Number.NaN, 'OverflowException'],
  ])('(decimal)%s is %s', (x, text) => {
    const type = thrown(() => Decimal.ofDouble(x));
    expect(type ?? Decimal.ofDouble(x).toString()).toBe(text);
  });
});

// ---------------------------------------------------------------- against exact fractions

const limit = (1n << 96n) - 1n;
const coefficient = fc.oneof(
  fc.bigInt({ min: -1000n, max: 1000n }),
  fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
  fc.bigInt({ min: -limit, max: limit }),
);
const decimal = fc.tuple(coefficient, fc.integer({ min: 0, max: 28 }));

/** `n / 10^scale` as near as 96 bits and 28 places allow, half to even, keeping as many places as fit. */
function nearest(numerator: bigint, denominator: bigint, scale: number): string {
  const size = (n: bigint): bigint => (n < 0n ? -n : n);
  for (let places = Math.min(scale, 28); places >= 0; places--) {
    const n = size(numerator) * 10n ** BigInt(places);
    const q = n / denominator;
    const rest = (n % denominator) * 2n;
    const rounded = q + (rest > denominator || (rest === denominator && q % 2n === 1n) ? 1n : 0n);
    if (rounded <= limit) return Decimal.ofBig(numerator < 0n ? -rounded : rounded, places).toString();
  }
  return 'OverflowException';
}

function outcome(run: () => Decimal): string {
  let text = '';
  return (
    thrown(() => {
      text = run().toString();
    }) ?? text
  );
}

describe('decimal agrees with exact fractions', () => {
  const p = (n: number): bigint => 10n ** BigInt(n);

  it('in sums and differences', () => {
    fc.assert(
      fc.property(decimal, decimal, ([a, s], [b, t]) => {
        const scale = Math.max(s, t);
        const x = a * p(scale - s);
        const y = b * p(scale - t);
        expect(outcome(() => Decimal.ofBig(a, s).plus(Decimal.ofBig(b, t)))).toBe(nearest(x + y, p(scale), scale));
        expect(outcome(() => Decimal.ofBig(a, s).minus(Decimal.ofBig(b, t)))).toBe(nearest(x - y, p(scale), scale));
      }),
      { numRuns: 2000 },
    );
  });

  it('in products', () => {
    const small = (n: bigint): boolean => n < 2n ** 32n && n > -(2n ** 32n);
    fc.assert(
      fc.property(decimal, decimal, ([a, s], [b, t]) => {
        fc.pre(!(s + t > 47 && small(a) && small(b)));
        expect(outcome(() => Decimal.ofBig(a, s).times(Decimal.ofBig(b, t)))).toBe(nearest(a * b, p(s + t), s + t));
      }),
      { numRuns: 2000 },
    );
  });

  it('in quotients, apart from trailing zeros', () => {
    const bare = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
    fc.assert(
      fc.property(decimal, decimal, ([a, s], [b, t]) => {
        fc.pre(b !== 0n);
        const sign = b < 0n ? -1n : 1n;
        const expected = nearest(sign * a * p(t), sign * b * p(s), 28);
        const actual = outcome(() => Decimal.ofBig(a, s).dividedBy(Decimal.ofBig(b, t)));
        expect(bare(actual).replace(/^-0$/, '0')).toBe(bare(expected).replace(/^-0$/, '0'));
      }),
      { numRuns: 2000 },
    );
  });

  it('in keys and hashes, whatever the scale', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 20 }), ([a, s], zeros) => {
        fc.pre(s + zeros <= 28 && (a < 0n ? -a : a) * p(zeros) <= limit);
        const x = Decimal.ofBig(a, s);
        const y = Decimal.ofBig(a * p(zeros), s + zeros);
        expect(x.equals(y)).toBe(true);
        expect(x.key()).toBe(y.key());
        expect(x.hash()).toBe(y.hash());
      }),
    );
  });

  it('in remainders, comparisons and text', () => {
    fc.assert(
      fc.property(decimal, decimal, ([a, s], [b, t]) => {
        const x = Decimal.ofBig(a, s);
        const y = Decimal.ofBig(b, t);
        const scale = Math.max(s, t);
        const m = a * p(scale - s);
        const n = b * p(scale - t);
        expect(x.compareTo(y)).toBe(m < n ? -1 : m > n ? 1 : 0);
        expect(x.equals(y)).toBe(m === n);
        expect(x.key() === y.key()).toBe(m === n);
        if (m === n) expect(x.hash()).toBe(y.hash());
        if (b !== 0n) {
          const rest = x.remainder(y);
          expect(rest.coefficient * p(scale - rest.scale)).toBe(m % n);
        }
        expect(d(x.toString()).toString()).toBe(x.toString());
      }),
      { numRuns: 2000 },
    );
  });

  it('in roundings of every mode', () => {
    const down = (n: bigint, by: bigint): bigint => n / by - (n % by < 0n ? 1n : 0n);
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 28 }), ([a, s], places) => {
        const x = Decimal.ofBig(a, s);
        const by = p(Math.max(s - places, 0));
        const low = down(a, by);
        const rest = (a - low * by) * 2n;
        const near = rest > by || (rest === by && low % 2n !== 0n) ? low + 1n : low;
        const away = rest > by || (rest === by && a > 0n) ? low + 1n : low;
        const up = rest === 0n ? low : low + 1n;
        const expected = [near, away, a < 0n ? up : low, low, up];
        for (const [mode, coefficient] of expected.entries()) {
          const rounded = x.round(places, mode as Rounding);
          expect(rounded.toString(), `mode ${mode}`).toBe(Decimal.ofBig(coefficient, Math.min(s, places)).toString());
        }
      }),
      { numRuns: 1000 },
    );
  });
});
