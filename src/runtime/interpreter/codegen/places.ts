/** Everything that can be assigned: how it is read and written with its parts evaluated once, in C#'s order. */
import type {
  ElementExpr,
  Expr,
  FieldExpr,
  LibraryPropertyExpr,
  LocalExpr,
  LValue,
  PropertyExpr,
  StaticFieldExpr,
} from '../../../ir/ir.ts';
import { fieldKind } from './field-kinds.ts';
import { callFunction, receiverOf } from './function-calls.ts';
import { type Generator, isSimple } from './generator.ts';
import { callLibrary, libraryFunction } from './library-calls.ts';
import { storedMember } from './stored.ts';

/** An assignable place whose parts have been put where they can be used again. */
export interface Place {
  /** Evaluates the parts; to run once and first. */
  readonly setup: readonly string[];
  readonly get: string;
  /**
   * Writes. `value` is text that may be repeated and has no effects. The result is an expression with the value, or, where
   * nobody wants it, any expression.
   */
  readonly set: (value: string, wanted: boolean) => string;
  /** Text that JavaScript can assign to as it stands, with nothing to check in between. */
  readonly direct?: string;
}

export function place(g: Generator, to: LValue): Place {
  switch (to.k) {
    case 'local':
      return localPlace(g, to);
    case 'field':
      return fieldPlace(g, to);
    case 'sfield':
      return direct(staticField(g, to));
    case 'elem':
      return elementPlace(g, to);
    case 'prop':
      return propertyPlace(g, to);
    case 'libprop':
      return libraryPlace(g, to);
    default:
      return g.fail(`'${String((to as { k: unknown }).k)}' cannot be assigned`);
  }
}

function direct(js: string): Place {
  return { setup: [], get: js, set: (value) => `(${js}=${value})`, direct: js };
}

function localPlace(g: Generator, e: LocalExpr): Place {
  const local = g.local(e.id);
  if (local.fn !== undefined || local.readonly === true) return g.fail('that local cannot be assigned');
  if (!local.ref) return direct(local.js);
  return {
    setup: [],
    get: `${local.js}.get()`,
    set: (value, wanted) => (wanted ? `(${local.js}.set(${value}),${value})` : `${local.js}.set(${value})`),
  };
}

export function staticField(g: Generator, e: StaticFieldExpr): string {
  const owner = g.program.staticOwner(g.text(e.owner, 'owner'), e.f, (problem) => g.fail(problem));
  g.calling();
  return `(h.statics[${owner.index}]??${g.helper('statics')}(h,${g.constant(owner)}))[${g.literal(e.f, 'f')}]`;
}

/** A part in text that may be repeated: itself where that is safe, else a temporary. */
function held(g: Generator, e: Expr, key: string | number, setup: string[]): string {
  const js = g.expr(e, key);
  if (e.k === 'const' || e.k === 'this') return js;
  const t = g.temp();
  setup.push(`${t}=${js}`);
  return t;
}

function fieldPlace(g: Generator, e: FieldExpr): Place {
  const kind = fieldKind(g, e);
  if (kind.kind === 'tuple') return tuplePlace(g, e, kind.index);
  if (kind.kind === 'anonymous' || kind.kind === 'collection') return g.fail('that member cannot be assigned');
  const name = g.literal(e.f, 'f');
  if (e.o.k === 'this' && (kind.kind === 'instance' || kind.kind === 'exception')) {
    const record = `${g.expr(e.o, 'o')}.${kind.kind === 'instance' ? 'f' : 'fields'}`;
    const read = storedMember(g, record, e.f);
    const js = `${record}[${name}]`;
    return read === js ? direct(js) : { setup: [], get: read, set: (value) => `(${js}=${value})` };
  }
  const setup: string[] = [];
  const o = g.notNull(held(g, e.o, 'o', setup));
  switch (kind.kind) {
    case 'instance':
    case 'exception': {
      const record = `${o}.${kind.kind === 'instance' ? 'f' : 'fields'}`;
      return { setup, get: storedMember(g, record, e.f), set: (value) => `(${record}[${name}]=${value})` };
    }
    case 'row':
    case 'reference': {
      g.calling();
      const set = kind.kind === 'row' ? 'set' : 'setReference';
      return {
        setup,
        get: kind.kind === 'row' ? storedMember(g, `${o}.v`, e.f) : `h.reference(${o},${name})`,
        set: (value, wanted) => {
          const write = `h.${set}(${o},${name},${value})`;
          return wanted ? `(${write},${value})` : write;
        },
      };
    }
  }
}

