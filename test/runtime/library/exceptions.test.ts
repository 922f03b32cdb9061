import { describe, expect, it } from 'vitest';
import {
  exceptionBase,
  exceptionNames,
  exceptionParts,
  exceptionText,
  isExceptionOf,
  messageOf,
  raiseArgumentNull,
} from '../../../src/runtime/library/exceptions.ts';
import { type ClassInfo, ExceptionValue } from '../../../src/runtime/library/values.ts';
import { libraryType } from '../../../src/semantics/library/index.ts';
import { call, thrown } from './test-host.ts';

const made = (key: string, ...args: unknown[]): ExceptionValue => call(key, ...args) as ExceptionValue;

describe('exceptions', () => {
  // The messages that .NET's documentation gives.
  it.each([
    ['Exception', "Exception of type 'System.Exception' was thrown."],
    ['DivideByZeroException', 'Attempted to divide by zero.'],
    ['OverflowException', 'Arithmetic operation resulted in an overflow.'],
    ['NullReferenceException', 'Object reference not set to an instance of an object.'],
    ['IndexOutOfRangeException', 'Index was outside the bounds of the array.'],
    ['ArgumentException', 'Value does not fall within the expected range.'],
    ['ArgumentNullException', 'Value cannot be null.'],
    ['ArgumentOutOfRangeException', 'Specified argument was out of the range of valid values.'],
    ['InvalidCastException', 'Specified cast is not valid.'],
    ['InvalidOperationException', 'Operation is not valid due to the current state of the object.'],
    ['KeyNotFoundException', 'The given key was not present in the dictionary.'],
    ['NotImplementedException', 'The method or operation is not implemented.'],
    ['NotSupportedException', 'Specified method is not supported.'],
    ['TimeoutException', 'The operation has timed out.'],
    ['FormatException', 'One of the identified items was in an invalid format.'],
  ])('%s says: %s', (type, message) => {
    expect(messageOf(made(`${type}.new()`))).toBe(message);
  });

  it('names the parameter as .NET does', () => {
    expect(messageOf(made('ArgumentException.new(string,string)', 'Bad.', 'x'))).toBe("Bad. (Parameter 'x')");
    expect(messageOf(made('ArgumentNullException.new(string)', 'x'))).toBe("Value cannot be null. (Parameter 'x')");
    expect(messageOf(made('ArgumentOutOfRangeException.new(string,string)', 'x', 'Too far.'))).toBe(
      "Too far. (Parameter 'x')",
    );
    expect(messageOf(made('ArgumentOutOfRangeException.new(string,object,string)', 'x', null, 'Too far.'))).toBe(
      "Too far. (Parameter 'x')",
    );
    expect(call('ArgumentException.ParamName', made('ArgumentNullException.new(string)', 'x'))).toBe('x');
    expect(thrown(() => raiseArgumentNull('x'))).toBe('ArgumentNullException');
  });

  it('takes null for no message, and the empty message as it is', () => {
    expect(messageOf(made('InvalidOperationException.new(string)', null))).toBe(
      'Operation is not valid due to the current state of the object.',
    );
    expect(messageOf(made('Exception.new(string)', ''))).toBe('');
  });

  it('keeps the inner exception', () => {
    const inner = made('FormatException.new(string)', 'in');
    const outer = made('InvalidOperationException.new(string,Exception)', 'out', inner);
    expect(call('Exception.InnerException', outer)).toBe(inner);
    expect(call('Exception.GetBaseException()', outer)).toBe(inner);
    outer.stack.push('Run (run.osy:3)');
    expect(exceptionText(outer)).toBe(
      'System.InvalidOperationException: out\n ---> System.FormatException: in\n   --- End of inner exception stack trace ---\n   at Run (run.osy:3)',
    );
  });

  it('gathers what an aggregate holds', () => {
    const inner = [made('Exception.new(string)', 'a'), made('Exception.new(string)', 'b')];
    const all = made('AggregateException.new(Exception[])', inner);
    expect(messageOf(all)).toBe('One or more errors occurred. (a) (b)');
    expect(all.inner).toBe(inner[0]);
  });

  it('knows what is a kind of what', () => {
    const divide = made('DivideByZeroException.new()');
    for (const type of ['DivideByZeroException', 'ArithmeticException', 'SystemException', 'Exception']) {
      expect(isExceptionOf(divide, type)).toBe(true);
    }
    expect(isExceptionOf(divide, 'OverflowException')).toBe(false);
    const info: ClassInfo = {
      name: 'App.Late',
      base: undefined,
      is: new Set(['App.Late', 'ValidationException']),
      fields: [],
      overrides: new Map(),
    };
    const late = new ExceptionValue('App.Late', 'late', null, {}, info);
    expect(
      ['App.Late', 'ValidationException', 'Exception', 'NetworkException'].map((t) => isExceptionOf(late, t)),
    ).toEqual([true, true, true, false]);
  });

  it('declares the bases that it knows', () => {
    for (const name of exceptionNames) expect(libraryType(name, 0)?.bases[0]?.name, name).toBe(exceptionBase(name));
  });

  it('answers the constructor of an app’s own exception', () => {
    expect(exceptionParts('ExternalServiceException.new(int,string)', [503, 'busy'])).toEqual({
      message: 'The external service answered with status 503.',
      inner: null,
      fields: { StatusCode: 503, Body: 'busy' },
    });
    expect(exceptionParts('Exception.new()', []).message).toBeNull();
  });
});
