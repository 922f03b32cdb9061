/** The state of checking one body, and what all parts of the checker ask of each other. */
import { tooDeep } from '../../diagnostics/catalogue/bodies.ts';
import { unknownName } from '../../diagnostics/catalogue/types.ts';
import { type Diagnostic, type DiagnosticExtras, diagnose, type Rule } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { Expr, IrSpan, LocalId, Pattern, Stmt } from '../../ir/ir.ts';
import type { SourceFile } from '../../source/source.ts';
import type { Expression, Identifier, Node, Statement, TypeSyntax } from '../../syntax/tree.ts';
import type { BodyRequest } from '../body-request.ts';
import type { CheckContext } from '../context.ts';
import type { Conversions } from '../conversions.ts';
import type { Declarations } from '../declarations.ts';
import type { Hierarchy } from '../hierarchy.ts';
import type { Members } from '../members.ts';
import { Overloads } from '../overloads.ts';
import { errorType, type TypeTable } from '../type-table.ts';
import type { Type } from '../types.ts';
import { type Bound, spanOf, type Value } from './bound.ts';
import type { LocalVariable, Scope } from './scope.ts';

/** What a binder needs to know of the body it is in. */
export type BodyContext = Pick<
  BodyRequest,
  'file' | 'typeParams' | 'owner' | 'item' | 'hasActor' | 'routes' | 'goto' | 'isConstructor' | 'describe'
>;

/** The parts that `createBinder` puts in, so that they can ask each other without importing each other. */
export interface BinderParts {
  bind(b: Binder, e: Expression, scope: Scope): Bound;
  statement(b: Binder, statement: Statement, scope: Scope, out: Stmt[]): void;
  /** A list of them, with local functions known from the start. */
  statements(b: Binder, list: readonly Statement[], scope: Scope, out: Stmt[]): void;
  /** A value of natural type; reports where there is none. */
  toValue(b: Binder, bound: Bound, at: Node): Value;
  convert(b: Binder, bound: Bound, to: Type, at: Node, what: string | undefined): Expr;
}

/**
 * Deeper than this the checker does not follow. The parser gives chains of a thousand links and two hundred levels of
 * nesting, which together could be far deeper than the stack.
 */
const maxDepth = 1100;

export class Binder {
  readonly context: CheckContext;
  readonly body: BodyContext;
  readonly declarations: Declarations;
  readonly types: TypeTable;
  readonly members: Members;
  readonly hierarchy: Hierarchy;
  readonly conversions: Conversions;
  readonly overloads: Overloads;
  readonly file: SourceFile;
  /** Where locals and local functions are named, for `unused-local`. */
  readonly nameSpans = new Map<LocalId, IrSpan>();
  /** Locals that an `out` argument declares. */
  readonly outLocals = new Set<LocalId>();
  /** Locals of a reference type that an `out` argument sets: to null, where there was nothing to give. */
  readonly outReferences = new Set<LocalId>();
  /** What the patterns that test for a type test for. */
  readonly patternTypes = new WeakMap<Pattern, Type>();
  /** Places of values that a `!` vouches for. */
  readonly trusted = new Set<string>();
  /** What `?.` has in hand, the innermost last. */
  readonly receivers: Value[] = [];
  /** In the arguments of `: base(…)`: the parameters are there, and the object is not. */
  beforeObject = false;
  /** `checked(…)` around the operator at hand. */
  checkedDepth = 0;
  /** `unchecked(…)` around it: constants wrap. */
  unchecked = false;

  readonly #parts: BinderParts;
  readonly #sinks: Diagnostic[][] = [];
  #nextLocal = 0;
  #depth = 0;

  constructor(context: CheckContext, body: BodyContext, parts: BinderParts, firstLocal = 0) {
    this.context = context;
    this.body = body;
    this.#parts = parts;
    this.#nextLocal = firstLocal;
    this.declarations = context.declarations;
    this.types = context.declarations.types;
    const { members, hierarchy, conversions } = context.declarations.typing;
    this.members = members;
    this.hierarchy = hierarchy;
    this.conversions = conversions;
    this.overloads = overloadsOf(context.declarations);
    this.file = context.declarations.files[body.file] as SourceFile;
  }

  // -------------------------------------------------------------- findings

  report<P>(rule: Rule<P>, at: Node | Identifier, params: P, extras?: DiagnosticExtras): void {
    this.add(diagnose(rule, this.file, at, params, extras));
  }

  add(diagnostic: Diagnostic): void {
    const sink = this.#sinks.at(-1);
    if (sink) sink.push(diagnostic);
    else this.context.report(diagnostic);
  }

