/** From type syntax to types, reporting names that are none. */
import { tooDeep } from '../diagnostics/catalogue/bodies.ts';
import { typeMismatch, unknownName, wrongArguments } from '../diagnostics/catalogue/types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { SourceFile } from '../source/source.ts';
import type { QualifiedName, TypeSyntax } from '../syntax/tree.ts';
import { statementWords, typeInstead } from './foreign-names.ts';
import { libraryType, libraryTypeNames } from './library/index.ts';
import type { GlobalScope } from './scopes.ts';
import type { GlobalSymbol, TypeParameterSymbol } from './symbols.ts';
import { unmetConstraint } from './type-constraints.ts';
import {
  displayType,
  errorType,
  isDelegateName,
  primitiveTypes,
  type TypeTable,
  typeMap,
  voidType,
} from './type-table.ts';
import type { ClassType, Type } from './types.ts';
import type { Typing } from './typing.ts';

/** Where type syntax stands. */
export interface TypeScope {
  readonly file: number;
  /** Of the functions and classes around, the innermost first. */
  readonly typeParams?: readonly TypeParameterSymbol[] | undefined;
  report(diagnostic: Diagnostic): void;
}

const kinds: Readonly<Record<GlobalSymbol['kind'], string>> = {
  enum: 'an enum',
  entity: 'an entity',
  class: 'a class',
  function: 'a function',
  client: 'a client',
  workflow: 'a workflow',
  policy: 'a policy',
  principal: 'a principal',
};

/** `an entity`, `a function`: what a symbol is, for messages. */
export function describeKind(symbol: GlobalSymbol): string {
  return symbol.kind === 'class' && symbol.form === 'interface' ? 'an interface' : kinds[symbol.kind];
}

/** A generic class of the app with arguments, at a place: to be held against its constraints. */
interface Application {
  readonly type: ClassType;
  readonly at: TypeSyntax;
  readonly scope: TypeScope;
}

export class TypeResolver {
  readonly #typing: Typing;
  readonly #types: TypeTable;
  readonly #scope: GlobalScope;
  readonly #files: readonly SourceFile[];
  readonly #plain = new Map<number, Map<string, Type>>();
  #depth = 0;
  /** Until bases are known, whether a type meets a constraint cannot be told. */
  #waiting: Application[] | undefined = [];

  constructor(typing: Typing, scope: GlobalScope, files: readonly SourceFile[]) {
    this.#typing = typing;
    this.#types = typing.types;
    this.#scope = scope;
    this.#files = files;
  }

