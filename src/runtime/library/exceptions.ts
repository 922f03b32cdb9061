/**
 * The exception types of the library (language.md §4): what each is a kind of, .NET's messages, and the factories that all
 * library code throws with. An `ExceptionValue` is thrown as it is; these factories are the only place that words them.
 */
import type { LibraryKey } from '../../ir/ir.ts';
import { Boxed, ExceptionValue, type LibraryFunction, type LibraryHost, type Value } from './values.ts';

interface ExceptionType {
  readonly base: string | undefined;
  /** `System` and the like, for `ToString()`; empty for Osy's own. */
  readonly namespace: string;
  /** The message of the constructor without one; absent for "Exception of type '…' was thrown.". */
  readonly message?: string;
}

const system = (base: string, message?: string): ExceptionType =>
  message === undefined ? { base, namespace: 'System' } : { base, namespace: 'System', message };
const own = (message: string): ExceptionType => ({ base: 'Exception', namespace: '', message });

const exceptionTypes: Readonly<Record<string, ExceptionType>> = {
  Exception: { base: undefined, namespace: 'System' },
  SystemException: system('Exception', 'System error.'),
  ApplicationException: system('Exception', 'Error in the application.'),
  AggregateException: system('Exception', 'One or more errors occurred.'),
  ArithmeticException: system('SystemException', 'Overflow or underflow in the arithmetic operation.'),
  DivideByZeroException: system('ArithmeticException', 'Attempted to divide by zero.'),
  OverflowException: system('ArithmeticException', 'Arithmetic operation resulted in an overflow.'),
  ArgumentException: system('SystemException', 'Value does not fall within the expected range.'),
  ArgumentNullException: system('ArgumentException', 'Value cannot be null.'),
  ArgumentOutOfRangeException: system('ArgumentException', 'Specified argument was out of the range of valid values.'),
  FormatException: system('SystemException', 'One of the identified items was in an invalid format.'),
  IndexOutOfRangeException: system('SystemException', 'Index was outside the bounds of the array.'),
  InvalidCastException: system('SystemException', 'Specified cast is not valid.'),
  InvalidOperationException: system(
    'SystemException',
    'Operation is not valid due to the current state of the object.',
  ),
  ObjectDisposedException: system('InvalidOperationException', 'Cannot access a disposed object.'),
  SwitchExpressionException: {
    base: 'InvalidOperationException',
    namespace: 'System.Runtime.CompilerServices',
    message: 'Non-exhaustive switch expression failed to match its input.',
  },
  NotImplementedException: system('SystemException', 'The method or operation is not implemented.'),
  NotSupportedException: system('SystemException', 'Specified method is not supported.'),
  NullReferenceException: system('SystemException', 'Object reference not set to an instance of an object.'),
  OperationCanceledException: system('SystemException', 'The operation was canceled.'),
  TimeoutException: system('SystemException', 'The operation has timed out.'),
  UnauthorizedAccessException: system('SystemException', 'Attempted to perform an unauthorized operation.'),
  KeyNotFoundException: {
    base: 'SystemException',
    namespace: 'System.Collections.Generic',
    message: 'The given key was not present in the dictionary.',
  },
  RegexParseException: { base: 'ArgumentException', namespace: 'System.Text.RegularExpressions' },
  RegexMatchTimeoutException: {
    base: 'TimeoutException',
    namespace: 'System.Text.RegularExpressions',
    message: 'The Regex engine has timed out while trying to match a pattern to an input string.',
  },
  JsonException: { base: 'Exception', namespace: 'System.Text.Json' },
  NetworkException: own('No answer came from the network.'),
  ExternalServiceException: own('The external service did not answer with success.'),
  ValidationException: own('A value was refused.'),
  ConflictException: own('The change conflicts with another one.'),
  NotAuthorized: own('Not authorized.'),
  RequirementsNotMet: own('Requirements are not met.'),
  WorkflowException: own('The engine refused the operation.'),
  ChildFailedException: own('The child run failed.'),
};

/** The names of all exception types of the library. */
export const exceptionNames: readonly string[] = Object.keys(exceptionTypes);

/** The library type that a library exception type derives from; undefined for `Exception` and for types of the app. */
export function exceptionBase(name: string): string | undefined {
  return exceptionTypes[name]?.base;
}

/** Whether an exception of library type `name` is a `type`. */
export function isExceptionType(name: string, type: string): boolean {
  for (let at: string | undefined = name; at !== undefined; at = exceptionBase(at)) if (at === type) return true;
  return false;
}

