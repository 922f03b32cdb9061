/** `new T(…) { … }`, arrays, collection expressions, anonymous objects, `with` (C# spec 12.8.17). */
import { notAccessibleHere } from '../../diagnostics/catalogue/bodies.ts';
import { abstractType, typeMismatch, wrongArguments } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import { displayType, errorType, intType, isSilent, isValueType, stripNullable, voidType } from '../type-table.ts';
import type { Type } from '../types.ts';
import { argumentInfo, bindArguments, leftOver } from './arguments.ts';
import type { Binder } from './binder.ts';
import { type Bound, type BoundArgument, type ListBound, type NewBound, spanOf, type Value } from './bound.ts';
import { defaultOf } from './conversion.ts';
import { supplyArguments, typeArguments } from './emit-call.ts';
import { failedCall } from './groups.ts';
import { bestCommonType, infoOf } from './infos.ts';
import { addElement, initialise } from './initializers.ts';
import { mayAccess } from './member-access-rules.ts';
import type { Scope } from './scope.ts';

export function bindObjectCreation(b: Binder, e: ExpressionOf<'ObjectCreation'>, scope: Scope): Bound {
  const args = bindArguments(b, e.args ?? [], scope);
  if (e.type === undefined) return { k: 'new', syntax: e, args, scope };
  const type = b.resolveType(e.type, scope);
  return b.val(type, create(b, type, args, e, scope));
}

/** `new(…)` where a value of type `to` is due. */
export function newOfType(b: Binder, bound: NewBound, to: Type, _at: Node): Expr {
  return create(b, to, bound.args, bound.syntax, bound.scope);
}

function create(
  b: Binder,
  type: Type,
  args: readonly BoundArgument[],
  e: ExpressionOf<'ObjectCreation'>,
  scope: Scope,
): Expr {
  const made = construct(b, type, args, e);
  return e.initializer === undefined ? made : initialise(b, b.val(type, made), e.initializer, scope);
}

/** The object before its initialiser. */
function construct(b: Binder, type: Type, args: readonly BoundArgument[], e: ExpressionOf<'ObjectCreation'>): Expr {
  const s = spanOf(e);
  const t = type.key;
  const at = e.type ?? e;
  if (isSilent(type)) return b.error(e, leftOver(b, args)).e;
  switch (type.kind) {
    case 'entity':
      if (type.symbol.abstract) b.report(abstractType, at, { problem: 'new', type: type.symbol.name, is: 'abstract' });
      if (args.length > 0) {
        const detail = 'is an entity, and is made without arguments';
        b.report(wrongArguments, at, { problem: 'arguments', callee: type.symbol.name, detail, expected: [] });
        return b.error(e, leftOver(b, args)).e;
      }
      return { k: 'newEntity', s, t, e: type.symbol.fullName, init: [] };
    case 'class': {
      const { symbol } = type;
      if (symbol.abstract || symbol.static || symbol.form === 'interface') {
        const is = symbol.form === 'interface' ? 'an interface' : symbol.static ? 'static' : 'abstract';
        b.report(abstractType, at, { problem: 'new', type: symbol.name, is });
        return b.error(e, leftOver(b, args)).e;
      }
      break;
    }
    case 'library':
      if (type.library.kind === 'interface' || type.library.kind === 'static') {
        const is = type.library.kind === 'static' ? 'static' : 'an interface';
        b.report(abstractType, at, { problem: 'new', type: displayType(type), is });
        return b.error(e, leftOver(b, args)).e;
      }
      break;
    default:
  }
  const constructors = b.members.constructorsOf(type);
  if (constructors.length === 0) return withoutConstructor(b, type, args, e);
  const call = b.overloads.resolve(constructors, args.map(argumentInfo));
  if (!call.ok) return { ...failedCall(b, call, `new ${displayType(type)}`, args, undefined, e).e, t };
  const supplied = supplyArguments(b, call, args, undefined, e);
  const { origin } = call.callable;
  if (origin.kind === 'library') {
    return { k: 'lib', s, t, m: origin.member.key, ...supplied, ...typeArguments(origin.ownerArgs) };
  }
  if (origin.kind !== 'constructor' || type.kind !== 'class') return b.error(e, supplied.args).e;
  if (!mayAccess(b, origin.symbol.access, origin.symbol.owner)) {
    b.report(notAccessibleHere, at, {
      what: `this constructor of '${origin.symbol.owner.name}'`,
      why: `it is ${origin.symbol.access}`,
    });
  }
  const ctor = origin.symbol.declaration === undefined ? {} : { ctor: origin.symbol.key };
  return { k: 'new', s, t, c: type.symbol.fullName, ...ctor, ...supplied, ...typeArguments(type.args), init: [] };
}

