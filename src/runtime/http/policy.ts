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

/** For a host that is not reached: what keeps it closed, and what opens it. A clause for messages. */
export function openingOf(policy: NetworkPolicy, host: string): string {
  const byRunner = policy.allow.some((p) => matches(p, host)) ? [] : [`allow the host with --allow-net ${host}`];
  const byApp = policy.egress.length === 0 || policy.egress.some((p) => matches(p, host));
  // Where both allow it, it is the engine that was opened without a network.
  if (byApp) return byRunner[0] ?? 'open the engine with a transport (`http`)';
  const lines = `the app's manifest lets it reach ${policy.egress.map((p) => `'${p}'`).join(', ')} alone`;
  return [...byRunner, `add \`egress "${host}";\` to app.osy (${lines})`].join(' and ');
}

/** By its own name, not by a pattern. */
export function hostNamed(policy: NetworkPolicy, host: string): boolean {
  return policy.allow.some((p) => bare(p) === host.toLowerCase());
}

function matches(pattern: string, host: string): boolean {
  const p = bare(pattern);
  const h = host.toLowerCase();
  if (p === '*' || p === h) return true;
  return p.startsWith('*.') && (h.endsWith(p.slice(1)) || h === p.slice(2));
}

/** Without scheme, port and path. */
function bare(pattern: string): string {
  const text = pattern.toLowerCase().replace(/^https?:\/\//, '');
  return text.startsWith('[') ? text.slice(0, text.indexOf(']') + 1) : text.replace(/[:/].*$/, '');
}
