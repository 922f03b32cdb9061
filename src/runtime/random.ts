/** A seeded generator (sfc32) of numbers in [0, 1): same seed, same numbers. */
export function seededRandom(seed: number): () => number {
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88;
  let c = 0xb7e15162 ^ Math.imul(seed, 0x85ebca6b);
  let d = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 15; i++) next();
  return next;
}

/**
 * The id of the nth row of a store: a version 4 GUID that no other n has. The last twelve digits are a permutation of the
 * number, the rest is mixed from it and the seed.
 */
export function rowId(seed: number, n: number): string {
  const high = mix(seed, n);
  const low = mix(high ^ 0x5bd1e995, n);
  const node = (BigInt(n) * 0x5851_f42d_4c2dn) & 0xffff_ffff_ffffn;
  const a = hex(high, 8);
  const b = hex(low >>> 16, 4);
  const c = hex(low & 0xfff, 3);
  const d = hex(0x8000 | (mix(low, seed) & 0x3fff), 4);
  return `${a}-${b}-4${c}-${d}-${node.toString(16).padStart(12, '0')}`;
}

function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hex(value: number, digits: number): string {
  return (value >>> 0).toString(16).padStart(digits, '0');
}
