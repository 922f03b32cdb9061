/** Patterns, and what uses them: `is`, switch expressions (C# spec 11). */
import { invalidConstant } from '../../diagnostics/catalogue/bodies.ts';
import { noSuchMember, typeMismatch } from '../../diagnostics/catalogue/types.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { BinaryOp, Pattern } from '../../ir/ir.ts';
import type {
  Designation,
  Expression,
  ExpressionOf,
  Identifier,
  Node,
  PatternSyntax,
  TypeSyntax,
} from '../../syntax/tree.ts';
import {
  boolType,
  displayType,
  displayTypes,
  errorType,
  isNullableValue,
  isSilent,
  isValueType,
  nullType,
  objectType,
  stringType,
  stripNullable,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { declareVariable } from './declare.ts';
import { memberValue } from './member-values.ts';
import { domainOf } from './operator-nodes.ts';
import type { Scope } from './scope.ts';

type PatternOf<K extends PatternSyntax['kind']> = Extract<PatternSyntax, { readonly kind: K }>;

export function bindIs(b: Binder, e: ExpressionOf<'Is'>, scope: Scope): Value {
  const value = b.value(e.operand, scope);
  const p = bindPattern(b, e.pattern, value.type, scope);
  return b.val(boolType, { k: 'is', s: spanOf(e), t: boolType.key, e: value.e, p });
}

/** `subject`: the static type of what is matched. */
export function bindPattern(b: Binder, p: PatternSyntax, subject: Type, scope: Scope): Pattern {
  switch (p.kind) {
    case 'DiscardPattern':
      return { p: 'any' };
    case 'ParenthesizedPattern':
      return bindPattern(b, p.pattern, subject, scope);
    case 'ConstantPattern':
      return constantPattern(b, p, subject, scope);
    case 'VarPattern':
      return designation(b, p.designation, subject, scope) ?? { p: 'any' };
    case 'DeclarationPattern':
      return typed(b, b.resolveType(p.type, scope), p.designation, subject, p, scope);
    case 'RecursivePattern':
      return recursive(b, p, subject, scope);
    case 'RelationalPattern': {
      const v = patternConstant(b, p.value, subject, scope);
      if (v === undefined) return { p: 'any' };
      const op: BinaryOp = ({ '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const)[p.operator];
      return typeTest(b, v.type, subject, {
        p: 'rel',
        op: op as 'lt' | 'le' | 'gt' | 'ge',
        v: v.e,
        on: domainOf(v.type),
      });
    }
    case 'ListPattern':
      return listPattern(b, p, subject, scope);
    case 'SlicePattern':
      b.report(typeMismatch, p, {
        problem: 'other',
        text: '`..` stands only in a list pattern',
        help: 'Write `[.., x]`.',
      });
      return { p: 'any' };
    case 'NotPattern':
      return { p: 'not', e: bindPattern(b, p.operand, subject, scope) };
    case 'BinaryPattern':
      return binaryPattern(b, p, subject, scope);
  }
}

/** `a or b or c …` without recursion over the left side. */
function binaryPattern(b: Binder, p: PatternOf<'BinaryPattern'>, subject: Type, scope: Scope): Pattern {
  const spine = [p];
  let left = p.left;
  while (left.kind === 'BinaryPattern') {
    spine.push(left);
    left = left.left;
  }
  let l = bindPattern(b, left, subject, scope);
  let leftNode: PatternSyntax = left;
  for (let node = spine.pop(); node !== undefined; node = spine.pop()) {
    const narrowed = node.operator === 'and' ? narrowedBy(b, leftNode, subject, scope) : subject;
    const r = bindPattern(b, node.right, narrowed, scope);
    l = { p: node.operator, l, r };
    leftNode = node;
  }
  return l;
}

/** `is Rush and { … }`: the right side sees what the left has made sure of. */
function narrowedBy(b: Binder, p: PatternSyntax, subject: Type, scope: Scope): Type {
  const syntax = p.kind === 'DeclarationPattern' ? p.type : p.kind === 'RecursivePattern' ? p.type : undefined;
  if (syntax !== undefined) return b.withhold(() => b.resolveType(syntax, scope)).result;
  if (p.kind === 'ParenthesizedPattern') return narrowedBy(b, p.pattern, subject, scope);
  if (p.kind === 'ConstantPattern') {
    const asType = b.withhold(() => b.bind(p.value, scope)).result;
    return asType.k === 'type' && asType.value === undefined ? asType.type : stripNullable(subject);
  }
  return p.kind === 'NotPattern' ? stripNullable(subject) : subject;
}

// ---------------------------------------------------------------- constants and types

/** A constant, or a name that is a type after all. */
function constantPattern(b: Binder, p: PatternOf<'ConstantPattern'>, subject: Type, scope: Scope): Pattern {
  const bound = b.bind(p.value, scope);
  if (bound.k === 'type' && bound.value === undefined) return typed(b, bound.type, undefined, subject, p, scope);
  if (bound.k === 'value' && bound.type === nullType) {
    if (isSilent(subject) || !isValueType(subject) || isNullableValue(subject)) return { p: 'null' };
    b.report(typeMismatch, p, { problem: 'operator', operator: 'is', left: displayType(subject), right: 'null' });
    return { p: 'any' };
  }
  const v = constantValue(b, bound.k === 'value' ? bound : b.toValue(bound, p.value), subject, p.value);
  return v === undefined ? { p: 'any' } : typeTest(b, v.type, subject, { p: 'const', v: v.e, on: domainOf(v.type) });
}

function patternConstant(b: Binder, e: Expression, subject: Type, scope: Scope): Value | undefined {
  return constantValue(b, b.value(e, scope), subject, e);
}

/** The constant as a value of the subject's type, without `?`. */
function constantValue(b: Binder, value: Value, subject: Type, at: Node): Value | undefined {
  if (isSilent(value.type)) return undefined;
  const of = stripNullable(subject);
  // Of an `object`, the constant's own type is part of the question.
  const target =
    isSilent(of) || of === objectType || of.kind === 'param' || isOpenReference(b, of, value.type) ? value.type : of;
  const e = b.convert(value, target, at);
  if (e.k === 'const') return b.val(target, e);
  if (value.e.k !== 'const' && e.k !== 'invoke') {
    b.report(invalidConstant, at, {
      why: 'a pattern compares with a constant, and this is computed: test it with `==`',
    });
  }
  return undefined;
}

function isOpenReference(b: Binder, subject: Type, constant: Type): boolean {
  return !isValueType(subject) && subject !== stringType && b.conversions.isImplicit(constant, subject);
}

/** Tests the type first where the subject may be something else. */
function typeTest(b: Binder, type: Type, subject: Type, sub: Pattern): Pattern {
  return isSilent(subject) || b.types.same(stripNullable(subject), type) ? sub : ofType(b, type, sub);
}

function ofType(b: Binder, type: Type, sub: Pattern | undefined): Pattern {
  const p: Pattern = { p: 'type', t: type.key, ...(sub === undefined ? {} : { sub }) };
  b.patternTypes.set(p, type);
  return p;
}

function typed(b: Binder, type: Type, name: Designation | undefined, subject: Type, at: Node, scope: Scope): Pattern {
  if (isSilent(type)) {
    if (name) designation(b, name, errorType, scope);
    return { p: 'any' };
  }
  const of = stripNullable(type);
  if (!isSilent(subject) && subject !== nullType && !mayBe(b, subject, of)) {
    const [from, to] = displayTypes(subject, type);
    b.report(typeMismatch, at, {
      problem: 'other',
      text: `a value of type '${from}' is never a '${to}'`,
      help: 'Change one of the types.',
    });
  }
  const sub = name && designation(b, name, of, scope);
  return ofType(b, of, sub);
}

function mayBe(b: Binder, subject: Type, type: Type): boolean {
  const from = stripNullable(subject);
  if (isValueType(from) && isValueType(type)) return b.types.same(from, type);
  return b.conversions.classifyExplicit(from, type) !== undefined;
}

/** `x`, `_`, `(a, b)` of what is matched; undefined where nothing is named. */
function designation(b: Binder, d: Designation, type: Type, scope: Scope): Pattern | undefined {
  switch (d.kind) {
    case 'Discard':
      return undefined;
    case 'Variable': {
      const variable = declareVariable(b, d.name, type, scope);
      return { p: 'bind', id: variable.id, name: variable.name, t: type.key };
    }
    case 'TupleDesignation': {
      const of = stripNullable(type);
      const items = d.items.map((item, i): Pattern => {
        const part = of.kind === 'tuple' ? (of.items[i] ?? errorType) : errorType;
        return designation(b, item, part, scope) ?? { p: 'any' };
      });
      if (of.kind !== 'tuple' && !isSilent(of)) refuseParts(b, d, of);
      return { p: 'tuple', items };
    }
  }
}

function refuseParts(b: Binder, at: Node, type: Type): void {
  const text = `a value of type '${displayType(type)}' has no parts by position`;
  b.report(typeMismatch, at, { problem: 'other', text, help: 'Match its members: `{ Name: … }`.' });
}

// ---------------------------------------------------------------- parts

function recursive(b: Binder, p: PatternOf<'RecursivePattern'>, subject: Type, scope: Scope): Pattern {
  const written: TypeSyntax | undefined = p.type;
  const type = written === undefined ? stripNullable(subject) : stripNullable(b.resolveType(written, scope));
  const tests: Pattern[] = [];
  if (p.positional) tests.push(positional(b, p.positional, type, p, scope));
  if (p.properties?.length) tests.push(properties(b, p.properties, type, p, scope));
  // `{ }` asks only whether there is something.
  if (written === undefined && tests.length === 0) tests.push({ p: 'not', e: { p: 'null' } });
  const name = p.designation && designation(b, p.designation, type, scope);
  if (name) tests.push(name);
  const all = tests.reduce<Pattern | undefined>((l, r) => (l === undefined ? r : { p: 'and', l, r }), undefined);
  if (written === undefined) return all ?? { p: 'any' };
  if (!isSilent(subject) && !isSilent(type) && !mayBe(b, subject, type)) {
    const [from, to] = displayTypes(subject, type);
    b.report(typeMismatch, written, {
      problem: 'other',
      text: `a value of type '${from}' is never a '${to}'`,
      help: 'Change one of the types.',
    });
  }
  return ofType(b, type, all);
}

function positional(
  b: Binder,
  items: Exclude<PatternOf<'RecursivePattern'>['positional'], undefined>,
  type: Type,
  at: Node,
  scope: Scope,
): Pattern {
  if (type.kind !== 'tuple' && !isSilent(type)) refuseParts(b, at, type);
  else if (type.kind === 'tuple' && type.items.length !== items.length) {
    const text = `'${displayType(type)}' has ${type.items.length} parts, and ${items.length} are matched`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Write one pattern for each part.' });
  }
  const part = (i: number): Type => (type.kind === 'tuple' ? (type.items[i] ?? errorType) : errorType);
  return { p: 'tuple', items: items.map((item, i) => bindPattern(b, item.pattern, part(i), scope)) };
}

function properties(
  b: Binder,
  members: Exclude<PatternOf<'RecursivePattern'>['properties'], undefined>,
  type: Type,
  at: Node,
  scope: Scope,
): Pattern {
  const id = b.newLocal();
  const self = b.val(type, { k: 'local', s: spanOf(at), t: type.key, id, name: '' });
  const bound = members.map((member) => {
    const value = pathValue(b, self, member.path, member);
    return { v: value.e, p: bindPattern(b, member.pattern, value.type, scope) };
  });
  return { p: 'props', id, t: type.key, members: bound };
}

/** `A.B.C` of what is matched; a null on the way does not match. */
function pathValue(b: Binder, self: Value, path: readonly Identifier[], at: Node): Value {
  let value = self;
  for (const [i, name] of path.entries()) {
    if (isSilent(value.type)) return b.error(at);
    const group = name.name === '' ? undefined : b.members.lookup(value.type, name.name);
    if (group === undefined || group.kind === 'methods') {
      if (name.name !== '') {
        const suggestion = nearest(name.name, b.members.memberNames(value.type));
        b.report(noSuchMember, name, { type: displayType(value.type), name: name.name, suggestion });
      }
      return b.error(at);
    }
    value =
      i > 0 && value.type.kind === 'nullable' ? present(b, value, group, name) : memberValue(b, value, group, name);
  }
  return value;
}

function present(b: Binder, o: Value, group: Parameters<typeof memberValue>[2], at: Node): Value {
  const id = b.newLocal();
  const type = stripNullable(o.type);
  const inner = memberValue(b, b.val(type, { k: 'local', s: o.e.s, t: type.key, id, name: '' }), group, at);
  const result = b.types.nullable(inner.type);
  return b.val(result, { k: 'nullcond', s: spanOf(at), t: result.key, o: o.e, id, then: inner.e });
}

function listPattern(b: Binder, p: PatternOf<'ListPattern'>, subject: Type, scope: Scope): Pattern {
  const of = stripNullable(subject);
  const element = isSilent(of) ? errorType : (b.hierarchy.elementOf(of) ?? undefined);
  if (element === undefined) {
    const text = `a value of type '${displayType(subject)}' is no list`;
    b.report(typeMismatch, p, { problem: 'other', text, help: 'Match its members: `{ Name: … }`.' });
  }
  const items: Pattern[] = [];
  let rest: number | undefined;
  let slice: Pattern | undefined;
  for (const each of p.elements) {
    if (each.kind === 'SlicePattern') {
      rest = items.length;
      slice = each.pattern && bindPattern(b, each.pattern, of, scope);
    } else {
      items.push(bindPattern(b, each, element ?? errorType, scope));
    }
  }
  const made: Pattern = {
    p: 'list',
    items,
    ...(rest === undefined ? {} : { rest }),
    ...(slice === undefined ? {} : { slice }),
  };
  const name = p.designation && designation(b, p.designation, of, scope);
  return name ? { p: 'and', l: made, r: name } : made;
}