/** A class without constructors of its own, `new int()`, and what cannot be made at all. */
function withoutConstructor(
  b: Binder,
  type: Type,
  args: readonly BoundArgument[],
  e: ExpressionOf<'ObjectCreation'>,
): Expr {
  const s = spanOf(e);
  if (args.length === 0) {
    if (type.kind === 'class') {
      return { k: 'new', s, t: type.key, c: type.symbol.fullName, args: [], ...typeArguments(type.args), init: [] };
    }
    if (isValueType(type)) return defaultOf(type, e);
  } else if (type.kind === 'class') {
    const detail = 'has no constructor with parameters';
    b.report(wrongArguments, e.type ?? e, { problem: 'arguments', callee: displayType(type), detail, expected: [] });
    return b.error(e, leftOver(b, args)).e;
  }
  const text = `objects of '${displayType(type)}' are not made with \`new\``;
  b.report(typeMismatch, e.type ?? e, { problem: 'other', text, help: 'Use one of its own functions that make one.' });
  return b.error(e, leftOver(b, args)).e;
}

// ---------------------------------------------------------------- arrays and collections

export function bindArrayCreation(b: Binder, e: ExpressionOf<'ArrayCreation'>, scope: Scope): Value {
  const s = spanOf(e);
  const written = e.elementType === undefined ? undefined : b.resolveType(e.elementType, scope);
  const size = e.size === undefined ? undefined : b.converted(e.size, scope, intType, 'the size');
  if (e.elements === undefined) {
    const type = b.types.arrayOf(written ?? errorType);
    return b.val(type, { k: 'newArray', s, t: type.key, n: size ?? b.error(e).e });
  }
  const bounds = e.elements.map((element) => b.bind(element, scope));
  let element = written;
  if (element === undefined) {
    element = bestCommonType(b, bounds.map(infoOf));
    if (element === undefined || element === voidType) {
      const text = 'the elements have no type in common';
      b.report(typeMismatch, e, { problem: 'other', text, help: 'Write it: `new T[] { … }`.' });
      element = errorType;
    }
  }
  const of = element;
  const type = b.types.arrayOf(of);
  const items = bounds.map((bound, i) => b.convert(bound, of, (e.elements as readonly Expression[])[i] as Node));
  return b.val(type, { k: 'array', s, t: type.key, items });
}

export function bindCollectionExpression(b: Binder, e: ExpressionOf<'CollectionExpression'>, scope: Scope): ListBound {
  const elements = e.elements.map((element) => ({
    spread: element.spread,
    value: element.spread ? b.value(element.value, scope) : b.bind(element.value, scope),
    at: element.value,
  }));
  return { k: 'list', elements, s: spanOf(e) };
}

const asArray: ReadonlySet<string> = new Set(['IEnumerable', 'IReadOnlyList', 'IReadOnlyCollection']);
const asList: ReadonlySet<string> = new Set(['IList', 'ICollection']);

/** `[a, ..b]` where a collection of type `to` is due. */
export function listFromElements(b: Binder, list: ListBound, to: Type, at: Node): Expr {
  const element = b.hierarchy.elementOf(to);
  if (element === undefined || to.kind === 'primitive') {
    const text = `\`[…]\` makes a list or an array, and '${displayType(to)}' is due`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Write a value of that type.' });
    return b.error(at).e;
  }
  const name = to.kind === 'library' ? to.library.name : '';
  if (to.kind === 'array' || asArray.has(name)) {
    const type = b.types.arrayOf(element);
    const items = list.elements.map(({ spread, value, at: place }) => {
      return spread ? spreadOf(b, value, element, place) : b.convert(value, element, place);
    });
    return { k: 'array', s: list.s, t: type.key, items };
  }
  const type = asList.has(name) ? b.types.generic('List', element) : to;
  const base = emptyOf(b, type, at);
  if (base === undefined) return b.error(at).e;
  const entries = list.elements.flatMap(({ spread, value, at: place }) => {
    if (spread) {
      const adding = addElement(b, type, [{ k: 'default', s: list.s }], place, element);
      return adding ? [{ ...adding, values: [spreadOf(b, value, element, place)] }] : [];
    }
    return addElement(b, type, [value], place) ?? [];
  });
  return { k: 'collection', s: list.s, t: type.key, base, entries, ...targsOf(type) };
}

function targsOf(type: Type): { readonly targs?: readonly string[] } {
  return type.kind === 'library' || type.kind === 'class' ? typeArguments(type.args) : {};
}

