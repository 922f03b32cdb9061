/** Who calls whom, from workflow bodies down to the network; ways that a network failure can take unhandled stand out. */
import { AppIndex, isNetworkMember } from '../../analysis/app-index.ts';
import { bodiesOf, type WorkflowBody } from '../../analysis/bodies.ts';
import { callsIn, forEachCall } from '../../analysis/call-graph.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Expr, IrFunction, IrSpan } from '../../ir/ir.ts';
import { walkBlock, walkExpr } from '../../ir/walk.ts';
import { lint } from '../../lint/lint.ts';
import type { Program } from '../../semantics/program.ts';
import { lastPart } from './body-summary.ts';
import type { EdgeLabel, Picture, PictureEdge, PictureNode } from './picture.ts';

/** Findings that say: this way to the network is not guarded. */
const unguardedFindings: ReadonlySet<string> = new Set([
  'network-fault-unhandled',
  'network-refusal-unhandled',
  'network-answer-unchecked',
]);

export interface CallPictureOptions {
  /** Keys of the workflows whose bodies are shown; all of them without. */
  readonly workflows?: ReadonlySet<string>;
}

/** The call graph of a program without errors. */
export function callPicture(program: Program, options: CallPictureOptions = {}): Picture {
  return new CallPicture(program, options).picture();
}

interface Call {
  readonly from: string;
  readonly to: string;
  readonly unguarded: ReadonlySet<string>;
}

class CallPicture {
  readonly #program: Program;
  readonly #options: CallPictureOptions;
  readonly #index: AppIndex;
  readonly #nodes = new Map<string, PictureNode>();
  readonly #calls = new Map<string, Call>();
  /** Names of findings by the call that their chains go through. */
  readonly #unguarded = new Map<string, Set<string>>();
  readonly #queue: IrFunction[] = [];

  constructor(program: Program, options: CallPictureOptions) {
    this.#program = program;
    this.#options = options;
    this.#index = new AppIndex(program.app);
    for (const finding of lint(program)) if (unguardedFindings.has(finding.name)) this.#mark(finding);
  }

