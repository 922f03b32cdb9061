/**
 * Summaries of functions, bottom up over the call graph to a fixpoint. A function is summarised once per way in which its
 * delegate and exception parameters are bound; paths are never enumerated (design.md, "Houses worth visiting").
 */
import type { IrFunction } from '../ir/ir.ts';
import { type AppIndex, plainName } from './app-index.ts';
import {
  type Binding,
  bottom,
  type Chain,
  type ClosureEffect,
  type Escape,
  type Item,
  type Known,
  type ResponseOrigin,
  type Site,
  type Summary,
  unbound,
} from './effects.ts';
import { Frame } from './frame.ts';

/** More ways to bind one function than this are not told apart: its parameters are then taken as unknown. */
const maxBindings = 64;

interface Node {
  readonly fn: IrFunction;
  readonly binding: Binding;
  summary: Summary;
  /** Nodes whose summaries were computed from this one's. */
  readonly dependents: Set<Node>;
  queued: boolean;
  /** How often it was computed: a safeguard, far above what any lattice here allows. */
  rounds: number;
}

const maxRounds = 200;

export class Summaries {
  readonly #index: AppIndex;
  readonly #nodes = new Map<IrFunction, Map<string, Node>>();
  readonly #queue: Node[] = [];

  constructor(index: AppIndex) {
    this.#index = index;
  }

  /** Runs a body over summaries that are final. */
  runBody(file: number, block: IrFunction['body'], prepare?: (frame: Frame) => void): Frame {
    for (;;) {
      const frame = new Frame(this.#index, (fn, binding) => this.#get(fn, binding, undefined).summary, file);
      prepare?.(frame);
      frame.run(block ?? []);
      // Running may have met functions, or ways to call them, that were not summarised yet.
      if (!this.#settle()) return frame;
    }
  }

  #get(fn: IrFunction, binding: Binding, dependent: Node | undefined): Node {
    let bindings = this.#nodes.get(fn);
    if (bindings === undefined) {
      bindings = new Map();
      this.#nodes.set(fn, bindings);
    }
    let node = bindings.get(binding.key);
    if (node === undefined) {
      if (bindings.size >= maxBindings && binding !== unbound) return this.#get(fn, unbound, dependent);
      node = { fn, binding, summary: bottom, dependents: new Set(), queued: false, rounds: 0 };
      bindings.set(binding.key, node);
      this.#enqueue(node);
    }
    if (dependent !== undefined) node.dependents.add(dependent);
    return node;
  }

  #enqueue(node: Node): void {
    if (node.queued) return;
    node.queued = true;
    this.#queue.push(node);
  }

  /** Works until nothing changes any more; tells whether there was anything to do. */
  #settle(): boolean {
    if (this.#queue.length === 0) return false;
    // The newest first: a callee that was just met is summarised before its caller is asked again.
    for (let node = this.#queue.pop(); node !== undefined; node = this.#queue.pop()) {
      node.queued = false;
      const next = this.#summarise(node);
      if (sameSummary(node.summary, next) || ++node.rounds > maxRounds) continue;
      node.summary = next;
      for (const dependent of node.dependents) this.#enqueue(dependent);
    }
    return true;
  }

  #summarise(node: Node): Summary {
    const { fn, binding } = node;
    if (fn.body === undefined) return { ...bottom, completes: true };
    const frame = new Frame(this.#index, (f, b) => this.#get(f, b, node).summary, fn.file);
    const params = this.#bindParameters(frame, fn, binding);
    if (fn.kind === 'constructor') this.#beforeConstructor(frame, fn);
    if (frame.live) frame.run(fn.body);
    return this.#conclude(node.summary, frame, params);
  }

  /** Field initialisers and the constructor of the base run before a constructor's body, as in C#. */
  #beforeConstructor(frame: Frame, fn: IrFunction): void {
    const owner = fn.owner as string;
    const call = (callee: IrFunction | undefined): void => {
      if (callee !== undefined)
        frame.value({ k: 'call', s: fn.nameSpan, t: 'void', fn: callee.key, args: fn.chain?.args ?? [] });
    };
    const inits = fn.chain?.self === true ? undefined : this.#index.fieldInitializers(owner, false);
    for (const s of inits?.body ?? []) if (s.k === 'expr') frame.value(s.e);
    if (fn.chain !== undefined) call(this.#index.functions.get(fn.chain.ctor));
    else {
      const base = this.#index.baseClass(owner);
      if (base !== undefined) frame.value({ k: 'new', s: fn.nameSpan, t: base.name, c: base.name, args: [], init: [] });
    }
  }