function emptyOf(b: Binder, type: Type, at: Node): Expr | undefined {
  const s = spanOf(at);
  const call = b.overloads.resolve(b.members.constructorsOf(type), []);
  if (call.ok && call.callable.origin.kind === 'library') {
    const { member, ownerArgs } = call.callable.origin;
    return { k: 'lib', s, t: type.key, m: member.key, args: [], ...typeArguments(ownerArgs) };
  }
  if (type.kind === 'class' && !type.symbol.abstract) {
    return { k: 'new', s, t: type.key, c: type.symbol.fullName, args: [], ...typeArguments(type.args), init: [] };
  }
  const text = `\`[…]\` cannot make a '${displayType(type)}'`;
  b.report(typeMismatch, at, { problem: 'other', text, help: 'Make it with `new` and an initialiser.' });
  return undefined;
}

function spreadOf(b: Binder, bound: Bound, element: Type, at: Node): Expr {
  const value = b.toValue(bound, at);
  const from = isSilent(value.type) ? undefined : b.hierarchy.elementOf(stripNullable(value.type));
  if (from === undefined && !isSilent(value.type)) {
    const text = `'..' spreads a collection, and '${displayType(value.type)}' is none`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Write the value without `..`.' });
  } else if (from !== undefined && !b.conversions.isImplicit(from, element)) {
    const params = {
      problem: 'conversion',
      from: displayType(from),
      to: displayType(element),
      of: 'the elements',
    } as const;
    b.report(typeMismatch, at, params);
  } else if (from !== undefined && !b.types.same(from, element)) {
    return { k: 'spread', s: spanOf(at), t: value.e.t, e: selected(b, value, from, element, at) };
  }
  return { k: 'spread', s: spanOf(at), t: value.e.t, e: value.e };
}

/** The elements converted one by one. */
function selected(b: Binder, value: Value, from: Type, to: Type, at: Node): Expr {
  const s = spanOf(at);
  const id = b.newLocal();
  const item = b.val(from, { k: 'local', s, t: from.key, id, name: '' });
  const converter = b.types.functionType([from], to);
  const t = b.types.generic('IEnumerable', to).key;
  return {
    k: 'lib',
    s,
    t,
    m: 'Enumerable.Select(IEnumerable<T>,Func<T,R>)',
    args: [
      value.e,
      {
        k: 'lambda',
        s,
        t: converter.key,
        params: [{ id, name: '', t: from.key }],
        returns: to.key,
        body: [{ k: 'return', s, e: b.convert(item, to, at) }],
      },
    ],
    targs: [from.key, to.key],
  };
}

// ---------------------------------------------------------------- anonymous objects

export function bindAnonymousObject(b: Binder, e: ExpressionOf<'AnonymousObject'>, scope: Scope): Value {
  const fields = e.members.map((member) => {
    const value = b.value(member.value, scope);
    const name = member.name?.name ?? impliedName(member.value);
    if (name === undefined) {
      const text = 'this member has no name';
      b.report(typeMismatch, member, { problem: 'other', text, help: 'Write `Name = …`.' });
    }
    return { name: name ?? '', value };
  });
  const type = b.types.anonymous(fields.map(({ name, value }) => ({ name, type: value.type })));
  const parts = fields.map(({ name, value }) => ({ f: name, v: value.e }));
  return b.val(type, { k: 'anon', s: spanOf(e), t: type.key, fields: parts });
}

/** `x.Name` gives its member the name `Name`. */
export function impliedName(e: Expression): string | undefined {
  switch (e.kind) {
    case 'Name':
    case 'MemberAccess':
      return e.name.name;
    case 'ConditionalAccess':
      return impliedName(e.whenNotNull);
    case 'NotNull':
      return impliedName(e.operand);
    default:
      return undefined;
  }
}

/** `e with { A = 1 }`: a copy. */
export function bindWith(b: Binder, e: ExpressionOf<'With'>, scope: Scope): Value {
  const value = b.value(e.operand, scope);
  if (isSilent(value.type)) return b.error(e, [value.e]);
  const type = stripNullable(value.type);
  if (type.kind !== 'class' && type.kind !== 'anonymous' && type.kind !== 'tuple') {
    const text = `\`with\` copies an object of a class, and '${displayType(value.type)}' is none`;
    b.report(typeMismatch, e, { problem: 'other', text, help: 'Make a new value instead.' });
    return b.error(e, [value.e]);
  }
  const base: Expr = { k: 'with', s: spanOf(e), t: type.key, e: value.e, init: [] };
  return b.val(type, initialise(b, b.val(type, base), e.initializer, scope, true));
}
