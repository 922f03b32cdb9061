/** Lint: what is wrong, or doubtful, with an app that may well compile (findings.md). */
import { AppIndex } from '../analysis/app-index.ts';
import { commitRule } from '../analysis/commit-rule.ts';
import { NetworkAnalysis } from '../analysis/network.ts';
import { StateGraph } from '../analysis/state-graph.ts';
import { allRules } from '../diagnostics/catalogue/index.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Measure, unmeasured } from '../diagnostics/measure.ts';
import type { Program } from '../semantics/program.ts';
import { LintContext } from './finding.ts';
import { findings } from './rules/index.ts';
import { Suppressions } from './suppressions.ts';

/**
 * Every finding on an app, sorted: the checker's errors and warnings, and lint's. Where the app does not compile, what needs
 * its bodies whole is not looked at.
 */
export function lint(program: Program, measure: Measure = unmeasured): readonly Diagnostic[] {
  const suppressions = new Suppressions(program, new Map(allRules.map((r) => [r.code, r.name])));
  const found: Diagnostic[] = [...program.diagnostics];
  if (program.ok) {
    const index = measure('pass', 'index', () => new AppIndex(program.app, suppressions));
    found.push(...measure('pass', 'commit rule', () => commitRule(program, index)));
    const graphs = measure('pass', 'state graphs', () => program.app.workflows.map((w) => new StateGraph(w)));
    const network = measure('pass', 'call graph and escapes', () => new NetworkAnalysis(index));
    const context = new LintContext(program, index, network, graphs);
    for (const finding of findings) {
      measure('finding', finding.rules.map((r) => r.name).join(', '), () => finding.look(context));
    }
    found.push(...context.found);
  }
  const told = found.filter((d) => !suppressions.silences(d));
  // What a broken app would have found is not known: its suppressions are not judged.
  if (program.ok) told.push(...suppressions.unused());
  return told.sort(compareDiagnostics);
}

/** The errors that keep an app from being compiled. */
export function compileErrors(program: Program): readonly Diagnostic[] {
  const errors = program.diagnostics.filter((d) => d.level === 'error');
  return program.ok ? commitRule(program) : errors;
}