  #bindParameters(frame: Frame, fn: IrFunction, binding: Binding): readonly ResponseOrigin[] {
    const responses: ResponseOrigin[] = [];
    const own = { file: fn.file, span: fn.nameSpan, name: fn.name };
    fn.params.forEach((p, index) => {
      const effect = binding.closures.get(index);
      const thrown = binding.exceptions.get(index);
      const from = (type: string): Item => ({ type, deliberate: false, own, via: undefined, param: { index, type } });
      let known: Known | undefined;
      if (effect !== undefined) {
        const seen: ClosureEffect = {
          items: effect.items.map((i) => ({ ...from(i.type), deliberate: i.deliberate })),
          reaches: [],
          completes: effect.completes,
        };
        known = { closures: [{ kind: 'parameter', index, effect: seen }] };
      } else if (thrown !== undefined) known = { exceptions: thrown.types.map(from), otherException: thrown.other };
      else if (plainName(p.t) === 'HttpResponse') {
        const origin: ResponseOrigin = { own: undefined, via: undefined, param: index, checked: false, lost: false };
        responses.push(origin);
        known = { responses: [origin] };
      }
      frame.set(p.id, known);
    });
    return responses;
  }

  /** The chains that were found first are kept, so that a fixpoint is reached. */
  #conclude(before: Summary, frame: Frame, params: readonly ResponseOrigin[]): Summary {
    const knownEscapes = new Map(before.escapes.map((e) => [escapeKey(e), e]));
    const escapes = new Map<string, Escape>();
    for (const item of frame.items) {
      const via = item.param === undefined ? { site: item.own, next: item.via } : undefined;
      const exit: Escape = { type: item.type, deliberate: item.deliberate, via, param: item.param };
      const key = escapeKey(exit);
      if (!escapes.has(key)) escapes.set(key, knownEscapes.get(key) ?? exit);
    }
    const knownReaches = new Map(before.reaches.map((r) => [`${r.effect}${r.once}`, r]));
    const reaches = new Map<string, Summary['reaches'][number]>();
    for (const r of frame.reaches) {
      const key = `${r.effect}${r.once}`;
      if (!reaches.has(key))
        reaches.set(
          key,
          knownReaches.get(key) ?? { via: { site: r.own, next: r.via }, effect: r.effect, once: r.once },
        );
    }
    const returned = frame.returned?.responses ?? [];
    const unwatched = frame.responses.filter((r) => r.own !== undefined && !r.checked && !r.lost);
    const answer = unwatched.find((r) => returned.includes(r));
    const forgotten = unwatched.find((r) => !returned.includes(r)) ?? frame.unchecked[0];
    return {
      completes: frame.completes,
      escapes: [...escapes.values()],
      reaches: [...reaches.values()],
      invokes: frame.invokes,
      checks: new Set([...frame.checks, ...params.filter((p) => p.checked || p.lost).map((p) => p.param as number)]),
      returnsAnswer: chainOf(answer),
      returnsParams: new Set(returned.flatMap((r) => (r.param === undefined ? [] : [r.param]))),
      unchecked: chainOf(forgotten),
      releases: frame.releases,
      testsLock: frame.testsLock,
      throws: frame.throws,
    };
  }
}

function chainOf(
  origin: { readonly own: Site | undefined; readonly via: Chain | undefined } | undefined,
): Chain | undefined {
  return origin?.own === undefined ? undefined : { site: origin.own, next: origin.via };
}

function escapeKey(e: Escape): string {
  return `${e.type}|${e.deliberate}|${e.param === undefined ? '' : `${e.param.index}:${e.param.type}`}`;
}

function sameSummary(a: Summary, b: Summary): boolean {
  return (
    a.completes === b.completes &&
    sameKeys(a.escapes.map(escapeKey), b.escapes.map(escapeKey)) &&
    sameKeys(
      a.reaches.map((r) => `${r.effect}${r.once}`),
      b.reaches.map((r) => `${r.effect}${r.once}`),
    ) &&
    sameKeys([...a.invokes], [...b.invokes]) &&
    sameKeys([...a.checks], [...b.checks]) &&
    sameKeys([...a.returnsParams], [...b.returnsParams]) &&
    (a.returnsAnswer === undefined) === (b.returnsAnswer === undefined) &&
    (a.unchecked === undefined) === (b.unchecked === undefined) &&
    a.releases === b.releases &&
    a.testsLock === b.testsLock &&
    a.throws === b.throws
  );
}

function sameKeys(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  if (a.length !== b.length) return false;
  const keys = new Set(a);
  return b.every((key) => keys.has(key));
}
