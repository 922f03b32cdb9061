/** Making objects: instances, rows, arrays, collections, tuples, anonymous objects, copies. */
import type {
  AnonymousExpr,
  ArrayExpr,
  CollectionExpr,
  Expr,
  MemberInit,
  NewArrayExpr,
  NewEntityExpr,
  NewExpr,
  RangeExpr,
  TupleExpr,
  WithExpr,
  WithInitExpr,
} from '../../../ir/ir.ts';
import { formatIrType } from '../../../ir/types.ts';
import { Instance } from '../../library/values.ts';
import { nameOf } from '../type-facts.ts';
import { argumentTexts } from './arguments.ts';
import { ownedField } from './field-kinds.ts';
import { callFunction } from './function-calls.ts';
import type { Generator } from './generator.ts';
import { callLibrary, libraryFunction, typeTexts } from './library-calls.ts';
import { sequence } from './sequence.ts';

/** The closed type that `new` makes, as it is written in the IR. */
function closedType(e: NewExpr): string {
  return e.targs === undefined || e.targs.length === 0 ? e.c : `${nameOf(e.c)}<${e.targs.join(',')}>`;
}

export function emitNew(g: Generator, e: NewExpr): string {
  const shape = g.shape(g.text(e.c, 'c'));
  const name = shape.kind === 'named' ? shape.name : g.fail(`not a class: ${e.c}`);
  const model = g.program.facts.classModel(name);
  if (model === undefined || model.form !== 'class') return g.fail(`no such class: ${name}`);
  if (model.abstract === true) return g.fail(`${name} is abstract`);
  const own = g.shape(e.t);
  const written = closedType(e);
  // The type of the expression says the arguments where the node itself does not.
  const t =
    model.typeParams.length > 0 && nameOf(written) === written && own.kind === 'named' && own.name === name
      ? formatIrType({ ...own, nullable: false })
      : written;
  const args = argumentTexts(g, e, false);
  const o = g.temp();
  const parts = [...args.setup, `${o}=${allocation(g, name, t)}`];
  if (e.ctor !== undefined) {
    parts.push(callFunction(g, e.ctor, false, { js: o, nonNull: true }, args.texts, undefined));
  } else {
    const cell = g.program.implicitConstructor(name);
    g.calling();
    if (cell !== undefined) parts.push(`${g.constant(cell)}.f(h,${o})`);
  }
  return sequence([...parts, ...members(g, o, name, e.init), o]);
}

function allocation(g: Generator, name: string, t: string): string {
  if (g.isGeneric(t)) return `${g.constant(g.program)}.classTable(${g.type(t)}).allocate()`;
  const table = g.program.classTable(g.program.facts.normal(t));
  if (g.program.facts.isExceptionClass(name)) return `${g.constant(table)}.allocate()`;
  // Written out, each site makes objects of one shape, which V8 can put in place.
  return `new ${g.constant(Instance)}(${g.constant(table)},new ${g.constant(table.fieldsOf)}())`;
}

/** What an object initialiser does to the object in `o`, an instance or row of `owner`, or something of the library. */
function members(g: Generator, o: string, owner: string | undefined, init: readonly MemberInit[]): string[] {
  return g.list(init, 'init').map((member, i) => g.at('init', () => g.at(i, () => setMember(g, o, owner, member))));
}

function setMember(g: Generator, o: string, owner: string | undefined, member: MemberInit): string {
  const value = g.expr(member.v, 'v');
  g.calling();
  if (member.set !== undefined) {
    return callFunction(g, member.set, isVirtual(g, member.set), { js: o, nonNull: true }, [value], undefined);
  }
  if (member.m !== undefined) return `${libraryFunction(g, `${g.text(member.m, 'm')}=`)}(h,${o},${value})`;
  const name = g.literal(member.f, 'f');
  if (owner === undefined) return g.fail(`the member ${name} has no owner`);
  const kind = ownedField(g, owner, member.f).kind;
  switch (kind) {
    case 'instance':
      return `${o}.f[${name}]=${value}`;
    case 'exception':
      return `${o}.fields[${name}]=${value}`;
    case 'row':
      return `h.set(${o},${name},${value})`;
    case 'reference':
      return `h.setReference(${o},${name},${value})`;
    default:
      return g.fail(`the member ${name} cannot be initialised`);
  }
}

function isVirtual(g: Generator, key: string): boolean {
  const fn = g.program.function(key);
  return fn?.virtual === true || (fn?.overrides?.length ?? 0) > 0;
}

export function emitNewEntity(g: Generator, e: NewEntityExpr): string {
  const entity = g.text(e.e, 'e');
  if (g.program.facts.entity(entity) === undefined) return g.fail(`no such entity: ${entity}`);
  const init = g.list(e.init, 'init');
  const names = init.map((member) => g.text(member.f, 'f'));
  const stored: string[] = [];
  const values: string[] = [];
  const later: MemberInit[] = [];
  init.forEach((member, i) => {
    if (member.set !== undefined) {
      later.push(member);
      return;
    }
    ownedField(g, entity, member.f);
    stored.push(names[i] as string);
    values.push(g.at('init', () => g.at(i, () => g.expr(member.v, 'v'))));
  });
  g.calling();
  const map = `${g.helper('map')}(${g.constant(Object.freeze(stored))},[${values.join(',')}])`;
  const create = `h.create(${JSON.stringify(entity)},${map})`;
  if (later.length === 0) return create;
  const o = g.temp();
  return sequence([`${o}=${create}`, ...members(g, o, entity, later), o]);
}

