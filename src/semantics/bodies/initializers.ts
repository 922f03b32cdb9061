/** `{ Name = value, … }`, `{ a, b }`, `{ ["k"] = v }` and `{ { k, v } }` after `new`, and nested ones (C# spec 12.8.17.3). */
import { readOnly } from '../../diagnostics/catalogue/bodies.ts';
import { duplicateDeclaration, noSuchMember, typeMismatch } from '../../diagnostics/catalogue/types.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { CollectionExpr, Expr, MemberInit } from '../../ir/ir.ts';
import type { Initializer, Node, ObjectInitializerEntry } from '../../syntax/tree.ts';
import type { ArgumentInfo } from '../arguments.ts';
import { displayType, errorType, isSilent } from '../type-table.ts';
import type { Type } from '../types.ts';
import { argumentInfo, bindArguments, convertArgument } from './arguments.ts';
import type { Binder } from './binder.ts';
import { type Bound, type BoundArgument, spanOf, type Value } from './bound.ts';
import { typeArguments } from './emit-call.ts';
import { failedCall, reportFailure } from './groups.ts';
import { infoOf } from './infos.ts';
import { memberValue } from './member-values.ts';
import type { Scope } from './scope.ts';
import { refusesTracked } from './targets.ts';

type Entry = CollectionExpr['entries'][number];

/** `made` with the initialiser's members set and elements added. `copy`: of a `with`, whose members may be read-only. */
export function initialise(b: Binder, made: Value, initializer: Initializer, scope: Scope, copy = false): Expr {
  const { type, e } = made;
  const members = initializer.entries.filter((entry) => entry.kind === 'MemberEntry');
  if (members.some((entry) => entry.value.kind === 'Initializer'))
    return initialiseInside(b, made, initializer, scope, copy);
  const elements = initializer.entries.filter((entry) => entry.kind !== 'MemberEntry');
  if (isSilent(type)) {
    const parts = initializer.entries.flatMap((entry) => wrongEntry(b, entry, scope));
    return b.error(initializer, [e, ...parts]).e;
  }
  const init = bindMembers(b, made, members, scope, copy);
  const withMembers = attach(e, init, type);
  if (elements.length === 0) return withMembers;
  const entries = elements.flatMap((entry) => bindElement(b, type, entry, scope) ?? []);
  const targs = type.kind === 'library' || type.kind === 'class' ? typeArguments(type.args) : {};
  return { k: 'collection', s: e.s, t: type.key, base: withMembers, entries, ...targs };
}

/** Members of something that could not be made: only their own errors. */
function wrongEntry(b: Binder, entry: ObjectInitializerEntry, scope: Scope): Expr[] {
  switch (entry.kind) {
    case 'MemberEntry':
    case 'IndexEntry':
      if (entry.value.kind === 'Initializer')
        return entry.value.entries.flatMap((inner) => wrongEntry(b, inner, scope));
      return [b.converted(entry.value, scope, errorType)];
    case 'ElementEntry':
      return entry.values.map((value) => b.converted(value, scope, errorType));
  }
}

function attach(e: Expr, init: readonly MemberInit[], type: Type): Expr {
  if (init.length === 0) return e;
  switch (e.k) {
    case 'new':
    case 'newEntity':
    case 'with':
      return { ...e, init };
    default:
      return { k: 'withInit', s: e.s, t: type.key, base: e, init };
  }
}

function bindMembers(
  b: Binder,
  made: Value,
  entries: readonly Extract<ObjectInitializerEntry, { kind: 'MemberEntry' }>[],
  scope: Scope,
  copy: boolean,
): MemberInit[] {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { name } = entry.name;
    if (seen.has(name)) {
      b.report(duplicateDeclaration, entry.name, { what: 'a member', name, where: 'this initialiser' });
    }
    seen.add(name);
    return bindMember(b, made, entry, scope, copy) ?? [];
  });
}

function bindMember(
  b: Binder,
  made: Value,
  entry: Extract<ObjectInitializerEntry, { kind: 'MemberEntry' }>,
  scope: Scope,
  copy: boolean,
): MemberInit | undefined {
  const { type } = made;
  const { name } = entry.name;
  const s = spanOf(entry);
  const group = name === '' ? undefined : b.members.lookup(type, name);
  if (group === undefined || group.kind === 'methods' || group.kind === 'enumMember') {
    if (name !== '') {
      const suggestion = nearest(name, b.members.memberNames(type));
      b.report(noSuchMember, entry.name, { type: displayType(type), name, suggestion });
    }
    const v = wrongEntry(b, entry, scope)[0];
    return v && { f: name, s, v };
  }
  if (entry.value.kind === 'Initializer') return undefined;
  const v = b.converted(entry.value, scope, group.type, `'${name}'`);
  if (group.kind === 'field' && refusesTracked(b, group.symbol, entry.name)) return undefined;
  const target = memberValue(b, made, group, entry.name);
  const settable = copy || group.kind === 'anonymousField' || isInitOnly(group);
  if (target.readOnly && !settable) {
    b.report(readOnly, entry.name, target.readOnly);
    return undefined;
  }
  return setter(group, name, s, v);
}

/** `{ get; init; }` of the app is read-only only later. */
function isInitOnly(group: Exclude<ReturnType<Binder['members']['lookup']>, undefined>): boolean {
  if (group.kind !== 'field' && group.kind !== 'property') return false;
  const { declaration } = group.symbol;
  return declaration?.kind === 'PropertyMember' && declaration.accessors.some((accessor) => accessor.kind === 'init');
}

