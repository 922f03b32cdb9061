/**
 * Whether a lock that was taken can be left held: every path from `TryAcquireLock` on which it was true, by exceptions too,
 * must meet `Set` or `ReleaseLockAsFailed` (findings.md, `lock-without-release`).
 */
import type { Expr, IrSpan, LocalId, Stmt } from '../ir/ir.ts';
import { walkExpr } from '../ir/walk.ts';
import { type AppIndex, faultType, isNetworkMember, plainName, refusalType } from './app-index.ts';

export interface HeldLock {
  readonly span: IrSpan;
  readonly how: 'when the body ends' | 'when an exception leaves the body';
}

/** Which locks are held, by the expression that took them. */
type Held = ReadonlySet<Expr>;
const none: Held = new Set();

/** What a call of the app does to locks that its caller holds. */
export interface CallEffect {
  /** Types of the exceptions that may leave it. */
  readonly throws: Iterable<string>;
  /** Every way to its end gives a lock back. */
  readonly gives: boolean;
  /** It may end normally. */
  readonly completes: boolean;
}

export type EffectOf = (e: Expr) => CallEffect;

export function locksLeftHeld(index: AppIndex, block: readonly Stmt[], effectOf: EffectOf): readonly HeldLock[] {
  const walk = new LockWalk(index, effectOf);
  walk.run(block);
  return walk.left;
}

interface Context {
  /** What is held when an exception of a type leaves. */
  readonly thrown: Map<string, Held>;
}

/** Where `break` and `continue` lead. */
interface Exit {
  readonly loop: boolean;
  /** How many `finally`s were around it. */
  readonly finallys: number;
  broken?: Held | undefined;
  continued?: Held | undefined;
}

class LockWalk {
  readonly left: HeldLock[] = [];
  readonly #index: AppIndex;
  readonly #effectOf: EffectOf;
  readonly #contexts: Context[] = [{ thrown: new Map() }];
  readonly #exits: Exit[] = [];
  /** Locals that hold the result of a `TryAcquireLock`. */
  readonly #results = new Map<LocalId, Expr>();
  readonly #finallys: (readonly Stmt[])[] = [];
  #caught: string | undefined;

  constructor(index: AppIndex, effectOf: EffectOf) {
    this.#index = index;
    this.#effectOf = effectOf;
  }

  run(block: readonly Stmt[]): void {
    const end = this.#block(block, none);
    if (end !== undefined) this.#end(end);
    for (const held of (this.#contexts[0] as Context).thrown.values())
      for (const e of held) this.#tell(e, 'when an exception leaves the body');
  }

  #tell(e: Expr, how: HeldLock['how']): void {
    if (!this.left.some((l) => l.span === e.s)) this.left.push({ span: e.s, how });
  }

  /** The body ends here: by its end, a `return` or a `goto`, after the `finally`s around. */
  #end(held: Held): void {
    for (const e of this.#through(0, held) ?? []) this.#tell(e, 'when the body ends');
  }

  /** What is held when the `finally`s down to a depth have been run. */
  #through(depth: number, held: Held): Held | undefined {
    const left = this.#finallys.splice(depth);
    let at: Held | undefined = held;
    for (const block of left.toReversed()) if (at !== undefined) at = this.#block(block, at);
    this.#finallys.push(...left);
    return at;
  }

