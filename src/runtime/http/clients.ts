/** The app's clients: stubs first, then the network if it is allowed (language.md §6). */
import type { ClientModel, ClientOperationModel } from '../../ir/model.ts';
import type { Engine } from '../engine.ts';
import type { Host } from '../host.ts';
import { EngineAbort, ExceptionValue, type Value } from '../library/values.ts';
import { sendOperation } from './operation.ts';
import { hostAllowed, type NetworkPolicy, openingOf } from './policy.ts';

export interface Operation {
  readonly client: ClientModel;
  readonly model: ClientOperationModel;
}

export class Clients {
  readonly #engine: Engine;
  readonly #policy: NetworkPolicy;
  readonly #operations = new Map<string, Operation>();
  readonly #stubs = new Map<string, (...args: Value[]) => Value>();

  constructor(engine: Engine, clients: readonly ClientModel[], policy: NetworkPolicy) {
    this.#engine = engine;
    this.#policy = policy;
    for (const client of clients) {
      for (const model of client.operations) this.#operations.set(`${client.name}.${model.key}`, { client, model });
    }
  }

  get policy(): NetworkPolicy {
    return this.#policy;
  }

  stub(client: string, operation: string, answer: (...args: Value[]) => Value): void {
    this.#stubs.set(`${client}.${operation}`, answer);
  }

  clearStubs(): void {
    this.#stubs.clear();
  }

  /** @throws ExceptionValue as language.md §6 says; EngineAbort `unstubbed` where there is neither stub nor allowed host */
  call(host: Host, client: string, operation: string, args: readonly Value[]): Value {
    const key = `${client}.${operation}`;
    const stub = this.#stubs.get(key);
    const delivery = host.chain?.id ?? 0;
    try {
      const value = stub !== undefined ? stub(...args) : this.#send(host, key, args);
      this.#engine.trace?.event({
        e: 'call',
        delivery,
        client,
        operation,
        outcome: 'answered',
        stub: stub !== undefined,
      });
      return value;
    } catch (error) {
      if (error instanceof ExceptionValue) {
        this.#engine.trace?.event({
          e: 'call',
          delivery,
          client,
          operation,
          outcome: 'threw',
          stub: stub !== undefined,
          error: `${error.type}: ${error.message}`,
        });
      }
      throw error;
    }
  }

  #send(host: Host, key: string, args: readonly Value[]): Value {
    const operation = this.#operations.get(key);
    if (operation === undefined) throw new Error(`the definition has no client operation '${key}'`);
    const { client, model } = operation;
    const name = `${client.name}.${model.name}`;
    const target = new URL(client.baseUrl).hostname;
    const { http } = this.#engine;
    if (http === undefined || !hostAllowed(this.#policy, target)) {
      host.aborted = true;
      throw new EngineAbort(
        'unstubbed',
        `${name} was called and is neither stubbed nor allowed to reach '${target}': ` +
          `stub it with ${name}.Stub(…), or ${openingOf(this.#policy, target)}.`,
      );
    }
    return sendOperation({ host, transport: http, policy: this.#policy, operation, args });
  }
}
