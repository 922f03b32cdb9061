/** What a simple name stands for: a local, a member of the class around, a declaration of the app, the library (C# spec 12.8.4). */
import { notAccessibleHere } from '../../diagnostics/catalogue/bodies.ts';
import { unknownName } from '../../diagnostics/catalogue/types.ts';
import type { ExpressionOf, Identifier, Node } from '../../syntax/tree.ts';
import { functionCallable } from '../declarations.ts';
import { libraryTypeNames } from '../library/index.ts';
import type { MemberGroup } from '../members.ts';
import type { FunctionSymbol, GlobalSymbol } from '../symbols.ts';
import { boolType, errorType, objectType, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type TypeName, type Value } from './bound.ts';
import { accessible, isAccessible } from './member-access-rules.ts';
import { memberValue, staticMember } from './member-values.ts';
import type { Scope } from './scope.ts';

export function bindName(b: Binder, e: ExpressionOf<'Name'>, scope: Scope): Bound {
  const { name } = e.name;
  if (name === '') return b.error(e);
  const typeArgs = e.typeArgs?.map((arg) => b.resolveType(arg, scope));
  const local = scope.lookup(name);
  if (local?.kind === 'variable') return orType(b, b.readLocal(local, e), name, scope);
  if (local?.kind === 'localFunction') {
    const s = spanOf(e);
    return { k: 'group', name, candidates: [local.callable], extensions: [], receiver: undefined, typeArgs, s };
  }
  return (
    ownMember(b, e, typeArgs, scope) ??
    globalName(b, e.name, e, typeArgs, scope) ??
    wordOf(b, e) ??
    unknown(b, e.name, e, scope)
  );
}

/** A value whose name is also its type's, as in `Card Card`: which is meant shows after the dot. */
function orType(b: Binder, value: Value, name: string, scope: Scope): Value | TypeName {
  const type = b.declarations.resolver.tryName([name], [], { file: b.body.file, typeParams: scope.fn.typeParams });
  if (type === undefined || !b.types.same(stripNullable(value.type), type)) return value;
  return { k: 'type', type, s: value.e.s, value };
}

/** The type of `this` in a member of a class or entity. */
export function ownerType(b: Binder): Type | undefined {
  const owner = b.body.owner?.symbol;
  if (owner === undefined) return undefined;
  return owner.kind === 'class' ? b.types.classOfItself(owner) : b.types.entityType(owner);
}

export function thisValue(b: Binder, at: Node): Value | undefined {
  const type = ownerType(b);
  if (type === undefined || b.body.owner?.isStatic || b.beforeObject) return undefined;
  return b.val(type, { k: 'this', s: spanOf(at), t: type.key });
}

function ownMember(
  b: Binder,
  e: ExpressionOf<'Name'>,
  typeArgs: readonly Type[] | undefined,
  scope: Scope,
): Bound | undefined {
  const type = ownerType(b);
  if (type === undefined) return undefined;
  const { name } = e.name;
  const instance = withoutExtensions(b.members.lookup(type, name, 'instance'));
  const shared = b.members.lookup(type, name, 'static');
  const self = thisValue(b, e);
  if (instance?.kind === 'methods' || shared?.kind === 'methods') {
    const candidates = [instance, shared].flatMap((group) => (group?.kind === 'methods' ? group.candidates : []));
    // `object`'s own methods are no reason to hide a function of the app.
    if (candidates.every((c) => c.origin.kind === 'library') && globalName(b, e.name, e, typeArgs, scope, true)) {
      return undefined;
    }
    return { k: 'group', name, candidates, extensions: [], receiver: self, typeArgs, s: spanOf(e) };
  }
  const found = instance ?? shared;
  if (found !== undefined && !isAccessible(b, found)) {
    // What may not be used from here hides nothing (C# spec 12.5).
    if (globalName(b, e.name, e, typeArgs, scope, true) !== undefined) return undefined;
    accessible(b, found, e.name);
    return b.error(e);
  }
  if (instance !== undefined) {
    if (self !== undefined) return orTypeOf(b, memberValue(b, self, instance, e), name, scope);
    const asType = globalName(b, e.name, e, typeArgs, scope, true);
    if (asType !== undefined) return globalName(b, e.name, e, typeArgs, scope);
    b.report(notAccessibleHere, e.name, {
      what: `'${name}'`,
      why: `it belongs to one object of '${b.body.owner?.symbol.name}', and ${b.body.describe} has none`,
    });
    return b.error(e);
  }
  return shared === undefined ? undefined : orTypeOf(b, staticMember(b, shared, e), name, scope);
}

function orTypeOf(b: Binder, bound: Bound, name: string, scope: Scope): Bound {
  return bound.k === 'value' ? orType(b, bound, name, scope) : bound;
}

function withoutExtensions(group: MemberGroup | undefined): MemberGroup | undefined {
  if (group?.kind !== 'methods') return group;
  return group.candidates.length === 0 ? undefined : { ...group, extensions: [] };
}

