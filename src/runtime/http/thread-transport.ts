/** The real network: undici in a thread of its own, on which the engine waits (docs/architecture.md says why). */
import { createRequire } from 'node:module';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { HttpAnswer, HttpRequest, HttpTransport } from './transport.ts';
import { workerSource } from './worker-source.ts';

export interface ThreadTransportOptions {
  /** Larger answers are faults. Default 10 MiB. */
  readonly mostBytes?: number;
}

/** What the thread itself may need beyond the request's own time. */
const grace = 5_000;

export class ThreadTransport implements HttpTransport {
  readonly #mostBytes: number;
  #worker: Worker | undefined;
  #port: MessagePort | undefined;
  readonly #signal = new SharedArrayBuffer(4);
  readonly #lock = new Int32Array(this.#signal);

  constructor(options: ThreadTransportOptions = {}) {
    this.#mostBytes = options.mostBytes ?? 10 * 1024 * 1024;
  }

  send(request: HttpRequest): HttpAnswer {
    const port = this.#start();
    Atomics.store(this.#lock, 0, 0);
    port.postMessage(request);
    // The waking of the answer before may come late, and wake this wait.
    while (Atomics.load(this.#lock, 0) === 0) {
      if (Atomics.wait(this.#lock, 0, 0, request.timeoutMs + grace) !== 'timed-out') continue;
      this.close();
      return { kind: 'fault', message: `no answer within ${request.timeoutMs} ms` };
    }
    const answer = receiveMessageOnPort(port) as { readonly message: HttpAnswer } | undefined;
    return answer?.message ?? { kind: 'fault', message: 'the network thread gave no answer' };
  }

  close(): void {
    this.#port?.close();
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#port = undefined;
  }

  #start(): MessagePort {
    if (this.#port !== undefined) return this.#port;
    const { port1, port2 } = new MessageChannel();
    const undici = createRequire(import.meta.url).resolve('undici');
    this.#worker = new Worker(workerSource, {
      eval: true,
      execArgv: [],
      workerData: { undici, port: port2, signal: this.#signal, mostBytes: this.#mostBytes },
      transferList: [port2],
    });
    this.#worker.unref();
    port1.unref();
    this.#port = port1;
    return port1;
  }
}
