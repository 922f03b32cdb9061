/** How wide text is in Arial and its like, near enough to lay boxes out without a browser. */

/** Advance widths of U+0020–U+007E in thousandths of the font's size. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

/** Bold letters are this much wider. */
const boldFactor = 1.08;

/** In the unit of `size`. */
export function textWidth(text: string, size: number, bold = false): number {
  let sum = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    sum += widths[code - 0x20] ?? (isWide(code) ? 1000 : 600);
  }
  return (sum / 1000) * size * (bold ? boldFactor : 1);
}

/** Scripts whose letters fill a square, and emoji. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xd7ff) ||
    (code >= 0xf900 && code <= 0xff60) ||
    code >= 0x1f000
  );
}