export function emitWithInit(g: Generator, e: WithInitExpr): string {
  const o = g.temp();
  const base = g.expr(e.base, 'base');
  const shape = g.shape(e.base.t);
  const owner = shape.kind === 'named' ? shape.name : undefined;
  return sequence([`${o}=${g.notNull(base)}`, ...members(g, o, owner, e.init), o]);
}

export function emitWith(g: Generator, e: WithExpr): string {
  const shape = g.shape(e.e.t);
  const base = g.expr(e.e, 'e');
  if (shape.kind === 'anonymous') {
    const names = g.list(e.init, 'init').map((member) => g.text(member.f, 'f'));
    if (!names.every((name) => shape.fields.some((f) => f.name === name))) return g.fail('no such member');
    const values = e.init.map((member, i) => g.at('init', () => g.at(i, () => g.expr(member.v, 'v'))));
    return `${g.helper('anonymousWith')}(${g.notNull(base)},${g.constant(names)},[${values.join(',')}])`;
  }
  if (shape.kind !== 'named') return g.fail("'with' on something that has no members");
  const o = g.temp();
  g.throwing();
  return sequence([`${o}=${g.helper('clone')}(${base})`, ...members(g, o, shape.name, e.init), o]);
}

// ---------------------------------------------------------------- arrays and collections

export function emitArray(g: Generator, e: ArrayExpr): string {
  const items = g.list(e.items, 'items');
  if (items.every((item) => item.k !== 'spread')) return `[${g.exprs(items, 'items').join(',')}]`;
  const a = g.temp();
  const parts = items.map((item, i) => {
    if (item.k !== 'spread') return `${a}.push(${g.at('items', () => g.expr(item, i))})`;
    const from = g.at('items', () => g.at(i, () => g.expr(item.e, 'e')));
    g.calling();
    return `${g.helper('spread')}(h,${a},${from})`;
  });
  return sequence([`${a}=[]`, ...parts, a]);
}

export function emitNewArray(g: Generator, e: NewArrayExpr): string {
  const shape = g.shape(e.t);
  if (shape.kind !== 'array') return g.fail('an array of no array type');
  const element = formatIrType(shape.element);
  const zero = g.isGeneric(element)
    ? `${g.constant(g.program.facts)}.defaultOf(${g.type(element)})`
    : defaultText(g, g.program.facts.defaultOf(g.program.facts.normal(element)));
  g.calling();
  return `${g.helper('newArray')}(h,${g.expr(e.n, 'n')},${zero})`;
}

function defaultText(g: Generator, value: unknown): string {
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : g.constant(value);
}

export function emitCollection(g: Generator, e: CollectionExpr): string {
  const entries = g.list(e.entries, 'entries');
  const { base } = e;
  const isList = base.k === 'lib' && base.m === 'List.new()';
  const plain = (entry: (typeof entries)[number]): boolean =>
    entry.add === 'List.Add(T)' && entry.index !== true && entry.values.length === 1 && entry.values[0]?.k !== 'spread';
  if (isList && entries.every(plain)) {
    const items = entries.map((entry, i) =>
      g.at('entries', () => g.at(i, () => g.at('values', () => g.expr(entry.values[0] as Expr, 0)))),
    );
    return `${g.helper('list')}([${items.join(',')}])`;
  }
  const o = g.temp();
  const parts = entries.map((entry, i) => g.at('entries', () => g.at(i, () => addEntry(g, o, entry, e.targs))));
  return sequence([`${o}=${g.expr(base, 'base')}`, ...parts, o]);
}

function addEntry(
  g: Generator,
  o: string,
  entry: CollectionExpr['entries'][number],
  targs: readonly string[] | undefined,
): string {
  const key = g.text(entry.add, 'add');
  const add = (values: readonly string[]): string => {
    if (entry.own === true) {
      return callFunction(g, key, isVirtual(g, key), { js: o, nonNull: true }, values, undefined);
    }
    const name = entry.index === true ? `${key}=` : key;
    return callLibrary(g, name, [o, ...values, ...typeTexts(g, targs)]);
  };
  const spread = entry.values.find((value) => value.k === 'spread');
  if (spread?.k === 'spread') {
    g.calling();
    const item = `x${g.unit.fresh()}`;
    const from = g.expr(spread.e, 'values');
    return `${g.helper('items')}(h,${from}).forEach((${item})=>{${add([item])}})`;
  }
  return add(g.exprs(entry.values, 'values'));
}

// ---------------------------------------------------------------- small values

export function emitTuple(g: Generator, e: TupleExpr): string {
  return `${g.helper('tuple')}([${g.exprs(e.items, 'items').join(',')}])`;
}

export function emitAnonymous(g: Generator, e: AnonymousExpr): string {
  const fields = g.list(e.fields, 'fields');
  const names = fields.map((field) => g.text(field.f, 'f'));
  const values = fields.map((field, i) => g.at('fields', () => g.at(i, () => g.expr(field.v, 'v'))));
  return `${g.helper('anonymous')}(${g.constant(names)},[${values.join(',')}])`;
}

export function emitRange(g: Generator, e: RangeExpr): string {
  g.throwing();
  const from = e.from === undefined ? 'null' : g.expr(e.from, 'from');
  const to = e.to === undefined ? 'null' : g.expr(e.to, 'to');
  return `${g.helper('range')}(${from},${to})`;
}
