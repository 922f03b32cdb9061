/** Abstract execution of calls: functions of the app, the library, the network. */
import type { Expr, IrFunction, IrSpan, MemberInit } from '../ir/ir.ts';
import { faultType, isNetworkMember, lastName, plainName, refusalType } from './app-index.ts';
import { comparisonsIn, type LibraryUse } from './comparisons.ts';
import { Delegates } from './delegates.ts';
import {
  type Binding,
  bottom,
  type Chain,
  type ClosureEffect,
  type Item,
  ItemSet,
  joinAll,
  type Known,
  type Locals,
  type ResponseOrigin,
  type ReturnedExceptions,
  type Site,
  type Summary,
  together,
} from './effects.ts';
import { joinLocals } from './places.ts';

/** A call's arguments as its function is summarised for, and where what it is given came from. */
interface Bound {
  readonly binding: Binding;
  /** Exceptions that an argument is, or throws when it is invoked. */
  readonly items: (index: number) => readonly Item[];
  /** Answers that an argument is, or returns when it is invoked. */
  readonly responses: (index: number) => readonly ResponseOrigin[];
  /** What locals may hold when its delegates have been invoked, however often. */
  readonly after: Locals;
}

/** Of a delegate's other exceptions it only matters that there are some: fewer ways to call a function are told apart. */
function coarse(effect: ClosureEffect): ClosureEffect {
  return effect.throws.size === 0 ? effect : { ...effect, throws: new Set(['Exception']) };
}

export abstract class Calls extends Delegates {
  protected all(args: readonly Expr[]): (Known | undefined)[] {
    return args.map((a) => this.value(a));
  }

  // -------------------------------------------------------------- functions of the app

  protected appCall(e: Extract<Expr, { k: 'call' }>): Known | undefined {
    if (e.o !== undefined) this.value(e.o);
    const args = this.all(e.args);
    if (!this.live) return undefined;
    const fn = this.index.functions.get(e.fn);
    return this.callAny(e, e.virt ? this.index.implementations(e.fn, e.o?.t) : [fn], args, fn?.name ?? e.fn);
  }

  protected property(
    e: Extract<Expr, { k: 'prop' }>,
    accessor: 'get' | 'set',
    assigned: Known | undefined,
  ): Known | undefined {
    if (e.o !== undefined) this.value(e.o);
    const args = this.all(e.args);
    const key = accessor === 'get' ? e.get : e.set;
    if (!this.live || key === undefined) return undefined;
    const fn = this.index.functions.get(key);
    const given = accessor === 'get' ? args : [...args, assigned];
    return this.callAny(e, e.virt ? this.index.implementations(key, e.o?.t) : [fn], given, fn?.name ?? key);
  }

  protected create(e: Extract<Expr, { k: 'new' }>): Known | undefined {
    const args = this.all(e.args);
    if (!this.live) return undefined;
    this.call(e, this.index.constructorOf(e.c, e.ctor), args, `new ${lastName(e.c)}`);
    this.initializers(e.init);
    return this.live && this.index.isException(e.c) ? this.newException(e.c, e) : undefined;
  }

  /** Members that are set in order, by an object initialiser. */
  protected initializers(init: readonly MemberInit[]): void {
    for (const i of init) {
      const known = this.value(i.v);
      const setter = i.set === undefined ? undefined : this.index.functions.get(i.set);
      if (setter === undefined) this.lose([known]);
      else this.call({ s: i.s }, setter, [known], setter.name);
    }
  }

  /** A dispatched call: any of the targets may run. */
  protected override callAny(
    e: { readonly s: IrSpan },
    targets: readonly (IrFunction | undefined)[],
    args: readonly (Known | undefined)[],
    name: string,
  ): Known | undefined {
    if (targets.length === 0) {
      this.lose(args);
      return undefined;
    }
    const values: (Known | undefined)[] = [];
    this.branches(targets.map((fn) => () => void values.push(this.call(e, fn, args, fn?.name ?? name))));
    return joinAll(values);
  }

