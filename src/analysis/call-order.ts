/**
 * A walk over a block in order of execution, carrying a state that only grows along a path: branches are joined, loops run
 * twice. For questions of the kind "is there a later call …", which need no more than that.
 */
import type { Expr, IrSpan, Stmt } from '../ir/ir.ts';
import { walkBlock, walkExpr } from '../ir/walk.ts';

/** What a walk carries: how two paths are joined, and what a call does. */
export interface OrderedWalk<S> {
  readonly join: (a: S, b: S) => S;
  /** Sees every expression after its parts. Bodies of lambdas are walked where they stand. */
  readonly after: (e: Expr, state: S) => S;
}

/** `undefined` is the state behind what never ends. */
export function walkInOrder<S>(block: readonly Stmt[], start: S, walk: OrderedWalk<S>): S | undefined {
  return new Walker(walk).block(block, start);
}

class Walker<S> {
  readonly #walk: OrderedWalk<S>;
  /** States at the `break`s and `continue`s of the loops and switches around. */
  readonly #exits: { broken: S | undefined; continued: S | undefined }[] = [];
  readonly #returned: S[] = [];

  constructor(walk: OrderedWalk<S>) {
    this.#walk = walk;
  }

  block(block: readonly Stmt[], start: S): S | undefined {
    const end = this.#statements(block, start);
    return this.#returned.splice(0).reduce<S | undefined>((all, s) => this.#join(all, s), end);
  }

  #join(a: S | undefined, b: S | undefined): S | undefined {
    return a === undefined ? b : b === undefined ? a : this.#walk.join(a, b);
  }

  #statements(block: readonly Stmt[], start: S): S | undefined {
    let state: S | undefined = start;
    for (const s of block) {
      if (state === undefined) return undefined;
      state = this.#statement(s, state);
    }
    return state;
  }

  #statement(s: Stmt, state: S): S | undefined {
    switch (s.k) {
      case 'local':
        return s.init === undefined ? state : this.#expr(s.init, state);
      case 'expr':
        return this.#expr(s.e, state);
      case 'block':
        return this.#statements(s.body, state);
      case 'if': {
        const tested = this.#expr(s.c, state);
        return this.#join(this.#statements(s.then, tested), this.#statements(s.else ?? [], tested));
      }
      case 'while':
        return this.#loop(state, (at) => this.#expr(s.c, at), s.body, undefined);
      case 'do':
        return this.#loop(state, undefined, s.body, (at) => this.#expr(s.c, at));
      case 'for': {
        const begun = this.#statements(s.init, state);
        if (begun === undefined) return undefined;
        const test = s.c;
        const step = (at: S): S => s.step.reduce((x, e) => this.#expr(e, x), at);
        return this.#loop(begun, test === undefined ? undefined : (at) => this.#expr(test, at), s.body, step);
      }
      case 'foreach':
        return this.#loop(this.#expr(s.e, state), (at) => at, s.body, undefined);
      case 'break':
      case 'continue': {
        const exit = this.#exits.at(-1);
        if (exit !== undefined && s.k === 'break') exit.broken = this.#join(exit.broken, state);
        else if (exit !== undefined) exit.continued = this.#join(exit.continued, state);
        return undefined;
      }
      case 'return':
        this.#returned.push(s.e === undefined ? state : this.#expr(s.e, state));
        return undefined;
      case 'throw':
        if (s.e !== undefined) this.#expr(s.e, state);
        return undefined;
      case 'goto':
        this.#returned.push(state);
        return undefined;
      case 'try': {
        const end = this.#statements(s.body, state);
        // A `catch` may be entered after any part of its `try`.
        const inside = this.#join(state, this.#everything(s.body, state)) as S;
        let all = end;
        for (const c of s.catches) {
          const filtered = c.filter === undefined ? inside : this.#expr(c.filter, inside);
          all = this.#join(all, this.#statements(c.body, filtered));
        }
        if (s.finally === undefined) return all;
        const last = this.#statements(s.finally, this.#join(all, inside) as S);
        return all === undefined ? undefined : last;
      }
      case 'switch': {
        const tested = this.#expr(s.e, state);
        this.#exits.push({ broken: undefined, continued: undefined });
        let end: S | undefined = tested;
        for (const section of s.sections) end = this.#join(end, this.#statements(section.body, tested));
        const exit = this.#exits.pop();
        const outer = this.#exits.at(-1);
        if (outer !== undefined && exit?.continued !== undefined)
          outer.continued = this.#join(outer.continued, exit.continued);
        return this.#join(end, exit?.broken);
      }
      case 'localFn':
        return state;
      default:
        return s satisfies never;
    }
  }

  #loop(
    state: S,
    test: ((at: S) => S) | undefined,
    body: readonly Stmt[],
    step: ((at: S) => S) | undefined,
  ): S | undefined {
    this.#exits.push({ broken: undefined, continued: undefined });
    let at: S | undefined = state;
    let end: S | undefined = test === undefined ? undefined : state;
    for (let round = 0; round < 2 && at !== undefined; round++) {
      if (test !== undefined) at = test(at);
      end = test === undefined ? end : this.#join(end, at);
      at = this.#join(this.#statements(body, at), this.#exits.at(-1)?.continued);
      if (at !== undefined && step !== undefined) at = step(at);
      if (test === undefined) end = this.#join(end, at);
    }
    const exit = this.#exits.pop();
    return this.#join(this.#join(end, test === undefined ? undefined : at), exit?.broken);
  }

  /** The state after everything that a block may have done by the time it is left by an exception. */
  #everything(block: readonly Stmt[], start: S): S {
    const visited: Expr[] = [];
    walkBlock(block, { expr: (x) => void visited.push(x) as undefined });
    return inOrder(visited).reduce((at, x) => this.#walk.join(at, this.#walk.after(x, at)), start);
  }

  #expr(e: Expr, state: S): S {
    const visited: Expr[] = [];
    walkExpr(e, { expr: (x) => void visited.push(x) as undefined });
    return inOrder(visited).reduce((at, x) => this.#walk.after(x, at), state);
  }
}

/** Each expression after its parts: by where they end, the inner one first. */
function inOrder(visited: readonly Expr[]): readonly Expr[] {
  if (visited.length < 2) return visited;
  const numbered = visited.map((e, i) => ({ e, i }));
  return numbered.sort((a, b) => a.e.s[1] - b.e.s[1] || b.e.s[0] - a.e.s[0] || b.i - a.i).map((x) => x.e);
}

/** A key for a call's place. */
export function placeKey(file: number, span: IrSpan): string {
  return `${file}:${span[0]}-${span[1]}`;
}
