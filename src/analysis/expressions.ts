/** Abstract execution of expressions: calls and what they throw, and what is known of values. See `frame.ts`. */
import type { Expr, IrFunction, IrSpan, LambdaExpr, LocalId, MemberInit, Pattern, Stmt } from '../ir/ir.ts';
import { type AppIndex, faultType, isNetworkMember, lastName, plainName, refusalType } from './app-index.ts';
import {
  type Binding,
  bottom,
  type Chain,
  type Closure,
  type ClosureEffect,
  type Item,
  ItemSet,
  join,
  type Known,
  type Reach,
  ReachSet,
  type ResponseOrigin,
  type Site,
  type Summary,
} from './effects.ts';

/** Gives the summary of a function under a binding; as good as is known so far. */
export type SummaryOf = (fn: IrFunction, binding: Binding) => Summary;

/** Delegates called within delegates: deeper nesting than this is read as known no better. */
const maxInvocationDepth = 12;

export abstract class ExpressionWalk {
  readonly index: AppIndex;
  readonly summaryOf: SummaryOf;
  readonly file: number;
  /** False behind a `throw`, a `return`, or a call that never returns: what follows is not reached. */
  live = true;
  items = new ItemSet();
  reaches = new ReachSet();
  readonly invokes = new Set<number>();
  readonly checks = new Set<number>();
  readonly responses: ResponseOrigin[] = [];
  unchecked: { readonly own: Site; readonly via: Chain | undefined }[] = [];
  /** `ReleaseLockAsFailed` was called on the way here. */
  released = false;
  releases = false;
  testsLock = false;
  throws = false;
  /** A function was called of which nothing is known yet: the analysis will come this way again. */
  pending = false;
  protected readonly localFunctions = new Map<LocalId, LambdaExpr>();
  readonly #locals = new Map<LocalId, Known>();
  readonly #running = new Map<LambdaExpr, ClosureEffect>();
  #onceDepth = 0;
  #depth = 0;

  constructor(index: AppIndex, summaryOf: SummaryOf, file: number) {
    this.index = index;
    this.summaryOf = summaryOf;
    this.file = file;
  }

  protected abstract branches(alternatives: readonly (() => void)[]): void;
  protected abstract invokeBlock(block: readonly Stmt[]): {
    readonly completes: boolean;
    readonly value: Known | undefined;
  };
  /** What the innermost `catch` was entered with. */
  protected abstract get arrived(): readonly Item[];

  get(id: LocalId): Known | undefined {
    return this.#locals.get(id);
  }

  set(id: LocalId, known: Known | undefined): void {
    if (known === undefined) this.#locals.delete(id);
    else this.#locals.set(id, known);
  }

  emit(item: Item): void {
    if (this.live) this.items.add(item);
  }

  protected site(e: { readonly s: IrSpan }, name: string): Site {
    return { file: this.file, span: e.s, name };
  }

  // -------------------------------------------------------------- expressions

