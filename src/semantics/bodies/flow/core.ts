import { possibleNull, unassignedLocal } from '../../../diagnostics/catalogue/bodies.ts';
import { type Diagnostic, diagnose } from '../../../diagnostics/diagnostic.ts';
import type { Expr, IrSpan, LocalExpr, LocalId, LValue, Pattern, Stmt } from '../../../ir/ir.ts';
import type { SourceFile } from '../../../source/source.ts';
import { copy, type FlowState, forget, initialState, join, unreachable, withDoubt, withKnown } from './state.ts';

/** The states after a condition that came out true, and false. */
export interface Fork {
  readonly yes: FlowState;
  readonly no: FlowState;
}

/** What a pattern is matched against: its path, and the paths that hold something if it does. */
export interface Subject {
  readonly path: string | undefined;
  readonly implied: readonly string[];
  /** Of a tuple that is written out: its parts. */
  readonly items?: readonly Subject[];
}

export interface Loop {
  readonly breaks: FlowState[];
  /** A `switch` takes `break` but leaves `continue` to the loop around it. */
  readonly continues: FlowState[] | undefined;
}

/** A function-like part: the body itself, a lambda, a local function. */
export interface Frame {
  readonly loops: Loop[];
  readonly returns: FlowState[];
  /** In a local function: what it reads of the outside before it sets it, by local, with a name for messages. */
  readonly needs: Map<LocalId, string> | undefined;
  /** In a local function: the locals of its own. */
  readonly own: ReadonlySet<LocalId> | undefined;
}

export interface LocalFunctionFacts {
  readonly needs: ReadonlyMap<LocalId, string>;
  /** Bits that a call sets. */
  readonly assigns: bigint;
}

/** The state of one analysis and what all its parts share; the parts are put in by `analyseFlow`. */
export class FlowCore {
  readonly file: SourceFile;
  state: FlowState = initialState();
  frame: Frame = { loops: [], returns: [], needs: undefined, own: undefined };
  readonly gotos = new Map<number, { readonly state: string; readonly span: IrSpan }>();
  /** Heads of loops as far as they are known: going round again starts from here. */
  readonly heads = new Map<object, FlowState>();
  readonly localFunctions = new Map<LocalId, Extract<Stmt, { k: 'localFn' }>>();
  readonly localFacts = new Map<LocalId, LocalFunctionFacts | 'running'>();
  /** Paths that lost what was known of them, for each `try` being walked. */
  readonly lost: string[][] = [];

  readonly expr: (e: Expr) => boolean;
  readonly cond: (e: Expr) => Fork;
  readonly pattern: (p: Pattern, subject: Subject) => Fork;
  readonly stmts: (body: readonly Stmt[]) => void;
  readonly enterLocalFunction: (id: LocalId) => LocalFunctionFacts | undefined;

  readonly #bits = new Map<LocalId, bigint>();
  readonly #aliases = new Map<LocalId, string | undefined>();
  readonly #reported = new Set<string>();
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #outLocals: ReadonlySet<LocalId>;
  readonly #outReferences: ReadonlySet<LocalId>;
  /** In a lambda: what it assigns. Where it has run, what was doubted of that may hold no longer. */
  #assignedInside: Set<string> | undefined;
  readonly #trusted: ReadonlySet<string>;

  constructor(
    about: {
      readonly file: SourceFile;
      readonly outLocals: ReadonlySet<LocalId>;
      readonly outReferences: ReadonlySet<LocalId>;
      readonly trusted: ReadonlySet<string>;
      readonly report: (diagnostic: Diagnostic) => void;
    },
    parts: {
      expr: (core: FlowCore, e: Expr) => boolean;
      cond: (core: FlowCore, e: Expr) => Fork;
      pattern: (core: FlowCore, p: Pattern, subject: Subject) => Fork;
      stmts: (core: FlowCore, body: readonly Stmt[]) => void;
      localFunction: (core: FlowCore, id: LocalId) => LocalFunctionFacts | undefined;
    },
  ) {
    this.file = about.file;
    this.#report = about.report;
    this.#outLocals = about.outLocals;
    this.#outReferences = about.outReferences;
    this.#trusted = about.trusted;
    this.expr = (e) => parts.expr(this, e);
    this.cond = (e) => parts.cond(this, e);
    this.pattern = (p, subject) => parts.pattern(this, p, subject);
    this.stmts = (body) => parts.stmts(this, body);
    this.enterLocalFunction = (id) => parts.localFunction(this, id);
  }

