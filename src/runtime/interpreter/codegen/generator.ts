/** What every part of the code generator works with: the unit, the function and block at hand, and the place in the IR. */
import type { Expr, FunctionKey, IrFunction, IrType, LocalId, Pattern, Stmt } from '../../../ir/ir.ts';
import { parseIrType, type TypeShape } from '../../../ir/types.ts';
import type { FunctionCell } from '../cells.ts';
import type { ClassTable, RowTable } from '../class-table.ts';
import type { FrameOwner } from '../frames.ts';
import { InvalidIrError } from '../invalid-ir.ts';
import type { StaticOwner } from '../support/calls.ts';
import type { SupportName } from '../support.ts';
import type { TypeEnv } from '../type-env.ts';
import type { TypeFacts } from '../type-facts.ts';
import { type Branching, branchPlace, statementPlace, type VisitCounts } from '../visits.ts';
import type { Unit } from './unit.ts';

/** What generated code may ask of the program it belongs to. */
export interface ProgramView {
  readonly facts: TypeFacts;
  function(key: FunctionKey): IrFunction | undefined;
  cell(key: FunctionKey): FunctionCell;
  /** The table of a closed class type. */
  classTable(t: IrType): ClassTable;
  /** The number of a virtual member's place in class tables. */
  slot(key: FunctionKey): number;
  /** The static fields of a class; `field` must be one of them. */
  staticOwner(owner: string, field: string, fail: (problem: string) => never): StaticOwner;
  /** What `new C()` runs where C has no constructor of its own; undefined where that is nothing. */
  implicitConstructor(name: string): FunctionCell | undefined;
  /** The field initialisers of a class, as a function of the instance. */
  fieldInitialisers(name: string): FunctionCell;
  rowTable(entity: string): RowTable;
  readonly emptyEnv: TypeEnv;
  /** Whether the program stubs that function somewhere. */
  stubs(key: FunctionKey): boolean;
  line(file: number, offset: number): number;
  /** Where visits are counted; undefined where nobody wants to know. */
  readonly visits: VisitCounts | undefined;
  /** Names of the hidden type arguments that a function takes. */
  hiddenTypeParams(fn: IrFunction): readonly string[];
}

/** One JavaScript function under construction. */
export class FunctionFrame {
  readonly owner: FrameOwner;
  readonly parent: FunctionFrame | undefined;
  /** A workflow body: `return` and `goto` yield a `BodyOutcome`. */
  readonly isBody: boolean;
  readonly temps: string[] = [];
  /** Something in it may throw an Osy exception. */
  throws = false;
  /** Something in it may call back into generated code, so that depth must be counted. */
  calls = false;
  /** It has a `try`, so exceptions may have got this function's frame already. */
  catches = false;
  /** The JavaScript name of its `TypeEnv`, if it or something outside is generic. */
  readonly env: string | undefined;
  /** Type parameters that are in scope. */
  readonly typeParams: ReadonlySet<string>;
  readonly hasSelf: boolean;

  constructor(options: {
    owner: FrameOwner;
    parent: FunctionFrame | undefined;
    isBody: boolean;
    env: string | undefined;
    typeParams: ReadonlySet<string>;
    hasSelf: boolean;
  }) {
    this.owner = options.owner;
    this.parent = options.parent;
    this.isBody = options.isBody;
    this.env = options.env;
    this.typeParams = options.typeParams;
    this.hasSelf = options.hasSelf;
  }
}

/** A scope of locals, which is also a JavaScript block. */
export class BlockScope {
  readonly parent: BlockScope | undefined;
  readonly ids = new Map<LocalId, LocalInfo>();
  /** Locals that expressions of the block declare: pattern variables, `out var`. */
  readonly hoisted: string[] = [];
  /** Locals whose declaration stands before the statement that declares them. */
  readonly predeclared = new Set<LocalId>();

  constructor(parent: BlockScope | undefined) {
    this.parent = parent;
  }

