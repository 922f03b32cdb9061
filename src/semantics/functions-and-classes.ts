/** Functions, classes and interfaces with their bodies checked: the model's `functions` and `classes`. */
import { invalidConstant } from '../diagnostics/catalogue/bodies.ts';
import { missingReturn } from '../diagnostics/catalogue/types.ts';
import { gotoOutsideWorkflow } from '../diagnostics/catalogue/workflows.ts';
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts';
import type { Expr, IrFunction, IrParameter } from '../ir/ir.ts';
import type { ClassField, ClassModel } from '../ir/model.ts';
import type { SourceFile, Span } from '../source/source.ts';
import type { ArrowBody, Block, Expression, Node } from '../syntax/tree.ts';
import { storedAccessors } from './auto-properties.ts';
import type { BodyRequest, CheckedBody } from './body-request.ts';
import type { Declarations } from './declarations.ts';
import { hasAttribute, irSpan, spanOf } from './declarations-symbols.ts';
import { jsonName } from './json-names.ts';
import type {
  ClassSymbol,
  ConstructorSymbol,
  FieldSymbol,
  FunctionSymbol,
  IndexerSymbol,
  MethodSymbol,
  OperatorSymbol,
  Owner,
  ParameterSymbol,
  PropertySymbol,
  TypeParameterSymbol,
} from './symbols.ts';
import { displayType, errorType, voidType } from './type-table.ts';
import type { Type } from './types.ts';

export interface FunctionsAndClasses {
  /** Functions, then the members of classes and entities; each in the order of files and places. */
  readonly functions: readonly IrFunction[];
  readonly classes: readonly ClassModel[];
}

/** @param checkBody reports what is wrong inside a body; `report` takes what this pass itself has to say */
export function buildFunctionsAndClasses(
  declarations: Declarations,
  checkBody: (request: BodyRequest) => CheckedBody,
  report: (diagnostic: Diagnostic) => void,
): FunctionsAndClasses {
  const builder = new Builder(declarations, checkBody, report);
  for (const symbol of declarations.functions) builder.function(symbol);
  for (const symbol of declarations.entities) builder.members(symbol);
  const classes = declarations.classes.map((symbol) => builder.class(symbol));
  return { functions: builder.functions, classes };
}

/** What a function of any kind is made from. */
interface Making {
  readonly owner: Owner | undefined;
  readonly file: number;
  readonly key: string;
  readonly name: string;
  readonly kind: IrFunction['kind'];
  readonly declaration: Node;
  readonly nameSpan: Span;
  readonly isPublic?: boolean;
  readonly isStatic: boolean;
  readonly virtual: boolean;
  readonly overrides: readonly string[];
  /** Its own, without the class's. */
  readonly typeParams: readonly TypeParameterSymbol[];
  readonly params: readonly ParameterSymbol[];
  readonly returns: Type;
  readonly body: Block | ArrowBody | undefined;
  readonly describe: string;
  readonly chain?: BodyRequest['chain'] | undefined;
  readonly self?: boolean;
}

class Builder {
  readonly functions: IrFunction[] = [];
  readonly #declarations: Declarations;
  readonly #checkBody: (request: BodyRequest) => CheckedBody;
  readonly #report: (diagnostic: Diagnostic) => void;

  constructor(
    declarations: Declarations,
    checkBody: (request: BodyRequest) => CheckedBody,
    report: (diagnostic: Diagnostic) => void,
  ) {
    this.#declarations = declarations;
    this.#checkBody = checkBody;
    this.#report = report;
  }

