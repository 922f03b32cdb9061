/** Patterns: a test in JavaScript, and what is known of the operand where it holds. */
import type { Pattern } from '../../../ir/ir.ts';
import { formatIrType, type TypeShape } from '../../../ir/types.ts';
import { primitiveOf } from '../type-facts.ts';
import type { Generator, Matched, Operand } from './generator.ts';

const relations = { lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

export function emitPattern(g: Generator, p: Pattern, operand: Operand): Matched {
  switch (p.p) {
    case 'any':
      return { test: 'true', narrowed: operand };
    case 'null':
      return { test: `(${operand.js}===null)`, narrowed: operand };
    case 'const':
      return { test: constant(g, p, operand), narrowed: operand };
    case 'rel':
      return { test: relational(g, p, operand), narrowed: operand };
    case 'bind':
      return { test: `(${bindTo(g, p.id, operand.js)},true)`, narrowed: operand };
    case 'type':
      return type(g, p, operand);
    case 'props':
      return { test: properties(g, p, operand), narrowed: operand };
    case 'tuple':
      return { test: tuple(g, p, operand), narrowed: operand };
    case 'list':
      return { test: list(g, p, operand), narrowed: operand };
    case 'and': {
      const l = g.pattern(p.l, operand, 'l');
      const r = g.pattern(p.r, l.narrowed, 'r');
      return { test: `(${l.test}&&${r.test})`, narrowed: r.narrowed };
    }
    case 'or':
      return {
        test: `(${g.pattern(p.l, operand, 'l').test}||${g.pattern(p.r, operand, 'r').test})`,
        narrowed: operand,
      };
    case 'not':
      return { test: `!${g.pattern(p.e, operand, 'e').test}`, narrowed: operand };
    default:
      return g.fail(`no such pattern: ${String((p as { p: unknown }).p)}`);
  }
}

/** The local of a pattern outlives the body where a session keeps it: then it is a reference. */
function bindTo(g: Generator, id: number, value: string): string {
  const known = g.scope.find(id);
  return known?.ref === true ? `${known.js}.set(${value})` : `${g.bound(id)}=${value}`;
}

/** Values of the static type may be boxed: it is `object`, an interface or a type parameter. */
function mayBeBoxed(g: Generator, shape: TypeShape): boolean {
  if (shape.kind === 'param') return true;
  return shape.kind === 'named' && !g.program.facts.isValueType(shape) && shape.name !== 'string';
}

/** The operand as a value of type `t`; undefined, which equals nothing, where a box holds another type. */
function unboxed(g: Generator, operand: Operand, t: string): string {
  if (operand.t.kind === 'param') {
    const box = `${g.helper('box')}(${g.constant(g.program)},${operand.js},${g.type(formatIrType(operand.t))})`;
    return `${g.helper('boxedAs')}(${box},${g.type(t)})`;
  }
  return mayBeBoxed(g, operand.t) ? `${g.helper('boxedAs')}(${operand.js},${g.type(t)})` : operand.js;
}

function constant(g: Generator, p: Pattern & { p: 'const' }, operand: Operand): string {
  const v = g.expr(p.v, 'v');
  if (p.v.k === 'const' && p.v.v === null) return `(${operand.js}===null)`;
  const js = unboxed(g, operand, p.v.t);
  if (p.on === 'decimal') {
    const t = g.temp();
    return `((${t}=${js})!=null&&${v}.equals(${t}))`;
  }
  // A constant pattern asks `Equals`, by which NaN is NaN.
  if (p.v.k === 'const' && p.v.v === 'NaN' && p.on === 'double') {
    const t = g.temp();
    return `((${t}=${js})!==${t})`;
  }
  return `(${js}===${v})`;
}

function relational(g: Generator, p: Pattern & { p: 'rel' }, operand: Operand): string {
  if (!Object.hasOwn(relations, p.op)) return g.fail(`no such relation: ${String(p.op)}`);
  const v = g.expr(p.v, 'v');
  const t = g.temp();
  const compared = p.on === 'decimal' ? `${t}.compareTo(${v})${relations[p.op]}0` : `${t}${relations[p.op]}${v}`;
  return `((${t}=${unboxed(g, operand, p.v.t)})!=null&&${compared})`;
}

function type(g: Generator, p: Pattern & { p: 'type' }, operand: Operand): Matched {
  const wanted = { ...g.shape(p.t), nullable: false } as TypeShape;
  const matched = typeTest(g, operand, wanted);
  if (p.sub === undefined) return matched;
  const sub = g.pattern(p.sub, matched.narrowed, 'sub');
  return { test: `(${matched.test}&&${sub.test})`, narrowed: sub.narrowed };
}

/** Whether the operand is not null and of the type, with its value as one of that type. */
export function typeTest(g: Generator, operand: Operand, wanted: TypeShape): Matched {
  const { facts } = g.program;
  const t = formatIrType(wanted);
  const from = formatIrType({ ...operand.t, nullable: false });
  if (facts.normal(t) === facts.normal(from) && operand.t.kind !== 'param') {
    return { test: `(${operand.js}!==null)`, narrowed: { js: operand.js, t: wanted } };
  }
  if (!mayBeBoxed(g, operand.t) && wanted.kind === 'named' && wanted.name === 'object') {
    return { test: `(${operand.js}!==null)`, narrowed: operand };
  }
  const program = g.constant(g.program);
  const needsBox = operand.t.kind === 'param' || facts.isValueType(operand.t);
  const seen = needsBox
    ? `${g.helper('box')}(${program},${operand.js},${g.type(formatIrType(operand.t))})`
    : operand.js;
  if (wanted.kind === 'param' || g.isGeneric(t)) {
    const held = g.temp();
    const value = `${g.helper('unbox')}(${program},${held},${g.type(t)})`;
    return {
      test: `${g.helper('is')}(${program},${held}=${seen},${g.type(t)})`,
      narrowed: narrowed(g, value, wanted),
    };
  }
  const test = `${g.constant(facts.test(facts.normal(t)))}(${seen})`;
  if (!facts.isValueType(wanted)) return { test, narrowed: { js: operand.js, t: wanted } };
  const bare = needsBox ? operand.js : `${g.helper('unboxed')}(${operand.js})`;
  return { test, narrowed: narrowed(g, bare, wanted) };
}

/** Puts a computed value where it may be read more than once; computed only where the test before it held. */
function narrowed(g: Generator, js: string, t: TypeShape): Operand {
  const held = g.temp();
  // The first reader assigns; all of them may. It is a pure look into a box.
  return { js: `(${held}=${js})`, t };
}

function properties(g: Generator, p: Pattern & { p: 'props' }, operand: Operand): string {
  const t = g.temp();
  g.localName(p.id);
  g.scope.ids.set(p.id, { js: t, ref: false, readonly: true });
  const tests = g.list(p.members, 'members').map((member, i) =>
    g.at('members', () =>
      g.at(i, () => {
        const value = g.temp();
        const js = g.expr(member.v, 'v');
        const inner = g.pattern(member.p, { js: value, t: g.shape(member.v.t) }, 'p');
        return `(${value}=${js},${inner.test})`;
      }),
    ),
  );
  return `((${t}=${operand.js})!==null${tests.map((test) => `&&${test}`).join('')})`;
}

function tuple(g: Generator, p: Pattern & { p: 'tuple' }, operand: Operand): string {
  const items = g.list(p.items, 'items');
  const shapes = operand.t.kind === 'tuple' ? operand.t.items : undefined;
  const t = g.temp();
  const tests = items.map((item, i) => {
    const value = g.temp();
    const shape = shapes?.[i] ?? g.shape('object');
    const inner = g.at('items', () => g.pattern(item, { js: value, t: shape }, i));
    return inner.test === 'true' ? 'true' : `(${value}=${t}.items[${i}],${inner.test})`;
  });
  const checked = tests.filter((test) => test !== 'true').map((test) => `&&${test}`);
  return `((${t}=${operand.js})!==null${checked.join('')})`;
}

function elementOf(g: Generator, shape: TypeShape): TypeShape {
  if (shape.kind === 'array') return shape.element;
  if (shape.kind === 'named') {
    if (shape.name === 'string') return g.shape('char');
    const only = shape.args.length === 1 ? shape.args[0] : undefined;
    if (only !== undefined) return only;
  }
  return g.shape('object');
}

function list(g: Generator, p: Pattern & { p: 'list' }, operand: Operand): string {
  const items = g.list(p.items, 'items');
  const { rest } = p;
  if (rest !== undefined && !(Number.isSafeInteger(rest) && rest >= 0 && rest <= items.length)) {
    return g.fail("'rest' is not a position");
  }
  const t = g.temp();
  const all = g.temp();
  const element = elementOf(g, operand.t);
  const tests = items.map((item, i) => {
    const value = g.temp();
    const at = rest === undefined || i < rest ? String(i) : `${all}.length-${items.length - i}`;
    const inner = g.at('items', () => g.pattern(item, { js: value, t: element }, i));
    return `(${value}=${all}[${at}],${inner.test})`;
  });
  if (p.slice !== undefined && rest !== undefined) {
    const value = g.temp();
    const inner = g.pattern(p.slice, { js: value, t: operand.t }, 'slice');
    const to = `${all}.length-${items.length - rest}`;
    tests.push(`(${value}=${g.helper('slice')}(${t},${all},${rest},${to}),${inner.test})`);
  }
  g.calling();
  const count = `${all}.length${rest === undefined ? '===' : '>='}${items.length}`;
  const head = `(${t}=${operand.js})!==null&&(${all}=${g.helper('listItems')}(h,${t}),${count})`;
  return `(${head}${tests.map((test) => `&&${test}`).join('')})`;
}

/** Whether the static type is one whose constants JavaScript's own `switch` tells apart. */
export function isSwitchable(g: Generator, shape: TypeShape): boolean {
  const primitive = primitiveOf(shape, g.program.facts);
  return primitive === 'int' || primitive === 'char' || primitive === 'enum' || primitive === 'string';
}
