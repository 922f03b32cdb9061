/** `override`: what a member stands in for, and whether it may (C# spec 15.6.5). */
import { nothingToOverride, typeMismatch } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { FunctionKey } from '../ir/ir.ts';
import type { SourceFile } from '../source/source.ts';
import { displaySignature } from './declarations-members.ts';
import { type Mutable, spanOf } from './declarations-symbols.ts';
import type { DeclaringContext } from './declaring-context.ts';
import type {
  IndexerSymbol,
  MethodSymbol,
  OverriddenProperty,
  Owner,
  ParameterSymbol,
  PropertySymbol,
} from './symbols.ts';
import { displayType, emptyTypeMap, errorType, objectType, type TypeMap, typeMap, voidType } from './type-table.ts';
import type { Type } from './types.ts';

export type Overridable = MethodSymbol | PropertySymbol | IndexerSymbol;

/** A member of an interface, of the app or the library, with type arguments put in. */
export interface InterfaceMember {
  readonly name: string;
  readonly display: string;
  /** It has no body of its own. */
  readonly required: boolean;
  readonly type: Type;
  /** Undefined for a property. */
  readonly signature: string | undefined;
  readonly key: FunctionKey | undefined;
  readonly accessors: OverriddenProperty | undefined;
}

/** What is found above: a member of the app, or one of the library, whose instance members may all be overridden. */
interface Above {
  readonly owner: string;
  readonly returns: Type;
  readonly member: Overridable | undefined;
  readonly keys: readonly string[];
}

export function checkOverride(context: DeclaringContext, owner: Owner, member: Overridable): void {
  const { hierarchy, types } = context.typing;
  const source = context.files[member.file] as SourceFile;
  const at = spanOf(member.nameSpan);
  const self = owner.kind === 'entity' ? types.entityType(owner) : types.classOfItself(owner);
  const names = new Set<string>();
  for (let level = hierarchy.baseOf(self); level !== undefined; level = hierarchy.baseOf(level)) {
    const above = findAt(context, level, member, names);
    if (above === undefined) continue;
    const sealed = above.member?.declaration.modifiers.includes('sealed') === true;
    if (above.member !== undefined && (!above.member.virtual || sealed)) {
      const problem = sealed ? 'sealed' : 'not-virtual';
      const params = { member: member.name, type: owner.name, problem, base: above.owner } as const;
      context.report(diagnose(nothingToOverride, source, at, params));
      return;
    }
    noteOverride(member, above);
    checkReturns(context, member, above);
    return;
  }
  const suggestion = nearest(member.name, names);
  const params = { member: member.name, type: owner.name, problem: 'none', base: '', suggestion } as const;
  context.report(diagnose(nothingToOverride, source, at, params));
}

function findAt(context: DeclaringContext, level: Type, member: Overridable, names: Set<string>): Above | undefined {
  if (level.kind === 'class' || level.kind === 'entity') {
    const map = level.kind === 'class' ? typeMap(level.symbol.typeParams, level.args) : emptyTypeMap;
    return findInApp(context, level.symbol, map, member, names);
  }
  return level.kind === 'library' || level === objectType ? findInLibrary(context, level, member, names) : undefined;
}

function findInApp(
  context: DeclaringContext,
  symbol: Owner,
  map: TypeMap,
  member: Overridable,
  names: Set<string>,
): Above | undefined {
  const { types } = context.typing;
  const wanted = signatureKey(context, member, emptyTypeMap);
  for (const each of symbol.members) {
    if (each.kind === member.kind && each.virtual) names.add(each.name);
    if (each.name !== member.name) continue;
    // A property that is no virtual one is a field.
    if (each.kind === 'field' && member.kind === 'property') {
      return { owner: symbol.name, returns: each.type, member: { ...member, virtual: false }, keys: [] };
    }
    if (each.kind !== 'method' && each.kind !== 'property' && each.kind !== 'indexer') continue;
    if (each.kind !== member.kind || signatureKey(context, each, map) !== wanted) continue;
    const returns = types.substitute(each.kind === 'method' ? each.returns : each.type, map);
    return { owner: symbol.name, returns, member: each, keys: each.kind === 'method' ? [each.key] : [] };
  }
  return undefined;
}

function findInLibrary(
  context: DeclaringContext,
  level: Type,
  member: Overridable,
  names: Set<string>,
): Above | undefined {
  const { library } = context.typing;
  const owner = library.ownerOf(level);
  if (owner === undefined || member.kind === 'indexer') return undefined;
  const wanted = signatureKey(context, member, emptyTypeMap);
  for (const each of owner.library.members) {
    if (each.static || each.kind !== member.kind) continue;
    names.add(each.name);
    if (each.name !== member.name) continue;
    const callable = library.callable(each, owner);
    if (member.kind === 'method' && paramsKey(context, callable.params, emptyTypeMap) !== wanted) continue;
    return { owner: owner.library.name, returns: callable.returns, member: undefined, keys: [each.key] };
  }
  return undefined;
}