  value(e: Expr): Known | undefined {
    if (!this.live) return undefined;
    switch (e.k) {
      case 'const':
        return typeof e.v === 'boolean' ? { truth: e.v } : undefined;
      case 'local':
        return (
          this.#locals.get(e.id) ??
          (this.localFunctions.has(e.id) ? { closures: [{ kind: 'local', id: e.id }] } : undefined)
        );
      case 'default':
      case 'this':
      case 'item':
      case 'actor':
      case 'rows':
      case 'principal':
      case 'policy':
      case 'typeof':
      case 'secret':
        return undefined;
      case 'sfield':
        this.#call(e, this.index.fieldInitializers(e.owner, true), [], undefined, `${lastName(e.owner)}.${e.f}`);
        return undefined;
      case 'field':
        this.value(e.o);
        return undefined;
      case 'elem':
        this.value(e.o);
        this.value(e.i);
        return undefined;
      case 'prop':
        return this.#property(e, 'get', undefined);
      case 'libprop':
        this.value(e.o);
        this.lose(this.#all(e.args));
        return undefined;
      case 'call':
        return this.#appCall(e);
      case 'lib':
        return this.#libraryCall(e);
      case 'client':
        this.#invokeAll(this.#all(e.args));
        this.#network(
          e,
          `${lastName(e.c)}.${this.index.operation(e.c, e.op)?.name ?? e.op}`,
          this.index.operation(e.c, e.op)?.verb ?? 'Get',
          true,
        );
        return undefined;
      case 'raise':
        this.value(e.row);
        this.#all(e.args);
        if (e.at !== undefined) this.value(e.at);
        this.throws = true;
        return undefined;
      case 'correlate':
        this.#all(e.args);
        return undefined;
      case 'start':
        this.value(e.row);
        this.throws = true;
        return undefined;
      case 'assignSlot':
        this.value(e.row);
        this.value(e.person);
        this.throws = true;
        return undefined;
      case 'stub':
        return undefined;
      case 'invoke': {
        const callee = this.value(e.f);
        const args = this.#all(e.args);
        if (!this.live) return undefined;
        return this.#invoke(callee?.closures ?? [], args, e, true);
      }
      case 'callLocal': {
        const args = this.#all(e.args);
        const fn = this.localFunctions.get(e.id);
        if (!this.live || fn === undefined) return undefined;
        return this.#callLocal(e, e.name, fn, args);
      }
      case 'lambda':
        return { closures: [{ kind: 'lambda', lambda: e }] };
      case 'fnref':
        if (e.o !== undefined) this.value(e.o);
        return {
          closures: [e.local === undefined ? { kind: 'reference', reference: e } : { kind: 'local', id: e.local }],
        };
      case 'new':
        return this.#new(e);
      case 'newEntity': {
        const set = new Set(e.init.map((i) => i.f));
        for (const fn of this.index.entityDefaults(e.e, set))
          this.#call(e, fn, [], undefined, `new ${lastName(e.e)}`, true);
        this.#initializers(e.init);
        return undefined;
      }
      case 'array':
        this.lose(this.#all(e.items));
        return undefined;
      case 'tuple':
        this.lose(this.#all(e.items));
        return undefined;
      case 'newArray':
        this.value(e.n);
        return undefined;
      case 'collection':
        this.value(e.base);
        for (const entry of e.entries) {
          const values = this.#all(entry.values);
          this.lose(values);
          if (entry.own) this.#call(e, this.index.functions.get(entry.add), entry.values, values, lastName(entry.add));
        }
        return undefined;
      case 'withInit':
        this.value(e.base);
        this.#initializers(e.init);
        return undefined;
      case 'with':
        this.value(e.e);
        this.#initializers(e.init);
        return undefined;
      case 'spread':
      case 'fromEnd':
        this.value(e.e);
        return undefined;
      case 'conv':
        this.value(e.e);
        return undefined;
      case 'cast':
      case 'as':
        return this.value(e.e);
      case 'box':
        return this.value(e.e);
      case 'un': {
        const known = this.value(e.e);
        return e.op === 'not' && known?.truth !== undefined ? { truth: !known.truth } : undefined;
      }
      case 'bin':
        return this.#binary(e);
      case 'and':
      case 'or':
        return this.#logic(e);
      case 'cond': {
        const truth = this.value(e.c)?.truth;
        if (!this.live) return undefined;
        let known: Known | undefined;
        const side = (x: Expr) => (): void => {
          const v = this.value(x);
          known = known === undefined ? v : join(known, v);
        };
        this.branches([...(truth === false ? [] : [side(e.a)]), ...(truth === true ? [] : [side(e.b)])]);
        return known;
      }
      case 'coalesce': {
        const left = this.value(e.l);
        if (!this.live) return undefined;
        let right: Known | undefined;
        this.branches([
          (): void => undefined,
          (): void => {
            right = this.value(e.r);
          },
        ]);
        return join(left, right);
      }
      case 'nullcond': {
        const target = this.value(e.o);
        if (!this.live) return undefined;
        this.set(e.id, target);
        let then: Known | undefined;
        this.branches([
          (): void => undefined,
          (): void => {
            then = this.value(e.then);
          },
        ]);
        return then === undefined ? undefined : join(then, {});
      }
      case 'assign':
        return this.#assign(e.to, this.value(e.v));
      case 'update': {
        if (e.to.k !== 'local') this.value(e.to);
        const known = e.ifNull ? this.#maybe(() => this.value(e.v)) : this.value(e.v);
        return this.#assign(e.to, known);
      }
      case 'deconstruct':
        this.lose([this.value(e.v)]);
        for (const to of e.to) if (to !== null) this.#assign(to, undefined);
        return undefined;
      case 'ref':
        if (e.to.k !== 'local') this.value(e.to);
        return undefined;
      case 'is': {
        const known = this.value(e.e);
        const truth = this.live ? this.pattern(e.p, known) : undefined;
        return truth === undefined ? undefined : { truth };
      }
      case 'switchx': {
        const subject = this.value(e.e);
        if (!this.live) return undefined;
        let known: Known | undefined;
        this.branches(
          e.arms.map((arm) => () => {
            if (this.pattern(arm.p, subject) === false) this.live = false;
            else if (arm.when !== undefined && this.value(arm.when)?.truth === false) this.live = false;
            else known = join(known, this.value(arm.v));
          }),
        );
        return known;
      }
      case 'interp':
        for (const part of e.parts) {
          if (typeof part === 'string') continue;
          this.value(part.e);
          this.#overridden('object.ToString()', part.e.t, e);
        }
        return undefined;
      case 'anon':
        this.lose(e.fields.map((f) => this.value(f.v)));
        return undefined;
      case 'throwx':
        this.throwValue(e.e, e.s);
        this.live = false;
        return undefined;
      case 'range':
        if (e.from !== undefined) this.value(e.from);
        if (e.to !== undefined) this.value(e.to);
        return undefined;
      case 'runas':
        this.value(e.p);
        return this.#invoke([{ kind: 'lambda', lambda: e.body }], [], e, false);
      default:
        return e satisfies never;
    }
  }

  #all(args: readonly Expr[]): (Known | undefined)[] {
    return args.map((a) => this.value(a));
  }

  #maybe(run: () => Known | undefined): Known | undefined {
    let known: Known | undefined;
    this.branches([
      (): void => undefined,
      (): void => {
        known = run();
      },
    ]);
    return known;
  }

