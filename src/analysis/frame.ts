/**
 * Abstract execution of one function or body: which network exceptions can leave it, by which of its own calls, and what
 * else it does that findings are about (findings.md, "Network findings"). Statements are run in order over what is known
 * of locals; a branch that cannot be taken is not run. `FrameExpressions` in `expressions.ts` does the expressions.
 */
import type { CatchClause, IrFunction, IrSpan, LambdaExpr, LocalId, LValue, Stmt, SwitchSection } from '../ir/ir.ts';
import { walkBlock } from '../ir/walk.ts';
import { plainName } from './app-index.ts';
import { encloses } from './delegates.ts';
import {
  either,
  type Item,
  ItemSet,
  join,
  joinAll,
  type Known,
  meet,
  noPast,
  nothingThrown,
  type Past,
  together,
} from './effects.ts';
import { ExpressionWalk } from './expressions.ts';

/** Where `break` and `continue` lead, and what had happened on every way there. */
interface Jump {
  readonly loop: boolean;
  broke: Past | undefined;
  continued: Past | undefined;
}

/** What a `catch` was entered with. */
interface Caught {
  readonly items: readonly Item[];
  /** Types of exceptions that are none of the network's. */
  readonly others: ReadonlySet<string>;
  /** The network calls that led here, also where this run is for another exception. */
  readonly causes: readonly Item[];
  /** Of the clause. */
  readonly s: IrSpan;
}

/** What a clause catches; a bare `catch` catches everything. */
function typeOf(clause: CatchClause): string {
  return clause.t === undefined ? 'Exception' : plainName(clause.t);
}

/** More rounds of a loop than this tell nothing new of its locals. */
const maxRounds = 4;

const assigned = new WeakMap<readonly Stmt[], ReadonlySet<LocalId>>();

/** The locals that a block assigns, lambdas and local functions inside included. */
function assignedIn(block: readonly Stmt[]): ReadonlySet<LocalId> {
  const known = assigned.get(block);
  if (known !== undefined) return known;
  const found = new Set<LocalId>();
  const add = (to: LValue | null): void => {
    if (to?.k === 'local') found.add(to.id);
  };
  walkBlock(block, {
    expr: (e) => {
      if (e.k === 'assign' || e.k === 'update' || e.k === 'ref') add(e.to);
      if (e.k === 'deconstruct') e.to.forEach(add);
      return undefined;
    },
  });
  assigned.set(block, found);
  return found;
}

export class Frame extends ExpressionWalk {
  readonly #jumps: Jump[] = [];
  #caught: Caught[] = [];
  /** Locals that get another value than their first. */
  readonly #assigned = new Set<LocalId>();
  /** Whether some path falls off the end, returns, or goes to a state. */
  completes = false;
  #returns: (Known | undefined)[] = [];
  /** What happened on every way to an end. */
  ended: Past | undefined;