  /** Bases and constraints are known from now on. */
  settle(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const each of waiting) this.#checkConstraints(each);
  }

  #checkConstraints({ type, at, scope }: Application): void {
    const { symbol, args } = type;
    const map = typeMap(symbol.typeParams, args);
    for (const [i, param] of symbol.typeParams.entries()) {
      const arg = args[i];
      const constraint = arg && unmetConstraint(this.#typing, param, arg, map);
      if (arg === undefined || constraint === undefined) continue;
      this.#report(scope, at, (file) =>
        diagnose(typeMismatch, file, at, {
          problem: 'constraint',
          type: displayType(arg),
          parameter: `${param.name} of ${symbol.name}`,
          constraint,
        }),
      );
    }
  }

  /** @param allowVoid `void` may stand here: as what a function returns */
  resolve(syntax: TypeSyntax, scope: TypeScope, allowVoid = false): Type {
    if (this.#depth >= maxDepth) {
      this.#report(scope, syntax, (file) => diagnose(tooDeep, file, syntax, undefined));
      return errorType;
    }
    this.#depth++;
    const type = this.#resolve(syntax, scope, allowVoid);
    this.#depth--;
    return type;
  }

  #resolve(syntax: TypeSyntax, scope: TypeScope, allowVoid: boolean): Type {
    switch (syntax.kind) {
      case 'NullableType':
        return this.#types.nullable(this.resolve(syntax.element, scope));
      case 'ArrayType':
        return this.#types.arrayOf(this.resolve(syntax.element, scope));
      case 'TupleType':
        return this.#types.tupleOf(
          syntax.items.map((item) => this.resolve(item.type, scope)),
          syntax.items.map((item) => item.name?.name),
        );
      case 'NamedType': {
        const type = this.#named(syntax.name, syntax.args, syntax, scope);
        if (type === voidType && !allowVoid) {
          this.#report(scope, syntax, diagnoseVoid);
          return errorType;
        }
        return type;
      }
    }
  }

  /**
   * The type that a name stands for, without a report: for expressions, where it may be something else.
   * `arity`: how many type arguments follow. The parameters of a generic type are `args`.
   */
  tryName(
    parts: readonly string[],
    args: readonly Type[],
    scope: Pick<TypeScope, 'file' | 'typeParams'>,
  ): Type | undefined {
    if (parts.length === 1) {
      const name = parts[0] as string;
      if (args.length === 0) {
        const known = primitiveTypes.get(name);
        if (known !== undefined) return known;
        const param = scope.typeParams?.find((p) => p.name === name);
        if (param !== undefined) return this.#types.paramType(param);
      }
      const found = this.#scope.lookup(name, scope.file);
      if (found !== undefined) {
        return found.kind === 'symbols' ? this.#ofSymbol(found.symbols[0] as GlobalSymbol, args) : undefined;
      }
      return this.#types.libraryType(name, args);
    }
    const symbols = this.#scope.lookupQualified(parts, scope.file);
    if (symbols?.[0] !== undefined) return this.#ofSymbol(symbols[0], args);
    return parts[0] === 'System' ? this.#types.libraryType(parts.at(-1) as string, args) : undefined;
  }

  #named(name: QualifiedName, argSyntax: readonly TypeSyntax[] | undefined, at: TypeSyntax, scope: TypeScope): Type {
    const first = name.parts[0]?.name ?? '';
    const plain = argSyntax === undefined && name.parts.length === 1;
    if (plain && first === '') return errorType;
    if (plain && (scope.typeParams === undefined || scope.typeParams.length === 0)) {
      let known = this.#plain.get(scope.file);
      if (known === undefined) {
        known = new Map();
        this.#plain.set(scope.file, known);
      }
      const cached = known.get(first);
      if (cached !== undefined) return cached;
      const type = this.#lookup([first], [], at, scope);
      if (type !== errorType) known.set(first, type);
      return type;
    }
    const args = argSyntax?.map((arg) => this.resolve(arg, scope)) ?? [];
    const parts = name.parts.map((part) => part.name);
    if (parts.includes('')) return errorType;
    return this.#lookup(parts, args, at, scope);
  }

  #lookup(parts: readonly string[], args: readonly Type[], at: TypeSyntax, scope: TypeScope): Type {
    const type = this.tryName(parts, args, scope);
    if (type !== undefined) {
      if (type.kind === 'library' && type.library.kind === 'static') {
        return this.#fail(scope, at, {
          problem: 'not-a-type',
          name: displayType(type),
          is: 'no more than a holder of static members',
        });
      }
      if (type.kind === 'class' && type.args.length > 0) {
        const application = { type, at, scope };
        if (this.#waiting === undefined) this.#checkConstraints(application);
        else this.#waiting.push(application);
      }
      return type;
    }
    const name = parts.at(-1) as string;
    const found = parts.length === 1 ? this.#scope.lookup(name, scope.file) : undefined;
    if (found?.kind === 'ambiguous') {
      return this.#fail(scope, at, { problem: 'ambiguous', name, candidates: found.symbols.map((s) => s.fullName) });
    }
    const symbol = found?.symbols[0] ?? this.#scope.lookupQualified(parts, scope.file)?.[0];
    if (symbol !== undefined) {
      if (symbol.kind === 'class') return this.#wrongArity(scope, at, name, [symbol.typeParams.length], args.length);
      if (args.length > 0 && (symbol.kind === 'enum' || symbol.kind === 'entity')) {
        return this.#wrongArity(scope, at, name, [0], args.length);
      }
      return this.#fail(scope, at, { problem: 'not-a-type', name, is: describeKind(symbol) });
    }
    const arities = parts.length === 1 ? libraryArities(name) : [];
    if (arities.length > 0) return this.#wrongArity(scope, at, name, arities, args.length);
    const elsewhere = this.#scope
      .anywhere(name)
      .find((s) => s.kind === 'enum' || s.kind === 'entity' || s.kind === 'class');
    if (elsewhere !== undefined && parts.length === 1) {
      const namespace = elsewhere.fullName.slice(0, -name.length - 1);
      return this.#fail(scope, at, { problem: 'namespace', name, namespace });
    }
    const suggestion = typeInstead(name) ?? nearest(name, [...this.typeNames(scope), ...statementWords]);
    return this.#fail(scope, at, { problem: 'name', name: parts.join('.'), what: 'type', suggestion });
  }

  /** Names of types that may be written in the file. */
  *typeNames(scope: Pick<TypeScope, 'file' | 'typeParams'>): Iterable<string> {
    for (const param of scope.typeParams ?? []) yield param.name;
    for (const name of this.#scope.visibleNames(scope.file)) {
      const found = this.#scope.lookup(name, scope.file);
      const kind = found?.symbols[0]?.kind;
      if (kind === 'enum' || kind === 'entity' || kind === 'class') yield name;
    }
    yield* primitiveTypes.keys();
    yield* libraryTypeNames();
    yield* ['Func', 'Action', 'Predicate'];
  }

  #ofSymbol(symbol: GlobalSymbol, args: readonly Type[]): Type | undefined {
    switch (symbol.kind) {
      case 'enum':
        return args.length === 0 ? this.#types.enumType(symbol) : undefined;
      case 'entity':
        return args.length === 0 ? this.#types.entityType(symbol) : undefined;
      case 'class':
        return args.length === symbol.typeParams.length ? this.#types.classType(symbol, args) : undefined;
      default:
        return undefined;
    }
  }

  #wrongArity(scope: TypeScope, at: TypeSyntax, callee: string, expected: readonly number[], given: number): Type {
    this.#report(scope, at, (file) =>
      diagnose(wrongArguments, file, at, { problem: 'type-arguments', callee, expected, given }),
    );
    return errorType;
  }

  #fail(scope: TypeScope, at: TypeSyntax, problem: Parameters<typeof unknownName.message>[0]): Type {
    const span = at.kind === 'NamedType' ? at.name : at;
    this.#report(scope, at, (file) => diagnose(unknownName, file, span, problem));
    return errorType;
  }

  #report(scope: TypeScope, at: TypeSyntax, make: (file: SourceFile, at: TypeSyntax) => Diagnostic): void {
    scope.report(make(this.#files[scope.file] as SourceFile, at));
  }
}

function diagnoseVoid(file: SourceFile, at: TypeSyntax): Diagnostic {
  return diagnose(typeMismatch, file, at, { problem: 'void', what: 'what is declared here' });
}

const maxArity = 8;

/** Types nested deeper are of no use to anyone, and what reads definitions refuses them. */
const maxDepth = 32;

/** How many type arguments the library's types of that name take. */
function libraryArities(name: string): readonly number[] {
  if (isDelegateName(name)) return [1];
  const found: number[] = [];
  for (let n = 0; n <= maxArity; n++) if (libraryType(name, n) !== undefined) found.push(n);
  return found;
}