  /** Loops are walked until nothing changes: each finding is told once. */
  report(diagnostic: Diagnostic): void {
    const key = `${diagnostic.code}:${diagnostic.span.start}:${diagnostic.span.end}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#report(diagnostic);
  }

  // -------------------------------------------------------------- reachability

  stop(byGoto = false): void {
    this.state = unreachable(byGoto || (!this.state.reachable && this.state.byGoto));
  }

  // -------------------------------------------------------------- assignment

  /** Begins a local without a value. */
  declare(id: LocalId): void {
    const bit = this.#bitOf(id);
    if (this.state.reachable) this.state.assigned &= ~bit;
  }

  #bitOf(id: LocalId): bigint {
    let bit = this.#bits.get(id);
    if (bit === undefined) {
      bit = 1n << BigInt(this.#bits.size);
      this.#bits.set(id, bit);
    }
    return bit;
  }

  bit(id: LocalId): bigint {
    return this.#bits.get(id) ?? 0n;
  }

  setAssigned(id: LocalId): void {
    this.state.assigned |= this.bit(id);
  }

  isAssigned(id: LocalId): boolean {
    const bit = this.bit(id);
    return bit === 0n || (this.state.assigned & bit) !== 0n;
  }

  /** A local's value is asked for. */
  read(e: LocalExpr, at: IrSpan = e.s): void {
    this.readNamed(e.id, e.name, at);
  }

  readNamed(id: LocalId, name: string, at: IrSpan): void {
    if (!this.state.reachable || this.isAssigned(id)) return;
    if (this.frame.needs && this.isOutside(id)) {
      this.frame.needs.set(id, name);
      return;
    }
    this.report(diagnose(unassignedLocal, this.file, { start: at[0], end: at[1] }, { name }));
    this.setAssigned(id);
  }

  /** In a local function: a local of the body around it. */
  isOutside(id: LocalId): boolean {
    return this.frame.own !== undefined && !this.frame.own.has(id);
  }

  /** What `e` is to a pattern that it is matched against. */
  subject(e: Expr): Subject {
    const subject = { path: this.path(e), implied: this.implied(e) };
    return e.k === 'tuple' ? { ...subject, items: e.items.map((item) => this.subject(item)) } : subject;
  }

  // -------------------------------------------------------------- null

  /** The access path of an expression that keeps its value until it is assigned, or undefined. */
  path(e: Expr): string | undefined {
    switch (e.k) {
      case 'local':
        return this.#aliases.has(e.id) ? this.#aliases.get(e.id) : `L${e.id}`;
      case 'this':
        return 'T';
      case 'item':
        return 'I';
      case 'actor':
        return 'A';
      case 'sfield':
        return `S${e.owner}.${e.f}`;
      case 'field':
        return this.#member(e.o, e.f);
      case 'prop':
        return e.args.length > 0 ? undefined : e.o ? this.#member(e.o, e.get ?? '') : `S${e.get}`;
      case 'lib':
        if (e.o === undefined || e.args.length > 0 || e.m.endsWith(')')) return undefined;
        return e.m === 'Nullable.Value' ? this.path(e.o) : this.#member(e.o, e.m);
      case 'libprop':
        return e.args.length > 0 ? undefined : this.#member(e.o, e.m);
      default:
        return undefined;
    }
  }

  #member(o: Expr, name: string): string | undefined {
    const path = this.path(o);
    return path === undefined ? undefined : `${path}.${name}`;
  }

  /** The local stands for what `path` names (the operand of `?.`, of a property pattern). */
  alias(id: LocalId, path: string | undefined): void {
    this.#aliases.set(id, path);
  }

  /** Of a nullable expression, or a local that got what may be null: may it be null here? */
  mayBeNull(e: Expr): boolean {
    const path = this.path(e);
    if (!e.t.endsWith('?')) return path !== undefined && this.state.doubted.has(path);
    if (path !== undefined && this.state.known.has(path)) return false;
    // What a local function sees of the outside depends on its callers: no false alarm.
    return !(e.k === 'local' && this.isOutside(e.id));
  }

  /** Paths that hold something whenever the value of `e` is not null. */
  implied(e: Expr): readonly string[] {
    const paths: string[] = [];
    let rest: Expr | undefined = e;
    while (rest !== undefined) {
      const path = this.path(rest);
      if (path !== undefined) paths.push(path);
      switch (rest.k) {
        case 'nullcond': {
          const operand = this.path(rest.o);
          if (operand !== undefined) paths.push(operand);
          paths.push(...this.implied(rest.then));
          rest = rest.o;
          break;
        }
        case 'conv':
        case 'cast':
        case 'as':
        case 'box':
          rest = rest.e;
          break;
        case 'assign': {
          const to = this.path(rest.to);
          if (to !== undefined) paths.push(to);
          rest = rest.v;
          break;
        }
        // What a value was asked of is there: `a?.B.C`, `x.Name`.
        case 'field':
        case 'elem':
        case 'libprop':
          rest = rest.o;
          break;
        case 'prop':
        case 'call':
          rest = rest.o;
          break;
        case 'lib':
          rest = rest.m.startsWith('Nullable.') && rest.m !== 'Nullable.Value' ? undefined : rest.o;
          break;
        default:
          rest = undefined;
      }
    }
    return paths;
  }

  know(paths: readonly string[]): void {
    this.state = withKnown(this.state, paths);
  }

  /** `to` gets a value. */
  assign(to: LValue | LocalExpr, maybeNull: boolean): void {
    if (to.k === 'local') {
      if (this.#outLocals.has(to.id)) this.#bitOf(to.id);
      this.setAssigned(to.id);
    }
    const path = this.path(to);
    if (path === undefined || !this.state.reachable) return;
    this.#assignedInside?.add(path);
    this.state.known = forget(this.state.known, path);
    if (!to.t.endsWith('?')) {
      if (maybeNull && to.k === 'local') this.state = withDoubt(this.state, path);
      else if (this.state.doubted.has(path)) this.know([path]);
      return;
    }
    if (maybeNull) this.lost.at(-1)?.push(path);
    else this.know([path]);
  }

  /** Walks a function that runs later, if at all: what it assigns is no longer doubted after it. */
  later(walk: () => void): void {
    const outer = this.#assignedInside;
    const inside = new Set<string>();
    this.#assignedInside = inside;
    walk();
    this.#assignedInside = outer;
    for (const path of inside) outer?.add(path);
    const { doubted } = this.state;
    if ([...inside].some((path) => doubted.has(path))) {
      this.state = { ...this.state, doubted: new Set([...doubted].filter((path) => !inside.has(path))) };
    }
  }

  /** `TryGetValue` answered false: what its `out` argument was set to is null, where its type has that. */
  missed(args: readonly Expr[], state: FlowState): FlowState {
    return args.reduce((before, arg) => {
      if (arg.k !== 'ref' || arg.to.k !== 'local' || !this.#outReferences.has(arg.to.id)) return before;
      const path = this.path(arg.to);
      return path === undefined ? before : withDoubt(before, path);
    }, state);
  }

  /** A `!` stands behind it. */
  isTrusted(e: Expr): boolean {
    return this.#trusted.size > 0 && this.#trusted.has(e.s.join(':'));
  }

  /** `o` is asked for a member, an element, a call. */
  dereference(o: Expr, maybeNull: boolean, member: string): void {
    if (this.isTrusted(o)) {
      // Who vouches for it once means it from here on.
      this.know(this.implied(o));
      return;
    }
    if (!maybeNull || !this.state.reachable) return;
    const text = this.file.text.slice(o.s[0], o.s[1]);
    const what = text.length <= 48 && !text.includes('\n') && text !== '' ? `'${text}'` : 'this value';
    this.report(diagnose(possibleNull, this.file, { start: o.s[0], end: o.s[1] }, { what, member }));
    // One finding for each value, not one for each use after it.
    this.know(this.implied(o));
  }

  fork(): Fork {
    return { yes: this.state, no: copy(this.state) };
  }

  /** After a fork both of whose sides go on together. */
  meet({ yes, no }: Fork): void {
    this.state = join(yes, no);
  }
}
