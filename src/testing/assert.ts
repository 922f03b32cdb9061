/** `Assert.*` of tests (language.md §13): xUnit's meaning, and each commits first what the test has written. */
import type { IrType, LibraryKey } from '../ir/ir.ts';
import { type Host, hostOf } from '../runtime/host.ts';
import { iterate } from '../runtime/library/enumeration.ts';
import { compareValues, equalsValue } from '../runtime/library/equality.ts';
import { isExceptionOf } from '../runtime/library/exceptions.ts';
import { toText } from '../runtime/library/format.ts';
import { Boxed, ExceptionValue, type LibraryFunction, type Value } from '../runtime/library/values.ts';
import { RowRecord } from '../stores/records.ts';

/** The type of what a failed assertion throws. */
export const assertionFailed = 'AssertionException';

function fail(message: string): never {
  throw new ExceptionValue(assertionFailed, message);
}

type Check = (host: Host, ...args: Value[]) => Value;
type Delegate = (...args: Value[]) => Value;

/** The members by key; handed to the engine as `provided`. */
export function assertLibrary(): ReadonlyMap<LibraryKey, LibraryFunction> {
  const members = new Map<LibraryKey, LibraryFunction>();
  const put = (key: string, check: Check): void => {
    members.set(`Assert.${key}`, (given, ...args: Value[]) => {
      const host = hostOf(given);
      if (host.chain === undefined) host.unit.commit();
      return check(host, ...args) ?? null;
    });
  };
  equality(put);
  conditions(put);
  collections(put);
  texts(put);
  throwing(put);
  return members;
}

type Put = (key: string, check: Check) => void;

function equality(put: Put): void {
  put('Equal(T,T)', (host, expected, actual, targs) => {
    const t = typeArgument(targs);
    const difference = differs(host, t, expected, actual, '');
    if (difference !== undefined) fail(`Assert.Equal failed${difference}`);
    return null;
  });
  put('NotEqual(T,T)', (host, expected, actual, targs) => {
    if (differs(host, typeArgument(targs), expected, actual, '') === undefined) {
      fail(`Assert.NotEqual failed: both are ${show(host, typeArgument(targs), actual)}`);
    }
    return null;
  });
  const rounded = (host: Host, t: IrType, expected: Value, actual: Value, digits: Value): null => {
    const text = (v: Value): string => Number(toText(v, t, host)).toFixed(Math.max(0, Math.min(15, digits as number)));
    if (text(expected) !== text(actual)) {
      fail(
        `Assert.Equal failed at ${digits as number} digits: expected ${show(host, t, expected)}, got ${show(host, t, actual)}`,
      );
    }
    return null;
  };
  put('Equal(double,double,int)', (host, expected, actual, digits) =>
    rounded(host, 'double', expected, actual, digits),
  );
  put('Equal(decimal,decimal,int)', (host, expected, actual, digits) =>
    rounded(host, 'decimal', expected, actual, digits),
  );
  put('Same(object,object)', (host, expected, actual) => {
    if (expected !== actual)
      fail(
        `Assert.Same failed: expected the same object as ${show(host, 'object', expected)}, got ${show(host, 'object', actual)}`,
      );
    return null;
  });
  put('NotSame(object,object)', (_host, expected, actual) => {
    if (expected === actual) fail('Assert.NotSame failed: both are one object');
    return null;
  });
  put('InRange(T,T,T)', (host, actual, low, high, targs) => {
    if (compareValues(actual, low) < 0 || compareValues(actual, high) > 0) {
      const t = typeArgument(targs);
      fail(
        `Assert.InRange failed: ${show(host, t, actual)} is not between ${show(host, t, low)} and ${show(host, t, high)}`,
      );
    }
    return null;
  });
}

