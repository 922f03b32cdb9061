/** Third part of the declaration pass: members, parameters and what things return, as types. */

import { invalidOperator, typeMismatch } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';
import type {
  Attribute,
  ClassDeclaration,
  EntityDeclaration,
  Expression,
  FieldMember,
  IndexerMember,
  Member,
  MethodMember,
  Modifier,
  Parameter,
  PropertyMember,
} from '../syntax/tree.ts';
import { resolveConstraints } from './declarations-headers.ts';
import { type CollectedSymbols, type Mutable, typeParamsOf } from './declarations-symbols.ts';
import type { DeclaringContext } from './declaring-context.ts';
import { conversionKey, functionKey, parameterKeys } from './function-keys.ts';
import { operatorName } from './operator-names.ts';
import type {
  ClassSymbol,
  EntitySymbol,
  EventSymbol,
  FieldSymbol,
  FunctionSymbol,
  IndexerSymbol,
  MemberSymbol,
  MethodSymbol,
  OperationSymbol,
  Owner,
  ParameterSymbol,
  PropertySymbol,
  TypeParameterSymbol,
  WorkflowSymbol,
} from './symbols.ts';
import type { TypeScope } from './type-resolver.ts';
import { displayType, errorType, stringType, voidType } from './type-table.ts';
import type { EntityType, Type } from './types.ts';

export function declareMembers(
  context: DeclaringContext,
  collected: CollectedSymbols,
  principal: EntityType | undefined,
): void {
  for (const symbol of collected.entities) declareEntity(context, symbol, principal);
  // A collection's other side is found among the members of the entity it holds.
  for (const symbol of collected.entities) connectCollections(context, symbol);
  for (const symbol of collected.classes) declareClass(context, symbol);
  for (const symbol of collected.functions) declareFunction(context, symbol);
  for (const client of collected.clients) {
    client.operations = client.declaration.operations
      .filter((operation) => operation.name.name !== '')
      .map((declaration): OperationSymbol => {
        const scope: TypeScope = { file: client.file, report: context.report };
        const params = parameters(context, declaration.params, scope);
        const returns = context.resolver.resolve(declaration.returnType, scope, true);
        const name = declaration.name.name;
        const key = `${name}(${parameterKeys(context.typing.types, params)})`;
        return { kind: 'operation', client, declaration, name, key, params, returns };
      });
  }
  for (const workflow of collected.workflows) declareWorkflow(context, workflow);
}

function declareFunction(context: DeclaringContext, symbol: FunctionSymbol): void {
  const { declaration } = symbol;
  const scope: TypeScope = { file: symbol.file, typeParams: symbol.typeParams, report: context.report };
  resolveConstraints(context, symbol.typeParams, declaration.constraints, scope);
  const filled = symbol as Mutable<FunctionSymbol>;
  filled.params = parameters(context, declaration.params, scope);
  filled.returns = context.resolver.resolve(declaration.returnType, scope, true);
  filled.key = functionKey(context.typing.types, symbol.fullName, symbol.params, symbol.typeParams.length);
}

export function parameters(
  context: DeclaringContext,
  params: readonly Parameter[],
  scope: TypeScope,
): readonly ParameterSymbol[] {
  return params.map((declaration) => {
    const type = declaration.type === undefined ? errorType : context.resolver.resolve(declaration.type, scope);
    const isRest = declaration.mode === 'params';
    if (isRest && type.kind !== 'array' && type !== errorType) {
      const text = `a \`params\` parameter takes any number of arguments as an array, and '${displayType(type)}' is none`;
      const help = `Write \`params ${displayType(type)}[] ${declaration.name.name}\`.`;
      const source = context.files[scope.file] as SourceFile;
      context.report(diagnose(typeMismatch, source, declaration.type ?? declaration, { problem: 'other', text, help }));
    }
    return {
      name: declaration.name.name,
      type: isRest && type.kind !== 'array' ? errorType : type,
      mode: declaration.mode,
      optional: declaration.defaultValue !== undefined,
      declaration,
    };
  });
}

// ---------------------------------------------------------------- entities

function declareEntity(context: DeclaringContext, symbol: EntitySymbol, principal: EntityType | undefined): void {
  const members = symbol.declarations.flatMap(({ declaration, file }) =>
    declareParts(context, symbol, declaration, file, []),
  );
  symbol.members = symbol.base === undefined ? [...implicitMembers(context, symbol, principal), ...members] : members;
}

