/**
 * What the engine tells of itself: format `osy.trace/1`, one event a line as JSON. A delivery's events stand between its
 * `delivery` and its `end`; nested deliveries (a raise made inside a body) stand inside. Instants are ISO 8601.
 */
import type { StepName } from '../definition/document.ts';

export const traceFormat = 'osy.trace/1';

export type TraceEvent =
  | {
      readonly e: 'delivery';
      readonly id: number;
      /** `raise` for one that a caller waits for. */
      readonly kind: string;
      readonly workflow: string;
      readonly run: number;
      readonly row: string;
      /** Event, timer key, slot or child. */
      readonly name: string;
      readonly state: string;
      readonly at: string;
      readonly attempt: number;
      /** The delivery in whose body the raise was made. */
      readonly within?: number;
    }
  | {
      readonly e: 'hop';
      readonly delivery: number;
      readonly hop: number;
      readonly transition: string;
      readonly kind: string;
      /** `Manual`, `Manual+Self`, … */
      readonly profile: string;
      readonly state: string;
      /** Why the hop follows the one before: `auto`, `redirect`, `errorBoundary`. */
      readonly reason?: string;
    }
  | {
      readonly e: 'step';
      readonly delivery: number;
      readonly hop: number;
      readonly order: number;
      readonly name: StepName;
      /** The state the run is in when the step ends. */
      readonly state: string;
      readonly outcome: 'ran' | 'skipped' | 'threw';
      /** Of a skipped step. */
      readonly reason?: string;
      /** `file:line` of the body it ran. */
      readonly body?: string;
      /** What it decided: `goto Out`, `stay`, `arms Expire`. */
      readonly note?: string;
    }
  | {
      readonly e: 'log';
      readonly delivery: number;
      readonly level: string;
      readonly message: string;
      readonly exception?: string;
    }
  | {
      readonly e: 'call';
      readonly delivery: number;
      readonly client: string;
      readonly operation: string;
      readonly outcome: 'answered' | 'threw';
      readonly stub: boolean;
      readonly status?: number;
      readonly error?: string;
    }
  | {
      readonly e: 'end';
      readonly delivery: number;
      /** `undone`: nothing of it is kept; the steps before are struck out. */
      readonly outcome: 'done' | 'undone' | 'dropped';
      readonly state: string;
      readonly status: string;
      readonly error?: { readonly type: string; readonly message: string };
      /** What becomes of it: `thrown to the caller`, `retried`, `answered by on fault`, `incident`. */
      readonly next?: string;
      readonly retryAt?: string;
      /** Of a perStep delivery: the step up to which what it did is kept. */
      readonly kept?: number;
    };

export interface TraceSink {
  event(event: TraceEvent): void;
}

/** Collects events: for tests, and for `--explain`. */
export class TraceBuffer implements TraceSink {
  readonly events: TraceEvent[] = [];
  event(event: TraceEvent): void {
    this.events.push(event);
  }
}

/** One event as a line of the machine format, without its end. */
export function traceLine(event: TraceEvent): string {
  return JSON.stringify(event);
}