  function(symbol: FunctionSymbol): void {
    const { declaration } = symbol;
    const kind = hasAttribute(declaration.attributes, 'Test')
      ? 'test'
      : hasAttribute(declaration.attributes, 'TestFixture')
        ? 'fixture'
        : 'function';
    this.#make({
      owner: undefined,
      file: symbol.file,
      key: symbol.key,
      name: symbol.name,
      kind,
      isPublic: declaration.modifiers.includes('public'),
      declaration,
      nameSpan: declaration.name,
      isStatic: false,
      virtual: false,
      overrides: [],
      typeParams: symbol.typeParams,
      params: symbol.params,
      returns: symbol.returns,
      body: declaration.body,
      describe: `function '${symbol.name}'`,
    });
  }

  class(symbol: ClassSymbol): ClassModel {
    const functions = this.members(symbol);
    const [first] = symbol.declarations as [(typeof symbol.declarations)[number]];
    const fields = symbol.members.flatMap((member): ClassField[] => {
      if (member.kind === 'field') return [this.#field(member)];
      return member.kind === 'property' && member.stored ? [this.#field(member)] : [];
    });
    return {
      name: symbol.fullName,
      form: symbol.form,
      typeParams: symbol.typeParams.map((param) => param.name),
      ...(symbol.base === undefined ? {} : { base: symbol.base.key }),
      interfaces: symbol.interfaces.map((type) => type.key),
      ...(symbol.abstract && symbol.form === 'class' ? { abstract: true as const } : {}),
      fields,
      functions,
      file: symbol.file,
      span: irSpan(first.declaration),
      nameSpan: symbol.nameSpan,
    };
  }

  /** @returns the keys of the members with bodies, or without one where it is abstract */
  members(owner: Owner): string[] {
    const from = this.functions.length;
    for (const member of owner.members) {
      switch (member.kind) {
        case 'field':
          this.#accessorsOfField(member);
          break;
        case 'property':
          this.#accessors(member, member.name, []);
          break;
        case 'indexer':
          this.#accessors(member, 'this', member.params);
          break;
        case 'method':
          this.#method(member);
          break;
        case 'operator':
          this.#operator(member);
          break;
        case 'constructor':
          if (owner.kind === 'class') this.#constructorOf(owner, member);
          break;
      }
    }
    return this.functions.slice(from).map((each) => each.key);
  }

  // -------------------------------------------------------------- members

  #field(member: FieldSymbol | PropertySymbol): ClassField {
    const { declaration, owner } = member;
    const initializer = declaration?.initializer;
    const init =
      initializer && this.#value(initializer, member.type, member.file, `the value of '${member.name}'`, owner);
    return {
      name: member.name,
      t: member.type.key,
      ...(member.static ? { static: true as const } : {}),
      public: member.access === 'public' || member.access === 'internal',
      ...(init === undefined ? {} : { init }),
      json: jsonName(member.name, declaration?.attributes ?? []),
    };
  }

  #accessorsOfField(member: FieldSymbol): void {
    const implemented = member.implements;
    if (implemented === undefined || member.declaration === undefined) return;
    this.functions.push(...storedAccessors(member, implemented));
  }

  #accessors(member: PropertySymbol | IndexerSymbol, name: string, params: readonly ParameterSymbol[]): void {
    const { declaration, owner } = member;
    if (member.kind === 'property' && member.stored) {
      this.functions.push(...storedAccessors(member, member.overrides));
      return;
    }
    for (const accessor of declaration.accessors) {
      const isGetter = accessor.kind === 'get';
      const key = isGetter ? member.get : member.set;
      if (key === undefined) continue;
      const value: ParameterSymbol = {
        name: 'value',
        type: member.type,
        mode: 'value',
        optional: false,
        declaration: undefined,
      };
      this.#make({
        owner,
        file: member.file,
        key,
        name: `${owner.name}.${name}`,
        kind: isGetter ? 'getter' : 'setter',
        declaration: accessor,
        nameSpan: spanOf(member.nameSpan),
        isStatic: member.static,
        virtual: member.virtual,
        overrides: member.overrides.flatMap((each) => (isGetter ? each.get : each.set) ?? []),
        typeParams: [],
        params: isGetter ? params : [...params, value],
        returns: isGetter ? member.type : voidType,
        body: accessor.body,
        describe: `the ${isGetter ? 'getter' : 'setter'} of '${name}'`,
      });
    }
  }

  #method(member: MethodSymbol): void {
    this.#make({
      ...ofMember(member),
      kind: 'method',
      virtual: member.virtual,
      overrides: member.overrides,
      typeParams: member.typeParams,
      returns: member.returns,
      body: member.declaration.body,
      declaration: member.declaration,
      describe: `method '${member.name}'`,
    });
  }

  #operator(member: OperatorSymbol): void {
    this.#make({
      ...ofMember(member),
      name: `${member.owner.name}.operator ${member.declaration.operator}`,
      kind: 'operator',
      virtual: false,
      overrides: [],
      typeParams: [],
      returns: member.returns,
      body: member.declaration.body,
      declaration: member.declaration,
      describe: `operator \`${member.declaration.operator}\``,
    });
  }

  #constructorOf(owner: ClassSymbol, member: ConstructorSymbol): void {
    const { declaration } = member;
    const [first] = owner.declarations as [(typeof owner.declarations)[number]];
    const body = declaration?.body ?? {
      kind: 'Block',
      start: member.nameSpan[0],
      end: member.nameSpan[0],
      statements: [],
    };
    this.#make({
      ...ofMember(member),
      name: `new ${owner.name}`,
      kind: 'constructor',
      isStatic: false,
      virtual: false,
      overrides: [],
      typeParams: [],
      returns: voidType,
      body,
      declaration: declaration ?? first.declaration,
      describe: `the constructor of '${owner.name}'`,
      chain: this.#chain(owner, member),
      self: declaration?.chain?.to === 'this',
    });
  }

  /** What runs before the constructor: named, or else the base's without arguments. */
  #chain(owner: ClassSymbol, member: ConstructorSymbol): BodyRequest['chain'] {
    const { typing } = this.#declarations;
    const written = member.declaration?.chain;
    const self = typing.types.classOfItself(owner);
    const target = written?.to === 'this' ? self : owner.base;
    if (target === undefined || (written === undefined && target.kind !== 'class')) return undefined;
    const candidates = typing.members
      .constructorsOf(target)
      .filter((each) => each.origin.kind !== 'constructor' || each.origin.symbol !== member);
    return {
      args: written?.args ?? [],
      candidates,
      at: written ?? spanOf(member.nameSpan),
      callee: displayType(target),
    };
  }

  // -------------------------------------------------------------- bodies

  #make(making: Making): void {
    const { body, params, returns, typeParams, overrides } = making;
    const defaults = this.#checkDefaults(making);
    const checked = body && this.#check(making, body);
    if (checked !== undefined && body !== undefined) this.#checkEnd(making, body, checked);
    const chain = checked?.chain;
    this.functions.push({
      key: making.key,
      name: making.name,
      ...(making.owner === undefined ? {} : { owner: making.owner.fullName }),
      kind: making.kind,
      ...(making.isPublic === true ? { public: true as const } : {}),
      ...(making.isStatic ? { static: true } : {}),
      ...(making.virtual ? { virtual: true } : {}),
      ...(overrides.length === 0 ? {} : { overrides }),
      ...(typeParams.length === 0 ? {} : { typeParams: typeParams.map((param) => param.name) }),
      params: (checked?.body.params ?? params.map(irParameter)).map((param, i) => ({
        ...param,
        ...(params[i]?.mode === 'params' ? { params: true as const } : {}),
        ...(defaults.get(i) === undefined ? {} : { default: defaults.get(i) as Expr }),
      })),
      returns: returns.key,
      ...(checked === undefined ? {} : { body: checked.body.block }),
      ...(chain === undefined
        ? {}
        : { chain: { ctor: constructorKey(chain.callable), args: chain.args, self: making.self === true } }),
      file: making.file,
      span: irSpan(making.declaration),
      nameSpan: [making.nameSpan.start, making.nameSpan.end],
    });
  }

  #check(making: Making, source: Block | ArrowBody): CheckedBody {
    const { owner, file, params, returns, chain } = making;
    const ownerParams = owner?.kind === 'class' ? owner.typeParams : [];
    return this.#checkBody({
      file,
      source,
      params: params.map((param) => ({
        name: param.name,
        type: param.type,
        ...(param.mode === 'out' || param.mode === 'ref' ? { mode: param.mode } : {}),
        nameSpan:
          param.declaration === undefined
            ? [making.nameSpan.start, making.nameSpan.start]
            : irSpan(param.declaration.name),
      })),
      returns,
      typeParams: [...making.typeParams, ...ownerParams],
      ...(owner === undefined ? {} : { owner: { symbol: owner, isStatic: making.isStatic } }),
      // A row may be read where nobody acts.
      hasActor: owner?.kind !== 'entity',
      routes: false,
      goto: this.#noGoto(making.describe),
      ...(making.kind === 'constructor' ? { isConstructor: true } : {}),
      describe: making.describe,
      functionKey: making.key,
      ...(chain === undefined ? {} : { chain }),
    });
  }

  #checkEnd(making: Making, body: Block | ArrowBody, checked: CheckedBody): void {
    if (body.kind !== 'Block' || !checked.endReachable) return;
    if (making.returns === voidType || making.returns === errorType) return;
    this.#report(
      diagnose(missingReturn, this.#file(making.file), making.nameSpan, {
        what: making.name,
        type: displayType(making.returns),
      }),
    );
  }

  /** The defaults of parameters, by position. */
  #checkDefaults(making: Making): ReadonlyMap<number, Expr> {
    const found = new Map<number, Expr>();
    for (const [i, param] of making.params.entries()) {
      const written = param.declaration?.defaultValue;
      if (written === undefined) continue;
      const value = this.#value(written, param.type, making.file, `the default of '${param.name}'`, making.owner);
      if (value === undefined) continue;
      found.set(i, value);
      if (isConstant(value)) continue;
      const why = `the default of '${param.name}' is not constant: it is written into each call that leaves the argument out`;
      this.#report(diagnose(invalidConstant, this.#file(making.file), written, { why }));
    }
    return found;
  }

  /** An expression outside any body. */
  #value(source: Expression, type: Type, file: number, describe: string, owner: Owner | undefined): Expr | undefined {
    const checked = this.#checkBody({
      file,
      source,
      params: [],
      returns: type,
      typeParams: owner?.kind === 'class' ? owner.typeParams : [],
      ...(owner === undefined ? {} : { owner: { symbol: owner, isStatic: true } }),
      hasActor: owner?.kind !== 'entity',
      routes: false,
      goto: this.#noGoto(describe),
      describe,
    });
    const [only] = checked.body.block;
    return only?.k === 'return' ? only.e : undefined;
  }

  #noGoto(what: string): BodyRequest['goto'] {
    return {
      allowed: false,
      refuse: (file, span) => diagnose(gotoOutsideWorkflow, this.#file(file), span, { what }),
    };
  }

  #file(file: number): SourceFile {
    return this.#declarations.files[file] as SourceFile;
  }
}