/** `Id, CreatedAt, ModifiedAt, CreatedBy, ModifiedBy` (language.md §5). Nobody acts where there is no `[Principal]`. */
function implicitMembers(
  context: DeclaringContext,
  owner: EntitySymbol,
  principal: EntityType | undefined,
): FieldSymbol[] {
  const { types } = context.typing;
  const by = types.nullable(principal ?? stringType);
  const field = (name: string, type: Type): FieldSymbol => ({
    kind: 'field',
    name,
    owner,
    file: owner.file,
    nameSpan: owner.nameSpan,
    static: false,
    access: 'public',
    declaration: undefined,
    type,
    readonly: true,
    implicit: true,
    collection: undefined,
  });
  return [
    field('Id', types.generic('Guid')),
    field('CreatedAt', types.generic('DateTime')),
    field('ModifiedAt', types.generic('DateTime')),
    field('CreatedBy', by),
    field('ModifiedBy', by),
  ];
}

/** `Child[]` is the other side of the reference that `ForeignKey(Back)` names, or of the only one there is. */
function connectCollections(context: DeclaringContext, symbol: EntitySymbol): void {
  for (const member of symbol.members) {
    if (member.kind !== 'field' || member.declaration === undefined) continue;
    const element = context.typing.hierarchy.elementOf(member.type);
    if (element?.kind !== 'entity') continue;
    const back = foreignKey(member.declaration.attributes) ?? onlyReference(context, element.symbol, symbol);
    if (back !== undefined) (member as Mutable<FieldSymbol>).collection = { entity: element.symbol, back };
  }
}

function foreignKey(attributes: readonly Attribute[]): string | undefined {
  const value = attributes.find((attribute) => attribute.name.name === 'ForeignKey')?.args?.[0]?.value;
  return value && nameIn(value);
}

/** A member's name as an attribute takes it: `Back`, `"Back"`, `nameof(Back)`. */
function nameIn(value: Expression): string | undefined {
  switch (value.kind) {
    case 'Name':
    case 'MemberAccess':
      return value.name.name;
    case 'StringLiteral':
      return value.value;
    case 'NameOf':
      return nameIn(value.argument);
    default:
      return undefined;
  }
}

function onlyReference(context: DeclaringContext, from: EntitySymbol, to: EntitySymbol): string | undefined {
  const wanted = context.typing.types.entityType(to);
  const found = from.members.filter(
    (member) => member.kind === 'field' && !member.implicit && context.typing.types.erase(member.type) === wanted,
  );
  return found.length === 1 ? found[0]?.name : undefined;
}

// ---------------------------------------------------------------- classes

function declareClass(context: DeclaringContext, symbol: ClassSymbol): void {
  const members = symbol.declarations.flatMap(({ declaration, file }) =>
    declareParts(context, symbol, declaration, file, symbol.typeParams),
  );
  const needsConstructor =
    symbol.form === 'class' && !symbol.static && !members.some((member) => member.kind === 'constructor');
  if (needsConstructor) {
    members.push({
      kind: 'constructor',
      name: symbol.name,
      owner: symbol,
      file: symbol.file,
      nameSpan: symbol.nameSpan,
      static: false,
      access: 'public',
      declaration: undefined,
      key: `${symbol.fullName}.new()`,
      params: [],
    });
  }
  symbol.members = members;
}

function declareParts(
  context: DeclaringContext,
  owner: Owner,
  declaration: EntityDeclaration | ClassDeclaration,
  file: number,
  typeParams: readonly TypeParameterSymbol[],
): MemberSymbol[] {
  const scope: TypeScope = { file, typeParams, report: context.report };
  return declaration.members.flatMap((member) => declareMember(context, owner, member, scope) ?? []);
}

