/**
 * Summaries of functions, bottom up over the call graph to a fixpoint. A function is summarised once per way in which its
 * delegate and exception parameters are bound; paths are never enumerated (design.md, "Houses worth visiting").
 */
import type { IrFunction, IrType } from '../ir/ir.ts';
import { type AppIndex, plainName } from './app-index.ts';
import {
  type Binding,
  blurred,
  bottom,
  type Chain,
  type ClosureEffect,
  type Escape,
  type FromParameter,
  type Item,
  type Known,
  parameterKey,
  type ResponseOrigin,
  type ReturnedExceptions,
  reachKey,
  type Site,
  type Summary,
  together,
} from './effects.ts';
import { Frame } from './frame.ts';

/** More ways to call one function than this are not told apart. */
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
  /** Nodes of which nothing was known when all had settled last. */
  readonly #unknown = new Set<Node>();

  constructor(index: AppIndex) {
    this.#index = index;
  }

  /** Runs a body over summaries that are final. */
  runBody(file: number, block: IrFunction['body'], prepare?: (frame: Frame) => void): Frame {
    for (;;) {
      const frame = new Frame(this.#index, (fn, binding) => this.#get(fn, binding, undefined).summary, file);
      frame.scan(block ?? []);
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
      if (bindings.size >= maxBindings && binding !== blurred) return this.#get(fn, blurred, dependent);
      node = { fn, binding, summary: bottom, dependents: new Set(), queued: false, rounds: 0 };
      bindings.set(binding.key, node);
      this.#unknown.add(node);
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
    do this.#work();
    while (this.#conclusive());
    return true;
  }

  /** What nothing is known of when all has settled never returns and throws nothing: those that waited for more go on with that. */
  #conclusive(): boolean {
    for (const node of this.#unknown) {
      if (node.summary !== bottom) continue;
      node.summary = { ...bottom };
      for (const dependent of node.dependents) this.#enqueue(dependent);
    }
    this.#unknown.clear();
    return this.#queue.length > 0;
  }

  #work(): void {
    // The newest first: a callee that was just met is summarised before its caller is asked again.
    for (let node = this.#queue.pop(); node !== undefined; node = this.#queue.pop()) {
      node.queued = false;
      const next = this.#summarise(node);
      if (sameSummary(node.summary, next) || ++node.rounds > maxRounds) continue;
      node.summary = next;
      for (const dependent of node.dependents) this.#enqueue(dependent);
    }
  }

  #summarise(node: Node): Summary {
    const { fn, binding } = node;
    if (fn.body === undefined) return { ...bottom, blurred: true, completes: true };
    const frame = new Frame(this.#index, (f, b) => this.#get(f, b, node).summary, fn.file);
    frame.scan(fn.body);
    const params = this.#bindParameters(frame, fn, binding);
    if (fn.kind === 'constructor') frame.beforeConstructor(fn);
    if (frame.live) frame.run(fn.body);
    const summary = this.#conclude(node.summary, frame, params);
    return binding === blurred ? { ...summary, blurred: true } : summary;
  }

  /** Sets what is known of the parameters, and gives the answers among them. */
  #bindParameters(frame: Frame, fn: IrFunction, binding: Binding): readonly ResponseOrigin[] {
    const responses: ResponseOrigin[] = [];
    const own = { file: fn.file, span: fn.nameSpan, name: fn.name };
    const answerOf = (index: number): Known => {
      const origin: ResponseOrigin = { own: undefined, via: undefined, param: index, checked: false, lost: false };
      responses.push(origin);
      return { responses: [origin] };
    };
    frame.handedBack(fn.params);
    fn.params.forEach((p, index) => {
      const effect = binding.closures.get(index);
      const thrown = binding.exceptions.get(index);
      const from = (type: string): Item => ({ type, deliberate: false, own, via: undefined, param: { index, type } });
      if (effect !== undefined) {
        const seen: ClosureEffect = {
          ...effect,
          items: effect.items.map((i) => ({ ...from(i.type), deliberate: i.deliberate })),
          reaches: [],
          value: effect.value?.responses === undefined ? undefined : answerOf(index),
        };
        frame.set(p.id, { closures: [{ kind: 'parameter', index, effect: seen }] });
      } else if (thrown !== undefined) {
        frame.set(p.id, { exceptions: thrown.types.map(from), otherException: thrown.other });
      } else if (binding.truths.has(index)) frame.set(p.id, { truth: binding.truths.get(index) as boolean });
      else if (mayBeAnswer(p.t)) frame.set(p.id, answerOf(index));
    });
    return responses;
  }

  /** What was found before is kept, and by the chain that was found first, so that a fixpoint is reached. */
  #conclude(before: Summary, frame: Frame, params: readonly ResponseOrigin[]): Summary {
    const escapes = new Map(before.escapes.map((e) => [escapeKey(e), e]));
    for (const item of frame.items) {
      const via = item.param === undefined ? { site: item.own, next: item.via } : undefined;
      const exit: Escape = { type: item.type, deliberate: item.deliberate, via, param: item.param };
      const key = escapeKey(exit);
      if (!escapes.has(key)) escapes.set(key, exit);
    }
    const reaches = new Map(before.reaches.map((r) => [reachKey(r), r]));
    for (const r of frame.reaches) {
      const { effect, once, tested } = r;
      if (!reaches.has(reachKey(r)))
        reaches.set(reachKey(r), { via: { site: r.own, next: r.via }, effect, once, tested });
    }
    const returned = frame.returned?.responses ?? [];
    const unwatched = frame.responses.filter((r) => r.own !== undefined && !r.checked && !r.lost);
    const answer = unwatched.find((r) => returned.includes(r));
    const forgotten = unwatched.find((r) => !returned.includes(r)) ?? frame.unchecked[0];
    return {
      completes: before.completes || frame.completes,
      escapes: [...escapes.values()],
      reaches: [...reaches.values()],
      invokes: frame.invokes,
      checks: new Set([...frame.checks, ...params.filter((p) => p.checked || p.lost).map((p) => p.param as number)]),
      returnsAnswer: chainOf(answer),
      returnsParams: new Set(returned.flatMap((r) => (r.param === undefined ? [] : [r.param]))),
      unchecked: chainOf(forgotten),
      returnsExceptions: returnedExceptions(frame.returned),
      returnsTruth: frame.returned?.truth,
      past: frame.ended?.past ?? bottom.past,
      throws: together(before.throws, frame.throws),
    };
  }
}

