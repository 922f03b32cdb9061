/** Timers by the real clock: the engine says when something is due next, and is woken then. */
import { dateOfTicks, type Engine } from 'osy/runtime';

/** `setTimeout` takes no more; who sleeps longer is woken in between. */
const longestMs = 2 ** 31 - 1;
/** After a failure that the engine could not make an incident of. */
const patienceMs = 5_000;

export class Clockwork {
  readonly #engine: Engine;
  readonly #log: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(engine: Engine, log: (line: string) => void) {
    this.#engine = engine;
    this.#log = log;
  }

  /** Runs what is due, which after a restart is what fell due meanwhile, and sleeps until the next. */
  wake(): void {
    try {
      this.#engine.settle();
    } catch (error) {
      this.#log(`error: ${error instanceof Error ? error.message : String(error)}`);
      this.#sleep(patienceMs);
      return;
    }
    const due = this.#engine.nextDue();
    if (due === undefined) this.stop();
    // Rounded up: woken a moment too early there would be nothing to do.
    else this.#sleep(dateOfTicks(due).getTime() - Date.now() + 1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #sleep(ms: number): void {
    this.stop();
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(ms, 0), longestMs));
  }
}