  #block(block: readonly Stmt[], start: Held): Held | undefined {
    let held: Held | undefined = start;
    for (const s of block) {
      if (held === undefined) return undefined;
      held = this.#statement(s, held);
    }
    return held;
  }

  #statement(s: Stmt, held: Held): Held | undefined {
    switch (s.k) {
      case 'local': {
        if (s.init === undefined) return held;
        if (isAcquire(s.init)) this.#results.set(s.id, s.init);
        return this.#evaluate(s.init, held);
      }
      case 'expr':
        if (s.e.k === 'throwx') return this.#throw(s.e.e, this.#evaluate(s.e.e, held));
        return this.#completes(s.e) ? this.#evaluate(s.e, held) : void this.#evaluate(s.e, held);
      case 'block':
        return this.#block(s.body, held);
      case 'if': {
        const [yes, no] = this.#test(s.c, held);
        return join(this.#block(s.then, yes), s.else === undefined ? no : this.#block(s.else, no));
      }
      case 'while':
      case 'for': {
        const begun = s.k === 'for' ? this.#block(s.init, held) : held;
        if (begun === undefined) return undefined;
        return this.#loop(begun, s.c, s.body, s.k === 'for' ? s.step : [], true);
      }
      case 'do':
        return this.#loop(held, s.c, s.body, [], false);
      case 'foreach':
        return this.#loop(this.#evaluate(s.e, held), undefined, s.body, [], true, true);
      case 'break':
      case 'continue': {
        const exit = s.k === 'break' ? this.#exits.at(-1) : this.#exits.findLast((x) => x.loop);
        const at = exit === undefined ? undefined : this.#through(exit.finallys, held);
        if (exit !== undefined && s.k === 'break') exit.broken = join(exit.broken, at);
        else if (exit !== undefined) exit.continued = join(exit.continued, at);
        return undefined;
      }
      case 'return':
      case 'goto':
        this.#end(s.k === 'return' && s.e !== undefined ? this.#evaluate(s.e, held) : held);
        return undefined;
      case 'throw':
        return this.#throw(s.e, s.e === undefined ? held : this.#evaluate(s.e, held));
      case 'try':
        return this.#try(s, held);
      case 'switch': {
        const at = this.#evaluate(s.e, held);
        this.#exits.push({ loop: false, finallys: this.#finallys.length });
        let end: Held | undefined = s.sections.some((x) => x.labels.includes(null)) ? undefined : at;
        for (const section of s.sections) end = join(end, this.#block(section.body, at));
        return join(end, this.#exits.pop()?.broken);
      }
      case 'localFn':
        return held;
      default:
        return s satisfies never;
    }
  }

  #loop(
    start: Held,
    test: Expr | undefined,
    body: readonly Stmt[],
    step: readonly Expr[],
    testFirst: boolean,
    mayEnd = false,
  ): Held | undefined {
    this.#exits.push({ loop: true, finallys: this.#finallys.length });
    let at: Held | undefined = start;
    let end: Held | undefined;
    for (let round = 0; round < 2 && at !== undefined; round++) {
      if (mayEnd) end = join(end, at);
      if (testFirst && test !== undefined) {
        const [yes, no]: readonly [Held, Held] = this.#test(test, at);
        end = join(end, no);
        at = yes;
      }
      at = join(this.#block(body, at), this.#exits.at(-1)?.continued);
      for (const e of step) if (at !== undefined) at = this.#evaluate(e, at);
      if (!testFirst && test !== undefined && at !== undefined) {
        const [yes, no]: readonly [Held, Held] = this.#test(test, at);
        end = join(end, no);
        at = yes;
      }
    }
    if (mayEnd) end = join(end, at);
    return join(end, this.#exits.pop()?.broken);
  }

  #throw(e: Expr | undefined, held: Held): undefined {
    this.#thrown(e === undefined ? (this.#caught ?? 'Exception') : plainName(e.t), held);
    return undefined;
  }

  #thrown(type: string, held: Held): void {
    if (held.size === 0) return;
    const thrown = (this.#contexts.at(-1) as Context).thrown;
    thrown.set(type, join(thrown.get(type), held) as Held);
  }

  #try(s: Extract<Stmt, { k: 'try' }>, held: Held): Held | undefined {
    const context: Context = { thrown: new Map() };
    this.#contexts.push(context);
    if (s.finally !== undefined) this.#finallys.push(s.finally);
    let end = this.#block(s.body, held);
    this.#contexts.pop();
    const leaving: Context = { thrown: new Map() };
    this.#contexts.push(leaving);
    for (const [type, at] of context.thrown) {
      let passes = true;
      for (const c of s.catches) {
        const takes = this.#takes(c.t, type);
        if (takes === 'no') continue;
        const outer = this.#caught;
        this.#caught = type;
        end = join(end, this.#block(c.body, at));
        this.#caught = outer;
        if (takes === 'yes' && c.filter === undefined) {
          passes = false;
          break;
        }
      }
      if (passes) this.#thrown(type, at);
    }
    this.#contexts.pop();
    if (s.finally !== undefined) this.#finallys.pop();
    for (const [type, at] of leaving.thrown)
      this.#thrown(type, (s.finally === undefined ? at : this.#block(s.finally, at)) ?? none);
    return end === undefined || s.finally === undefined ? end : this.#block(s.finally, end);
  }

  #takes(clause: string | undefined, thrown: string): 'yes' | 'maybe' | 'no' {
    const name = clause === undefined ? 'Exception' : plainName(clause);
    if (this.#index.isClass(thrown, name)) return 'yes';
    // What is only known as something wider may be of the clause's type; what the network throws is just that.
    const wider = this.#index.networkKind(thrown) === undefined && this.#index.isClass(name, thrown);
    return wider ? 'maybe' : 'no';
  }

  /** What is held where a condition is true, and where it is false. */
  #test(c: Expr, held: Held): readonly [Held, Held] {
    if (c.k === 'un' && c.op === 'not') {
      const [yes, no] = this.#test(c.e, held);
      return [no, yes];
    }
    if (c.k === 'and') {
      const [yes, no] = this.#test(c.l, held);
      const [both, second] = this.#test(c.r, yes);
      return [both, join(no, second) as Held];
    }
    if (c.k === 'or') {
      const [yes, no] = this.#test(c.l, held);
      const [second, neither] = this.#test(c.r, no);
      return [join(yes, second) as Held, neither];
    }
    const compared = comparedWithConstant(c);
    if (compared !== undefined) {
      const [yes, no] = this.#test(compared.e, held);
      return compared.is ? [yes, no] : [no, yes];
    }
    const taken = isAcquire(c) ? c : c.k === 'local' ? this.#results.get(c.id) : undefined;
    const after = this.#evaluate(c, held);
    if (taken === undefined) return [after, after];
    const without = new Set(after);
    without.delete(taken);
    return [after, without];
  }

  /** Runs an expression's calls: what they take, give back and throw. */
  #evaluate(e: Expr, held: Held): Held {
    let at = held;
    const calls: Expr[] = [];
    walkExpr(e, {
      expr: (x) => {
        if (x.k === 'lambda') return false;
        calls.push(x);
        return undefined;
      },
    });
    for (const x of calls.sort((a, b) => a.s[1] - b.s[1])) {
      if (isAcquire(x)) at = new Set([...at, x]);
      else if (x.k === 'lib' && /^DataStateMachine\.(Set|ReleaseLockAsFailed|Upsert)\(/.test(x.m)) at = release(at, x);
      else {
        const { throws, gives } = this.#effect(x);
        for (const type of throws) this.#thrown(type, at);
        // Which of the locks a helper gives back is its own affair.
        if (gives) at = none;
      }
    }
    return at;
  }

  /** A call that stands as a statement may be one that always throws. */
  #completes(e: Expr): boolean {
    return (e.k !== 'call' && e.k !== 'callLocal' && e.k !== 'invoke') || this.#effectOf(e).completes;
  }

  #effect(e: Expr): CallEffect {
    switch (e.k) {
      case 'client':
        return { ...harmless, throws: [faultType, refusalType] };
      case 'lib':
        if (isNetworkMember(e.m)) return { ...harmless, throws: [faultType] };
        return e.m === 'HttpResponse.EnsureSuccess()' ? { ...harmless, throws: [refusalType] } : this.#effectOf(e);
      case 'raise':
      case 'start':
      case 'assignSlot':
        return { ...harmless, throws: ['Exception'] };
      case 'call':
      case 'callLocal':
      case 'invoke':
      case 'new':
      case 'newEntity':
      case 'prop':
        return this.#effectOf(e);
      default:
        return harmless;
    }
  }
}