  /** Calls one function of the app under what is known of the arguments. `nested`: the function is a hop of its own behind `name`. */
  protected call(
    e: { readonly s: IrSpan },
    fn: IrFunction | undefined,
    args: readonly (Known | undefined)[],
    name: string,
    nested = false,
  ): Known | undefined {
    if (fn === undefined || !this.live) return undefined;
    const bound = this.#bind(fn, args);
    const summary = this.summaryOf(fn, bound.binding);
    if (summary === bottom) this.pending = true;
    if (summary.blurred) this.lose(args);
    const own = this.site(e, name);
    if (summary.invokes.size > 0) this.#invokedDelegates(summary, bound);
    const below = (via: Chain | undefined): Chain | undefined =>
      nested && via !== undefined ? { site: { file: fn.file, span: fn.span, name: fn.name }, next: via } : via;

    this.#escapes(fn, summary, bound, own, below);
    for (const r of summary.reaches) {
      const effect = r.effect && !this.index.accepted.has(fn.key, 'effect-repeats-on-retry');
      if (!this.index.accepted.has(fn.key, 'workflow-first-step-waits-on-a-slow-call'))
        this.reach({ ...r, own, via: below(r.via), effect });
    }
    for (const [index, kept] of summary.invokes) {
      for (const r of bound.binding.closures.get(index)?.reaches ?? [])
        this.reach({ ...r, once: r.once || kept.once, tested: r.tested || kept.tested });
    }
    for (const index of summary.checks) for (const response of bound.responses(index)) this.check(response);
    if (summary.unchecked !== undefined && !this.index.accepted.has(fn.key, 'network-answer-unchecked'))
      this.unchecked.push({ own, via: below(summary.unchecked) });
    this.throws = together(this.throws, summary.throws);
    this.happened(summary.past);
    if (!summary.completes) this.live = false;
    return this.#returned(summary, bound, own, below);
  }

