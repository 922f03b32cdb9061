/** `--since`: the findings that a set of changed files has to do with. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PlacedFinding } from './fingerprint.ts';

/**
 * Findings in changed files, and those elsewhere whose chain or other places lead through one: a guard taken out of a helper
 * shows at its callers. Errors stay wherever they are: an app with one is not looked at whole, and it may well come of a
 * change elsewhere.
 */
export function touching(
  found: readonly PlacedFinding[],
  changed: (path: string) => boolean,
): readonly PlacedFinding[] {
  return found.filter(({ diagnostic }) => diagnostic.level === 'error' || touches(diagnostic, changed));
}

function touches(d: Diagnostic, changed: (path: string) => boolean): boolean {
  return (
    changed(d.file.path) ||
    (d.related ?? []).some((label) => changed(label.file.path)) ||
    (d.chain ?? []).some((hop) => changed(hop.file.path))
  );
}