/** A tuple is a value: changing a part of it changes the variable that holds it, and no copy. */
function tuplePlace(g: Generator, e: FieldExpr, index: number): Place {
  const holder = g.at('o', () => place(g, e.o as LValue));
  return {
    setup: holder.setup,
    get: `${holder.get}.items[${index}]`,
    set: (value, wanted) => {
      const write = holder.set(`${g.helper('tupleWith')}(${holder.get},${index},${value})`, false);
      return wanted ? `(${write},${value})` : write;
    },
  };
}

/** The position that `^i` means, where the array is in a temporary. */
export function elementIndex(g: Generator, e: ElementExpr, array: string): string {
  if (e.i.k !== 'fromEnd') return g.expr(e.i, 'i');
  const { e: from } = e.i;
  return `(${g.notNull(array)}.length-${g.at('i', () => g.expr(from, 'e'))})`;
}

function elementPlace(g: Generator, e: ElementExpr): Place {
  const setup: string[] = [];
  const a = held(g, e.o, 'o', setup);
  const i = g.temp();
  setup.push(`${i}=${elementIndex(g, e, a)}`);
  g.throwing();
  return {
    setup,
    get: `(${g.notNull(a)}[${i}>>>0]??${g.helper('element')}(${a},${i}))`,
    set: (value) => `(${i}>>>0<${g.notNull(a)}.length?${a}[${i}>>>0]=${value}:${g.helper('outOfRange')}())`,
  };
}

function propertyPlace(g: Generator, e: PropertyExpr): Place {
  const setup: string[] = [];
  const o = e.o === undefined ? undefined : held(g, e.o, 'o', setup);
  const args = g.list(e.args, 'args').map((arg, i) => g.at('args', () => held(g, arg, i, setup)));
  const call = (key: string | undefined, values: readonly string[]): string => {
    if (key === undefined) return g.fail('the property has no such accessor');
    return callFunction(g, key, e.virt === true, receiverOf(g, e.o, o), values, e.targs);
  };
  return {
    setup,
    // Only what is used is checked: a property may have but one accessor.
    get get() {
      return call(e.get, args);
    },
    set: (value, wanted) => {
      const write = call(e.set, [...args, value]);
      return wanted ? `(${write},${value})` : write;
    },
  };
}

function libraryPlace(g: Generator, e: LibraryPropertyExpr): Place {
  const setup: string[] = [];
  const o = held(g, e.o, 'o', setup);
  const args = g.list(e.args, 'args').map((arg, i) => g.at('args', () => held(g, arg, i, setup)));
  const key = g.text(e.m, 'm');
  const types = e.targs === undefined ? [] : [g.types(e.targs)];
  g.calling();
  return {
    setup,
    get: callLibrary(g, key, [g.notNull(o), ...args, ...types]),
    set: (value, wanted) => {
      const write = `${libraryFunction(g, `${key}=`)}(${['h', g.notNull(o), ...args, value, ...types].join(',')})`;
      return wanted ? `(${write},${value})` : write;
    },
  };
}

/** A value in text that may be repeated, with what must run before. */
export function settled(g: Generator, e: Expr, key: string | number, setup: string[]): string {
  const js = g.expr(e, key);
  if (isSimple(e)) return js;
  const t = g.temp();
  setup.push(`${t}=${js}`);
  return t;
}