function declareMember(
  context: DeclaringContext,
  owner: Owner,
  member: Member,
  scope: TypeScope,
): MemberSymbol | undefined {
  const { types } = context.typing;
  switch (member.kind) {
    case 'FieldMember':
      return member.name.name === '' ? undefined : fieldSymbol(context, owner, member, scope);
    case 'PropertyMember':
      return member.name.name === '' ? undefined : propertySymbol(context, owner, member, scope);
    case 'MethodMember':
      return member.name.name === '' ? undefined : methodSymbol(context, owner, member, scope);
    case 'ConstructorMember': {
      if (member.modifiers.includes('static')) return undefined;
      const params = parameters(context, member.params, scope);
      return {
        kind: 'constructor',
        ...memberHead(owner, member.name.name, scope.file, member.name, member.modifiers),
        static: false,
        declaration: member,
        key: functionKey(types, `${owner.fullName}.new`, params),
        params,
      };
    }
    case 'OperatorMember': {
      const params = parameters(context, member.params, scope);
      const returns = context.resolver.resolve(member.returnType, scope);
      const name = operatorName(member.operator, params.length);
      const at = { start: member.start, end: member.end };
      const why = whyNoOperator(context, owner, name, params, returns);
      if (name === undefined || why !== undefined) {
        const source = context.files[scope.file] as SourceFile;
        const refused = why ?? 'no operator of that sign takes so many operands';
        context.report(diagnose(invalidOperator, source, at, { operator: member.operator, why: refused }));
        return undefined;
      }
      const qualified = `${owner.fullName}.${name}`;
      const conversion = name === 'op_Implicit' || name === 'op_Explicit';
      return {
        kind: 'operator',
        ...memberHead(owner, name, scope.file, at, member.modifiers),
        static: true,
        declaration: member,
        key: conversion ? conversionKey(types, qualified, params, returns) : functionKey(types, qualified, params),
        params,
        returns,
      };
    }
    case 'IndexerMember':
      return indexerSymbol(context, owner, member, scope);
  }
}

function whyNoOperator(
  context: DeclaringContext,
  owner: Owner,
  name: string | undefined,
  params: readonly ParameterSymbol[],
  returns: Type,
): string | undefined {
  if (name === undefined) return undefined;
  const conversion = name === 'op_Implicit' || name === 'op_Explicit';
  const involved = [...params.map((param) => param.type), ...(conversion ? [returns] : [])];
  const own = involved.some((type) => {
    const of = context.typing.types.erase(type);
    if (of === errorType) return true;
    return (of.kind === 'class' || of.kind === 'entity') && of.symbol === owner;
  });
  if (!own) return `none of its types is '${owner.name}'`;
  return conversion && params.length !== 1 ? 'a conversion takes one operand' : undefined;
}

interface MemberHead {
  readonly name: string;
  readonly owner: Owner;
  readonly file: number;
  readonly nameSpan: readonly [number, number];
  readonly static: boolean;
  readonly access: 'public' | 'internal' | 'protected' | 'private';
}

/** Without a word, a member is as accessible as a public one (language.md §2). */
function memberHead(
  owner: Owner,
  name: string,
  file: number,
  at: { readonly start: number; readonly end: number },
  modifiers: readonly Modifier[],
): MemberHead {
  const access = modifiers.find((m) => m === 'private' || m === 'protected' || m === 'internal') ?? 'public';
  return {
    name,
    owner,
    file,
    nameSpan: [at.start, at.end],
    static: modifiers.includes('static') || modifiers.includes('const') || (owner.kind === 'class' && owner.static),
    access: access as MemberHead['access'],
  };
}

function fieldSymbol(context: DeclaringContext, owner: Owner, member: FieldMember, scope: TypeScope): FieldSymbol {
  return {
    kind: 'field',
    ...memberHead(owner, member.name.name, scope.file, member.name, member.modifiers),
    declaration: member,
    type: context.resolver.resolve(member.type, scope),
    readonly: member.modifiers.includes('readonly') || member.modifiers.includes('const'),
    implicit: false,
    collection: undefined,
  };
}

/** An auto-property is a field, unless derived classes may have another in its place: then it is reached by accessors. */
function propertySymbol(
  context: DeclaringContext,
  owner: Owner,
  member: PropertyMember,
  scope: TypeScope,
): FieldSymbol | PropertySymbol {
  const head = memberHead(owner, member.name.name, scope.file, member.name, member.modifiers);
  const type = context.resolver.resolve(member.type, scope);
  const isInterface = owner.kind === 'class' && owner.form === 'interface';
  const virtual = !head.static && (isInterface || isVirtual(member.modifiers));
  const auto = member.accessors.every((accessor) => accessor.body === undefined);
  const setter = member.accessors.find((accessor) => accessor.kind !== 'get');
  if (auto && !virtual) {
    const field: FieldSymbol = {
      kind: 'field',
      ...head,
      declaration: member,
      type,
      readonly: setter === undefined || setter.kind === 'init',
      implicit: false,
      collection: undefined,
    };
    return setter?.kind === 'init' ? { ...field, init: true } : field;
  }
  const getter = member.accessors.find((accessor) => accessor.kind === 'get');
  return {
    kind: 'property',
    ...head,
    declaration: member,
    type,
    get: getter && `${owner.fullName}.get_${head.name}()`,
    set: setter && `${owner.fullName}.set_${head.name}(${context.typing.types.erase(type).key})`,
    virtual,
    abstract: (isInterface && auto) || member.modifiers.includes('abstract'),
    stored: auto && !isInterface && !member.modifiers.includes('abstract'),
    init: setter?.kind === 'init',
    overrides: [],
  };
}