/** A declaration of the app, or a type of the library. `quiet`: only whether there is one. */
export function globalName(
  b: Binder,
  name: Identifier,
  at: Node,
  typeArgs: readonly Type[] | undefined,
  scope: Scope,
  quiet = false,
): Bound | undefined {
  const typeScope = { file: b.body.file, typeParams: scope.fn.typeParams };
  const param = typeArgs === undefined && scope.fn.typeParams.find((p) => p.name === name.name);
  if (param) return { k: 'type', type: b.types.paramType(param), s: spanOf(at) };
  const found = b.declarations.scope.lookup(name.name, b.body.file);
  if (found?.kind === 'ambiguous') {
    if (!quiet) {
      const candidates = found.symbols.map((symbol) => symbol.fullName);
      b.report(unknownName, name, { problem: 'ambiguous', name: name.name, candidates });
    }
    return b.error(at);
  }
  if (found !== undefined) return boundSymbols(b, found.symbols, typeArgs, at);
  const type = b.declarations.resolver.tryName([name.name], typeArgs ?? [], typeScope);
  return type && { k: 'type', type, s: spanOf(at) };
}

/** What declarations of one name are as an expression. */
export function boundSymbols(
  b: Binder,
  symbols: readonly GlobalSymbol[],
  typeArgs: readonly Type[] | undefined,
  at: Node,
): Bound {
  const s = spanOf(at);
  const symbol = symbols[0] as GlobalSymbol;
  switch (symbol.kind) {
    case 'function': {
      const functions = symbols.filter((each): each is FunctionSymbol => each.kind === 'function');
      return {
        k: 'group',
        name: symbol.name,
        candidates: functions.map(functionCallable),
        extensions: [],
        receiver: undefined,
        typeArgs,
        s,
        stubs: functions,
      };
    }
    case 'enum':
      return { k: 'type', type: b.types.enumType(symbol), s };
    case 'entity':
      return { k: 'type', type: b.types.entityType(symbol), s };
    case 'class':
      return { k: 'type', type: b.types.classType(symbol, typeArgs ?? symbol.typeParams.map(() => errorType)), s };
    case 'client':
      return { k: 'client', symbol, s };
    case 'workflow':
      return { k: 'workflow', symbol, s };
    case 'policy':
      return b.val(boolType, { k: 'policy', s, t: boolType.key, p: symbol.fullName });
    case 'principal': {
      const type = b.declarations.principal ?? objectType;
      return b.val(type, { k: 'principal', s, t: type.key, p: symbol.fullName });
    }
  }
}

/** Names that mean something where nothing of the app has them: the acting row, secrets, `System`. */
function wordOf(b: Binder, e: ExpressionOf<'Name'>): Bound | undefined {
  const { name } = e.name;
  switch (name) {
    case 'actor':
    case 'user':
      return actor(b, e, `\`${name}\``);
    case 'Secret':
    case 'Session':
      return { k: 'holder', name, s: spanOf(e) };
    default: {
      const namespace = name === 'System' ? 'System' : b.declarations.scope.namespace([name], b.body.file);
      return namespace === undefined ? undefined : { k: 'namespace', name: namespace, s: spanOf(e) };
    }
  }
}

/** The acting row, or null: nobody has signed in, or the system acts. */
export function actor(b: Binder, at: Node, what: string): Value {
  if (!b.body.hasActor) {
    b.report(notAccessibleHere, at, {
      what,
      why: `nobody acts in ${b.body.describe}; somebody does in the bodies of a workflow, in functions, policies and tests`,
    });
    return b.error(at);
  }
  const type = b.types.nullable(b.declarations.principal ?? objectType);
  return b.val(type, { k: 'actor', s: spanOf(at), t: type.key });
}

function unknown(b: Binder, name: Identifier, at: Node, scope: Scope): Value {
  const elsewhere = b.declarations.scope.anywhere(name.name)[0];
  if (elsewhere !== undefined) {
    const namespace = elsewhere.fullName.slice(0, -name.name.length - 1);
    b.report(unknownName, name, { problem: 'namespace', name: name.name, namespace });
  } else {
    b.unknown(name, visibleNames(b, scope));
  }
  return b.error(at);
}

function* visibleNames(b: Binder, scope: Scope): Iterable<string> {
  yield* scope.names();
  const type = ownerType(b);
  if (type !== undefined) yield* b.members.memberNames(type);
  yield* b.declarations.scope.visibleNames(b.body.file);
  yield* libraryTypeNames();
  yield* ['actor', 'user', 'Secret', 'Session'];
}

export function bindThis(b: Binder, e: ExpressionOf<'This'>): Value {
  const self = thisValue(b, e);
  if (self !== undefined) return self;
  const why = b.body.item
    ? 'a workflow body has no object of its own; the row of the run is `this.Item`'
    : `${b.body.describe} belongs to no object`;
  b.report(notAccessibleHere, e, { what: '`this`', why });
  return b.error(e);
}

export function bindBase(b: Binder, e: ExpressionOf<'Base'>): Value {
  const self = thisValue(b, e);
  const base = self && b.hierarchy.baseOf(self.type);
  if (self === undefined || base === undefined) {
    b.report(notAccessibleHere, e, {
      what: '`base`',
      why: `${b.body.describe} belongs to no object with a base class`,
    });
    return b.error(e);
  }
  return { k: 'value', type: base, e: { k: 'this', s: self.e.s, t: base.key, base: true }, isBase: true };
}