function ofMember(
  member: MethodSymbol | OperatorSymbol | ConstructorSymbol,
): Pick<Making, 'owner' | 'file' | 'key' | 'name' | 'nameSpan' | 'isStatic' | 'params'> {
  return {
    owner: member.owner,
    file: member.file,
    key: member.key,
    name: `${member.owner.name}.${member.name}`,
    nameSpan: spanOf(member.nameSpan),
    isStatic: member.static,
    params: member.params,
  };
}

function irParameter(param: ParameterSymbol, id: number): IrParameter {
  const made = { id, name: param.name, t: param.type.key };
  return param.mode === 'out' || param.mode === 'ref' ? { ...made, mode: param.mode } : made;
}

/** A library exception's constructor is named by its key in the library. */
function constructorKey(callable: NonNullable<CheckedBody['chain']>['callable']): string {
  const { origin } = callable;
  if (origin.kind === 'constructor') return origin.symbol.key;
  if (origin.kind === 'library') return origin.member.key;
  throw new Error(`a ${origin.kind} is no constructor`);
}

/** As `defaultArgument` can move it into a call of another file. What is wrong already is not said to be no constant too. */
function isConstant(value: Expr): boolean {
  switch (value.k) {
    case 'const':
    case 'default':
    case 'invoke':
      return true;
    case 'lib':
      return value.args.length === 0 && value.o === undefined;
    case 'conv':
    case 'box':
    case 'cast':
      return isConstant(value.e);
    default:
      return false;
  }
}
