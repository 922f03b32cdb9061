/** How a finding is written: one file in `rules/`, which looks at the checked app and reports. */

import type { AppIndex } from '../analysis/app-index.ts';
import { type CallFact, chainNames, chainSites, type NetworkAnalysis } from '../analysis/network.ts';
import type { StateGraph } from '../analysis/state-graph.ts';
import {
  type ChainHop,
  type Diagnostic,
  type DiagnosticExtras,
  diagnose,
  type Label,
  type Rule,
} from '../diagnostics/diagnostic.ts';
import type { IrSpan } from '../ir/ir.ts';
import type { AppModel } from '../ir/model.ts';
import type { Program } from '../semantics/program.ts';
import type { Span } from '../source/source.ts';

export interface Place {
  readonly file: number;
  readonly span: IrSpan;
}

/** What a finding may look at. */
export class LintContext {
  readonly program: Program;
  readonly app: AppModel;
  readonly index: AppIndex;
  readonly network: NetworkAnalysis;
  readonly graphs: readonly StateGraph[];
  readonly #found: Diagnostic[] = [];

  constructor(program: Program, index: AppIndex, network: NetworkAnalysis, graphs: readonly StateGraph[]) {
    this.program = program;
    this.app = program.app;
    this.index = index;
    this.network = network;
    this.graphs = graphs;
  }

  get found(): readonly Diagnostic[] {
    return this.#found;
  }

  report<P>(rule: Rule<P>, at: Place, params: P, extras?: DiagnosticExtras): void {
    const file = this.program.files[at.file];
    if (file !== undefined) this.#found.push(diagnose(rule, file, toSpan(at.span), params, extras));
  }

  label(at: Place, message: string): Label | undefined {
    const file = this.program.files[at.file];
    return file === undefined ? undefined : { file, span: toSpan(at.span), message };
  }

  labels(places: readonly { readonly at: Place; readonly message: string }[]): { readonly related: readonly Label[] } {
    return { related: places.map((p) => this.label(p.at, p.message)).filter((l) => l !== undefined) };
  }

  /** The hops of a chain with their places. */
  chain(fact: CallFact): readonly ChainHop[] {
    return chainSites(fact).flatMap((site) => {
      const file = this.program.files[site.file];
      return file === undefined ? [] : [{ name: site.name, file, span: toSpan(site.span) }];
    });
  }

  /** `SendInvite → Mailer.Send` */
  chainText(fact: CallFact): string {
    return chainNames(fact).join(' → ');
  }

  isTestFile(file: number): boolean {
    return this.program.files[file]?.path.endsWith('.test.osy') === true;
  }
}

export function toSpan(span: IrSpan): Span {
  return { start: span[0], end: span[1] };
}

/** A finding: the catalogue's rows that it reports, and how it looks. */
export interface Finding {
  readonly rules: readonly Rule<never>[];
  readonly look: (context: LintContext) => void;
}