/** Whether a caught exception is of `type` or a subtype: what `catch (T)` and `is T` ask. */
export function isExceptionOf(value: ExceptionValue, type: string): boolean {
  if (type === 'Exception' || type === 'object' || value.type === type) return true;
  if (value.info === undefined) return isExceptionType(value.type, type);
  if (value.info.is.has(type)) return true;
  for (const name of value.info.is) if (isExceptionType(name, type)) return true;
  return false;
}

/** `System.FormatException`; an app's own type and Osy's have no namespace here. */
export function exceptionFullName(type: string): string {
  const namespace = exceptionTypes[type]?.namespace;
  return namespace ? `${namespace}.${type}` : type;
}

/**
 * The message of an exception made without one. An app's own type says what its nearest library base says, as in C#.
 * @param base the library type it derives from, when `type` is an app's own
 */
export function defaultExceptionMessage(type: string, base: string = type): string {
  return exceptionTypes[base]?.message ?? `Exception of type '${exceptionFullName(type)}' was thrown.`;
}

// ---------------------------------------------------------------- factories

/** A library exception; without `message` it has .NET's own. */
export function exception(
  type: string,
  message?: string | null,
  inner: ExceptionValue | null = null,
  fields: Record<string, Value> = {},
): ExceptionValue {
  return new ExceptionValue(type, message ?? defaultExceptionMessage(type), inner, fields);
}

/** Throws a library exception; see `exception`. */
export function raise(type: string, message?: string): never {
  throw exception(type, message);
}

const withParameter = (message: string, name: string | null | undefined): string =>
  name ? `${message} (Parameter '${name}')` : message;

export function raiseArgument(message?: string | null, parameter?: string): never {
  const text = withParameter(message ?? defaultExceptionMessage('ArgumentException'), parameter);
  throw exception('ArgumentException', text, null, { ParamName: parameter ?? null });
}

export function raiseArgumentNull(parameter?: string): never {
  const text = withParameter(defaultExceptionMessage('ArgumentNullException'), parameter);
  throw exception('ArgumentNullException', text, null, { ParamName: parameter ?? null });
}

export function raiseArgumentOutOfRange(parameter?: string, message?: string): never {
  const text = withParameter(message ?? defaultExceptionMessage('ArgumentOutOfRangeException'), parameter);
  throw exception('ArgumentOutOfRangeException', text, null, { ParamName: parameter ?? null });
}

/** .NET's words for a bad index of a list, a string or a sequence. */
export function raiseListIndex(parameter = 'index'): never {
  raiseArgumentOutOfRange(
    parameter,
    'Index was out of range. Must be non-negative and less than the size of the collection.',
  );
}

export function raiseDivideByZero(): never {
  raise('DivideByZeroException');
}

export function raiseFormat(message?: string): never {
  raise('FormatException', message);
}

/** A bad index of an array or of a string's indexer. */
export function raiseIndexOutOfRange(): never {
  raise('IndexOutOfRangeException');
}

export function raiseInvalidCast(message?: string): never {
  raise('InvalidCastException', message);
}

export function raiseInvalidOperation(message?: string): never {
  raise('InvalidOperationException', message);
}

/** `keyText` is the key as `ToString()` gives it. */
export function raiseKeyNotFound(keyText?: string): never {
  raise(
    'KeyNotFoundException',
    keyText === undefined ? undefined : `The given key '${keyText}' was not present in the dictionary.`,
  );
}

export function raiseNotSupported(message?: string): never {
  raise('NotSupportedException', message);
}

export function raiseNullReference(): never {
  raise('NullReferenceException');
}

export function raiseOverflow(message?: string): never {
  raise('OverflowException', message);
}

/** `.Value` of a `T?` that is null, and the cast of it to `T`. */
export function raiseNullableHasNoValue(): never {
  raise('InvalidOperationException', 'Nullable object must have a value.');
}

export function raiseNoElements(): never {
  raise('InvalidOperationException', 'Sequence contains no elements');
}

export function raiseNoMatch(): never {
  raise('InvalidOperationException', 'Sequence contains no matching element');
}

export function raiseMoreThanOne(): never {
  raise('InvalidOperationException', 'Sequence contains more than one element');
}

export function raiseMoreThanOneMatch(): never {
  raise('InvalidOperationException', 'Sequence contains more than one matching element');
}

export function raiseModifiedDuringEnumeration(): never {
  raise('InvalidOperationException', 'Collection was modified; enumeration operation may not execute.');
}

// ---------------------------------------------------------------- constructors

/** What a library exception constructor makes of its arguments. `message` null: the type's own. */
export interface ExceptionParts {
  readonly message: string | null;
  readonly inner: ExceptionValue | null;
  readonly fields: Record<string, Value>;
}