const harmless: CallEffect = { throws: [], gives: false, completes: true };

/** `x == false`, `x is true`: what is asked, and whether it is asked to be true. */
function comparedWithConstant(c: Expr): { readonly e: Expr; readonly is: boolean } | undefined {
  if (c.k === 'is' && c.p.p === 'const' && c.p.v.k === 'const' && typeof c.p.v.v === 'boolean')
    return { e: c.e, is: c.p.v.v };
  if (c.k !== 'bin' || c.on !== 'bool' || (c.op !== 'eq' && c.op !== 'ne')) return undefined;
  const [e, constant] = c.l.k === 'const' ? [c.r, c.l] : [c.l, c.r];
  if (constant.k !== 'const' || typeof constant.v !== 'boolean') return undefined;
  return { e, is: constant.v === (c.op === 'eq') };
}

function isAcquire(e: Expr): boolean {
  return e.k === 'lib' && e.m.startsWith('DataStateMachine.TryAcquireLock(');
}

/** Gives back the lock of the same item; where the keys cannot be compared, every lock. */
function release(held: Held, e: Extract<Expr, { k: 'lib' }>): Held {
  const key = itemOf(e);
  const same = [...held].filter((x) => x.k === 'lib' && itemOf(x) === key);
  const gone =
    same.length > 0 ? same : [...held].filter((x) => !(x.k === 'lib' && isConstantItem(x) && isConstantItem(e)));
  return new Set([...held].filter((x) => !gone.includes(x)));
}

function itemOf(e: Extract<Expr, { k: 'lib' }>): string {
  return JSON.stringify(e.args.slice(0, 2), (name, value: unknown) => (name === 's' ? undefined : value));
}

function isConstantItem(e: Extract<Expr, { k: 'lib' }>): boolean {
  return e.args.slice(0, 2).every((a) => a.k === 'const');
}

function join(a: Held | undefined, b: Held | undefined): Held | undefined {
  if (a === undefined || a === b) return b;
  return b === undefined ? a : new Set([...a, ...b]);
}
