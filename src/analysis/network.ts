/** The network findings' facts for each workflow body (findings.md, "Network findings"). */
import type { Stmt } from '../ir/ir.ts';
import type { WorkflowModel } from '../ir/model.ts';
import type { AppIndex, NetworkKind } from './app-index.ts';
import { bodiesOf, type WorkflowBody } from './bodies.ts';
import type { Chain, Reach, Site } from './effects.ts';
import type { Frame } from './frame.ts';
import { Summaries } from './summaries.ts';

/** A body's own call that something leads from. */
export interface CallFact {
  readonly own: Site;
  /** The hops behind the own call. */
  readonly via: Chain | undefined;
}

export interface EscapeFact extends CallFact {
  readonly kind: NetworkKind;
  /** What the pattern of data-state-machine.md intends, if the body's states have the block. */
  readonly deliberate: boolean;
}

export interface BodyFacts {
  readonly of: WorkflowBody;
  /** Network exceptions that can leave the body. */
  readonly escapes: readonly EscapeFact[];
  /** Network calls that it makes, handled or not. */
  readonly reaches: readonly Reach[];
  /** Answers of `Http.*` whose success nobody looks at. */
  readonly unchecked: readonly CallFact[];
}

/** Everything the analysis of an app knows; computed once, asked by many findings. */
export class NetworkAnalysis {
  readonly index: AppIndex;
  readonly summaries: Summaries;
  readonly bodies: readonly BodyFacts[];
  readonly #byWorkflow: ReadonlyMap<WorkflowModel, readonly BodyFacts[]>;

  constructor(index: AppIndex) {
    this.index = index;
    this.summaries = new Summaries(index);
    this.#byWorkflow = new Map(index.app.workflows.map((w) => [w, bodiesOf(w).map((body) => this.#facts(body))]));
    this.bodies = [...this.#byWorkflow.values()].flat();
  }

  /** The bodies of one workflow. */
  in(workflow: WorkflowModel): readonly BodyFacts[] {
    return this.#byWorkflow.get(workflow) ?? [];
  }

  /** Runs any block as a body would be run. */
  run(file: number, block: readonly Stmt[], prepare?: (frame: Frame) => void): Frame {
    return this.summaries.runBody(file, block, prepare);
  }

  /** What a block lets out and reaches. */
  factsOf(file: number, block: readonly Stmt[], prepare?: (frame: Frame) => void): Omit<BodyFacts, 'of'> {
    const frame = this.run(file, block, prepare);
    const escapes: EscapeFact[] = [];
    for (const item of frame.items) {
      const kind = this.index.networkKind(item.type);
      if (kind !== undefined) escapes.push({ own: item.own, via: item.via, kind, deliberate: item.deliberate });
    }
    const returned = frame.returned?.responses ?? [];
    const unchecked: CallFact[] = [
      ...frame.responses
        .filter((r) => r.own !== undefined && !r.checked && !r.lost && !returned.includes(r))
        .map((r) => ({ own: r.own as Site, via: r.via })),
      ...frame.unchecked,
    ];
    return { escapes, reaches: [...frame.reaches], unchecked };
  }

  #facts(of: WorkflowBody): BodyFacts {
    const facts = this.factsOf(of.body.file, of.body.block, (frame) => {
      // What `on fault (T e)` is entered with is no network fault: those are retried, and after the last attempt it is an
      // outcome like any other (language.md §10); rethrowing it is the author's word, not a reach to the network.
      for (const p of of.body.params)
        if (this.index.isException(p.t)) frame.set(p.id, { exceptions: [], otherException: true });
    });
    return { of, ...facts };
  }
}

/** `SendInvite → Mailer.Send` */
export function chainNames(fact: CallFact): readonly string[] {
  const names = [fact.own.name];
  for (let hop = fact.via; hop !== undefined; hop = hop.next) names.push(hop.site.name);
  return names;
}

export function chainSites(fact: CallFact): readonly Site[] {
  const sites = [fact.own];
  for (let hop = fact.via; hop !== undefined; hop = hop.next) sites.push(hop.site);
  return sites;
}
