/**
 * Abstract execution of one function or body: which network exceptions can leave it, by which of its own calls, and what
 * else it does that findings are about (findings.md, "Network findings"). Statements are run in order over what is known
 * of locals; a branch that cannot be taken is not run. `FrameExpressions` in `expressions.ts` does the expressions.
 */
import type { CatchClause, LocalId, Stmt } from '../ir/ir.ts';
import { plainName } from './app-index.ts';
import { type Item, ItemSet, join, type Known } from './effects.ts';
import { ExpressionWalk } from './expressions.ts';

/** Where `break` and `continue` lead. */
interface Jump {
  readonly loop: boolean;
  broke: boolean;
  continued: boolean;
}

/** What a block makes of exceptions while a `catch` runs. */
interface Caught {
  readonly items: readonly Item[];
}

export class Frame extends ExpressionWalk {
  readonly #jumps: Jump[] = [];
  readonly #caught: Caught[] = [];
  /** Whether some path falls off the end or returns. */
  completes = false;
  returned: Known | undefined;

  /** Runs a whole body. */
  run(block: readonly Stmt[]): void {
    this.block(block);
    if (this.live) this.completes = true;
  }

  protected override invokeBlock(block: readonly Stmt[]): {
    readonly completes: boolean;
    readonly value: Known | undefined;
  } {
    const outer = { completes: this.completes, returned: this.returned, live: this.live, jumps: this.#jumps.splice(0) };
    this.completes = false;
    this.returned = undefined;
    this.live = true;
    this.block(block);
    const result = { completes: this.completes || this.live, value: this.returned };
    this.completes = outer.completes;
    this.returned = outer.returned;
    this.live = outer.live;
    this.#jumps.push(...outer.jumps);
    return result;
  }

  block(block: readonly Stmt[]): void {
    for (const s of block) if (s.k === 'localFn') this.localFunctions.set(s.id, s.fn);
    for (const s of block) {
      if (!this.live) return;
      this.#statement(s);
    }
  }

  #statement(s: Stmt): void {
    switch (s.k) {
      case 'local':
        this.set(s.id, s.init === undefined ? undefined : this.value(s.init));
        return;
      case 'expr':
        this.value(s.e);
        return;
      case 'block':
        return this.block(s.body);
      case 'if': {
        const truth = this.value(s.c)?.truth;
        if (!this.live) return;
        this.branches([
          ...(truth === false ? [] : [(): void => this.block(s.then)]),
          ...(truth === true ? [] : [(): void => this.block(s.else ?? [])]),
        ]);
        return;
      }
      case 'while':
        return this.#loop(s.body, { test: () => this.value(s.c)?.truth, testFirst: true });
      case 'do':
        return this.#loop(s.body, { test: () => this.value(s.c)?.truth, testFirst: false });
      case 'for':
        this.block(s.init);
        return this.#loop(s.body, {
          test: () => (s.c === undefined ? true : this.value(s.c)?.truth),
          testFirst: true,
          step: () => s.step.forEach((e) => void this.value(e)),
        });
      case 'foreach': {
        const source = this.value(s.e);
        for (const v of s.vars) this.set(v.id, source);
        return this.#loop(s.body, { test: () => undefined, testFirst: true });
      }
      case 'break': {
        const jump = this.#jumps.at(-1);
        if (jump !== undefined) jump.broke = true;
        this.live = false;
        return;
      }
      case 'continue': {
        const jump = this.#jumps.findLast((j) => j.loop);
        if (jump !== undefined) jump.continued = true;
        this.live = false;
        return;
      }
      case 'return': {
        const value = s.e === undefined ? undefined : this.value(s.e);
        if (!this.live) return;
        // A delegate that is handed out counts where it was created (findings.md, "Reaches the network").
        if (value?.closures !== undefined) this.lose([value]);
        this.returned = join(this.returned, value);
        this.completes = true;
        this.live = false;
        return;
      }
      case 'throw':
        return this.#throw(s);
      case 'try':
        return this.#try(s);
      case 'switch':
        return this.#switch(s);
      case 'goto':
        this.completes = true;
        this.live = false;
        return;
      case 'localFn':
        return;
      default:
        return s satisfies never;
    }
  }

  /** Twice round, so that what one round leaves behind is known in the next. */
  #loop(
    body: readonly Stmt[],
    how: { readonly test: () => boolean | undefined; readonly testFirst: boolean; readonly step?: () => void },
  ): void {
    const jump: Jump = { loop: true, broke: false, continued: false };
    this.#jumps.push(jump);
    let ends = false;
    /** Whether another round may follow. */
    const goesOn = (): boolean => {
      const truth = how.test();
      if (!this.live) return false;
      if (truth !== true) ends = true;
      return truth !== false;
    };
    for (let round = 0; round < 2 && this.live; round++) {
      if (how.testFirst && !goesOn()) break;
      this.block(body);
      this.live = this.live || jump.continued;
      if (!this.live) break;
      how.step?.();
      if (!how.testFirst && !goesOn()) break;
    }
    this.#jumps.pop();
    this.live = ends || jump.broke;
  }

  #throw(s: Extract<Stmt, { k: 'throw' }>): void {
    this.throws = true;
    if (s.e === undefined) {
      for (const item of this.#caught.at(-1)?.items ?? [])
        this.emit(this.released ? { ...item, deliberate: true } : item);
    } else {
      this.throwValue(s.e, s.s);
    }
    this.live = false;
  }

  protected override get arrived(): readonly Item[] {
    return this.#caught.at(-1)?.items ?? [];
  }

  #try(s: Extract<Stmt, { k: 'try' }>): void {
    const outer = this.items;
    const thrown = new ItemSet();
    this.items = thrown;
    this.block(s.body);
    const ends: boolean[] = [this.live];
    let remaining: Item[] = [...thrown];
    const leaving = new ItemSet();
    this.items = leaving;
    for (const clause of s.catches) {
      const { entering, passing } = this.#sort(clause, remaining);
      remaining = passing;
      ends.push(this.#catch(clause, entering));
    }
    leaving.addAll(remaining);
    this.items = outer;
    this.live = ends.some((end) => end);
    if (s.finally === undefined) {
      outer.addAll(leaving);
      return;
    }
    const live = this.live;
    this.live = true;
    this.block(s.finally);
    // A `finally` that never ends normally leaves nothing of what was on its way.
    if (this.live) outer.addAll(leaving);
    this.live = this.live && live;
  }

  /** Which items a clause takes, and which go on to the next one. */
  #sort(clause: CatchClause, items: readonly Item[]): { readonly entering: readonly Item[]; readonly passing: Item[] } {
    const entering: Item[] = [];
    const passing: Item[] = [];
    for (const item of items) {
      const fits = clause.t === undefined || this.index.isClass(item.type, plainName(clause.t));
      if (!fits) {
        passing.push(item);
        continue;
      }
      const pending = this.pending;
      this.pending = false;
      const accepted = clause.filter === undefined ? true : this.#filter(clause, [item], false);
      const unknownYet = this.pending;
      this.pending = this.pending || pending;
      if (unknownYet) continue;
      if (accepted !== false) entering.push(item);
      if (accepted !== true) passing.push(item);
    }
    return { entering, passing };
  }

  /** A filter's own calls count as made; what they throw is swallowed, as in C#. */
  #filter(clause: CatchClause, items: readonly Item[], other: boolean): boolean | undefined {
    const outer = this.items;
    const live = this.live;
    this.items = new ItemSet();
    this.live = true;
    const truth = this.withLocal(
      clause.id,
      { exceptions: items, otherException: other },
      () => this.value(clause.filter as NonNullable<CatchClause['filter']>)?.truth,
    );
    const ended = this.live;
    this.items = outer;
    this.live = live;
    return ended ? truth : false;
  }

  /** Runs a clause once for each type that enters, so that tests of the exception's type are decided. */
  #catch(clause: CatchClause, entering: readonly Item[]): boolean {
    const kind = clause.t === undefined ? undefined : this.index.networkKind(plainName(clause.t));
    const byType = new Map<string, Item[]>();
    for (const item of entering) {
      const list = byType.get(item.type);
      if (list === undefined) byType.set(item.type, [item]);
      else list.push(item);
    }
    const runs: { items: readonly Item[]; other: boolean }[] = [...byType.values()].map((items) => ({
      items,
      other: false,
    }));
    if (kind === undefined && (clause.filter === undefined || this.#filter(clause, [], true) !== false))
      runs.push({ items: [], other: true });
    let ends = false;
    for (const run of runs) {
      this.live = true;
      const released = this.released;
      this.released = false;
      this.#caught.push({ items: run.items });
      this.withLocal(clause.id, { exceptions: run.items, otherException: run.other }, () => this.block(clause.body));
      this.#caught.pop();
      this.released = released;
      ends = ends || this.live;
    }
    return ends;
  }

  #switch(s: Extract<Stmt, { k: 'switch' }>): void {
    const value = this.value(s.e);
    if (!this.live) return;
    const jump: Jump = { loop: false, broke: false, continued: false };
    this.#jumps.push(jump);
    let ends = !s.sections.some((section) => section.labels.includes(null));
    for (const section of s.sections) {
      this.live = true;
      let possible = false;
      for (const label of section.labels) {
        if (label === null) possible = true;
        else {
          const matches = this.pattern(label.p, value);
          const guard = label.when === undefined ? true : this.value(label.when)?.truth;
          if (matches !== false && guard !== false) possible = true;
        }
      }
      if (!possible) continue;
      this.live = true;
      this.block(section.body);
      ends = ends || this.live;
    }
    this.#jumps.pop();
    this.live = ends || jump.broke;
  }

  /** Runs alternatives from the same start; what any of them leaves live is live. */
  protected override branches(alternatives: readonly (() => void)[]): void {
    const released = this.released;
    let live = false;
    for (const run of alternatives) {
      this.live = true;
      this.released = released;
      run();
      live = live || this.live;
    }
    this.released = released || this.released;
    this.live = live;
  }

  /** A local that has a certain value while `run` runs. */
  withLocal<T>(id: LocalId | undefined, known: Known, run: () => T): T {
    if (id === undefined) return run();
    const old = this.get(id);
    this.set(id, known);
    try {
      return run();
    } finally {
      this.set(id, old);
    }
  }
}
