/** Which hosts may be reached: denied unless allowed, and never beyond the manifest's `egress` (language.md §6). */

export interface NetworkPolicy {
  /** Hosts allowed by the one who runs the app: `api.example`, `*.example`, `localhost:8080`, `*`. */
  readonly allow: readonly string[];
  /** The app's own list; where there is one, nothing else is reachable. */
  readonly egress: readonly string[];
}

export function hostAllowed(policy: NetworkPolicy, host: string): boolean {
  const names = (patterns: readonly string[]): boolean => patterns.some((p) => matches(p, host));
  return names(policy.allow) && (policy.egress.length === 0 || names(policy.egress));
}

function matches(pattern: string, host: string): boolean {
  const p = pattern
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[:/].*$/, '');
  const h = host.toLowerCase();
  if (p === '*' || p === h) return true;
  return p.startsWith('*.') && (h.endsWith(p.slice(1)) || h === p.slice(2));
}
