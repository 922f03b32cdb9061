/**
 * Whether a lock that was taken can be left held: every path from `TryAcquireLock` on which it was true, by exceptions too,
 * must meet `Set` or `ReleaseLockAsFailed` (findings.md, `lock-without-release`).
 */
import type { Expr, IrSpan, LocalId, Stmt } from '../ir/ir.ts';
import { walkExpr } from '../ir/walk.ts';
import { type AppIndex, isNetworkMember, plainName } from './app-index.ts';

export interface HeldLock {
  readonly span: IrSpan;
  readonly how: 'when the body ends' | 'when an exception leaves the body';
}

/** Kinds of exceptions that are told apart: what a `catch` may take. */
type Kind = 'fault' | 'refusal' | 'other';

/** Which locks are held, by the expression that took them. */
type Held = ReadonlySet<Expr>;
const none: Held = new Set();

/** What a call of the app can throw of the network. */
export type ThrowsOf = (e: Expr) => readonly Kind[];

export function locksLeftHeld(index: AppIndex, block: readonly Stmt[], throwsOf: ThrowsOf): readonly HeldLock[] {
  const walk = new LockWalk(index, throwsOf);
  walk.run(block);
  return walk.left;
}

interface Context {
  readonly thrown: Map<Kind, Held>;
}

class LockWalk {
  readonly left: HeldLock[] = [];
  readonly #index: AppIndex;
  readonly #throwsOf: ThrowsOf;
  readonly #contexts: Context[] = [{ thrown: new Map() }];
  readonly #exits: { broken: Held | undefined; continued: Held | undefined }[] = [];
  /** Locals that hold the result of a `TryAcquireLock`. */
  readonly #results = new Map<LocalId, Expr>();
  readonly #finallys: (readonly Stmt[])[] = [];
  #caught: Kind | undefined;

  constructor(index: AppIndex, throwsOf: ThrowsOf) {
    this.#index = index;
    this.#throwsOf = throwsOf;
  }

  run(block: readonly Stmt[]): void {
    this.#end(this.#block(block, none));
    for (const held of (this.#contexts[0] as Context).thrown.values())
      for (const e of held) this.#tell(e, 'when an exception leaves the body');
  }

  #tell(e: Expr, how: HeldLock['how']): void {
    if (!this.left.some((l) => l.span === e.s)) this.left.push({ span: e.s, how });
  }

  /** The body ends here: by its end, a `return` or a `goto`, after the `finally`s around. */
  #end(held: Held | undefined): void {
    let at = held;
    for (const block of this.#finallys.toReversed()) if (at !== undefined) at = this.#block(block, at);
    for (const e of at ?? []) this.#tell(e, 'when the body ends');
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
        return this.#evaluate(s.e, held);
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
        const exit = this.#exits.at(-1);
        if (exit !== undefined && s.k === 'break') exit.broken = join(exit.broken, held);
        else if (exit !== undefined) exit.continued = join(exit.continued, held);
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
        this.#exits.push({ broken: undefined, continued: undefined });
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
    this.#exits.push({ broken: undefined, continued: undefined });
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
    const kind = e === undefined ? (this.#caught ?? 'other') : (this.#index.networkKind(plainName(e.t)) ?? 'other');
    this.#thrown(kind, held);
    return undefined;
  }

  #thrown(kind: Kind, held: Held): void {
    if (held.size === 0) return;
    const thrown = (this.#contexts.at(-1) as Context).thrown;
    thrown.set(kind, join(thrown.get(kind), held) as Held);
  }

  #try(s: Extract<Stmt, { k: 'try' }>, held: Held): Held | undefined {
    const context: Context = { thrown: new Map() };
    this.#contexts.push(context);
    if (s.finally !== undefined) this.#finallys.push(s.finally);
    let end = this.#block(s.body, held);
    this.#contexts.pop();
    const leaving: Context = { thrown: new Map() };
    this.#contexts.push(leaving);
    for (const [kind, at] of context.thrown) {
      let passes = true;
      for (const c of s.catches) {
        const takes = this.#takes(c.t, kind);
        if (takes === 'no') continue;
        const outer = this.#caught;
        this.#caught = kind;
        end = join(end, this.#block(c.body, at));
        this.#caught = outer;
        if (takes === 'yes' && c.filter === undefined) {
          passes = false;
          break;
        }
      }
      if (passes) this.#thrown(kind, at);
    }
    this.#contexts.pop();
    if (s.finally !== undefined) this.#finallys.pop();
    for (const [kind, at] of leaving.thrown)
      this.#thrown(kind, (s.finally === undefined ? at : this.#block(s.finally, at)) ?? none);
    return end === undefined || s.finally === undefined ? end : this.#block(s.finally, end);
  }

  #takes(type: string | undefined, kind: Kind): 'yes' | 'maybe' | 'no' {
    if (type === undefined || plainName(type) === 'Exception') return 'yes';
    const caught = this.#index.networkKind(plainName(type));
    if (kind === 'other') return caught === undefined ? 'maybe' : 'no';
    return caught === kind ? 'yes' : 'no';
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
      else for (const kind of this.#throws(x)) this.#thrown(kind, at);
    }
    return at;
  }

  #throws(e: Expr): readonly Kind[] {
    if (e.k === 'client') return ['fault', 'refusal'];
    if (e.k === 'lib')
      return isNetworkMember(e.m) ? ['fault'] : e.m === 'HttpResponse.EnsureSuccess()' ? ['refusal'] : [];
    if (e.k === 'raise' || e.k === 'start') return ['other'];
    return this.#throwsOf(e);
  }
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
