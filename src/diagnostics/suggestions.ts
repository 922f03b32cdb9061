/** "Did you mean": the nearest of the names that could stand in a place. */
import { distance } from 'fastest-levenshtein';

/**
 * The candidate most like `name`, or undefined where none is like enough: about one slip in three letters, and in a name of
 * one or two letters, which nearly every other is a slip away from, none but letters that changed places. A difference of
 * case alone is the smallest, two letters that changed places are one; ties go to the first in order.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === '') return undefined;
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const lower = candidate.toLowerCase();
    const far = lower === wanted ? 0.5 : slips(wanted, lower);
    if (name.length < 3 && far >= 1 && !(lower.length === wanted.length && swapped(wanted, lower))) continue;
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

function slips(a: string, b: string): number {
  const far = distance(a, b);
  return far === 2 && a.length === b.length && swapped(a, b) ? 1 : far;
}

/** They differ by two neighbouring letters that changed places. */
function swapped(a: string, b: string): boolean {
  let i = 0;
  while (a[i] === b[i]) i++;
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
}