  picture(): Picture {
    const { app } = this.#program;
    const shown = app.workflows.filter((w) => this.#options.workflows?.has(w.key) ?? true);
    for (const workflow of shown) for (const body of bodiesOf(workflow)) this.#body(body);
    for (let fn = this.#queue.pop(); fn !== undefined; fn = this.#queue.pop()) this.#function(fn);
    this.#prune();
    const edges = [...this.#calls.values()].map(edgeOf);
    const unguarded = edges.filter((e) => e.kind === 'unguarded').length;
    return {
      kind: 'calls',
      name: app.name,
      summary:
        unguarded === 0
          ? `What the bodies of ${app.name} call. Every way to the network is guarded.`
          : `What the bodies of ${app.name} call. ${unguarded === 1 ? 'One call leads' : `${unguarded} calls lead`} to the network unguarded.`,
      nodes: [...this.#nodes.values()],
      edges,
      groups: shown
        .filter((w) => [...this.#nodes.values()].some((n) => n.group === w.key))
        .map((w) => ({ key: w.key, title: w.key })),
    };
  }

  /** Constructors and default values that call nothing are no news, nor are bodies that call nothing else. */
  #prune(): void {
    for (let before = -1; before !== this.#nodes.size; ) {
      before = this.#nodes.size;
      const callers = new Set([...this.#calls.values()].map((c) => c.from));
      for (const { id, kind } of this.#nodes.values()) {
        const fn = this.#index.functions.get(id);
        const plain = kind === 'function' && (fn === undefined ? !id.includes('|raise ') : fn.kind === 'constructor');
        if (!callers.has(id) && (kind === 'body' || plain)) this.#remove(id);
      }
    }
  }

  #remove(id: string): void {
    this.#nodes.delete(id);
    for (const [key, call] of this.#calls) if (call.to === id) this.#calls.delete(key);
  }

  #body(of: WorkflowBody): void {
    const id = `${of.workflow.key}|${of.describe}`;
    const { file, block } = of.body;
    forEachCall(this.#index, block, (e, callees) => this.#calledFrom(id, file, e, callees));
    if (![...this.#calls.values()].some((c) => c.from === id)) return;
    const title = of.describe.replace(/^the /, '').replace(/[`]/g, '').replace('/', ' ');
    this.#nodes.set(id, { id, kind: 'body', title, lines: [], group: of.workflow.key });
  }

  #function(fn: IrFunction): void {
    const visit = (e: Expr): undefined => {
      this.#calledFrom(fn.key, fn.file, e, []);
      return undefined;
    };
    walkBlock(fn.body ?? [], { expr: visit });
    for (const argument of fn.chain?.args ?? []) walkExpr(argument, { expr: visit });
    for (const { e, callee } of callsIn(this.#index, fn)) this.#calledFrom(fn.key, fn.file, e, [callee]);
  }

  #calledFrom(from: string, file: number, e: Expr, callees: readonly IrFunction[]): void {
    for (const callee of callees) {
      this.#add(from, callee.key, callee.name, 'function', file, e.s);
    }
    const network = networkName(e);
    if (network !== undefined) this.#add(from, `${network} `, network, 'operation', file, e.s);
    if (e.k === 'raise') this.#raise(from, e.w, e.e);
  }

  #add(from: string, to: string, name: string, kind: 'function' | 'operation', file: number, span: IrSpan): void {
    if (!this.#nodes.has(to)) {
      this.#nodes.set(to, { id: to, kind, title: name, lines: [] });
      const fn = this.#index.functions.get(to);
      if (fn !== undefined) this.#queue.push(fn);
    }
    const key = JSON.stringify([from, to]);
    const found = this.#unguarded.get(siteKey(this.#program.files[file]?.path ?? '', span[0], span[1], name)) ?? [];
    const before = this.#calls.get(key)?.unguarded ?? [];
    this.#calls.set(key, { from, to, unguarded: new Set([...before, ...found]) });
  }

  /** A raise runs the other workflow's arms; which one, its state decides. */
  #raise(from: string, workflow: string, event: string): void {
    const id = `${workflow}|raise ${event}`;
    const title = `${lastPart(workflow)}.Raise${event}`;
    if (!this.#nodes.has(id)) this.#nodes.set(id, { id, kind: 'function', title, lines: [] });
    this.#calls.set(JSON.stringify([from, id]), { from, to: id, unguarded: new Set() });
  }

  #mark(finding: Diagnostic): void {
    for (const { file, span, name } of finding.chain ?? []) {
      const key = siteKey(file.path, span.start, span.end, name);
      this.#unguarded.set(key, (this.#unguarded.get(key) ?? new Set()).add(finding.name));
    }
  }
}

function siteKey(path: string, start: number, end: number, name: string): string {
  return `${path}:${start}-${end} ${name}`;
}

function edgeOf({ from, to, unguarded }: Call): PictureEdge {
  const labels: readonly EdgeLabel[] = [...unguarded].map((text) => ({ text, guards: [] }));
  return { from, to, kind: labels.length > 0 ? 'unguarded' : 'call', labels };
}

/** `Mailer.Send`, `Http.Get`: what reaches the network itself. */
function networkName(e: Expr): string | undefined {
  if (e.k === 'client') return operationName(e.c, e.op);
  if (e.k === 'lib') return isNetworkMember(e.m) ? e.m.replace(/\(.*$/, '') : undefined;
  if (e.k !== 'fnref') return undefined;
  if (e.client !== undefined) return operationName(e.client.c, e.client.op);
  return e.m !== undefined && isNetworkMember(e.m) ? e.m.replace(/\(.*$/, '') : undefined;
}

function operationName(client: string, op: string): string {
  return `${lastPart(client)}.${op.replace(/\(.*$/, '')}`;
}
