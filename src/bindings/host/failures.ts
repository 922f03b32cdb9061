/** Failures on their way between the app and its host. */
import { externalServiceException } from '../../runtime/library/http.ts';
import { ExceptionValue } from '../../runtime/library/values.ts';

/** What the app has thrown, as an error of JavaScript. */
export class AppError extends Error {
  /** The exception's full name: `ValidationException`, `WorkflowException`. */
  readonly type: string;
  /** Of a `WorkflowException`: `Transition:100020` (pipeline.md §11). */
  readonly code: string | undefined;
  /** Where it was thrown in the app's sources, innermost first. */
  readonly frames: readonly string[];
  readonly exception: ExceptionValue;

  constructor(exception: ExceptionValue) {
    super(exception.message);
    this.name = 'AppError';
    this.type = exception.type;
    const code = exception.fields['Code'];
    this.code = typeof code === 'string' ? code : undefined;
    this.frames = exception.stack;
    this.exception = exception;
  }
}

/** The same function, throwing errors of JavaScript. */
export function throwingErrors<A extends readonly unknown[], R>(call: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      throw error instanceof ExceptionValue ? new AppError(error) : error;
    }
  };
}

/** For a client that the host answers: no answer came, and the body sees a `NetworkException` (language.md §6). */
export function networkFault(message: string): ExceptionValue {
  return new ExceptionValue('NetworkException', message);
}

/** For a client that the host answers: an answer came and was no success; the body sees an `ExternalServiceException`. */
export function serviceRefusal(statusCode: number, body = ''): ExceptionValue {
  return externalServiceException(statusCode, body);
}
