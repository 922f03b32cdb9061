/**
 * Abstract execution of one function or body: which network exceptions can leave it, by which of its own calls, and what
 * else it does that findings are about (findings.md, "Network findings"). Statements are run in order over what is known
 * of locals; a branch that cannot be taken is not run. `FrameExpressions` in `expressions.ts` does the expressions.
 */
import type { CatchClause, IrFunction, IrSpan, LambdaExpr, Stmt, SwitchSection } from '../ir/ir.ts';
import { plainName } from './app-index.ts';
import { encloses } from './delegates.ts';
import { type Item, ItemSet, joinAll, type Known, type Locals, nothingThrown, together } from './effects.ts';
import { ExpressionWalk } from './expressions.ts';
import { meetPlaces, type Place, Sources, samePlace, variablesIn } from './places.ts';

/** Where `break` and `continue` lead, and what is known on the ways there. */
interface Jump {
  readonly loop: boolean;
  broke: Place | undefined;
  continued: Place | undefined;
}

/** What ends a stretch of code other than its end, and what is known there. */
interface Exits {
  readonly jumps: readonly Jump[];
  /** By falling off the end of the body, a `return`, or a `goto`. */
  ended: Place | undefined;
  returns: readonly (Known | undefined)[];
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

export class Frame extends ExpressionWalk {
  #jumps: Jump[] = [];
  #caught: Caught[] = [];
  #returns: readonly (Known | undefined)[] = [];
  #ended: Place | undefined;

  /** What is known on the ways to an end; undefined where there is none. */
  get ended(): Place | undefined {
    return this.#ended;
  }

  /** Whether some path falls off the end, returns, or goes to a state. */
  get completes(): boolean {
    return this.#ended !== undefined;
  }