type Construct = (...args: never[]) => ExceptionParts;

const parts = (
  message: string | null,
  inner: ExceptionValue | null = null,
  fields: Record<string, Value> = {},
): ExceptionParts => ({
  message,
  inner,
  fields,
});

const common: Readonly<Record<string, Construct>> = {
  '': () => parts(null),
  string: (message: string | null) => parts(message),
  'string,Exception': (message: string | null, inner: ExceptionValue | null) => parts(message, inner),
};

const argument = (
  type: string,
  message: string | null,
  parameter: string | null,
  inner: ExceptionValue | null = null,
): ExceptionParts =>
  parts(withParameter(message ?? defaultExceptionMessage(type), parameter), inner, { ParamName: parameter });

const aggregate = (message: string | null, all: readonly (ExceptionValue | null)[]): ExceptionParts => {
  const inner = all.map((e) => e ?? raiseArgument('An element of innerExceptions was null.'));
  const text = [
    message ?? defaultExceptionMessage('AggregateException'),
    ...inner.map((e) => `(${messageOf(e)})`),
  ].join(' ');
  return parts(text, inner[0] ?? null, { InnerExceptions: inner });
};

/** Constructors beyond the common three, by parameter types; they replace a common one with the same parameters. */
const special: Readonly<Record<string, Readonly<Record<string, Construct>>>> = {
  ArgumentException: {
    'string,string': (message: string | null, parameter: string | null) =>
      argument('ArgumentException', message, parameter),
    'string,string,Exception': (message: string | null, parameter: string | null, inner: ExceptionValue | null) =>
      argument('ArgumentException', message, parameter, inner),
  },
  ArgumentNullException: {
    string: (parameter: string | null) => argument('ArgumentNullException', null, parameter),
    'string,string': (parameter: string | null, message: string | null) =>
      argument('ArgumentNullException', message, parameter),
  },
  ArgumentOutOfRangeException: {
    string: (parameter: string | null) => argument('ArgumentOutOfRangeException', null, parameter),
    'string,string': (parameter: string | null, message: string | null) =>
      argument('ArgumentOutOfRangeException', message, parameter),
    'string,object,string': (parameter: string | null, actual: Value, message: string | null) => {
      const made = argument('ArgumentOutOfRangeException', message, parameter);
      const text = actual === null ? made.message : `${made.message}\nActual value was ${actualValueText(actual)}.`;
      return parts(text, null, { ...made.fields, ActualValue: actual });
    },
  },
  ObjectDisposedException: {
    string: (objectName: string | null) => disposed(objectName, null),
    'string,string': (objectName: string | null, message: string | null) => disposed(objectName, message),
  },
  AggregateException: {
    'string,Exception': (message: string | null, inner: ExceptionValue | null) => aggregate(message, [inner]),
    'Exception[]': (inner: readonly (ExceptionValue | null)[]) => aggregate(null, inner),
    'string,Exception[]': (message: string | null, inner: readonly (ExceptionValue | null)[]) =>
      aggregate(message, inner),
    'IEnumerable<Exception>': (inner: Iterable<ExceptionValue | null>) => aggregate(null, [...inner]),
    'string,IEnumerable<Exception>': (message: string | null, inner: Iterable<ExceptionValue | null>) =>
      aggregate(message, [...inner]),
  },
  ExternalServiceException: {
    'int,string': (statusCode: number, body: string | null) =>
      parts(`The external service answered with status ${statusCode}.`, null, {
        StatusCode: statusCode,
        Body: body ?? '',
      }),
    'string,int,string': (message: string | null, statusCode: number, body: string | null) =>
      parts(message, null, { StatusCode: statusCode, Body: body ?? '' }),
  },
  WorkflowException: {
    'string,string': (code: string | null, message: string | null) => parts(message, null, { Code: code ?? '' }),
  },
};

function disposed(objectName: string | null, message: string | null): ExceptionParts {
  const text = message ?? defaultExceptionMessage('ObjectDisposedException');
  return parts(objectName ? `${text}\nObject name: '${objectName}'.` : text, null, { ObjectName: objectName ?? '' });
}

/** The text of an `object` in a message. The formatting code, which knows enums by name, imports this file and not the other way round. */
function actualValueText(value: Value): string {
  if (value instanceof Boxed) return actualValueText(value.v);
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}

function constructorsOf(type: string): Readonly<Record<string, Construct>> {
  return { ...common, ...special[type] };
}

