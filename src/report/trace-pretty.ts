/**
 * The trace for people: a line a step, indented by delivery and hop. A delivery is shown when it ends, because only then
 * is it known whether what it did was kept; what was undone is marked with `~`.
 */
import type { TraceEvent, TraceSink } from '../runtime/trace.ts';
import { type Style, wrap } from './style.ts';

type Of<K extends TraceEvent['e']> = Extract<TraceEvent, { readonly e: K }>;

interface Open {
  readonly head: Of<'delivery'>;
  readonly lines: Line[];
  /** Skipped steps since the last line, told together. */
  skipped: string[];
  /** How many of the lines a perStep delivery that fails keeps: down to the last step that ran. */
  done: number;
}

interface Line {
  readonly text: string;
  readonly paint: (text: string) => string;
}

const stepColumns = { name: 24, state: 10 } as const;
/** Where a step's name begins. */
const stepIndent = 7;
const plain = (text: string): string => text;

/** A sink that writes each delivery when it has ended. */
export class PrettyTrace implements TraceSink {
  readonly #write: (text: string) => void;
  readonly #style: Style;
  readonly #open: Open[] = [];

  constructor(write: (text: string) => void, style: Style) {
    this.#write = write;
    this.#style = style;
  }

  event(event: TraceEvent): void {
    switch (event.e) {
      case 'delivery':
        this.#open.push({ head: event, lines: [], skipped: [], done: 0 });
        return;
      case 'hop':
        return this.#line(hopText(event), this.#style.note);
      case 'step':
        return this.#step(event);
      case 'log':
        return this.#log(event);
      case 'call':
        return this.#call(event);
      case 'end':
        return this.#end(event);
      default:
        return event satisfies never;
    }
  }

  #line(text: string, paint: (text: string) => string): void {
    const open = this.#open.at(-1);
    if (open === undefined) {
      this.#write(`${paint(text)}\n`);
      return;
    }
    this.#flushSkipped(open);
    open.lines.push({ text: `  ${text}`, paint });
  }

  #flushSkipped(open: Open): void {
    if (open.skipped.length === 0) return;
    const text = open.skipped.join(', ');
    open.skipped = [];
    const [first = '', ...rest] = wrap(text, this.#style.width - 20 - 2 * this.#open.length);
    open.lines.push({ text: `      ·  skipped ${first}`, paint: this.#style.dim });
    for (const line of rest) open.lines.push({ text: `         ${line}`, paint: this.#style.dim });
  }

  #step(event: Of<'step'>): void {
    this.#tellStep(event);
    const open = this.#open.at(-1);
    if (open !== undefined && event.outcome === 'ran') open.done = open.lines.length;
  }

  #tellStep(event: Of<'step'>): void {
    if (event.outcome === 'skipped') {
      this.#open.at(-1)?.skipped.push(`${event.order} ${event.name}`);
      return;
    }
    const state = `${event.state.padEnd(stepColumns.state)} `;
    const head = `${String(event.order).padStart(5)}  ${event.name.padEnd(stepColumns.name)}${state}${event.outcome}`;
    const details = [event.body?.replace(/^.*\//, ''), event.note]
      .filter((x) => x !== undefined && x !== '')
      .join('  ');
    const paint = event.outcome === 'threw' ? this.#style.error : plain;
    const indent = 2 + 4 * (this.#open.length - 1);
    if (details === '' || indent + head.length + 2 + details.length <= this.#style.width) {
      this.#line(
        details === '' ? head : `${head.padEnd(head.length + (event.outcome === 'ran' ? 2 : 0))}  ${details}`,
        paint,
      );
      return;
    }
    this.#line(head, paint);
    for (const line of wrap(details, this.#style.width - indent - stepIndent))
      this.#line(' '.repeat(stepIndent) + line, paint);
  }

  #log(event: Of<'log'>): void {
    const paint =
      event.level === 'error' ? this.#style.error : event.level === 'warning' ? this.#style.warning : this.#style.good;
    this.#line(
      `       log ${event.level}: ${event.message}${event.exception === undefined ? '' : ` — ${event.exception}`}`,
      paint,
    );
  }

  #call(event: Of<'call'>): void {
    const status = event.status === undefined ? '' : ` ${event.status}`;
    const outcome = event.outcome === 'threw' ? `threw ${event.error ?? ''}` : `answered${status}`;
    const paint = event.outcome === 'threw' ? this.#style.error : this.#style.good;
    this.#line(
      `       call ${event.client}.${event.operation.replace(/\(.*$/, '')}${event.stub ? ' (stub)' : ''} ${outcome}`,
      paint,
    );
  }

  #end(event: Of<'end'>): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    this.#flushSkipped(open);
    const undone = event.outcome !== 'done';
    const kept = event.kept === undefined ? 0 : open.done;
    const { head } = open;
    const attempt = head.attempt > 1 ? `, attempt ${head.attempt}` : '';
    const lines: Line[] = [
      {
        text: `#${head.id} ${head.kind} ${head.name === '' ? '' : `${head.name} `}→ ${head.workflow}(${head.row}) in ${head.state || 'no state yet'} at ${head.at}${attempt}`,
        paint: this.#style.strong,
      },
      ...open.lines.map((l, i) => (undone && i >= kept ? { text: `~${l.text.slice(1)}`, paint: this.#style.dim } : l)),
      { text: `  ${endText(event)}`, paint: undone ? this.#style.error : this.#style.good },
    ];
    const outer = this.#open.at(-1);
    if (outer === undefined) this.#write(lines.map((l) => `${l.paint(l.text)}\n`).join(''));
    else {
      this.#flushSkipped(outer);
      outer.lines.push(...lines.map((l) => ({ text: `    ${l.text}`, paint: l.paint })));
    }
  }
}

function hopText(event: Of<'hop'>): string {
  const reason = event.reason === undefined ? '' : ` (${event.reason})`;
  return `hop ${event.hop}  ${event.transition}  ${event.kind}, ${event.profile}${reason}`;
}

function endText(event: Of<'end'>): string {
  const error = event.error === undefined ? '' : `: ${event.error.type}: ${event.error.message}`;
  const next =
    event.next === undefined ? '' : `; ${event.next}${event.retryAt === undefined ? '' : ` at ${event.retryAt}`}`;
  return `${event.outcome}${error}${next} — ${event.state || 'no state'}, status ${event.status || '-'}`;
}
