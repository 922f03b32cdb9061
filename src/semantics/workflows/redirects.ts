/** `unconditional-redirect-cycle`: states whose `enter` bodies lead into each other on every path. */
import { unconditionalRedirectCycle } from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import type { DeclarationChecker } from '../declaration-checker.ts';
import { alwaysGoes } from './paths.ts';
import type { RoutedBody } from './places.ts';

/** The `enter` bodies of a workflow's states, in source order. */
export type Enters = ReadonlyMap<string, RoutedBody>;

export function reportRedirectCycles(checker: DeclarationChecker, file: number, enters: Enters): void {
  const never = neverSettling(enters);
  const told = new Set<string>();
  for (const start of never.keys()) {
    const cycle = told.has(start) ? undefined : cycleFrom(start, never);
    if (cycle === undefined || cycle.some((state) => told.has(state))) continue;
    for (const state of cycle) told.add(state);
    const gotos = cycle.map((state, i) => gotoTo(enters, state, cycle[(i + 1) % cycle.length] as string));
    const [first, ...others] = gotos as [Span, ...Span[]];
    checker.report(
      diagnose(
        unconditionalRedirectCycle,
        checker.source(file),
        first,
        { states: cycle },
        {
          related: others.map((span, i) => ({
            file: checker.source(file),
            span,
            message: `'${cycle[i + 1]}' redirects on every path too`,
          })),
        },
      ),
    );
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** States from which every path of every `enter` leads to another such state: what is left when the others are taken away. */
function neverSettling(enters: Enters): ReadonlyMap<string, readonly string[]> {
  const left = new Map<string, readonly string[]>();
  for (const [state, { body, gotos }] of enters) {
    // `goto self` is refused here on its own.
    if (gotos.some((goto) => goto.state === 'self') || gotos.length === 0) continue;
    if (alwaysGoes(body.block)) left.set(state, [...new Set(gotos.map((goto) => goto.state))]);
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const [state, targets] of left) {
      if (targets.every((target) => left.has(target))) continue;
      left.delete(state);
      changed = true;
    }
  }
  return left;
}

/** A shortest way from a state back to itself; undefined where it only leads into a cycle of others. */
function cycleFrom(start: string, targets: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    for (const target of targets.get(state) ?? []) {
      if (target === start) {
        const way = [state];
        for (let at = state; at !== start; ) {
          at = cameFrom.get(at) as string;
          way.unshift(at);
        }
        return way;
      }
      if (!cameFrom.has(target)) {
        cameFrom.set(target, state);
        queue.push(target);
      }
    }
  }
  return undefined;
}

function gotoTo(enters: Enters, from: string, to: string): Span {
  const goto = enters.get(from)?.gotos.find((each) => each.state === to);
  const [start, end] = goto?.span ?? [0, 0];
  return { start, end };
}