const constructors: ReadonlyMap<LibraryKey, Construct> = new Map(
  exceptionNames.flatMap((type) =>
    Object.entries(constructorsOf(type)).map(([params, make]) => [`${type}.new(${params})`, make] as const),
  ),
);

/**
 * What `: base(…)` of an app's own exception class yields: the engine puts it into the `ExceptionValue` that it makes.
 * @param key a constructor of a library exception type
 */
export function exceptionParts(key: LibraryKey, args: readonly Value[]): ExceptionParts {
  const make = constructors.get(key);
  if (make === undefined) throw new Error(`no such exception constructor: ${key}`);
  return make(...(args as never[]));
}

// ---------------------------------------------------------------- members

/** `Message`, honouring an app's override. */
export function messageOf(e: ExceptionValue): string {
  const override = e.info?.overrides.get('Exception.Message');
  return override === undefined ? e.message : (override(e) as string);
}

/** The Osy frames as `StackTrace` shows them; null for an exception that was never thrown. */
export function stackTraceOf(e: ExceptionValue): string | null {
  return e.stack.length === 0 ? null : e.stack.map((frame) => `   at ${frame}`).join('\n');
}

/** `ToString()`: type, message, inner exceptions, Osy stack. */
export function exceptionText(e: ExceptionValue): string {
  const override = e.info?.overrides.get('object.ToString()');
  if (override !== undefined) return override(e) as string;
  const message = messageOf(e);
  const name = exceptionFullName(e.type);
  const inner =
    e.inner === null ? '' : `\n ---> ${exceptionText(e.inner)}\n   --- End of inner exception stack trace ---`;
  const stack = stackTraceOf(e);
  return `${name}${message ? `: ${message}` : ''}${inner}${stack === null ? '' : `\n${stack}`}`;
}

const field =
  (name: string, otherwise: Value) =>
  (_host: LibraryHost, e: ExceptionValue): Value =>
    e.fields[name] ?? otherwise;

function requireText(value: string | null, parameter: string | null, blank: boolean): void {
  if (value === null) raiseArgumentNull(parameter ?? undefined);
  if (blank) {
    raiseArgument(
      value === ''
        ? 'The value cannot be an empty string.'
        : 'The value cannot be an empty string or composed entirely of whitespace.',
      parameter ?? undefined,
    );
  }
}

const members: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Exception.Message': (_host: LibraryHost, e: ExceptionValue) => messageOf(e),
  'Exception.InnerException': (_host: LibraryHost, e: ExceptionValue) => e.inner,
  'Exception.StackTrace': (_host: LibraryHost, e: ExceptionValue) => stackTraceOf(e),
  'Exception.Source': () => null,
  'Exception.ToString()': (_host: LibraryHost, e: ExceptionValue) => exceptionText(e),
  'Exception.GetBaseException()': (_host: LibraryHost, e: ExceptionValue) => {
    let at = e;
    while (at.inner !== null) at = at.inner;
    return at;
  },
  'ArgumentException.ThrowIfNullOrEmpty(string,string)': (
    _host: LibraryHost,
    value: string | null,
    parameter: string | null,
  ) => {
    requireText(value, parameter, value === '');
    return null;
  },
  'ArgumentException.ThrowIfNullOrWhiteSpace(string,string)': (
    _host: LibraryHost,
    value: string | null,
    parameter: string | null,
  ) => {
    requireText(value, parameter, value?.trim() === '');
    return null;
  },
  'ArgumentNullException.ThrowIfNull(object,string)': (_host: LibraryHost, value: Value, parameter: string | null) => {
    if (value === null) raiseArgumentNull(parameter ?? undefined);
    return null;
  },
  'ArgumentException.ParamName': field('ParamName', null),
  'ArgumentOutOfRangeException.ActualValue': field('ActualValue', null),
  'ObjectDisposedException.ObjectName': field('ObjectName', ''),
  'AggregateException.InnerExceptions': field('InnerExceptions', []),
  'ExternalServiceException.StatusCode': field('StatusCode', 0),
  'ExternalServiceException.Body': field('Body', ''),
  'WorkflowException.Code': field('Code', ''),
  'JsonException.Path': field('Path', null),
};

/** Constructors and members of all library exceptions. */
export const exceptionLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  ...Object.fromEntries(
    [...constructors].map(([key, make]): [LibraryKey, LibraryFunction] => {
      const type = key.slice(0, key.indexOf('.'));
      return [
        key,
        (_host: LibraryHost, ...args: never[]) => {
          const made = make(...args);
          return exception(type, made.message, made.inner, made.fields);
        },
      ];
    }),
  ),
  ...members,
};