  find(id: LocalId): LocalInfo | undefined {
    for (let at: BlockScope | undefined = this; at !== undefined; at = at.parent) {
      const found = at.ids.get(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

export interface LocalInfo {
  /** JavaScript text that reads it. */
  readonly js: string;
  /** An `out` or `ref` parameter: it holds a `Ref`. */
  readonly ref: boolean;
  /** A local function, with the names of its type parameters. */
  readonly fn?: readonly string[];
  /** The value stands in a temporary of the generator's own and cannot be assigned. */
  readonly readonly?: boolean;
}

/** How `break` and `continue` leave what they stand in. */
export interface JumpTarget {
  readonly label: string;
  readonly loop: boolean;
  /** The loop's counter of rounds that are not charged yet. */
  readonly rounds?: string;
}

/** The emitters that call each other; handed in so that their files need not know one another. */
export interface Emitters {
  readonly expression: (g: Generator, e: Expr) => string;
  /** An expression whose value nobody wants. */
  readonly effect: (g: Generator, e: Expr) => string;
  readonly statements: (g: Generator, list: readonly Stmt[], scope: BlockScope) => string;
  readonly pattern: (g: Generator, p: Pattern, operand: Operand) => Matched;
}

/** A value under test, in text that may be repeated, with its static type. */
export interface Operand {
  readonly js: string;
  readonly t: TypeShape;
}

/** A pattern's test, and the operand as it is known to be where the test holds. */
export interface Matched {
  readonly test: string;
  readonly narrowed: Operand;
}

/** V8 compiles what it is given by recursion of its own, on the stack of whoever calls the function first. */
const maxNesting = 500;

export class Generator {
  readonly unit: Unit;
  readonly program: ProgramView;
  readonly #emitters: Emitters;
  readonly #place: (string | number)[] = [];
  frame: FunctionFrame;
  scope: BlockScope;
  jumps: JumpTarget[] = [];
  /** JavaScript names of the exceptions that the enclosing `catch` clauses hold, innermost last. */
  caught: string[] = [];
  #depth = 0;

  constructor(program: ProgramView, unit: Unit, emitters: Emitters, frame: FunctionFrame) {
    this.program = program;
    this.unit = unit;
    this.#emitters = emitters;
    this.frame = frame;
    this.scope = new BlockScope(undefined);
  }

  // -------------------------------------------------------------- refusal

  fail(problem: string): never {
    throw new InvalidIrError(problem, this.place());
  }

  place(): string {
    return this.#place.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }

  /** Works on a part of the node at hand. The place stays where it is when `work` fails. */
  at<T>(key: string | number, work: () => T): T {
    this.#place.push(key);
    const result = work();
    this.#place.pop();
    return result;
  }

  /** A list that the node at hand holds. */
  list<T>(value: readonly T[] | undefined, key: string): readonly T[] {
    return Array.isArray(value) ? (value as readonly T[]) : this.fail(`'${key}' is not a list`);
  }

  text(value: unknown, key: string): string {
    return typeof value === 'string' ? value : this.fail(`'${key}' is not a string`);
  }

  literal(value: unknown, key: string): string {
    return JSON.stringify(this.text(value, key));
  }

  // -------------------------------------------------------------- parts

  expr(e: Expr, key: string | number): string {
    return this.#within(e, key, this.#emitters.expression);
  }

  effect(e: Expr, key: string | number): string {
    return this.#within(e, key, this.#emitters.effect);
  }

  #within(e: Expr, key: string | number, emit: (g: Generator, e: Expr) => string): string {
    this.#place.push(key);
    if (typeof e !== 'object' || e === null) this.fail('not an expression');
    // Text this deep would break the JavaScript parser in ways that are hard to tell from other faults.
    if (++this.#depth > maxNesting) this.fail('expressions are nested too deeply');
    const js = emit(this, e);
    this.#depth--;
    this.#place.pop();
    return js;
  }

  exprs(list: readonly Expr[], key: string): string[] {
    return this.list(list, key).map((e, i) => this.at(key, () => this.expr(e, i)));
  }

  /** The statements of a block in a scope of their own, with the block's braces. */
  block(list: readonly Stmt[], key: string | number, scope = new BlockScope(this.scope)): string {
    return this.at(key, () => {
      const outer = this.scope;
      this.scope = scope;
      const text = this.#emitters.statements(this, this.list(list, 'block'), scope);
      this.scope = outer;
      const hoisted = scope.hoisted.length > 0 ? `let ${scope.hoisted.join(',')};` : '';
      return `{${hoisted}${text}}`;
    });
  }

  /** Statements of a scope that several lists share. */
  statements(list: readonly Stmt[], key: string, scope: BlockScope): string {
    return this.at(key, () => this.#emitters.statements(this, this.list(list, key), scope));
  }

  pattern(p: Pattern, operand: Operand, key: string | number): Matched {
    return this.at(key, () => {
      if (typeof p !== 'object' || p === null) this.fail('not a pattern');
      return this.#emitters.pattern(this, p, operand);
    });
  }

  // -------------------------------------------------------------- names

  helper(name: SupportName): string {
    return this.unit.helper(name);
  }

  constant(value: unknown): string {
    return this.unit.constant(value);
  }

  temp(): string {
    const name = `t${this.unit.fresh()}`;
    this.frame.temps.push(name);
    return name;
  }

  localName(id: unknown): string {
    if (!Number.isSafeInteger(id) || (id as number) < 0) this.fail('a local is not a number');
    return `l${id as number}`;
  }

  /** Declares a local in the scope at hand. */
  declare(id: LocalId, info: Partial<LocalInfo> = {}): string {
    const js = this.localName(id);
    this.scope.ids.set(id, { js, ref: false, ...info });
    return js;
  }

  /** The local that an expression binds or passes as `out`: declared by its block unless it is known already. */
  bound(id: LocalId): string {
    const known = this.scope.find(id);
    if (known !== undefined) return known.js;
    const js = this.declare(id);
    this.scope.hoisted.push(js);
    return js;
  }

  local(id: LocalId): LocalInfo {
    this.localName(id);
    return this.scope.find(id) ?? this.fail(`local ${id} is not declared here`);
  }

  // -------------------------------------------------------------- types

  shape(t: IrType): TypeShape {
    if (typeof t !== 'string') this.fail('a type is not a string');
    try {
      return parseIrType(t);
    } catch {
      return this.fail(`not a type: ${JSON.stringify(t).slice(0, 200)}`);
    }
  }

  /** JavaScript text of a closed type: a literal, or bound by the environment of generic code. */
  type(t: IrType): string {
    this.shape(t);
    if (!t.includes('!')) return JSON.stringify(this.program.facts.normal(t));
    const env = this.frame.env;
    if (env === undefined) return this.fail(`type parameter outside generic code: ${t}`);
    return `${env}.bind(${JSON.stringify(this.program.facts.normal(t))})`;
  }

  /** Text of an array of closed types; one shared array where nothing is generic. */
  types(list: readonly IrType[]): string {
    const types = this.list(list, 'targs');
    for (const t of types) this.shape(t);
    if (types.every((t) => !t.includes('!'))) {
      return this.constant(sharedTypes(types.map((t) => this.program.facts.normal(t))));
    }
    return `[${types.map((t) => this.type(t)).join(',')}]`;
  }

  isGeneric(t: IrType): boolean {
    return this.text(t, 't').includes('!');
  }

  // -------------------------------------------------------------- flags

  /** Notes that the function at hand may throw an Osy exception here. */
  throwing(): void {
    this.frame.throws = true;
  }

  /** Notes a call that may come back into generated code. */
  calling(): void {
    this.frame.throws = true;
    this.frame.calls = true;
  }

  // -------------------------------------------------------------- visits

  /** The JavaScript statement that counts a visit of a statement; empty where nobody counts. */
  visit(s: Stmt): string {
    return this.#count(() => statementPlace(this.frame.owner.file, s), ';');
  }

  /** The same for one of the ways that a node may go. */
  visitWay(node: Branching, way: number): string {
    return this.#count(() => branchPlace(this.frame.owner.file, node, way), ';');
  }

  /** A value that stands for one of the ways, counting its visit. */
  way(node: Branching, way: number, js: string): string {
    const count = this.#count(() => branchPlace(this.frame.owner.file, node, way), ',');
    return count === '' ? js : `(${count}${js})`;
  }

  #count(place: () => string, end: string): string {
    const { visits } = this.program;
    return visits === undefined ? '' : `${this.constant(visits.counts)}[${visits.slot(place())}]++${end}`;
  }

  /** `js`, or a NullReferenceException where it is null. */
  notNull(js: string): string {
    this.throwing();
    return `(${js}??${this.helper('nullReference')}())`;
  }
}

const typeLists = new Map<string, readonly IrType[]>();

/** Lists of type arguments are compared and kept by the library; equal ones are one array. */
function sharedTypes(types: readonly IrType[]): readonly IrType[] {
  const key = types.join(';');
  let list = typeLists.get(key);
  if (list === undefined) {
    if (typeLists.size > 10_000) typeLists.clear();
    list = Object.freeze([...types]);
    typeLists.set(key, list);
  }
  return list;
}

/** Whether evaluating the expression again changes nothing and costs nothing. */
export function isSimple(e: Expr): boolean {
  return e.k === 'const' || e.k === 'this' || e.k === 'local';
}