/** Whether an answer of `Http.*` can be handed over in a parameter of this type. */
function mayBeAnswer(t: IrType): boolean {
  const name = plainName(t);
  return name === 'HttpResponse' || name === 'object' || name.startsWith('!');
}

function returnedExceptions(returned: Known | undefined): ReturnedExceptions | undefined {
  if (returned?.exceptions === undefined) return undefined;
  const made = new Set<string>();
  const params = new Map<string, FromParameter>();
  for (const { type, param } of returned.exceptions) {
    if (param === undefined) made.add(type);
    else params.set(`${param.index}:${type}`, { index: param.index, type });
  }
  return { made: [...made], params: [...params.values()], other: returned.otherException === true };
}

function exceptionKeys(returned: ReturnedExceptions | undefined): readonly string[] {
  if (returned === undefined) return [];
  return [...returned.made, ...returned.params.map((p) => `${p.index}:${p.type}`), returned.other ? '?' : '-'];
}

function chainOf(
  origin: { readonly own: Site | undefined; readonly via: Chain | undefined } | undefined,
): Chain | undefined {
  return origin?.own === undefined ? undefined : { site: origin.own, next: origin.via };
}

function escapeKey(e: Escape): string {
  return `${e.type}|${e.deliberate}|${parameterKey(e.param)}`;
}

function invokeKeys({ invokes }: Summary): readonly string[] {
  return [...invokes].map(
    ([index, kept]) => `${index}${kept.once ? '!' : ''}${kept.tested ? '?' : ''}${kept.later ? '+' : ''}`,
  );
}

function sameSummary(a: Summary, b: Summary): boolean {
  return (
    a.completes === b.completes &&
    sameKeys(a.escapes.map(escapeKey), b.escapes.map(escapeKey)) &&
    sameKeys(a.reaches.map(reachKey), b.reaches.map(reachKey)) &&
    sameKeys(invokeKeys(a), invokeKeys(b)) &&
    sameKeys([...a.checks], [...b.checks]) &&
    sameKeys([...a.returnsParams], [...b.returnsParams]) &&
    (a.returnsAnswer === undefined) === (b.returnsAnswer === undefined) &&
    (a.unchecked === undefined) === (b.unchecked === undefined) &&
    sameKeys(exceptionKeys(a.returnsExceptions), exceptionKeys(b.returnsExceptions)) &&
    a.returnsTruth === b.returnsTruth &&
    a.past.released === b.past.released &&
    a.past.given === b.past.given &&
    a.past.tested === b.past.tested &&
    sameKeys([...a.throws], [...b.throws])
  );
}

function sameKeys(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  if (a.length !== b.length) return false;
  const keys = new Set(a);
  return b.every((key) => keys.has(key));
}
