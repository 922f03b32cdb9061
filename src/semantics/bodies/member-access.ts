/** `x.Name`, where x is a value, a type, a namespace, a client, a workflow, or a method that is stubbed. */
import { noSuchMember, unknownName } from '../../diagnostics/catalogue/types.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { ExpressionOf, Node } from '../../syntax/tree.ts';
import { operationCallable } from '../declarations.ts';
import { memberInstead } from '../foreign-names.ts';
import { libraryType } from '../library/index.ts';
import type { MemberGroup } from '../members.ts';
import type { ClientSymbol } from '../symbols.ts';
import { displayType, isSilent, isValueType, stringType, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, type MethodGroup, spanOf, type TypeName, type Value } from './bound.ts';
import { accessible } from './member-access-rules.ts';
import { memberValue, staticMember } from './member-values.ts';
import { actor, boundSymbols } from './names.ts';
import type { Scope } from './scope.ts';
import { workflowMember } from './workflow-calls.ts';

type MemberAccess = ExpressionOf<'MemberAccess'>;

/** `invoked`: it is called, so that a property that cannot be does not hide an extension of its name (C# spec 12.5). */
export function bindMemberAccess(b: Binder, e: MemberAccess, scope: Scope, invoked = false): Bound {
  if (e.target.kind === 'This' && b.body.item && e.name.name === 'Item') {
    const type = b.body.item;
    return b.val(type, { k: 'item', s: spanOf(e), t: type.key });
  }
  const target = b.bind(e.target, scope);
  const typeArgs = e.typeArgs?.map((arg) => b.resolveType(arg, scope));
  if (e.name.name === '') return b.error(e, target.k === 'value' ? [target.e] : []);
  switch (target.k) {
    case 'value':
      return memberOfValue(b, target, e, typeArgs, invoked);
    case 'type':
      return memberOfType(b, target, e, typeArgs, invoked);
    case 'namespace':
      return memberOfNamespace(b, target.name, e, typeArgs);
    case 'client':
      return memberOfClient(b, target.symbol, e);
    case 'workflow':
      return workflowMember(b, target.symbol, e);
    case 'holder':
      return memberOfHolder(b, target.name, e);
    case 'group':
      return memberOfGroup(b, target, e);
    default:
      return memberOfValue(b, b.toValue(target, e.target), e, typeArgs);
  }
}

function memberOfValue(
  b: Binder,
  o: Value,
  e: MemberAccess,
  typeArgs: readonly Type[] | undefined,
  invoked = false,
): Bound {
  if (isSilent(o.type)) return b.error(e, [o.e]);
  const { name } = e.name;
  const group = b.members.lookup(o.type, name);
  if (group === undefined) {
    const shared = b.members.lookup(o.type, name, 'static');
    const hint = shared && `it belongs to the type: write \`${displayType(o.type)}.${name}\``;
    return missing(b, o.type, e, instanceNames(b, o.type), hint, o);
  }
  if (group.kind === 'methods') return methods(group, o, typeArgs, e);
  if (invoked && stripNullable(group.type).kind !== 'delegate') {
    const extensions = b.members.extensionsOf(o.type, name);
    if (extensions.length > 0) {
      return methods({ kind: 'methods', name, candidates: [], extensions }, o, typeArgs, e);
    }
  }
  if (!accessible(b, group, e.name)) return b.error(e, [o.e]);
  return memberValue(b, o, group, e);
}

function methods(
  group: Extract<MemberGroup, { kind: 'methods' }>,
  receiver: Value | undefined,
  typeArgs: readonly Type[] | undefined,
  e: MemberAccess,
): MethodGroup {
  const { name, candidates, extensions } = group;
  return { k: 'group', name, candidates, extensions, receiver, typeArgs, s: spanOf(e) };
}

function memberOfType(
  b: Binder,
  target: TypeName,
  e: MemberAccess,
  typeArgs: readonly Type[] | undefined,
  invoked: boolean,
): Bound {
  const { type, value } = target;
  if (isSilent(type)) return b.error(e);
  const { name } = e.name;
  const shared = b.members.lookup(type, name, 'static');
  if (value !== undefined) {
    const instance = b.members.lookup(value.type, name);
    if (instance?.kind === 'methods' && shared?.kind === 'methods') {
      const candidates = [...instance.candidates, ...shared.candidates];
      return methods({ ...instance, candidates }, value, typeArgs, e);
    }
    if (instance !== undefined || (shared === undefined && type.kind !== 'entity')) {
      return memberOfValue(b, value, e, typeArgs, invoked);
    }
  }
  if (shared !== undefined) {
    if (shared.kind === 'methods') return methods(shared, undefined, typeArgs, e);
    if (!accessible(b, shared, e.name)) return b.error(e);
    return staticMember(b, shared, e);
  }
  if (type.kind === 'entity') {
    const rows = b.toValue({ k: 'type', type, s: target.s }, e.target);
    const query = b.members.lookup(rows.type, name);
    if (query !== undefined) return memberOfValue(b, rows, e, typeArgs, invoked);
  }
  const ofObject = b.members.lookup(type, name) !== undefined && type.kind !== 'enum';
  const hint = ofObject ? `it belongs to one object of '${displayType(type)}', not to the type` : undefined;
  const names = b.members.memberNames(type, 'static');
  const rows = type.kind === 'entity' ? instanceNames(b, b.hierarchy.queryOf(type)) : [];
  return missing(b, type, e, [...names, ...rows], hint);
}