  /** Runs `work` and keeps what it reports. */
  withhold<T>(work: () => T): { readonly result: T; readonly diagnostics: readonly Diagnostic[] } {
    const diagnostics: Diagnostic[] = [];
    this.#sinks.push(diagnostics);
    const result = work();
    this.#sinks.pop();
    return { result, diagnostics };
  }

  // -------------------------------------------------------------- parts

  /** Whatever the expression is. */
  bind(e: Expression, scope: Scope): Bound {
    if (this.#depth >= maxDepth) {
      this.report(tooDeep, e, undefined);
      return this.error(e);
    }
    this.#depth++;
    const bound = this.#parts.bind(this, e, scope);
    this.#depth--;
    return bound;
  }

  statement(statement: Statement, scope: Scope, out: Stmt[]): void {
    if (this.#depth >= maxDepth) {
      this.report(tooDeep, statement, undefined);
      return;
    }
    this.#depth++;
    this.#parts.statement(this, statement, scope, out);
    this.#depth--;
  }

  statements(list: readonly Statement[], scope: Scope, out: Stmt[]): void {
    this.#parts.statements(this, list, scope, out);
  }

  /** The expression as a value of its natural type. */
  value(e: Expression, scope: Scope): Value {
    return this.toValue(this.bind(e, scope), e);
  }

  toValue(bound: Bound, at: Node): Value {
    return bound.k === 'value' ? bound : this.#parts.toValue(this, bound, at);
  }

  /** Converted implicitly to `to`. `what` names the place in a message: `argument 'count'`. */
  convert(bound: Bound, to: Type, at: Node, what?: string): Expr {
    return this.#parts.convert(this, bound, to, at, what);
  }

  /** The expression converted to `to`. */
  converted(e: Expression, scope: Scope, to: Type, what?: string): Expr {
    return this.convert(this.bind(e, scope), to, e, what);
  }

  /** A binder for an expression that stands somewhere else: a default value, a constant. It counts this one's depth. */
  elsewhere(body: Pick<BodyContext, 'file' | 'owner' | 'describe'>): Binder {
    const { owner, ...rest } = body;
    const other = new Binder(
      this.context,
      { ...rest, ...(owner ? { owner } : {}), hasActor: false, routes: false, goto: this.body.goto },
      this.#parts,
    );
    other.#depth = this.#depth;
    return other;
  }

  // -------------------------------------------------------------- makings

  newLocal = (): LocalId => this.#nextLocal++;

  /** The next free number: where a script that goes on begins. */
  get nextLocal(): LocalId {
    return this.#nextLocal;
  }

  resolveType(syntax: TypeSyntax, scope: Scope, allowVoid = false): Type {
    return this.declarations.resolver.resolve(
      syntax,
      { file: this.body.file, typeParams: scope.fn.typeParams, report: (d) => this.add(d) },
      allowVoid,
    );
  }

  isVar(syntax: TypeSyntax): boolean {
    return (
      syntax.kind === 'NamedType' &&
      syntax.args === undefined &&
      syntax.name.parts.length === 1 &&
      syntax.name.parts[0]?.name === 'var'
    );
  }

  /** A value that is wrong already; `parts` keep what was evaluated in it, for the flow of values. */
  error(at: Node, parts: readonly Expr[] = []): Value {
    const s = spanOf(at);
    const nothing: Expr = { k: 'const', s, t: errorType.key, v: null };
    return {
      k: 'value',
      type: errorType,
      e: parts.length === 0 ? nothing : { k: 'invoke', s, t: errorType.key, f: nothing, args: parts },
    };
  }

  val(type: Type, e: Expr): Value {
    return { k: 'value', type, e };
  }

  readLocal(variable: LocalVariable, at: Node): Value {
    const s = spanOf(at);
    if (variable.constant) return this.val(variable.type ?? errorType, { ...variable.constant, s });
    const type = variable.type ?? errorType;
    const readOnly =
      variable.readOnly === undefined ? undefined : { what: `'${variable.name}'`, why: variable.readOnly };
    return { k: 'value', type, e: { k: 'local', s, t: type.key, id: variable.id, name: variable.name }, readOnly };
  }

  unknown(name: Identifier, candidates: Iterable<string>): void {
    if (name.name === '') return;
    const suggestion = nearest(name.name, candidates);
    this.report(unknownName, name, { problem: 'name', name: name.name, what: 'name', suggestion });
  }
}

const overloads = new WeakMap<Declarations, Overloads>();

function overloadsOf(declarations: Declarations): Overloads {
  let made = overloads.get(declarations);
  if (made === undefined) {
    made = new Overloads(declarations.typing);
    overloads.set(declarations, made);
  }
  return made;
}