function conditions(put: Put): void {
  const truth =
    (name: string, wanted: boolean) =>
    (host: Host, condition: Value, message?: Value): null => {
      if (condition !== wanted)
        fail(
          `Assert.${name} failed${typeof message === 'string' ? `: ${message}` : ` (the value is ${show(host, 'bool?', condition)})`}`,
        );
      return null;
    };
  put('True(bool?)', truth('True', true));
  put('True(bool?,string)', truth('True', true));
  put('False(bool?)', truth('False', false));
  put('False(bool?,string)', truth('False', false));
  put('Null(object)', (host, value) => {
    if (value !== null) fail(`Assert.Null failed: the value is ${show(host, 'object', value)}`);
    return null;
  });
  put('NotNull(object)', (_host, value) => {
    if (value === null) fail('Assert.NotNull failed: the value is null');
    return null;
  });
  put('IsType(object)', (host, value, targs) => {
    const t = typeArgument(targs);
    const actual = typeOf(value);
    if (actual !== t) fail(`Assert.IsType failed: expected ${t}, got ${actual ?? show(host, 'object', value)}`);
    return value instanceof Boxed ? value.v : value;
  });
  put('Fail(string)', (_host, message) =>
    fail(`Assert.Fail: ${typeof message === 'string' ? message : 'the test failed on purpose'}`),
  );
}

function collections(put: Put): void {
  put('Empty(IEnumerable)', (host, collection) => {
    const items = elements(collection);
    if (items.length > 0) fail(`Assert.Empty failed: there are ${items.length} elements: ${list(host, items)}`);
    return null;
  });
  put('NotEmpty(IEnumerable)', (_host, collection) => {
    if (elements(collection).length === 0) fail('Assert.NotEmpty failed: there is no element');
    return null;
  });
  const contains = (
    host: Host,
    collection: Value,
    matches: (item: Value) => boolean,
    wanted: boolean,
    what: string,
  ): null => {
    const items = elements(collection);
    if (items.some(matches) !== wanted)
      fail(
        `Assert.${wanted ? 'Contains' : 'DoesNotContain'} failed: ${what} is ${wanted ? 'not ' : ''}in ${list(host, items)}`,
      );
    return null;
  };
  for (const wanted of [true, false]) {
    const name = wanted ? 'Contains' : 'DoesNotContain';
    put(`${name}(T,IEnumerable<T>)`, (host, expected, collection, targs) =>
      contains(
        host,
        collection,
        (item) => equalsValue(item, expected),
        wanted,
        show(host, typeArgument(targs), expected),
      ),
    );
    put(`${name}(IEnumerable<T>,Func<T,bool>)`, (host, collection, filter) =>
      contains(host, collection, (item) => (filter as Delegate)(item) === true, wanted, 'what the filter describes'),
    );
  }
  const single = (host: Host, collection: Value, matches: (item: Value) => boolean): Value => {
    const items = elements(collection).filter(matches);
    if (items.length !== 1) fail(`Assert.Single failed: there are ${items.length} elements: ${list(host, items)}`);
    return items[0];
  };
  put('Single(IEnumerable<T>)', (host, collection) => single(host, collection, () => true));
  put('Single(IEnumerable<T>,Func<T,bool>)', (host, collection, filter) =>
    single(host, collection, (item) => (filter as Delegate)(item) === true),
  );
  put('All(IEnumerable<T>,Action<T>)', (_host, collection, action) => {
    for (const item of elements(collection)) (action as Delegate)(item);
    return null;
  });
}

function texts(put: Put): void {
  const check = (key: string, name: string, holds: (actual: string, expected: string) => boolean, what: string): void =>
    put(key, (host, expected, actual) => {
      if (typeof actual !== 'string' || !holds(actual, expected as string)) {
        fail(`Assert.${name} failed: ${show(host, 'string', actual)} ${what} ${show(host, 'string', expected)}`);
      }
      return null;
    });
  check('Contains(string,string)', 'Contains', (actual, expected) => actual.includes(expected), 'does not contain');
  check(
    'StartsWith(string,string)',
    'StartsWith',
    (actual, expected) => actual.startsWith(expected),
    'does not start with',
  );
  check('EndsWith(string,string)', 'EndsWith', (actual, expected) => actual.endsWith(expected), 'does not end with');
  check('Matches(string,string)', 'Matches', (actual, expected) => new RegExp(expected).test(actual), 'does not match');
  put('DoesNotContain(string,string)', (host, expected, actual) => {
    if (typeof actual === 'string' && actual.includes(expected as string)) {
      fail(`Assert.DoesNotContain failed: ${show(host, 'string', actual)} contains ${show(host, 'string', expected)}`);
    }
    return null;
  });
}

