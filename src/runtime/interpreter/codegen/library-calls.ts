/** Calls of library members: by key, inline where that is exact and worth it, with the app's overrides asked first. */
import type { Expr, IrType, LibraryExpr, LibraryKey, LibraryPropertyExpr } from '../../../ir/ir.ts';
import type { TypeShape } from '../../../ir/types.ts';
import { implementation } from '../library-bridge.ts';
import { type Arguments, areSimple, argumentTexts } from './arguments.ts';
import type { Generator } from './generator.ts';
import { sequence } from './sequence.ts';

/** Text of the function that implements a member: the library's, or the one that the host supplies when it runs. */
export function libraryFunction(g: Generator, key: LibraryKey): string {
  const found = implementation(key);
  return found === undefined ? `${g.helper('member')}(h,${JSON.stringify(key)})` : g.constant(found);
}

/** Members that V8 does better with in place. Arguments are non-null receivers first. */
const inlined: Readonly<Record<LibraryKey, (args: readonly string[]) => string>> = {
  'string.Length': ([s]) => `${s}.length`,
  'Array.Length': ([a]) => `${a}.length`,
  'List.Count': ([list]) => `${list}.items.length`,
};

/** A call of `key` with the receiver among `args` and type arguments at their end. */
export function callLibrary(g: Generator, key: LibraryKey, args: readonly string[]): string {
  const inline = Object.hasOwn(inlined, key) ? inlined[key] : undefined;
  if (inline !== undefined) return inline(args);
  g.calling();
  return `${libraryFunction(g, key)}(${['h', ...args].join(',')})`;
}

export function emitLibrary(g: Generator, e: LibraryExpr): string {
  const key = g.text(e.m, 'm');
  if (e.o !== undefined) return callOn(g, e.o, key, e, e.targs);
  const args = argumentTexts(g, e, false);
  return sequence([...args.setup, callLibrary(g, key, [...args.texts, ...typeTexts(g, e.targs)])]);
}

/** A property that could be assigned, read. */
export function emitLibraryProperty(g: Generator, e: LibraryPropertyExpr): string {
  return callOn(g, e.o, g.text(e.m, 'm'), e, e.targs);
}

export function typeTexts(g: Generator, targs: readonly IrType[] | undefined): readonly string[] {
  return targs === undefined ? [] : [g.types(targs)];
}

function callOn(
  g: Generator,
  receiver: Expr,
  key: LibraryKey,
  e: Arguments,
  targs: readonly IrType[] | undefined,
): string {
  const shape = g.shape(receiver.t);
  const told = byStaticType(g, receiver, shape, key);
  if (told !== undefined) return told;
  const throughBase = receiver.k === 'this' && receiver.base === true;
  const asks = !throughBase && mayOverride(g, shape);
  const mayBeNull = receiver.k !== 'this' && g.program.facts.mayBeNull(shape) && !key.startsWith('Nullable.');
  const self = boxedReceiver(g, receiver, shape, key);
  // The base's equality is that of references.
  if (throughBase && key === 'object.Equals(object)') return `(${self}===${argumentTexts(g, e, false).texts[0]})`;
  const o = throughBase ? `${g.helper('asBase')}(${self})` : self;
  if (!asks && (!mayBeNull || areSimple(g, e)) && e.order === undefined) {
    const { texts } = argumentTexts(g, e, false);
    return callLibrary(g, key, [mayBeNull ? g.notNull(o) : o, ...texts, ...typeTexts(g, targs)]);
  }
  // The receiver is evaluated first and found to be null last, after the arguments.
  const t = g.temp();
  const args = argumentTexts(g, e, true);
  const checked = mayBeNull ? g.notNull(t) : t;
  const begin = [`${t}=${o}`, ...args.setup];
  const plain = callLibrary(g, key, [asks ? t : checked, ...args.texts, ...typeTexts(g, targs)]);
  if (!asks) return sequence([...begin, plain]);
  const f = g.temp();
  const own = `(${f}=${g.helper('override')}(${checked},${JSON.stringify(key)}))!==undefined`;
  g.calling();
  return sequence([...begin, `${own}?${f}(${[t, ...args.texts].join(',')}):${plain}`]);
}

const collections: ReadonlySet<string> = new Set(['Dictionary', 'HashSet', 'List', 'Queue', 'Stack']);

/** Arrays and collections do not know the type of their elements at run time: what tells of it is told by the static type. */
function byStaticType(g: Generator, receiver: Expr, shape: TypeShape, key: LibraryKey): string | undefined {
  if (key !== 'object.ToString()' && key !== 'object.GetType()') return undefined;
  if (shape.kind !== 'array' && !(shape.kind === 'named' && collections.has(shape.name))) return undefined;
  const o = g.notNull(g.expr(receiver, 'o'));
  g.calling();
  const type = g.type(receiver.t.endsWith('?') ? receiver.t.slice(0, -1) : receiver.t);
  return key === 'object.ToString()' ? `${g.helper('text')}(h,${o},${type})` : `(${o},${g.helper('typeOf')}(${type}))`;
}

/** Whether a value of the type may be an instance of a class of the app, with members of its own. */
function mayOverride(g: Generator, shape: TypeShape): boolean {
  if (shape.kind === 'param') return true;
  if (shape.kind !== 'named') return false;
  if (g.program.facts.isValueType(shape)) return false;
  return shape.name === 'object' || g.program.facts.classModel(shape.name) !== undefined || /^I[A-Z]/.test(shape.name);
}

/** A value type on which a member of `object` is called is told with its type, as a bare number has none. */
function boxedReceiver(g: Generator, e: Expr, shape: TypeShape, key: LibraryKey): string {
  const js = g.expr(e, 'o');
  if (!key.startsWith('object.') && !key.startsWith('Enum.')) return js;
  const { facts } = g.program;
  if (shape.kind !== 'param' && !(facts.isValueType(shape) && shape.kind !== 'tuple')) return js;
  return `${g.helper('box')}(${g.constant(g.program)},${js},${g.type(e.t)})`;
}