  #binary(e: Extract<Expr, { k: 'bin' }>): Known | undefined {
    this.value(e.l);
    this.value(e.r);
    if (e.on === 'string' && e.op === 'add')
      for (const side of [e.l, e.r]) this.#overridden('object.ToString()', side.k === 'box' ? side.from : side.t, e);
    return undefined;
  }

  #logic(e: Extract<Expr, { k: 'and' | 'or' }>): Known | undefined {
    const decides = e.k === 'or';
    const left = this.value(e.l)?.truth;
    if (!this.live || left === decides) return left === undefined ? undefined : { truth: left };
    const right = left === undefined ? this.#maybe(() => this.value(e.r))?.truth : this.value(e.r)?.truth;
    if (right === decides) return { truth: decides };
    return left === !decides && right !== undefined ? { truth: right } : undefined;
  }

  #assign(to: Expr, known: Known | undefined): Known | undefined {
    if (!this.live) return undefined;
    if (to.k === 'local') {
      this.set(to.id, join(this.#locals.get(to.id), known) ?? undefined);
      return known;
    }
    if (to.k === 'prop') this.#property(to, 'set', known);
    else if (to.k === 'field' || to.k === 'elem' || to.k === 'libprop') {
      this.value(to.o);
      if (to.k === 'elem') this.value(to.i);
      if (to.k === 'libprop') this.#all(to.args);
    }
    this.lose([known]);
    return known;
  }

  #initializers(init: readonly MemberInit[]): void {
    for (const i of init) {
      const known = this.value(i.v);
      this.lose([known]);
      if (i.set !== undefined) this.#call({ s: i.s }, this.index.functions.get(i.set), [i.v], [known], i.f);
    }
  }

  // -------------------------------------------------------------- patterns

  /** Whether a value matches; binds what the pattern binds. */
  pattern(p: Pattern, known: Known | undefined): boolean | undefined {
    switch (p.p) {
      case 'any':
        return true;
      case 'bind':
        this.set(p.id, known);
        return true;
      case 'type':
        return this.#typePattern(p, known);
      case 'not': {
        const inner = this.pattern(p.e, known);
        return inner === undefined ? undefined : !inner;
      }
      case 'and': {
        const left = this.pattern(p.l, known);
        const right = this.pattern(p.r, known);
        return left === false || right === false ? false : left === true && right === true ? true : undefined;
      }
      case 'or': {
        const left = this.pattern(p.l, known);
        const right = this.pattern(p.r, known);
        return left === true || right === true ? true : left === false && right === false ? false : undefined;
      }
      case 'props': {
        this.set(p.id, known);
        let all: boolean | undefined = known?.exceptions !== undefined ? true : undefined;
        for (const m of p.members) {
          const matches = this.pattern(m.p, this.value(m.v));
          if (matches === false) all = false;
          else if (matches === undefined && all === true) all = undefined;
        }
        return all;
      }
      case 'const':
      case 'rel':
        this.value(p.v);
        return undefined;
      case 'tuple':
      case 'list':
        for (const i of p.items) this.pattern(i, undefined);
        if (p.p === 'list' && p.slice !== undefined) this.pattern(p.slice, undefined);
        return undefined;
      case 'null':
        return known?.exceptions !== undefined ? false : undefined;
      default:
        return p satisfies never;
    }
  }

  #typePattern(p: Extract<Pattern, { p: 'type' }>, known: Known | undefined): boolean | undefined {
    const type = plainName(p.t);
    if (known?.exceptions === undefined) {
      if (p.sub !== undefined) this.pattern(p.sub, undefined);
      return undefined;
    }
    const fitting = known.exceptions.filter((x) => this.index.isClass(x.type, type));
    // An exception of another kind is none of the network's, and anything else is unknown.
    const other = known.otherException === true && this.index.networkKind(type) === undefined;
    const sub = p.sub === undefined ? true : this.pattern(p.sub, { exceptions: fitting, otherException: other });
    if (fitting.length === 0 && !other) return false;
    const all = fitting.length === known.exceptions.length && (known.otherException !== true || type === 'Exception');
    return all && sub === true ? true : undefined;
  }

  // -------------------------------------------------------------- exceptions

  throwValue(e: Expr, span: IrSpan): void {
    const known = this.value(e);
    this.throws = true;
    if (!this.live) return;
    if (known?.exceptions !== undefined) {
      for (const item of known.exceptions) this.emit(this.#thrownAt(item, span));
    } else {
      const type = plainName(e.t);
      if (this.index.networkKind(type) !== undefined) this.emit(this.#thrownAt(this.#made(type, span), span));
    }
  }

  /** A new exception; in a `catch` that a network call led to, it is that call's. */
  #made(type: string, span: IrSpan): Item {
    const own: Site = { file: this.file, span, name: `throw new ${lastName(type)}` };
    return { type, deliberate: false, own, via: undefined, param: undefined };
  }

  #thrownAt(item: Item, span: IrSpan): Item {
    const released = this.released ? { ...item, deliberate: true } : item;
    if (!item.own.name.startsWith('throw new ')) return released;
    const cause = this.arrived[0];
    return cause === undefined
      ? { ...released, own: { ...item.own, span } }
      : { ...released, own: cause.own, via: cause.via, param: undefined };
  }

  // -------------------------------------------------------------- calls

  #appCall(e: Extract<Expr, { k: 'call' }>): Known | undefined {
    if (e.o !== undefined) this.value(e.o);
    const args = this.#all(e.args);
    if (!this.live) return undefined;
    const targets = e.virt ? this.index.implementations(e.fn) : [this.index.functions.get(e.fn)];
    return this.#callAny(e, targets, e.args, args, this.index.functions.get(e.fn)?.name ?? e.fn);
  }

  #property(e: Extract<Expr, { k: 'prop' }>, accessor: 'get' | 'set', assigned: Known | undefined): Known | undefined {
    if (e.o !== undefined) this.value(e.o);
    const args = this.#all(e.args);
    const key = accessor === 'get' ? e.get : e.set;
    if (!this.live || key === undefined) return undefined;
    const targets = e.virt ? this.index.implementations(key) : [this.index.functions.get(key)];
    const known = accessor === 'get' ? args : [...args, assigned];
    return this.#callAny(e, targets, e.args, known, this.index.functions.get(key)?.name ?? key);
  }

  #new(e: Extract<Expr, { k: 'new' }>): Known | undefined {
    const args = this.#all(e.args);
    if (!this.live) return undefined;
    this.#call(e, this.index.constructorOf(e.c, e.ctor), e.args, args, `new ${lastName(e.c)}`);
    this.#initializers(e.init);
    if (!this.index.isException(e.c)) return undefined;
    return this.index.networkKind(e.c) === undefined
      ? { exceptions: [], otherException: true }
      : { exceptions: [this.#made(e.c, e.s)] };
  }

  /** A dispatched call: any of the targets may run. */
  #callAny(
    e: { readonly s: IrSpan },
    targets: readonly (IrFunction | undefined)[],
    argExprs: readonly Expr[],
    args: readonly (Known | undefined)[],
    name: string,
  ): Known | undefined {
    if (targets.length === 0) {
      this.#invokeAll(args);
      return undefined;
    }
    let known: Known | undefined;
    this.branches(
      targets.map((fn) => () => {
        known = join(known, this.#call(e, fn, argExprs, args, fn?.name ?? name));
      }),
    );
    return known;
  }

  /** Calls one function of the app under what is known of the arguments. `nested`: the function is a hop of its own behind `name`. */
  #call(
    e: { readonly s: IrSpan },
    fn: IrFunction | undefined,
    argExprs: readonly Expr[],
    args: readonly (Known | undefined)[] | undefined,
    name: string,
    nested = false,
  ): Known | undefined {
    if (fn === undefined || !this.live) return undefined;
    const given = args ?? [];
    const binding = this.#bind(fn, argExprs, given);
    const summary = this.summaryOf(fn, binding.binding);
    if (summary === bottom) this.pending = true;
    const own = this.site(e, name);
    const below = (via: Chain | undefined): Chain | undefined =>
      nested && via !== undefined ? { site: { file: fn.file, span: fn.span, name: fn.name }, next: via } : via;

    for (const exit of summary.escapes) {
      const p = exit.param;
      if (p === undefined && this.#accepts(fn, exit.type)) continue;
      if (p === undefined)
        this.emit({ type: exit.type, deliberate: exit.deliberate, own, via: below(exit.via), param: undefined });
      else if (p.type === 'response') this.#refusals(given[p.index]?.responses ?? [], own);
      else
        for (const item of binding.sources.get(p.index) ?? [])
          if (item.type === p.type)
            this.emit({ ...item, type: exit.type, deliberate: item.deliberate || exit.deliberate });
    }
    for (const r of summary.reaches) {
      const effect = r.effect && !this.index.accepted.has(fn.key, 'effect-repeats-on-retry');
      if (!this.index.accepted.has(fn.key, 'workflow-first-step-waits-on-a-slow-call'))
        this.#reach({ own, via: below(r.via), effect, once: r.once });
    }
    for (const index of summary.invokes) this.reaches.addAll(binding.binding.closures.get(index)?.reaches ?? []);
    given.forEach((known, index) => {
      for (const response of known?.responses ?? []) if (summary.checks.has(index)) this.#check(response);
    });
    if (summary.unchecked !== undefined && !this.index.accepted.has(fn.key, 'network-answer-unchecked'))
      this.unchecked.push({ own, via: below(summary.unchecked) });
    if (summary.releases) {
      this.releases = true;
      this.released = true;
    }
    if (summary.testsLock) this.testsLock = true;
    if (summary.throws) this.throws = true;
    if (!summary.completes) this.live = false;
    const returned: ResponseOrigin[] = [...summary.returnsParams].flatMap((index) => given[index]?.responses ?? []);
    if (summary.returnsAnswer !== undefined) returned.push(this.#answer(own, summary.returnsAnswer));
    return returned.length === 0 ? undefined : { responses: returned };
  }

  #accepts(fn: IrFunction, exceptionType: string): boolean {
    const kind = this.index.networkKind(exceptionType);
    return (
      kind !== undefined &&
      this.index.accepted.has(fn.key, kind === 'fault' ? 'network-fault-unhandled' : 'network-refusal-unhandled')
    );
  }

  /** What a call binds: the effects of delegates, the types of exceptions. */
  #bind(
    fn: IrFunction,
    argExprs: readonly Expr[],
    args: readonly (Known | undefined)[],
  ): { readonly binding: Binding; readonly sources: ReadonlyMap<number, readonly Item[]> } {
    const closures = new Map<number, ClosureEffect>();
    const exceptions = new Map<number, { readonly types: readonly string[]; readonly other: boolean }>();
    const sources = new Map<number, readonly Item[]>();
    const keys: string[] = [];
    args.forEach((known, index) => {
      if (known?.closures !== undefined && known.closures.length > 0) {
        const effect = this.#effectOf(known.closures);
        closures.set(index, effect);
        sources.set(index, effect.items);
        const types = [...new Set(effect.items.map((i) => (i.deliberate ? `${i.type}!` : i.type)))].sort();
        keys.push(`${index}:${types.join('+')}${effect.completes ? '' : '-'}${effect.reaches.length > 0 ? '*' : ''}`);
      } else if (known?.exceptions !== undefined && index < fn.params.length) {
        const types = [...new Set(known.exceptions.map((i) => i.type))].sort();
        const other = known.otherException === true;
        exceptions.set(index, { types, other });
        sources.set(index, known.exceptions);
        keys.push(`${index}=${types.join('+')}${other ? '?' : ''}`);
      }
      // Behind a parameter that is not followed the answer is out of sight.
      if (argExprs[index] !== undefined && index >= fn.params.length) this.lose([known]);
    });
    return { binding: { key: keys.join(','), closures, exceptions }, sources };
  }

  #libraryCall(e: Extract<Expr, { k: 'lib' }>): Known | undefined {
    const receiver = e.o === undefined ? undefined : this.value(e.o);
    const args = this.#all(e.args);
    if (!this.live) return undefined;
    if (e.m.startsWith('HttpResponse.')) return this.#response(e, receiver);
    if (e.m.startsWith('DataStateMachine.')) return this.#stateMachine(e, args);
    if (isNetworkMember(e.m)) {
      this.#invokeAll(args);
      const name = e.m.slice(0, e.m.indexOf('('));
      const own = this.#network(e, name, name.slice(name.indexOf('.') + 1), false);
      return { responses: [this.#answer(own, undefined)] };
    }
    const type = plainName(e.t);
    if (e.m.startsWith(`${type}.new(`) && this.index.isException(type)) {
      // An exception that wraps another is its own: what is caught by type is the new one.
      return this.index.networkKind(type) === undefined
        ? { exceptions: [], otherException: true }
        : { exceptions: [this.#made(type, e.s)] };
    }
    this.lose([receiver, ...args]);
    this.#invokeAll(args);
    this.#overridden(e.m, e.o?.t ?? 'object', e);
    return undefined;
  }

  /** A library member that a class of the app overrides: `ToString` in a text, `Equals` in a comparison. */
  #overridden(key: string, t: string, e: { readonly s: IrSpan }): void {
    const overriders = this.index.libraryOverriders(key, t);
    if (overriders.length > 0)
      this.branches([(): void => undefined, ...overriders.map((fn) => () => void this.#call(e, fn, [], [], fn.name))]);
  }

  #stateMachine(e: Extract<Expr, { k: 'lib' }>, args: readonly (Known | undefined)[]): Known | undefined {
    const name = e.m.slice('DataStateMachine.'.length, e.m.indexOf('('));
    if (name === 'Exists' || name === 'TryAcquireLock') this.testsLock = true;
    if (name === 'ReleaseLockAsFailed') {
      this.releases = true;
      this.released = true;
    }
    if (name !== 'Once') {
      this.lose(args);
      return undefined;
    }
    const outer = this.items;
    const inside = new ItemSet();
    this.items = inside;
    this.#onceDepth++;
    this.#invokeAll(args);
    this.#onceDepth--;
    this.items = outer;
    for (const item of inside)
      this.emit(this.index.networkKind(item.type) === 'fault' ? { ...item, deliberate: true } : item);
    return undefined;
  }

  // -------------------------------------------------------------- the network

  #network(e: { readonly s: IrSpan }, name: string, verb: string, refuses: boolean): Site {
    const own = this.site(e, name);
    this.throws = true;
    this.#reach({ own, via: undefined, effect: verb === 'Post' || verb === 'Patch', once: this.#onceDepth > 0 });
    this.emit({ type: faultType, deliberate: false, own, via: undefined, param: undefined });
    if (refuses) this.emit({ type: refusalType, deliberate: false, own, via: undefined, param: undefined });
    return own;
  }

  #reach(reach: Reach): void {
    this.reaches.add(this.#onceDepth > 0 && !reach.once ? { ...reach, once: true } : reach);
  }

  #answer(own: Site, via: Chain | undefined): ResponseOrigin {
    const known = this.responses.find(
      (r) => r.own?.file === own.file && r.own.span[0] === own.span[0] && r.own.span[1] === own.span[1],
    );
    if (known !== undefined) return known;
    const made: ResponseOrigin = { own, via, param: undefined, checked: false, lost: false };
    this.responses.push(made);
    return made;
  }

  #response(e: Extract<Expr, { k: 'lib' }>, receiver: Known | undefined): Known | undefined {
    const member = e.m.slice('HttpResponse.'.length).replace(/\(.*$/, '');
    const origins = receiver?.responses ?? [];
    if (member === 'IsSuccess' || member === 'StatusCode' || member === 'EnsureSuccess')
      for (const o of origins) this.#check(o);
    if (member === 'EnsureSuccess') {
      this.throws = true;
      this.#refusals(origins, this.site(e, 'EnsureSuccess'));
      return receiver;
    }
    return undefined;
  }

  /** What `EnsureSuccess()` throws is the answer's call's. */
  #refusals(origins: readonly ResponseOrigin[], call: Site): void {
    if (origins.length === 0)
      this.emit({ type: refusalType, deliberate: false, own: call, via: undefined, param: undefined });
    for (const o of origins) {
      const param = o.param === undefined ? undefined : { index: o.param, type: 'response' };
      this.emit({ type: refusalType, deliberate: false, own: o.own ?? call, via: o.via, param });
    }
  }

  #check(origin: ResponseOrigin): void {
    origin.checked = true;
    if (origin.param !== undefined) this.checks.add(origin.param);
  }

  /** Values that go where they are not followed: answers are no longer watched, delegates count as created here. */
  protected lose(values: readonly (Known | undefined)[]): void {
    for (const known of values) {
      for (const origin of known?.responses ?? []) {
        origin.lost = true;
        if (origin.param !== undefined) this.checks.add(origin.param);
      }
      if (this.live && known?.closures !== undefined) this.#invoke(known.closures, [], undefined, false);
    }
  }

  // -------------------------------------------------------------- delegates

  #invokeAll(values: readonly (Known | undefined)[]): void {
    for (const known of values)
      if (known?.closures !== undefined && this.live) this.#invoke(known.closures, [], undefined, false);
  }

  /** Any of the delegates runs here, or none. `certain`: one of them does, so that one that never returns ends the path. */
  #invoke(
    closures: readonly Closure[],
    args: readonly (Known | undefined)[],
    e: { readonly s: IrSpan } | undefined,
    certain: boolean,
  ): Known | undefined {
    if (closures.length === 0) return undefined;
    let known: Known | undefined;
    let completes = !certain;
    for (const closure of closures) {
      const effect = this.#run(closure, args);
      for (const item of effect.items) this.emit(item);
      for (const r of effect.reaches) this.#reach(r);
      completes = completes || effect.completes;
      known = join(known, effect.value);
    }
    if (!completes && e !== undefined) this.live = false;
    return known;
  }

  #effectOf(closures: readonly Closure[]): ClosureEffect {
    const items = new ItemSet();
    const reaches = new ReachSet();
    let completes = false;
    for (const closure of closures) {
      const effect = this.#run(closure, []);
      items.addAll(effect.items);
      reaches.addAll(effect.reaches);
      completes = completes || effect.completes;
    }
    return { items: [...items], reaches: [...reaches], completes };
  }

  #run(closure: Closure, args: readonly (Known | undefined)[]): ClosureEffect & { readonly value?: Known | undefined } {
    switch (closure.kind) {
      case 'parameter':
        this.invokes.add(closure.index);
        return closure.effect;
      case 'lambda':
        return this.#runLambda(closure.lambda, args);
      case 'local': {
        const fn = this.localFunctions.get(closure.id);
        return fn === undefined ? { items: [], reaches: [], completes: true } : this.#runLambda(fn, args);
      }
      case 'reference':
        return this.#aside(() => this.#runReference(closure.reference));
      default:
        return closure satisfies never;
    }
  }

  #runReference(r: Extract<Expr, { k: 'fnref' }>): Known | undefined {
    if (r.client !== undefined) {
      const op = this.index.operation(r.client.c, r.client.op);
      this.#network(r, `${lastName(r.client.c)}.${op?.name ?? r.client.op}`, op?.verb ?? 'Get', true);
      return undefined;
    }
    if (r.m !== undefined) {
      if (!isNetworkMember(r.m)) return undefined;
      const name = r.m.slice(0, r.m.indexOf('('));
      return { responses: [this.#answer(this.#network(r, name, name.slice(name.indexOf('.') + 1), false), undefined)] };
    }
    if (r.fn === undefined) return undefined;
    const targets = r.virt ? this.index.implementations(r.fn) : [this.index.functions.get(r.fn)];
    return this.#callAny(r, targets, [], [], this.index.functions.get(r.fn)?.name ?? r.fn);
  }

  /** A local function's body as a call of its own: its findings stand at the use. */
  #callLocal(
    e: { readonly s: IrSpan },
    name: string,
    fn: LambdaExpr,
    args: readonly (Known | undefined)[],
  ): Known | undefined {
    const effect = this.#runLambda(fn, args);
    const own = this.site(e, name);
    for (const item of effect.items) {
      this.emit(item.param !== undefined ? item : { ...item, own, via: { site: item.own, next: item.via } });
    }
    for (const r of effect.reaches) this.#reach({ ...r, own, via: { site: r.own, next: r.via } });
    if (!effect.completes) this.live = false;
    return effect.value;
  }

  /** Runs a lambda's body apart from here: what it throws and reaches is handed back. Recursion is run to its fixpoint. */
  #runLambda(
    lambda: LambdaExpr,
    args: readonly (Known | undefined)[],
  ): ClosureEffect & { readonly value?: Known | undefined } {
    const running = this.#running.get(lambda);
    if (running !== undefined) return running;
    if (this.#depth >= maxInvocationDepth) return { items: [], reaches: [], completes: true };
    this.#depth++;
    let effect: ClosureEffect & { readonly value?: Known | undefined } = { items: [], reaches: [], completes: false };
    for (;;) {
      this.#running.set(lambda, effect);
      lambda.params.forEach((p, i) => {
        this.set(p.id, args[i]);
      });
      const next = this.#aside(() => {
        const run = this.invokeBlock(lambda.body);
        if (!run.completes) this.live = false;
        return run.value;
      });
      const same =
        next.items.length === effect.items.length &&
        next.reaches.length === effect.reaches.length &&
        next.completes === effect.completes;
      effect = next;
      if (same) break;
    }
    this.#running.delete(lambda);
    this.#depth--;
    return effect;
  }

  #aside(run: () => Known | undefined): ClosureEffect & { readonly value: Known | undefined } {
    const outer = { items: this.items, reaches: this.reaches, live: this.live };
    this.items = new ItemSet();
    this.reaches = new ReachSet();
    this.live = true;
    const value = run();
    const effect = { items: [...this.items], reaches: [...this.reaches], completes: this.live, value };
    this.items = outer.items;
    this.reaches = outer.reaches;
    this.live = outer.live;
    return effect;
  }
}