function throwing(put: Put): void {
  const throws = (code: Value, type: string, exactly: boolean, name: string): ExceptionValue => {
    let thrown: unknown;
    try {
      (code as Delegate)();
    } catch (error) {
      if (!(error instanceof ExceptionValue)) throw error;
      thrown = error;
    }
    if (!(thrown instanceof ExceptionValue)) fail(`Assert.${name} failed: expected ${type}, but nothing was thrown`);
    if (exactly ? thrown.type !== type : !isExceptionOf(thrown, type)) {
      fail(
        `Assert.${name} failed: expected ${type}${exactly ? '' : ' or a subtype'}, but ${thrown.type} was thrown: ${thrown.message}`,
      );
    }
    return thrown;
  };
  for (const code of ['Action', 'Func<object>']) {
    put(`Throws(${code})`, (_host, run, targs) => throws(run, typeArgument(targs), true, 'Throws'));
    put(`ThrowsAny(${code})`, (_host, run, targs) => throws(run, typeArgument(targs), false, 'ThrowsAny'));
  }
  put('Denied(Action)', (_host, run) => throws(run, 'NotAuthorized', true, 'Denied'));
}

// ---------------------------------------------------------------- values

function typeArgument(targs: Value): IrType {
  return (targs as readonly IrType[])[0] ?? 'object';
}

function elements(collection: Value): readonly Value[] {
  if (collection === null) fail('the collection is null');
  const items: Value[] = [];
  const iterator = iterate(collection);
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) items.push(next.value);
  return items;
}

function isCollection(value: Value): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** Where two values differ, as the end of a sentence; undefined if they are equal. Lists are compared element by element. */
function differs(host: Host, t: IrType, expected: Value, actual: Value, where: string): string | undefined {
  if (isCollection(expected) && isCollection(actual)) {
    const left = elements(expected);
    const right = elements(actual);
    const element = elementType(t);
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
      const at = `${where}[${i}]`;
      if (i >= left.length) return ` at ${at}: expected the end, got ${show(host, element, right[i])}`;
      if (i >= right.length) return ` at ${at}: expected ${show(host, element, left[i])}, got the end`;
      const inner = differs(host, element, left[i], right[i], at);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  if (equalsValue(expected, actual)) return undefined;
  return `${where === '' ? '' : ` at ${where}`}: expected ${show(host, t, expected)}, got ${show(host, t, actual)}`;
}

function elementType(t: IrType): IrType {
  if (t.endsWith('[]')) return t.slice(0, -2);
  const generic = /^[^<]+<(.*)>\??$/.exec(t);
  return generic?.[1] ?? 'object';
}

function list(host: Host, items: readonly Value[]): string {
  const shown = items.slice(0, 10).map((item) => show(host, 'object', item));
  return `[${shown.join(', ')}${items.length > 10 ? ', …' : ''}]`;
}

function typeOf(value: Value): string | undefined {
  if (value instanceof Boxed) return value.t;
  if (value instanceof ExceptionValue) return value.type;
  if (value instanceof RowRecord) return value.entity;
  return typeof value === 'string' ? 'string' : undefined;
}

/** A value in a message: texts in quotes, rows by entity and id. */
function show(host: Host, t: IrType, value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Boxed) return show(host, value.t, value.v);
  if (value instanceof RowRecord) return `${value.entity}(${value.id})`;
  if (isCollection(value)) return list(host, elements(value));
  // A bare number seen as `object` is an element of a collection whose type is not known here.
  return typeof value === 'number' && t === 'object' ? String(value) : toText(value, t, host);
}