function setter(
  group: Exclude<ReturnType<Binder['members']['lookup']>, undefined>,
  name: string,
  s: Expr['s'],
  v: Expr,
): MemberInit {
  if (group.kind === 'property' && group.symbol.set !== undefined) return { f: name, s, set: group.symbol.set, v };
  if (group.kind === 'libraryProperty') return { f: name, s, m: group.member.key, v };
  return { f: group.kind === 'tupleItem' ? group.field : name, s, v };
}

/**
 * `Name = { … }` goes into what is there already: the object, with its other members set, is kept in a local, and its
 * value is asked for again when the inner initialisers have run.
 */
function initialiseInside(b: Binder, made: Value, initializer: Initializer, scope: Scope, copy: boolean): Expr {
  const s = made.e.s;
  const t = made.type.key;
  const inner = initializer.entries.filter(isNested);
  const rest = initializer.entries.filter((entry) => !isNested(entry));
  const base = rest.length === 0 ? made.e : initialise(b, made, { ...initializer, entries: rest }, scope, copy);
  const id = b.newLocal();
  const self = b.val(made.type, { k: 'local', s, t, id, name: '' });
  const parts = inner.map((entry): Expr => {
    const group = b.members.lookup(made.type, entry.name.name);
    if (group === undefined || group.kind === 'methods') {
      const suggestion = nearest(entry.name.name, b.members.memberNames(made.type));
      b.report(noSuchMember, entry.name, { type: displayType(made.type), name: entry.name.name, suggestion });
      return b.error(entry, wrongEntry(b, entry, scope)).e;
    }
    return initialise(b, memberValue(b, self, group, entry.name), entry.value, scope);
  });
  const all = [...parts, self.e];
  const tuple: Expr = { k: 'tuple', s, t: `(${all.map((part) => part.t).join(',')})`, items: all };
  const v: Expr = { k: 'field', s, t, o: tuple, f: `Item${all.length}`, owner: tuple.t };
  return { k: 'switchx', s, t, e: base, arms: [{ s, p: { p: 'bind', id, name: '', t }, v }] };
}

type NestedEntry = Extract<ObjectInitializerEntry, { kind: 'MemberEntry' }> & { readonly value: Initializer };

function isNested(entry: ObjectInitializerEntry): entry is NestedEntry {
  return entry.kind === 'MemberEntry' && entry.value.kind === 'Initializer';
}

// ---------------------------------------------------------------- elements

function bindElement(
  b: Binder,
  type: Type,
  entry: Exclude<ObjectInitializerEntry, { kind: 'MemberEntry' }>,
  scope: Scope,
): Entry | undefined {
  if (entry.kind === 'IndexEntry') return bindIndex(b, type, entry, scope);
  const values = entry.values.map((value) => b.bind(value, scope));
  return addElement(b, type, values, entry, undefined, entry.values);
}

/**
 * The call of `Add` for one element. `element`: the type that stands in for the value, which the caller puts in itself
 * (a spread).
 */
export function addElement(
  b: Binder,
  type: Type,
  values: readonly Bound[],
  at: Node,
  element?: Type,
  places: readonly Node[] = [],
): Entry | undefined {
  const group = b.members.lookup(type, 'Add');
  if (group?.kind !== 'methods' || group.candidates.length === 0) {
    const text = `'${displayType(type)}' has no \`Add\`, so nothing can be put into it here`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Set its members by name: `Name = …`.' });
    return undefined;
  }
  const args: BoundArgument[] = values.map((value, i) => ({
    name: undefined,
    nameSpan: undefined,
    mode: 'value',
    at: places[i] ?? at,
    value,
  }));
  const infos: ArgumentInfo[] = element
    ? [{ name: undefined, mode: 'value', value: { kind: 'typed', type: element }, span: at }]
    : args.map((arg) => ({ name: undefined, mode: 'value', value: infoOf(arg.value), span: arg.at }));
  const call = b.overloads.resolve(group.candidates, infos);
  if (!call.ok) {
    failedCall(b, call, 'Add', args, undefined, at);
    return undefined;
  }
  const converted = element ? [] : args.map((arg, i) => convertArgument(b, arg, call.targets[i] as Type, undefined));
  const { origin } = call.callable;
  if (origin.kind === 'library') return { add: origin.member.key, values: converted };
  if (origin.kind === 'method') return { add: origin.symbol.key, own: true, values: converted };
  return undefined;
}

/** `["k"] = v` */
function bindIndex(
  b: Binder,
  type: Type,
  entry: Extract<ObjectInitializerEntry, { kind: 'IndexEntry' }>,
  scope: Scope,
): Entry | undefined {
  const args = bindArguments(b, entry.args, scope);
  const call = b.overloads.resolve(b.members.indexersOf(type), args.map(argumentInfo));
  if (!call.ok) {
    reportFailure(b, call.failure, `${displayType(type)}[…]`, args, entry);
    wrongEntry(b, entry, scope);
    return undefined;
  }
  if (entry.value.kind === 'Initializer') {
    const text = 'an initialiser may not be nested in an index';
    b.report(typeMismatch, entry.value, { problem: 'other', text, help: 'Write the value with `new`.' });
    return undefined;
  }
  const keys = args.map((arg, i) => convertArgument(b, arg, call.targets[i] as Type, undefined));
  const value = b.converted(entry.value, scope, call.returns);
  const { origin } = call.callable;
  if (origin.kind === 'library') {
    if (!origin.member.writable) return refuseIndex(b, type, entry);
    return { add: origin.member.key, index: true, values: [...keys, value] };
  }
  if (origin.kind !== 'indexer' || origin.symbol.set === undefined) return refuseIndex(b, type, entry);
  return { add: origin.symbol.set, index: true, own: true, values: [...keys, value] };
}

function refuseIndex(b: Binder, type: Type, at: Node): undefined {
  b.report(readOnly, at, { what: `an element of '${displayType(type)}'`, why: 'its indexer can only be read' });
  return undefined;
}