  /** What it returns. */
  get returned(): Known | undefined {
    return joinAll(this.#returns);
  }

  /** Learns which locals of a block vary, before anything of it is run. */
  scan(block: readonly Stmt[]): void {
    this.vary(variablesIn(block));
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
    this.#ended = meetPlaces(this.#ended, this.place);
    this.live = false;
  }

  protected override invokeBlock(lambda: LambdaExpr): {
    readonly completes: boolean;
    readonly value: Known | undefined;
    readonly end: Place | undefined;
  } {
    const outer = { jumps: this.#jumps, ended: this.#ended, returns: this.#returns };
    const { live } = this;
    const caught = this.#caught;
    this.#jumps = [];
    this.#ended = undefined;
    this.#returns = [];
    // Written outside a `catch`, it is in none, wherever it is invoked.
    this.#caught = caught.filter((c) => encloses(c.s, lambda.s));
    this.live = true;
    this.run(lambda.body);
    const result = { completes: this.completes, value: this.returned, end: this.#ended };
    this.#jumps = outer.jumps;
    this.#ended = outer.ended;
    this.#returns = outer.returns;
    this.#caught = caught;
    this.live = live;
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
        if (s.init !== undefined) this.set(s.id, this.value(s.init));
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
        const next = (): undefined => {
          for (const v of s.vars) this.set(v.id, source);
        };
        return this.#loop(s.body, { test: () => undefined, testFirst: true, next });
      }
      case 'break': {
        const jump = this.#jumps.at(-1);
        if (jump !== undefined) jump.broke = meetPlaces(jump.broke, this.place);
        this.live = false;
        return;
      }
      case 'continue': {
        const jump = this.#jumps.findLast((j) => j.loop);
        if (jump !== undefined) jump.continued = meetPlaces(jump.continued, this.place);
        this.live = false;
        return;
      }
      case 'return': {
        const value = s.e === undefined ? undefined : this.value(s.e);
        if (!this.live) return;
        // A delegate that is handed out counts where it was created (findings.md, "Reaches the network").
        if (value?.closures !== undefined) this.lose([value]);
        this.#returns = [...this.#returns, value];
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

  /** Round and round, until what one round leaves behind is known where it begins. */
  #loop(
    body: readonly Stmt[],
    how: {
      readonly test: () => boolean | undefined;
      readonly testFirst: boolean;
      /** Before each round. */
      readonly next?: () => void;
      /** Behind each round. */
      readonly step?: () => void;
    },
  ): void {
    if (!this.live) return;
    const jump: Jump = { loop: true, broke: undefined, continued: undefined };
    this.#jumps.push(jump);
    let ends: Place | undefined;
    /** Whether another round may follow. */
    const goesOn = (): boolean => {
      const truth = how.test();
      if (!this.live) return false;
      if (truth !== true) ends = meetPlaces(ends, this.place);
      return truth !== false;
    };
    for (let head = this.place; ; ) {
      const unstable = this.unstable.size;
      if (how.testFirst && !goesOn()) break;
      how.next?.();
      this.block(body);
      this.goOnAt(meetPlaces(this.live ? this.place : undefined, jump.continued));
      if (!this.live) break;
      how.step?.();
      if (!this.live || (!how.testFirst && !goesOn())) break;
      const again = meetPlaces(head, this.place) as Place;
      if (samePlace(again, head) && this.unstable.size === unstable) break;
      head = again;
      this.place = again;
    }
    this.#jumps.pop();
    this.goOnAt(meetPlaces(ends, jump.broke));
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
    const outer = { items: this.items, throws: this.throws, sources: this.sources };
    const last = s.finally;
    const around = last === undefined ? undefined : this.#divert();
    const start = this.place;
    const inside = new Sources();
    this.sources = inside;
    this.items = new ItemSet();
    this.throws = nothingThrown;
    this.mayFail();
    this.block(s.body);
    let end = this.live ? this.place : undefined;
    let others = this.throws;
    let remaining: readonly Item[] = [...this.items];
    /** Where a clause begins: an exception may come from the first statement as well as from the last. */
    const from = (locals: Locals | undefined): Place => ({ past: start.past, locals: locals ?? start.locals });
    const leaving = new ItemSet();
    const left = new Sources();
    this.items = leaving;
    this.throws = nothingThrown;
    this.sources = left;
    /** Types of which no exception that is none of the network's comes this far. */
    const taken: string[] = [];
    for (const clause of s.catches) {
      const type = typeOf(clause);
      const reached = !taken.some((t) => this.index.isClass(type, t));
      const placeOf = (networkType?: string): Place =>
        from(networkType === undefined ? inside.anywhere : inside.of(networkType));
      const { entering, passing } = this.#sort(clause, remaining, placeOf);
      remaining = passing;
      this.place = placeOf();
      const met = this.#sortOthers(clause, others);
      others = met.passing;
      if (met.all) taken.push(type);
      end = meetPlaces(end, this.#catch(clause, entering, reached ? met.entering : undefined, placeOf));
    }
    leaving.addAll(remaining);
    for (const { type } of remaining) left.thrown(type, from(inside.of(type)).locals);
    if (!taken.includes('Exception')) left.passed(from(inside.anywhere).locals);
    const throws = together(this.throws, others);
    this.items = outer.items;
    this.throws = outer.throws;
    this.sources = outer.sources;
    const through = last === undefined ? (way: Place): Place => way : this.#through(last);
    if (around !== undefined) this.#rejoin(around, through);
    for (const item of leaving) {
      const way = through(from(left.of(item.type)));
      if (way === undefined) continue;
      this.items.add(item);
      this.sources?.thrown(item.type, way.locals);
    }
    const way = through(from(left.anywhere));
    if (way !== undefined) this.throws = together(this.throws, throws);
    if (way !== undefined && left.anywhere !== undefined) this.sources?.passed(way.locals);
    this.goOnAt(end === undefined ? undefined : through(end));
  }

  /** From here on, ways out are kept apart from those around. */
  #divert(): Exits {
    const around: Exits = { jumps: this.#jumps, ended: this.#ended, returns: this.#returns };
    this.#jumps = this.#jumps.map(({ loop }) => ({ loop, broke: undefined, continued: undefined }));
    this.#ended = undefined;
    this.#returns = [];
    return around;
  }

  /** Ways out that were kept apart go on to where they lead, as far as they get `through` a `finally`. */
  #rejoin(around: Exits, through: (way: Place) => Place | undefined): void {
    const inside: Exits = { jumps: this.#jumps, ended: this.#ended, returns: this.#returns };
    this.#jumps = [...around.jumps];
    this.#returns = around.returns;
    this.#ended = around.ended;
    const past = (way: Place | undefined): Place | undefined => (way === undefined ? undefined : through(way));
    for (const [i, jump] of around.jumps.entries()) {
      jump.broke = meetPlaces(jump.broke, past(inside.jumps[i]?.broke));
      jump.continued = meetPlaces(jump.continued, past(inside.jumps[i]?.continued));
    }
    const ended = past(inside.ended);
    this.#ended = meetPlaces(this.#ended, ended);
    if (ended !== undefined) this.#returns = [...this.#returns, ...inside.returns];
  }

  /**
   * Where a way goes on behind a `finally`. One that never ends normally leaves nothing of what was on its way: no exception,
   * no jump, no end.
   */
  #through(block: readonly Stmt[]): (way: Place) => Place | undefined {
    const gone: { readonly way: Place; readonly end: Place | undefined }[] = [];
    return (way) => {
      const known = gone.find((g) => samePlace(g.way, way));
      if (known !== undefined) return known.end;
      this.live = true;
      this.place = way;
      this.block(block);
      const end = this.live ? this.place : undefined;
      gone.push({ way, end });
      return end;
    };
  }

  /** Which items a clause takes, and which go on to the next one. */
  #sort(
    clause: CatchClause,
    items: readonly Item[],
    placeOf: (type: string) => Place,
  ): { readonly entering: readonly Item[]; readonly passing: readonly Item[] } {
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
      this.place = placeOf(item.type);
      const accepted = this.#accepts(clause, { exceptions: [item], otherException: false });
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
    const certain = this.#accepts(clause, { exceptions: [], otherException: true }) === true;
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

  /**
   * Whether a clause takes an exception, by its filter; undefined where that is not known. The clause's local is set, and what
   * the filter binds. A filter's own calls count as made; what they throw is swallowed, as in C#.
   */
  #accepts(clause: CatchClause, caught: Known): boolean | undefined {
    if (clause.id !== undefined) this.set(clause.id, caught);
    if (clause.filter === undefined) return true;
    const { items, throws, sources, past } = this;
    this.items = new ItemSet();
    this.sources = undefined;
    this.live = true;
    const truth = this.value(clause.filter)?.truth;
    const ended = this.live;
    this.items = items;
    this.throws = throws;
    this.sources = sources;
    this.past = past;
    return ended ? truth : false;
  }

  /**
   * Runs a clause once for each type that enters, so that tests of the exception's type are decided. Gives what is known on
   * the ways to its end; undefined where it never ends. `others`: undefined where none but the network's comes this far.
   */
  #catch(
    clause: CatchClause,
    entering: readonly Item[],
    others: ReadonlySet<string> | undefined,
    placeOf: (networkType?: string) => Place,
  ): Place | undefined {
    const type = typeOf(clause);
    const byType = new Map<string, Item[]>();
    for (const item of entering) {
      const list = byType.get(item.type);
      if (list === undefined) byType.set(item.type, [item]);
      else list.push(item);
    }
    const runs: (Caught & { readonly place: Place })[] = [...byType].map(([networkType, items]) => ({
      items,
      others: nothingThrown,
      causes: items,
      s: clause.s,
      place: placeOf(networkType),
    }));
    // Anything but the network's may come from any `try` (findings.md, "Handled"), if no clause before has taken it.
    if (others !== undefined && this.index.networkKind(type) === undefined)
      runs.push({
        items: [],
        others: others.size > 0 ? others : new Set([type]),
        causes: entering,
        s: clause.s,
        place: placeOf(),
      });
    let ends: Place | undefined;
    for (const run of runs) {
      this.live = true;
      this.place = { past: { ...run.place.past, released: false }, locals: run.place.locals };
      if (this.#accepts(clause, { exceptions: run.items, otherException: run.others.size > 0 }) === false) continue;
      this.live = true;
      this.#caught.push(run);
      this.block(clause.body);
      this.#caught.pop();
      if (this.live) ends = meetPlaces(ends, this.place);
    }
    return ends;
  }

  #switch(s: Extract<Stmt, { k: 'switch' }>): void {
    const value = this.value(s.e);
    if (!this.live) return;
    const start = this.place;
    const jump: Jump = { loop: false, broke: undefined, continued: undefined };
    this.#jumps.push(jump);
    let ends: Place | undefined;
    let decided = false;
    const choose = (section: SwitchSection): boolean => {
      let possible = false;
      for (const label of section.labels) {
        this.live = true;
        this.place = start;
        const taken = decided || label === null ? undefined : this.arm(label, value);
        if (decided || taken === false) continue;
        if (label !== null) possible = true;
        decided = decided || taken === true;
      }
      return possible;
    };
    const run = (section: SwitchSection): void => {
      this.live = true;
      this.place = start;
      this.block(section.body);
      if (this.live) ends = meetPlaces(ends, this.place);
    };
    for (const section of s.sections) if (!section.labels.includes(null) && choose(section)) run(section);
    // `default` is for what no label takes, wherever it stands.
    const last = s.sections.find((section) => section.labels.includes(null));
    if (last !== undefined && (choose(last) || !decided)) run(last);
    else if (last === undefined && !decided) ends = meetPlaces(ends, start);
    this.#jumps.pop();
    this.goOnAt(meetPlaces(ends, jump.broke));
  }
}
