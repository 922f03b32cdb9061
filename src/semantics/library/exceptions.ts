import type { LibraryDeclarations } from './reader.ts';

/** A type whose constructors are C#'s usual three, and whatever else it has. */
function exception(name: string, base: string, more = ''): string {
  return `exception ${name} : ${base} {
    ${name}();
    ${name}(string? message);
    ${name}(string? message, Exception? innerException);
    ${more}
  }`;
}

/** C#'s exceptions and Osy's own (language.md §4). What `runtime/library/exceptions.ts` knows of their bases agrees with this. */
export const exceptionDeclarations: LibraryDeclarations = {
  Exception: `exception Exception {
    Exception();
    Exception(string? message);
    Exception(string? message, Exception? innerException);
    string Message { get; }
    Exception? InnerException { get; }
    /// The Osy frames it passed through, innermost first; null before it is thrown.
    string? StackTrace { get; }
    string? Source { get; }
    /// The innermost exception.
    Exception GetBaseException();
    /// Type, message, inner exceptions and stack.
    string ToString();
  }`,
  SystemException: exception('SystemException', 'Exception'),
  ApplicationException: exception('ApplicationException', 'Exception'),
  AggregateException: exception(
    'AggregateException',
    'Exception',
    `AggregateException(params Exception[] innerExceptions);
    AggregateException(string? message, params Exception[] innerExceptions);
    AggregateException(IEnumerable<Exception> innerExceptions);
    AggregateException(string? message, IEnumerable<Exception> innerExceptions);
    IReadOnlyList<Exception> InnerExceptions { get; }`,
  ),
  ArithmeticException: exception('ArithmeticException', 'SystemException'),
  DivideByZeroException: exception('DivideByZeroException', 'ArithmeticException'),
  OverflowException: exception('OverflowException', 'ArithmeticException'),
  ArgumentException: exception(
    'ArgumentException',
    'SystemException',
    `ArgumentException(string? message, string? paramName);
    ArgumentException(string? message, string? paramName, Exception? innerException);
    string? ParamName { get; }
    static void ThrowIfNullOrEmpty(string? argument, string? paramName = null);
    static void ThrowIfNullOrWhiteSpace(string? argument, string? paramName = null);`,
  ),
  ArgumentNullException: `exception ArgumentNullException : ArgumentException {
    ArgumentNullException();
    /// The argument is the parameter's name, as in C#.
    ArgumentNullException(string? paramName);
    ArgumentNullException(string? paramName, string? message);
    ArgumentNullException(string? message, Exception? innerException);
    static void ThrowIfNull(object? argument, string? paramName = null);
  }`,
  ArgumentOutOfRangeException: `exception ArgumentOutOfRangeException : ArgumentException {
    ArgumentOutOfRangeException();
    /// The argument is the parameter's name, as in C#.
    ArgumentOutOfRangeException(string? paramName);
    ArgumentOutOfRangeException(string? paramName, string? message);
    ArgumentOutOfRangeException(string? paramName, object? actualValue, string? message);
    ArgumentOutOfRangeException(string? message, Exception? innerException);
    object? ActualValue { get; }
  }`,
  FormatException: exception('FormatException', 'SystemException'),
  IndexOutOfRangeException: exception('IndexOutOfRangeException', 'SystemException'),
  InvalidCastException: exception('InvalidCastException', 'SystemException'),
  InvalidOperationException: exception('InvalidOperationException', 'SystemException'),
  ObjectDisposedException: `exception ObjectDisposedException : InvalidOperationException {
    ObjectDisposedException();
    ObjectDisposedException(string? objectName);
    ObjectDisposedException(string? objectName, string? message);
    ObjectDisposedException(string? message, Exception? innerException);
    string ObjectName { get; }
  }`,
  SwitchExpressionException: exception('SwitchExpressionException', 'InvalidOperationException'),
  NotImplementedException: exception('NotImplementedException', 'SystemException'),
  NotSupportedException: exception('NotSupportedException', 'SystemException'),
  NullReferenceException: exception('NullReferenceException', 'SystemException'),
  OperationCanceledException: exception('OperationCanceledException', 'SystemException'),
  TimeoutException: exception('TimeoutException', 'SystemException'),
  UnauthorizedAccessException: exception('UnauthorizedAccessException', 'SystemException'),
  KeyNotFoundException: exception('KeyNotFoundException', 'SystemException'),
  RegexParseException: exception('RegexParseException', 'ArgumentException'),
  RegexMatchTimeoutException: exception('RegexMatchTimeoutException', 'TimeoutException'),
  JsonException: exception(
    'JsonException',
    'Exception',
    `/// Where in the JSON: \`$.items[2].price\`; null when it is not known.
    string? Path { get; }`,
  ),

  NetworkException: exception('NetworkException', 'Exception'),
  ExternalServiceException: exception(
    'ExternalServiceException',
    'Exception',
    `ExternalServiceException(int statusCode, string? body);
    ExternalServiceException(string? message, int statusCode, string? body);
    int StatusCode { get; }
    string Body { get; }`,
  ),
  ValidationException: exception('ValidationException', 'Exception'),
  ConflictException: exception('ConflictException', 'Exception'),
  NotAuthorized: exception('NotAuthorized', 'Exception'),
  RequirementsNotMet: exception('RequirementsNotMet', 'Exception'),
  WorkflowException: exception(
    'WorkflowException',
    'Exception',
    `WorkflowException(string code, string? message);
    /// Of \`pipeline.md\` §11: \`Transition:100020\`.
    string Code { get; }`,
  ),
  ChildFailedException: exception('ChildFailedException', 'Exception'),
};
