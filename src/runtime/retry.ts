import type { Ticks } from '../stores/records.ts';
import type { RetryPolicy } from './options.ts';

/** How long after the failed attempt (1 is the first) the next one comes: doubling, up to the longest (language.md §10). */
export function backoff(policy: RetryPolicy, attempt: number): Ticks {
  let delay = policy.first;
  for (let i = 1; i < attempt && delay < policy.longest; i++) delay *= 2n;
  if (delay > policy.longest) delay = policy.longest;
  return policy.jitter === undefined ? delay : policy.jitter(delay);
}