function isVirtual(modifiers: readonly Modifier[]): boolean {
  return modifiers.some((m) => m === 'virtual' || m === 'override' || m === 'abstract');
}

function methodSymbol(context: DeclaringContext, owner: Owner, member: MethodMember, scope: TypeScope): MethodSymbol {
  const { types } = context.typing;
  const typeParams = typeParamsOf(member.typeParams);
  const inner: TypeScope = { ...scope, typeParams: [...typeParams, ...(scope.typeParams ?? [])] };
  resolveConstraints(context, typeParams, member.constraints, inner);
  const params = parameters(context, member.params, inner);
  const head = memberHead(owner, member.name.name, scope.file, member.name, member.modifiers);
  const isInterface = owner.kind === 'class' && owner.form === 'interface';
  return {
    kind: 'method',
    ...head,
    declaration: member,
    key: functionKey(types, `${owner.fullName}.${head.name}`, params, typeParams.length),
    typeParams,
    params,
    returns: context.resolver.resolve(member.returnType, inner, true),
    virtual: !head.static && (isInterface || isVirtual(member.modifiers)),
    abstract: member.modifiers.includes('abstract') || (isInterface && !head.static && member.body === undefined),
    overrides: [],
  };
}

function indexerSymbol(
  context: DeclaringContext,
  owner: Owner,
  member: IndexerMember,
  scope: TypeScope,
): IndexerSymbol {
  const { types } = context.typing;
  const params = parameters(context, member.params, scope);
  const type = context.resolver.resolve(member.type, scope);
  const getter = member.accessors.find((accessor) => accessor.kind === 'get');
  const setter = member.accessors.find((accessor) => accessor.kind !== 'get');
  const isInterface = owner.kind === 'class' && owner.form === 'interface';
  const keys = parameterKeys(types, params);
  return {
    kind: 'indexer',
    ...memberHead(owner, 'this', scope.file, { start: member.start, end: member.start }, member.modifiers),
    declaration: member,
    type,
    params,
    get: getter && `${owner.fullName}.get_Item(${keys})`,
    set: setter && `${owner.fullName}.set_Item(${keys},${types.erase(type).key})`,
    virtual: isInterface || isVirtual(member.modifiers),
    abstract:
      member.modifiers.includes('abstract') ||
      (isInterface && member.accessors.every((accessor) => accessor.body === undefined)),
    overrides: [],
  };
}

// ---------------------------------------------------------------- workflows

/** Events' parameters, and silently what `Tracks` says: the workflow's own rules report what is wrong with it. */
function declareWorkflow(context: DeclaringContext, workflow: WorkflowSymbol): void {
  for (const event of workflow.events.values()) {
    (event as Mutable<EventSymbol>).params = parameters(context, event.declaration.params, {
      file: workflow.file,
      report: context.report,
    });
  }
  const tracks = workflow.declaration.items.find((item) => item.kind === 'Setting' && item.name.name === 'Tracks');
  if (tracks?.kind !== 'Setting' || tracks.value.kind !== 'MemberAccess') return;
  const path = pathOf(tracks.value.target);
  const entity = path && context.resolver.tryName(path, [], { file: workflow.file });
  if (entity?.kind !== 'entity') return;
  workflow.entity = entity;
  const field = context.typing.members.lookup(entity, tracks.value.name.name);
  if (field?.kind !== 'field') return;
  workflow.field = field.symbol;
  const type = context.typing.types.erase(field.type);
  if (type.kind === 'enum') workflow.enum = type;
}

/** `A.B.C` as names; undefined for any other expression. */
export function pathOf(expression: Expression): string[] | undefined {
  const path: string[] = [];
  let at = expression;
  while (at.kind === 'MemberAccess') {
    if (at.typeArgs !== undefined) return undefined;
    path.push(at.name.name);
    at = at.target;
  }
  if (at.kind !== 'Name' || at.typeArgs !== undefined) return undefined;
  path.push(at.name.name);
  return path.reverse();
}

/** `Send(Invitation, int)`: a signature as messages show it. */
export function displaySignature(name: string, params: readonly ParameterSymbol[], returns: Type = voidType): string {
  const list = params.map((param) => {
    const mode = param.mode === 'value' ? '' : `${param.mode} `;
    return `${mode}${displayType(param.type)} ${param.name}${param.optional ? ' = …' : ''}`;
  });
  return `${returns === voidType ? '' : `${displayType(returns)} `}${name}(${list.join(', ')})`;
}
