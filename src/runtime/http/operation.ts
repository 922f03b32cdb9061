import type { Host } from '../host.ts';
import type { Value } from '../library/values.ts';
import type { Operation } from './clients.ts';
import type { NetworkPolicy } from './policy.ts';
import type { HttpTransport } from './transport.ts';

export interface OperationCall {
  readonly host: Host;
  readonly transport: HttpTransport;
  readonly policy: NetworkPolicy;
  readonly operation: Operation;
  readonly args: readonly Value[];
}

export function sendOperation(_call: OperationCall): Value {
  throw new Error('not yet');
}
