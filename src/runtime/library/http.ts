/** `HttpResponse`: an answer as a value. What makes requests is the engine's. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { Comparison } from './collation.ts';
import { StringComparerValue } from './comparers.ts';
import { DictionaryValue } from './dictionary.ts';
import { each } from './enumeration.ts';
import { exception } from './exceptions.ts';
import { fromJson } from './json.ts';
import type { KeyValuePairValue } from './keys.ts';
import type { ExceptionValue, LibraryFunction, LibraryHost, Value } from './values.ts';

const anyCase = new StringComparerValue(Comparison.ordinalIgnoreCase);

export class HttpResponseValue {
  get typeName(): string {
    return 'HttpResponse';
  }

  readonly statusCode: number;
  readonly body: string;
  readonly headers: DictionaryValue;

  /** `headers` by name, in any case. */
  constructor(statusCode: number, body: string, headers: Iterable<readonly [string, string]>, host: LibraryHost) {
    this.statusCode = statusCode;
    this.body = body;
    this.headers = new DictionaryValue(anyCase, { host, key: 'string', value: 'string' });
    for (const [name, value] of headers) this.headers.set(name, value);
  }

  get isSuccess(): boolean {
    return isSuccess(this.statusCode);
  }
}

export function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode <= 299;
}

/** What a refused request is to the app: an answer came and it was not a success (language.md §4). */
export function externalServiceException(statusCode: number, body: string, message?: string): ExceptionValue {
  const text = message ?? `The external service answered with status ${statusCode}.`;
  return exception('ExternalServiceException', text, null, { StatusCode: statusCode, Body: body });
}

type Host = LibraryHost;

function entries(headers: Value): [string, string][] {
  const found: [string, string][] = [];
  if (headers !== null)
    each(
      headers,
      (pair) => found.push([(pair as KeyValuePairValue).k as string, (pair as KeyValuePairValue).v as string]) > 0,
    );
  return found;
}

/** `HttpResponse`'s members. */
export const httpLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'HttpResponse.new(int,string)': (host: Host, statusCode: number, body: string | null) =>
    new HttpResponseValue(statusCode, body ?? '', [], host),
  'HttpResponse.new(int,string,Dictionary<string,string>)': (
    host: Host,
    statusCode: number,
    body: string | null,
    headers: Value,
  ) => new HttpResponseValue(statusCode, body ?? '', entries(headers), host),
  'HttpResponse.IsSuccess': (_h: Host, response: HttpResponseValue) => response.isSuccess,
  'HttpResponse.StatusCode': (_h: Host, response: HttpResponseValue) => response.statusCode,
  'HttpResponse.Body': (_h: Host, response: HttpResponseValue) => response.body,
  'HttpResponse.Headers': (_h: Host, response: HttpResponseValue) => response.headers,
  'HttpResponse.EnsureSuccess()': (_h: Host, response: HttpResponseValue) => {
    if (!response.isSuccess) throw externalServiceException(response.statusCode, response.body);
    return response;
  },
  'HttpResponse.As()': (host: Host, response: HttpResponseValue, types: readonly IrType[]) =>
    fromJson(response.body, types[0]!, host),
};
