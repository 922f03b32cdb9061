/** "Did you mean": the nearest of the names that could stand in a place. */
import { distance } from 'fastest-levenshtein';

/**
 * The candidate most like `name`, or undefined where none is like enough: about one slip in three letters. A difference of
 * case alone is the smallest; ties go to the first in order.
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
    const far = lower === wanted ? 0.5 : distance(wanted, lower);
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}
