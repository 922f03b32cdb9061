/** A client operation as a request, and its answer as a value (language.md §6). */
import type { IrType } from '../../ir/ir.ts';
import type { ClientParameter } from '../../ir/model.ts';
import { parseIrType } from '../../ir/types.ts';
import type { Host } from '../host.ts';
import { each } from '../library/enumeration.ts';
import { externalServiceException, isSuccess } from '../library/http.ts';
import { fromJson, toJson } from '../library/json.ts';
import { nodeText } from '../library/json-nodes.ts';
import { toNode } from '../library/json-write.ts';
import { TimeSpanValue } from '../library/timespan.ts';
import { ExceptionValue, type Value } from '../library/values.ts';
import type { Operation } from './clients.ts';
import { type Answer, type Exchange, exchange } from './exchange.ts';
import type { NetworkPolicy } from './policy.ts';
import type { HttpTransport } from './transport.ts';

export interface OperationCall {
  readonly host: Host;
  readonly transport: HttpTransport;
  readonly policy: NetworkPolicy;
  readonly operation: Operation;
  readonly args: readonly Value[];
}

const defaultTimeoutMs = 30_000;

/** @throws NetworkException, ExternalServiceException */
export function sendOperation(call: OperationCall): Value {
  const answer = exchange(call.transport, call.policy, requestOf(call));
  return answerValue(call, answer);
}

export function requestOf({ host, operation, args }: OperationCall): Exchange {
  const { client, model } = operation;
  const given = model.params.map((p, i) => [p, args[i] ?? null] as const);
  let path = model.path;
  const query: [string, string][] = [];
  const headers: [string, string][] = [['Accept', 'application/json']];
  let body: string | null = null;
  for (const { name, value } of client.headers) {
    const text = host.unit.engine.program.expression(value)(host);
    if (typeof text === 'string') headers.push([name, text]);
  }
  for (const [param, value] of given) {
    switch (param.in) {
      case 'path':
        path = path.replaceAll(`{${param.wire}}`, encodeURIComponent(wireText(host, value, param.t)));
        break;
      case 'query':
        for (const text of wireTexts(host, value, param)) query.push([param.wire, text]);
        break;
      case 'header':
        if (value !== null) headers.push([param.wire, wireText(host, value, param.t)]);
        break;
      case 'body':
        body = toJson(value, param.t, host);
        headers.push(['Content-Type', 'application/json; charset=utf-8']);
        break;
    }
  }
  const url = new URL(`${client.baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
  for (const [name, text] of query) url.searchParams.append(name, text);
  return { method: model.verb.toUpperCase(), url, headers, body, timeoutMs: timeoutOf(host, operation) };
}

function timeoutOf(host: Host, { client }: Operation): number {
  const timeout = client.timeout === undefined ? null : host.unit.engine.program.expression(client.timeout)(host);
  return timeout instanceof TimeSpanValue ? Math.max(1, Math.round(timeout.toNumber() / 10_000)) : defaultTimeoutMs;
}

/** A list repeats its key; null is left out. */
function wireTexts(host: Host, value: Value, param: ClientParameter): readonly string[] {
  if (value === null) return [];
  const shape = parseIrType(param.t);
  const element: IrType | undefined =
    shape.kind === 'array' || (shape.kind === 'named' && shape.args.length === 1) ? elementOf(param.t) : undefined;
  if (element === undefined) return [wireText(host, value, param.t)];
  const texts: string[] = [];
  each(value, (item) => {
    if (item !== null) texts.push(wireText(host, item, element));
    return true;
  });
  return texts;
}

function elementOf(t: IrType): IrType {
  const bare = t.replace(/\?$/, '');
  return bare.endsWith('[]') ? bare.slice(0, -2) : bare.slice(bare.indexOf('<') + 1, -1);
}

/** As in JSON, without its quotes: enums by name, instants in ISO 8601, numbers without loss. */
function wireText(host: Host, value: Value, t: IrType): string {
  if (value === null) return '';
  const node = toNode(value, t, host);
  return typeof node === 'string' ? node : nodeText(node);
}

function answerValue({ host, operation }: OperationCall, answer: Answer): Value {
  const { model, client } = operation;
  const name = `${client.name}.${model.name}`;
  if (!isSuccess(answer.status)) {
    throw externalServiceException(answer.status, answer.body, `${name} was answered with status ${answer.status}.`);
  }
  const { returns } = model;
  if (returns === 'void') return null;
  if (answer.body.trim() === '') {
    if (returns.endsWith('?')) return null;
    throw externalServiceException(
      answer.status,
      answer.body,
      `${name} was answered with an empty body, which is no '${returns}'.`,
    );
  }
  if (returns === 'string' || returns === 'string?') return answer.body;
  try {
    return fromJson(answer.body, returns, host);
  } catch (error) {
    if (!(error instanceof ExceptionValue) || error.type !== 'JsonException') throw error;
    throw externalServiceException(
      answer.status,
      answer.body,
      `The answer to ${name} does not fit '${returns}': ${error.message}`,
    );
  }
}