  /** What it returns. */
  get returned(): Known | undefined {
    return joinAll(this.#returns);
  }

  /** Begins a local with a value. Its truth is only known if it never gets another. */
  know(id: LocalId, known: Known | undefined): void {
    this.set(id, known?.truth !== undefined && this.#assigned.has(id) ? join(known, undefined) : known);
  }

  /** Learns which locals a block assigns, before anything of it is run. */
  scan(block: readonly Stmt[]): void {
    for (const id of assignedIn(block)) this.#assigned.add(id);
  }

  /** Runs a whole body. */
  run(block: readonly Stmt[]): void {
    this.scan(block);
    this.block(block);
    if (this.live) this.#end();
  }

  /**
   * Field initialisers, and the constructor of the base or the one that this one hands on to: they run before a
   * constructor's body, as in C#.
   */
  beforeConstructor(fn: IrFunction): void {
    const owner = fn.owner as string;
    const own = fn.chain?.self === true;
    if (!own) this.block(this.index.fieldInitializers(owner, false)?.body ?? []);
    const args = this.all(fn.chain?.args ?? []);
    const base = this.index.baseClass(owner)?.name;
    const next = own
      ? this.index.functions.get(fn.chain?.ctor as string)
      : base === undefined
        ? undefined
        : this.index.constructorOf(base, fn.chain?.ctor);
    if (next !== undefined) this.call({ s: fn.nameSpan }, next, args, next.name);
  }

  #end(): void {
    this.completes = true;
    this.ended = meet(this.ended, this.past);
    this.live = false;
  }

  protected override invokeBlock(lambda: LambdaExpr): {
    readonly completes: boolean;
    readonly value: Known | undefined;
    readonly past: Past;
  } {
    const outer = {
      completes: this.completes,
      returns: this.#returns,
      ended: this.ended,
      live: this.live,
      jumps: this.#jumps.splice(0),
      caught: this.#caught,
    };
    // Written outside a `catch`, it is in none, wherever it is invoked.
    this.#caught = this.#caught.filter((c) => encloses(c.s, lambda.s));
    this.completes = false;
    this.#returns = [];
    this.ended = undefined;
    this.live = true;
    this.run(lambda.body);
    const result = { completes: this.completes, value: this.returned, past: this.ended ?? noPast };
    this.completes = outer.completes;
    this.#returns = outer.returns;
    this.ended = outer.ended;
    this.live = outer.live;
    this.#jumps.push(...outer.jumps);
    this.#caught = outer.caught;
    return result;
  }

  block(block: readonly Stmt[]): void {
    for (const s of block) if (s.k === 'localFn') this.localFunctions.set(s.id, { name: s.name, fn: s.fn });
    for (const s of block) {
      if (!this.live) return;
      this.#statement(s);
    }
  }

  #statement(s: Stmt): void {
    switch (s.k) {
      case 'local':
        this.know(s.id, s.init === undefined ? undefined : this.value(s.init));
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
        if (jump !== undefined) jump.broke = meet(jump.broke, this.past);
        this.live = false;
        return;
      }
      case 'continue': {
        const jump = this.#jumps.findLast((j) => j.loop);
        if (jump !== undefined) jump.continued = meet(jump.continued, this.past);
        this.live = false;
        return;
      }
      case 'return': {
        const value = s.e === undefined ? undefined : this.value(s.e);
        if (!this.live) return;
        // A delegate that is handed out counts where it was created (findings.md, "Reaches the network").
        if (value?.closures !== undefined) this.lose([value]);
        this.#returns.push(value);
        return this.#end();
      }
      case 'throw':
        return this.#throw(s);
      case 'try':
        return this.#try(s);
      case 'switch':
        return this.#switch(s);
      case 'goto':
        return this.#end();
      case 'localFn':
        return;
      default:
        return s satisfies never;
    }
  }

  /** Round and round, at least twice, until what one round leaves behind is known in the next. */
  #loop(
    body: readonly Stmt[],
    how: { readonly test: () => boolean | undefined; readonly testFirst: boolean; readonly step?: () => void },
  ): void {
    const jump: Jump = { loop: true, broke: undefined, continued: undefined };
    this.#jumps.push(jump);
    let ends: Past | undefined;
    /** Whether another round may follow. */
    const goesOn = (): boolean => {
      const truth = how.test();
      if (!this.live) return false;
      if (truth !== true) ends = meet(ends, this.past);
      return truth !== false;
    };
    for (let round = 0, before = -1; round < 2 || (before !== this.changes && round < maxRounds); round++) {
      before = this.changes;
      if (how.testFirst && !goesOn()) break;
      this.block(body);
      if (!this.live && jump.continued === undefined) break;
      this.past = (this.live ? meet(this.past, jump.continued) : jump.continued) ?? this.past;
      this.live = true;
      how.step?.();
      if (!this.live || (!how.testFirst && !goesOn())) break;
    }
    this.#jumps.pop();
    this.#after(meet(ends, jump.broke));
  }

  /** Goes on where several ways meet, if there is any. */
  #after(past: Past | undefined): void {
    this.live = past !== undefined;
    if (past !== undefined) this.past = past;
  }

  #throw(s: Extract<Stmt, { k: 'throw' }>): void {
    if (s.e === undefined) {
      const caught = this.#caught.at(-1);
      for (const item of caught?.items ?? []) this.emit(this.past.released ? { ...item, deliberate: true } : item);
      for (const type of caught?.others ?? []) this.mayThrow(type);
    } else {
      this.throwValue(s.e, s.s);
    }
    this.live = false;
  }

  protected override get arrived(): readonly Item[] {
    return this.#caught.at(-1)?.causes ?? [];
  }

  #try(s: Extract<Stmt, { k: 'try' }>): void {
    const outer = { items: this.items, throws: this.throws };
    const start = this.past;
    const before = {
      completes: this.completes,
      returns: this.#returns.length,
      ended: this.ended,
      jumps: this.#jumps.map((j) => ({ ...j })),
    };
    const thrown = new ItemSet();
    this.items = thrown;
    this.throws = nothingThrown;
    this.block(s.body);
    let past = this.live ? this.past : undefined;
    let others = this.throws;
    let remaining: Item[] = [...thrown];
    const leaving = new ItemSet();
    this.items = leaving;
    this.throws = nothingThrown;
    /** Types of which no exception that is none of the network's comes this far. */
    const taken: string[] = [];
    for (const clause of s.catches) {
      const { entering, passing } = this.#sort(clause, remaining);
      remaining = passing;
      const type = typeOf(clause);
      const reached = !taken.some((t) => this.index.isClass(type, t));
      const met = this.#sortOthers(clause, others);
      others = met.passing;
      if (met.all) taken.push(type);
      // An exception may come from the first statement as well as from the last.
      past = meet(past, this.#catch(clause, entering, reached ? met.entering : undefined, start));
    }
    leaving.addAll(remaining);
    const throws = together(this.throws, others);
    this.items = outer.items;
    this.throws = outer.throws;
    if (s.finally !== undefined) {
      this.live = true;
      this.past = past === undefined ? start : (meet(past, start) ?? start);
      this.block(s.finally);
      // A `finally` that never ends normally leaves nothing of what was on its way: no exception, no jump, no end.
      if (!this.live) {
        this.completes = before.completes;
        this.#returns.length = before.returns;
        this.ended = before.ended;
        for (const [i, jump] of before.jumps.entries()) Object.assign(this.#jumps[i] as Jump, jump);
        return;
      }
      if (past !== undefined) past = either(past, this.past);
    }
    this.items.addAll(leaving);
    this.throws = together(this.throws, throws);
    this.#after(past);
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

  /** The same for exceptions that are none of the network's, by their types. */
  #sortOthers(
    clause: CatchClause,
    types: ReadonlySet<string>,
  ): { readonly entering: ReadonlySet<string>; readonly passing: ReadonlySet<string>; readonly all: boolean } {
    const type = typeOf(clause);
    const certain = clause.filter === undefined || this.#filter(clause, [], true) === true;
    const fits = (t: string): boolean => this.index.isClass(t, type);
    return {
      // One that is known as something wider may turn out to be of the clause's type.
      entering: new Set(
        [...types].filter((t) => fits(t) || this.index.isClass(type, t)).map((t) => (fits(t) ? t : type)),
      ),
      passing: new Set([...types].filter((t) => !(fits(t) && certain))),
      all: certain,
    };
  }

  /** A filter's own calls count as made; what they throw is swallowed, as in C#. */
  #filter(clause: CatchClause, items: readonly Item[], other: boolean): boolean | undefined {
    const outer = { items: this.items, live: this.live, throws: this.throws, past: this.past };
    this.items = new ItemSet();
    this.live = true;
    const truth = this.withLocal(
      clause.id,
      { exceptions: items, otherException: other },
      () => this.value(clause.filter as NonNullable<CatchClause['filter']>)?.truth,
    );
    const ended = this.live;
    this.items = outer.items;
    this.live = outer.live;
    this.throws = outer.throws;
    this.past = outer.past;
    return ended ? truth : false;
  }

  /**
   * Runs a clause once for each type that enters, so that tests of the exception's type are decided. Gives what happened on
   * every way to its end; undefined where it never ends. `others`: undefined where none but the network's comes this far.
   */
  #catch(
    clause: CatchClause,
    entering: readonly Item[],
    others: ReadonlySet<string> | undefined,
    start: Past,
  ): Past | undefined {
    const type = typeOf(clause);
    const byType = new Map<string, Item[]>();
    for (const item of entering) {
      const list = byType.get(item.type);
      if (list === undefined) byType.set(item.type, [item]);
      else list.push(item);
    }
    const runs: Caught[] = [...byType.values()].map((items) => ({
      items,
      others: nothingThrown,
      causes: items,
      s: clause.s,
    }));
    // Anything but the network's may come from any `try` (findings.md, "Handled"), if no clause before has taken it.
    if (
      others !== undefined &&
      this.index.networkKind(type) === undefined &&
      (clause.filter === undefined || this.#filter(clause, [], true) !== false)
    )
      runs.push({ items: [], others: others.size > 0 ? others : new Set([type]), causes: entering, s: clause.s });
    let ends: Past | undefined;
    for (const run of runs) {
      this.live = true;
      this.past = { ...start, released: false };
      this.#caught.push(run);
      this.withLocal(clause.id, { exceptions: run.items, otherException: run.others.size > 0 }, () =>
        this.block(clause.body),
      );
      this.#caught.pop();
      if (this.live) ends = meet(ends, this.past);
    }
    return ends;
  }

  #switch(s: Extract<Stmt, { k: 'switch' }>): void {
    const value = this.value(s.e);
    if (!this.live) return;
    const start = this.past;
    const jump: Jump = { loop: false, broke: undefined, continued: undefined };
    this.#jumps.push(jump);
    let ends: Past | undefined;
    let decided = false;
    const choose = (section: SwitchSection): boolean => {
      let possible = false;
      for (const label of section.labels) {
        this.live = true;
        this.past = start;
        const taken = decided || label === null ? undefined : this.arm(label, value);
        if (decided || taken === false) continue;
        if (label !== null) possible = true;
        decided = decided || taken === true;
      }
      return possible;
    };
    const run = (section: SwitchSection): void => {
      this.live = true;
      this.past = start;
      this.block(section.body);
      if (this.live) ends = meet(ends, this.past);
    };
    for (const section of s.sections) if (!section.labels.includes(null) && choose(section)) run(section);
    // `default` is for what no label takes, wherever it stands.
    const last = s.sections.find((section) => section.labels.includes(null));
    if (last !== undefined && (choose(last) || !decided)) run(last);
    else if (last === undefined && !decided) ends = meet(ends, start);
    this.#jumps.pop();
    this.#after(meet(ends, jump.broke));
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
