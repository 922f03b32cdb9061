/** The ways between the states of a workflow. */
import type { IrSpan, Stmt } from '../ir/ir.ts';
import type { StateModel, TransitionModel, WorkflowModel } from '../ir/model.ts';
import { walkBlock } from '../ir/walk.ts';
import { statesThatHear } from './bodies.ts';

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** `redirect`: a `goto` in an `enter`. */
  readonly by: TransitionModel | 'redirect';
  readonly file: number;
  /** The `goto`. */
  readonly span: IrSpan;
}

export interface GotoPlace {
  readonly state: string;
  readonly span: IrSpan;
}

/** The `goto`s of a block that control can get to, in source order; `self` for `goto self`. */
export function gotosOf(block: readonly Stmt[]): readonly GotoPlace[] {
  const found: GotoPlace[] = [];
  collect(block, found);
  return found;
}

/** Whether a block may end without a `goto`: by its end or a `return`. */
export function mayEnd(block: readonly Stmt[]): boolean {
  let returns = false;
  walkBlock(block, {
    expr: () => false,
    stmt: (s) => {
      if (s.k === 'return') returns = true;
      return s.k === 'localFn' ? false : undefined;
    },
  });
  return returns || collect(block, []);
}

/** Whether the end of the block can be reached; adds its `goto`s. Loops are taken to end. */
function collect(block: readonly Stmt[], found: GotoPlace[]): boolean {
  for (const s of block) {
    switch (s.k) {
      case 'goto':
        found.push({ state: s.self ? 'self' : (s.state as string), span: s.s });
        return false;
      case 'return':
      case 'throw':
      case 'break':
      case 'continue':
        return false;
      case 'block':
        if (!collect(s.body, found)) return false;
        break;
      case 'if': {
        const constant = s.c.k === 'const' ? s.c.v : undefined;
        const then = constant !== false && collect(s.then, found);
        const otherwise = constant !== true && collect(s.else ?? [], found);
        if (!then && !otherwise) return false;
        break;
      }
      case 'while':
      case 'do':
      case 'for':
      case 'foreach':
        collect(s.body, found);
        break;
      case 'try': {
        let ends = collect(s.body, found);
        for (const c of s.catches) ends = collect(c.body, found) || ends;
        if (s.finally !== undefined && !collect(s.finally, found)) return false;
        if (!ends) return false;
        break;
      }
      case 'switch': {
        let ends = !s.sections.some((x) => x.labels.includes(null));
        for (const section of s.sections) ends = collect(section.body, found) || ends || endsInBreak(section.body);
        if (!ends) return false;
        break;
      }
      case 'local':
      case 'expr':
      case 'localFn':
        break;
      default:
        s satisfies never;
    }
  }
  return true;
}

function endsInBreak(block: readonly Stmt[]): boolean {
  return block.some(
    (s) =>
      s.k === 'break' ||
      (s.k === 'block' && endsInBreak(s.body)) ||
      (s.k === 'if' && (endsInBreak(s.then) || endsInBreak(s.else ?? []))),
  );
}

export class StateGraph {
  readonly workflow: WorkflowModel;
  readonly edges: readonly Edge[];
  readonly #states: ReadonlyMap<string, StateModel>;
  readonly #from: ReadonlyMap<string, readonly Edge[]>;

  constructor(workflow: WorkflowModel) {
    this.workflow = workflow;
    this.#states = new Map(workflow.states.map((s) => [s.name, s]));
    this.edges = [...this.#redirects(), ...this.#moves()];
    this.#from = grouped(this.edges, (edge) => edge.from);
  }

  state(name: string): StateModel | undefined {
    return this.#states.get(name);
  }

  /** The ways out of a state, `goto self` among them. */
  edgesFrom(state: string): readonly Edge[] {
    return this.#from.get(state) ?? [];
  }

  /** States from which a run can get to one of `ends`; these included. */
  reaching(ends: Iterable<string>): ReadonlySet<string> {
    const to = grouped(this.edges, (edge) => edge.to);
    const seen = new Set(ends);
    // A set goes on over what is added to it on the way.
    for (const at of seen) for (const edge of to.get(at) ?? []) seen.add(edge.from);
    return seen;
  }

  /** States that a run can get to from `start` (itself included), along edges that `follow` takes. */
  reachableFrom(start: string, follow: (edge: Edge) => boolean = () => true): ReadonlySet<string> {
    const seen = new Set([start]);
    const queue = [start];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const edge of this.edgesFrom(at)) {
        if (seen.has(edge.to) || !follow(edge)) continue;
        seen.add(edge.to);
        queue.push(edge.to);
      }
    }
    return seen;
  }

  *#redirects(): Iterable<Edge> {
    for (const state of this.workflow.states) {
      if (state.terminal !== undefined || state.onEntry === undefined) continue;
      for (const g of gotosOf(state.onEntry.block))
        yield { from: state.name, to: g.state, by: 'redirect', file: state.onEntry.file, span: g.span };
    }
  }

  *#moves(): Iterable<Edge> {
    for (const t of this.workflow.transitions) {
      if (t.onExecute === undefined) continue;
      const from = t.from === undefined ? this.#heardIn(t) : [t.from];
      for (const g of gotosOf(t.onExecute.block)) {
        for (const state of from)
          yield { from: state, to: g.state === 'self' ? state : g.state, by: t, file: t.onExecute.file, span: g.span };
      }
    }
  }

  #heardIn(t: TransitionModel): readonly string[] {
    return statesThatHear(this.workflow, t).map((s) => s.name);
  }
}

/** Edges by the state at one of their ends, in their order. */
export function grouped(edges: readonly Edge[], end: (edge: Edge) => string): ReadonlyMap<string, readonly Edge[]> {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    const group = groups.get(end(edge));
    if (group === undefined) groups.set(end(edge), [edge]);
    else group.push(edge);
  }
  return groups;
}