  /** What the function's invocations of its delegates do to locals of this one. */
  #invokedDelegates(summary: Summary, bound: Bound): void {
    const before = this.locals;
    const given = [...summary.invokes].filter(([index]) => bound.binding.closures.has(index));
    if (given.length === 0) return;
    this.perhaps(bound.after);
    if (given.some(([, how]) => how.later)) this.keptAssigns(before);
  }

  #escapes(
    fn: IrFunction,
    summary: Summary,
    bound: Bound,
    own: Site,
    below: (via: Chain | undefined) => Chain | undefined,
  ): void {
    for (const exit of summary.escapes) {
      const { type, deliberate, param } = exit;
      if (param === undefined) {
        if (!this.#accepts(fn, type)) this.emit({ type, deliberate, own, via: below(exit.via), param });
      } else if (param.type === 'response') this.refusals(bound.responses(param.index), own);
      else
        for (const item of bound.items(param.index))
          if (item.type === param.type)
            for (const thrown of this.thrown(item))
              this.emit({ ...thrown, type, deliberate: deliberate || (item.deliberate && param.renewed !== true) });
    }
  }

  /** Whether chains through a helper are accepted. Where a fault is, so is what the same reach is answered. */
  #accepts(fn: IrFunction, exceptionType: string): boolean {
    const { accepted } = this.index;
    const kind = this.index.networkKind(exceptionType);
    if (kind === undefined) return false;
    const fault = accepted.has(fn.key, 'network-fault-unhandled');
    return kind === 'fault' ? fault : accepted.has(fn.key, 'network-refusal-unhandled') || fault;
  }

  #returned(
    summary: Summary,
    bound: Bound,
    own: Site,
    below: (via: Chain | undefined) => Chain | undefined,
  ): Known | undefined {
    const responses = [...summary.returnsParams].flatMap((index) => bound.responses(index));
    if (summary.returnsAnswer !== undefined) responses.push(this.answer(own, below(summary.returnsAnswer)));
    const { returnsExceptions: exceptions, returnsTruth: truth } = summary;
    if (responses.length === 0 && exceptions === undefined && truth === undefined) return undefined;
    return {
      ...(truth === undefined ? {} : { truth }),
      ...(responses.length === 0 ? {} : { responses }),
      ...(exceptions === undefined ? {} : this.#returnedExceptions(exceptions, bound, own)),
    };
  }

  #returnedExceptions(returned: ReturnedExceptions, bound: Bound, own: Site): Known {
    const made = returned.made.map((type): Item => this.made(type, own));
    const handed = returned.params.flatMap((p) => bound.items(p.index).filter((item) => item.type === p.type));
    return { exceptions: [...made, ...handed], ...(returned.other ? { otherException: true } : {}) };
  }

  /** What a call binds. Delegates are run until what they do to locals is known to all of them. */
  #bind(fn: IrFunction, args: readonly (Known | undefined)[]): Bound {
    const start = this.locals;
    for (;;) {
      const from = this.locals;
      const bound = this.#bindFrom(fn, args);
      const after = joinLocals(from, bound.after);
      this.locals = after === from ? start : after;
      if (after === from) return bound;
    }
  }

  /** The effects of delegates as they are from here, the types of exceptions, and what is known of flags. */
  #bindFrom(fn: IrFunction, args: readonly (Known | undefined)[]): Bound {
    const closures = new Map<number, ClosureEffect>();
    const exceptions = new Map<number, { readonly types: readonly string[]; readonly other: boolean }>();
    const truths = new Map<number, boolean>();
    const keys: string[] = [];
    let after = this.locals;
    args.forEach((known, index) => {
      // Behind a parameter that is not followed a value is out of sight.
      if (index >= fn.params.length) this.lose([known]);
      else if (known?.closures !== undefined && known.closures.length > 0) {
        const effect = coarse(this.effectOf(known.closures));
        closures.set(index, { ...effect, after: undefined });
        if (effect.after !== undefined) after = joinLocals(after, effect.after);
        const types = [...new Set(effect.items.map((i) => (i.deliberate ? `${i.type}!` : i.type)))].sort();
        const flags = `${effect.completes ? '' : '-'}${effect.throws.size > 0 ? '?' : ''}${effect.value?.responses ? '$' : ''}`;
        keys.push(`${index}:${types.join('+')}${flags}`);
      } else if (known?.exceptions !== undefined) {
        const types = [...new Set(known.exceptions.map((i) => i.type))].sort();
        const other = known.otherException === true;
        exceptions.set(index, { types, other });
        keys.push(`${index}=${types.join('+')}${other ? '?' : ''}`);
      } else if (known?.truth !== undefined) {
        truths.set(index, known.truth);
        keys.push(`${index}=${known.truth}`);
      }
    });
    return {
      binding: { key: keys.join(','), closures, exceptions, truths },
      items: (index) => closures.get(index)?.items ?? args[index]?.exceptions ?? [],
      responses: (index) => closures.get(index)?.value?.responses ?? args[index]?.responses ?? [],
      after,
    };
  }

  /** An exception that is new here. */
  protected made(type: string, own: Site): Item {
    return { type, deliberate: false, own, via: undefined, param: undefined, made: true };
  }

  /** What is thrown with an exception. In a `catch` that network calls led to, a new one is theirs; else it is `placed`. */
  protected thrown(item: Item, placed: (own: Site) => Site = (own) => own): readonly Item[] {
    const { made, ...plain } = item;
    if (made !== true) return [plain];
    if (this.arrived.length === 0) return [{ ...plain, own: placed(item.own) }];
    return this.arrived.map(({ own, via, param }) => ({
      ...plain,
      own,
      via,
      param: param === undefined ? undefined : { ...param, renewed: true as const },
    }));
  }

  /** What a new exception of the type is known as. */
  protected newException(type: string, e: { readonly s: IrSpan }): Known {
    return this.index.networkKind(type) === undefined
      ? { exceptions: [], otherException: true }
      : { exceptions: [this.made(type, this.site(e, `new ${lastName(type)}`))] };
  }

  // -------------------------------------------------------------- the library

  protected libraryCall(e: Extract<Expr, { k: 'lib' }>): Known | undefined {
    const receiver = e.o === undefined ? undefined : this.value(e.o);
    const args = this.all(e.args);
    if (!this.live) return undefined;
    if (e.m.startsWith('HttpResponse.') && e.o !== undefined) return this.#response(e, receiver);
    if (e.m.startsWith('DataStateMachine.')) return this.#stateMachine(e, args);
    this.lose([receiver, ...args]);
    if (!this.live) return undefined;
    if (isNetworkMember(e.m)) {
      const name = e.m.slice(0, e.m.indexOf('('));
      return { responses: [this.answer(this.network(e, name, name.slice(name.indexOf('.') + 1), false))] };
    }
    const type = plainName(e.t);
    // An exception that wraps another is its own: what is caught by type is the new one.
    if (e.m.startsWith(`${type}.new(`) && this.index.isException(type)) return this.newException(type, e);
    this.overridden(e.m, e.o?.t ?? 'object', e);
    this.compared(e, e);
    return undefined;
  }

  /** Members of the app by which the library compares; of none of them it is sure that it runs. */
  protected compared(e: { readonly s: IrSpan }, use: LibraryUse): void {
    for (const fn of comparisonsIn(this.index, use)) this.maybe(() => this.call(e, fn, [], fn.name));
  }

  /**
   * A library member that a class of the app overrides: `ToString` in a text, `Equals` in a comparison. Which one runs, or
   * the library's own, is the value's to say; only where the class has its own, and the value is not null, is it sure to be one.
   */
  protected overridden(key: string, t: string, e: { readonly s: IrSpan }): void {
    const overriders = this.index.libraryOverriders(key, t);
    if (overriders.length === 0) return;
    const own = overriders.some((fn) => this.index.isClass(plainName(t), fn.owner as string));
    this.branches([
      ...(own && !t.endsWith('?') ? [] : [(): void => undefined]),
      ...overriders.map((fn) => () => void this.call(e, fn, [], fn.name)),
    ]);
  }

  #stateMachine(e: Extract<Expr, { k: 'lib' }>, args: readonly (Known | undefined)[]): Known | undefined {
    const name = e.m.slice('DataStateMachine.'.length, e.m.indexOf('('));
    if (name === 'Exists' || name === 'TryAcquireLock') this.happened({ tested: true });
    if (name === 'Set' || name === 'Upsert') this.happened({ given: true });
    if (name === 'ReleaseLockAsFailed') this.happened({ released: true, given: true });
    if (name === 'Once') return this.#once(args);
    this.lose(args);
    return undefined;
  }

  /** A fault that leaves `Once` is what the pattern intends (findings.md, "Deliberate retry"). */
  #once(args: readonly (Known | undefined)[]): Known | undefined {
    const outer = this.items;
    const inside = new ItemSet();
    this.items = inside;
    this.onceDepth++;
    const results: (Known | undefined)[] = [];
    for (const known of args) {
      if (known?.closures !== undefined) results.push(this.invoke(known.closures, [], false));
      else this.lose([known]);
    }
    this.onceDepth--;
    this.items = outer;
    for (const item of inside)
      this.emit(this.index.networkKind(item.type) === 'fault' ? { ...item, deliberate: true } : item);
    return joinAll(results);
  }

  // -------------------------------------------------------------- the network

  protected override network(e: { readonly s: IrSpan }, name: string, verb: string, refuses: boolean): Site {
    const own = this.site(e, name);
    this.reach({ own, via: undefined, effect: verb === 'Post' || verb === 'Patch', once: false, tested: false });
    this.emit({ type: faultType, deliberate: false, own, via: undefined, param: undefined });
    if (refuses) this.emit({ type: refusalType, deliberate: false, own, via: undefined, param: undefined });
    return own;
  }

  protected override answer(own: Site, via?: Chain): ResponseOrigin {
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
      for (const o of origins) this.check(o);
    if (member !== 'EnsureSuccess') return undefined;
    this.refusals(origins, this.site(e, 'EnsureSuccess'));
    return receiver;
  }

  /** What `EnsureSuccess()` throws is the answer's call's. */
  protected refusals(origins: readonly ResponseOrigin[], call: Site): void {
    if (origins.length === 0)
      this.emit({ type: refusalType, deliberate: false, own: call, via: undefined, param: undefined });
    for (const o of origins) {
      const param = o.param === undefined ? undefined : { index: o.param, type: 'response' };
      this.emit({ type: refusalType, deliberate: false, own: o.own ?? call, via: o.via, param });
    }
  }

  protected check(origin: ResponseOrigin): void {
    origin.checked = true;
    if (origin.param !== undefined) this.checks.add(origin.param);
  }
}
