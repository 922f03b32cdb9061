/** What a client that a host supplies throws to say that the network failed (language.md §6). */
import { externalServiceException } from '../../runtime/library/http.ts';
import { ExceptionValue } from '../../runtime/library/values.ts';

/** No answer came: the body sees a `NetworkException`. */
export function networkFault(message: string): ExceptionValue {
  return new ExceptionValue('NetworkException', message);
}

/** An answer came and was no success: the body sees an `ExternalServiceException`. */
export function serviceRefusal(statusCode: number, body = ''): ExceptionValue {
  return externalServiceException(statusCode, body);
}