/** Members, and for what can be gone through the extensions of sequences too. */
function instanceNames(b: Binder, type: Type): readonly string[] {
  const own = b.members.memberNames(type);
  if (b.hierarchy.elementOf(type) === undefined) return own;
  return [...own, ...(libraryType('Enumerable', 0)?.members ?? []).map((member) => member.name)];
}

function missing(
  b: Binder,
  type: Type,
  e: MemberAccess,
  names: readonly string[],
  hint?: string | undefined,
  o?: Value,
): Value {
  const { name } = e.name;
  const suggestion = hint === undefined ? (memberInstead(name, names) ?? nearest(name, names)) : undefined;
  b.report(noSuchMember, e.name, {
    type: displayType(type),
    name,
    suggestion,
    ...(hint === undefined ? {} : { hint }),
  });
  return b.error(e, o ? [o.e] : []);
}

function memberOfNamespace(b: Binder, full: string, e: MemberAccess, typeArgs: readonly Type[] | undefined): Bound {
  const { name } = e.name;
  if (full === 'System') {
    const type = b.declarations.resolver.tryName(['System', name], typeArgs ?? [], { file: b.body.file });
    if (type !== undefined) return { k: 'type', type, s: spanOf(e) };
    return { k: 'namespace', name: 'System', s: spanOf(e) };
  }
  const symbols = b.declarations.scope.inNamespace(full, name);
  if (symbols?.length) return boundSymbols(b, symbols, typeArgs, e);
  const inner = `${full}.${name}`;
  if (b.declarations.scope.isNamespace(inner)) return { k: 'namespace', name: inner, s: spanOf(e) };
  b.report(unknownName, e.name, { problem: 'name', name: inner, what: 'name' });
  return b.error(e);
}

function memberOfClient(b: Binder, client: ClientSymbol, e: MemberAccess): Bound {
  const { name } = e.name;
  const operations = client.operations.filter((operation) => operation.name === name);
  if (operations.length === 0) {
    const suggestion = nearest(
      name,
      client.operations.map((operation) => operation.name),
    );
    b.report(noSuchMember, e.name, { type: client.name, name, suggestion });
    return b.error(e);
  }
  return {
    k: 'group',
    name: `${client.name}.${name}`,
    candidates: operations.map(operationCallable),
    extensions: [],
    receiver: undefined,
    typeArgs: undefined,
    s: spanOf(e),
    stubs: operations,
  };
}

function memberOfHolder(b: Binder, holder: 'Secret' | 'Session', e: MemberAccess): Value {
  const { name } = e.name;
  if (holder === 'Secret') return b.val(stringType, { k: 'secret', s: spanOf(e), t: stringType.key, name });
  if (name === 'CurrentUser') return actor(b, e, '`Session.CurrentUser`');
  b.report(noSuchMember, e.name, { type: holder, name, suggestion: nearest(name, ['CurrentUser']) });
  return b.error(e);
}

function memberOfGroup(b: Binder, group: MethodGroup, e: MemberAccess): Bound {
  const { name } = e.name;
  if (group.stubs !== undefined && (name === 'Stub' || name === 'Fails')) {
    return { k: 'stub', of: group.stubs, fails: name === 'Fails', name: `${group.name}.${name}`, s: spanOf(e) };
  }
  return memberOfValue(b, b.toValue(group, e.target), e, undefined);
}

/** `a?.B.C(d)`: everything after `?.` happens only where a is there. */
export function bindConditionalAccess(b: Binder, e: ExpressionOf<'ConditionalAccess'>, scope: Scope): Value {
  const target = b.value(e.target, scope);
  const type = receiverType(b, target, e.target);
  const id = b.newLocal();
  b.receivers.push(b.val(type, { k: 'local', s: target.e.s, t: type.key, id, name: '' }));
  const then = b.value(e.whenNotNull, scope);
  b.receivers.pop();
  if (isSilent(target.type) || isSilent(then.type)) return b.error(e, [target.e, then.e]);
  const result = b.types.nullable(then.type);
  return b.val(result, { k: 'nullcond', s: spanOf(e), t: result.key, o: target.e, id, then: then.e });
}

function receiverType(b: Binder, target: Value, at: Node): Type {
  if (isSilent(target.type)) return target.type;
  if (target.type.kind === 'nullable') return target.type.element;
  if (!isValueType(target.type)) return target.type;
  b.report(noSuchMember, at, {
    type: displayType(target.type),
    name: '?.',
    hint: `a value of '${displayType(target.type)}' is never null`,
  });
  return b.error(at).type;
}

export function bindConditionalReceiver(b: Binder, e: ExpressionOf<'ConditionalReceiver'>): Value {
  return b.receivers.at(-1) ?? b.error(e);
}