function noteOverride(member: Overridable, above: Above): void {
  if (member.kind === 'method') {
    const further = above.member?.kind === 'method' ? above.member.overrides : [];
    // `object.ToString()` is what a call on a base's type names, `Exception.ToString()` on an exception's.
    const root = member.name === 'ToString' && member.params.length === 0 ? ['object.ToString()'] : [];
    (member as Mutable<MethodSymbol>).overrides = [...new Set([...above.keys, ...further, ...root])];
    return;
  }
  const own =
    above.member === undefined || above.member.kind === 'method'
      ? [{ get: above.keys[0], set: undefined }]
      : [{ get: above.member.get, set: above.member.set }, ...above.member.overrides];
  (member as Mutable<typeof member>).overrides = own;
}

/** The same type, or, for a method, a reference to something derived from it. */
function checkReturns(context: DeclaringContext, member: Overridable, above: Above): void {
  const { types, hierarchy } = context.typing;
  const type = member.kind === 'method' ? member.returns : member.type;
  if (type === errorType || types.same(type, above.returns) || types.isOpen(above.returns)) return;
  if (type !== voidType && member.kind === 'method' && hierarchy.isReferenceConvertible(type, above.returns)) return;
  const syntax = member.kind === 'method' ? member.declaration.returnType : member.declaration.type;
  const [from, to] = [displayType(type), displayType(above.returns)];
  const overridden = `the member of '${above.owner}'`;
  const params = { problem: 'returns', member: member.name, overridden, from, to } as const;
  context.report(diagnose(typeMismatch, context.files[member.file] as SourceFile, syntax, params));
}

/** What tells overloads apart: the parameter types, a method's own type parameters by position. Empty for a property. */
export function signatureKey(context: DeclaringContext, member: Overridable, map: TypeMap): string {
  switch (member.kind) {
    case 'property':
      return '';
    case 'indexer':
      return paramsKey(context, member.params, map);
    case 'method': {
      const arity = member.typeParams.length;
      if (arity === 0) return paramsKey(context, member.params, map);
      const positions = new Map([
        ...map,
        ...member.typeParams.map((param, i) => [param, positional(context, i)] as const),
      ]);
      return `\`${arity}${paramsKey(context, member.params, positions)}`;
    }
  }
}

function paramsKey(context: DeclaringContext, params: readonly ParameterSymbol[], map: TypeMap): string {
  const { types } = context.typing;
  return params
    .map((param) => {
      const type = types.erase(types.substitute(param.type, map));
      return `${type.id}${param.mode === 'out' || param.mode === 'ref' ? '&' : ''}`;
    })
    .join(',');
}

const positions: { readonly kind: 'typeParameter'; readonly name: string; constraints: [] }[] = [];

/** A stand-in for the nth type parameter of whichever method. */
function positional(context: DeclaringContext, index: number): Type {
  while (positions.length <= index) {
    positions.push({ kind: 'typeParameter', name: `T${positions.length}`, constraints: [] });
  }
  return context.typing.types.paramType(positions[index] as (typeof positions)[number]);
}

/** What an interface, with its type arguments, asks of a class. */
export function interfaceMembers(context: DeclaringContext, type: Type): readonly InterfaceMember[] {
  if (type.kind === 'class') return type.symbol.members.flatMap((member) => appMember(context, type, member) ?? []);
  if (type.kind !== 'library') return [];
  const { library } = context.typing;
  return type.library.members.flatMap((member): InterfaceMember[] => {
    if (member.static || (member.kind !== 'method' && member.kind !== 'property' && member.kind !== 'indexer'))
      return [];
    const callable = library.callable(member, type);
    const { name, params, returns } = callable;
    const shared = { name, required: true, type: returns } as const;
    if (member.kind === 'method') {
      const signature = paramsKey(context, params, emptyTypeMap);
      const display = displaySignature(name, params, returns);
      return [{ ...shared, display, signature, key: member.key, accessors: undefined }];
    }
    const accessors = { get: member.key, set: member.writable ? member.key : undefined };
    const isIndexer = member.kind === 'indexer';
    const signature = isIndexer ? paramsKey(context, params, emptyTypeMap) : undefined;
    const display = `${displayType(returns)} ${isIndexer ? 'this[…]' : name}`;
    return [{ ...shared, display, signature, key: undefined, accessors }];
  });
}

function appMember(
  context: DeclaringContext,
  type: Extract<Type, { kind: 'class' }>,
  member: Owner['members'][number],
): InterfaceMember | undefined {
  if (member.kind !== 'method' && member.kind !== 'property' && member.kind !== 'indexer') return undefined;
  if (member.static) return undefined;
  const { types } = context.typing;
  const map = typeMap(type.symbol.typeParams, type.args);
  const returns = types.substitute(member.kind === 'method' ? member.returns : member.type, map);
  const shared = { name: member.name, required: member.abstract, type: returns } as const;
  switch (member.kind) {
    case 'method':
      return {
        ...shared,
        display: displaySignature(member.name, member.params, returns),
        signature: signatureKey(context, member, map),
        key: member.key,
        accessors: undefined,
      };
    case 'property':
      return {
        ...shared,
        display: `${displayType(returns)} ${member.name}`,
        signature: undefined,
        key: undefined,
        accessors: { get: member.get, set: member.set },
      };
    case 'indexer':
      return {
        ...shared,
        display: `${displayType(returns)} this[…]`,
        signature: signatureKey(context, member, map),
        key: undefined,
        accessors: { get: member.get, set: member.set },
      };
  }
}
