/** `osy run --explain`: what a delivery did, and why its run is where it is, in sentences. */
import type { TraceEvent } from '../runtime/trace.ts';
import { type Style, wrap } from './style.ts';

/** Where a run is when the explanation is given. Instants are ISO 8601. */
export interface RunSituation {
  readonly run: number;
  readonly state: string;
  readonly since: string;
  /** `active`, `busy`, `passive`, `completed`, `faulted`. */
  readonly status: string;
  /** Why it ended, or what it was told at its end. */
  readonly message: string | null;
  /** Events that its state hears. */
  readonly hears: readonly string[];
  readonly timers: readonly { readonly key: string; readonly due: string }[];
  readonly deliveries: readonly {
    readonly what: string;
    readonly attempt: number;
    readonly due: string;
    readonly error: string | null;
  }[];
  /** The run that has to end first; 0 for none. */
  readonly child: number;
  readonly incidents: readonly { readonly at: string; readonly what: string; readonly where: string }[];
}

type Of<K extends TraceEvent['e']> = Extract<TraceEvent, { readonly e: K }>;

/** The numbers of the deliveries that were traced, in order. */
export function tracedDeliveries(events: readonly TraceEvent[]): readonly number[] {
  return events.flatMap((event) => (event.e === 'delivery' ? event.id : []));
}

/** The run that a delivery went to; undefined for one that was not traced. */
export function runOfDelivery(events: readonly TraceEvent[], delivery: number): number | undefined {
  return events.find((event): event is Of<'delivery'> => event.e === 'delivery' && event.id === delivery)?.run;
}

/** Paragraphs of sentences, broken to the width. */
export function explanation(
  delivery: number,
  events: readonly TraceEvent[],
  situation: RunSituation | undefined,
  style: Style,
): string {
  const own = events.filter((event) => (event.e === 'delivery' ? event.id : event.delivery) === delivery);
  const lines = own.flatMap((event) => {
    const { indent, text } = sentence(event, own);
    return text === '' ? [] : indented(text, indent, style);
  });
  if (situation !== undefined) lines.push('', ...situationLines(situation, style));
  return `${lines.join('\n')}\n`;
}

function indented(text: string, indent: number, style: Style): readonly string[] {
  return wrap(text, style.width - indent).map((line) => ' '.repeat(indent) + line);
}

function sentence(event: TraceEvent, own: readonly TraceEvent[]): { readonly indent: number; readonly text: string } {
  switch (event.e) {
    case 'delivery':
      return { indent: 0, text: opening(event) };
    case 'hop':
      return { indent: 2, text: hopSentence(event) };
    case 'step':
      return { indent: 4, text: stepSentence(event) };
    case 'call':
      return { indent: 4, text: callSentence(event) };
    case 'log':
      return { indent: 4, text: `It logged (${event.level}): ${event.message}` };
    case 'end':
      return { indent: 0, text: ending(event, own) };
    default:
      return event satisfies never;
  }
}

const occasions: Readonly<Record<string, (name: string) => string>> = {
  raise: (name) => `the event ${name}, raised by a caller who waits for it`,
  event: (name) => `the event ${name}`,
  start: (name) => (name === 'autostart' ? 'the start of the run, because its row is new' : 'the start of the run'),
  timer: (name) => `the timer ${name}, which fell due`,
  childStart: (name) => `the start of the child ${name}`,
  childOutcome: (name) => `the outcome of the child ${name}`,
  forward: (name) => `the event ${name}, forwarded from the parent`,
  cancel: () => 'a cancellation',
  assign: (name) => `an assignment to the slot ${name}`,
  step: (name) => `what was left of ${name}`,
};

function opening(event: Of<'delivery'>): string {
  const occasion = occasions[event.kind]?.(event.name) ?? `${event.kind} ${event.name}`;
  const attempt = event.attempt > 1 ? ` It was attempt ${event.attempt}: those before had failed.` : '';
  const within = event.within === undefined ? '' : ` A body of delivery ${event.within} set it off.`;
  const state = event.state === '' ? 'which had no state yet' : `which was in ${event.state}`;
  return `Delivery ${event.id} was ${occasion}, at ${event.at}. It went to run ${event.run} of ${event.workflow}, ${state}.${attempt}${within}`;
}

const reasons: Readonly<Record<string, string>> = {
  auto: ', because its condition held',
  redirect: ', because a body said so',
  errorBoundary: ', because `on fault` answers what was thrown',
};

function hopSentence(event: Of<'hop'>): string {
  const reason = event.reason === undefined ? '' : (reasons[event.reason] ?? ` (${event.reason})`);
  return `Hop ${event.hop} took ${event.transition} (${event.kind}, profile ${event.profile}) from ${event.state}${reason}.`;
}

/** Steps that did nothing to speak of are not told. */
function stepSentence(event: Of<'step'>): string {
  const name = `${event.name} (${event.order})`;
  if (event.outcome === 'threw')
    return `${name} threw${event.body === undefined ? '' : ` in the body at ${event.body}`}.`;
  if (event.outcome === 'skipped') return '';
  if (event.body === undefined && event.note === undefined) return '';
  const ran = event.body === undefined ? '' : ` ran the body at ${event.body}`;
  const note = event.note === undefined ? '' : `${ran === '' ? ': ' : ', and decided: '}${event.note}`;
  return `${name}${ran}${note}.`;
}

function callSentence(event: Of<'call'>): string {
  const call = `${event.client}.${event.operation.replace(/\(.*$/, '')}`;
  const stub = event.stub ? ' (a stub)' : '';
  if (event.outcome === 'threw') return `It called ${call}${stub}, which failed: ${event.error ?? 'no answer'}.`;
  return `It called ${call}${stub}, and was answered${event.status === undefined ? '' : ` ${event.status}`}.`;
}

const consequences: Readonly<Record<string, string>> = {
  'thrown to the caller': 'The caller got the exception.',
  retried: 'It is tried again',
  'answered by on fault': 'The `on fault` arm answers it.',
  incident: 'The run is faulted, and an incident tells why: `osy runs retry` runs it again.',
};

function ending(event: Of<'end'>, own: readonly TraceEvent[]): string {
  const where = event.state === '' ? '' : ` The run was in ${event.state}.`;
  if (event.outcome === 'done') {
    const hops = own.filter((e) => e.e === 'hop').length;
    return `It was done${hops > 1 ? `, in ${hops} hops` : ''}, and all of it is kept.${where}`;
  }
  if (event.outcome === 'dropped')
    return `It was dropped: it came twice, or too late for the state it was meant for.${where}`;
  const error = event.error === undefined ? '' : ` because of ${event.error.type}: ${event.error.message}`;
  const next = event.next === undefined ? '' : ` ${consequences[event.next] ?? event.next}`;
  const at = event.retryAt === undefined ? '' : ` at ${event.retryAt}`;
  const kept =
    event.kept === undefined ? 'Nothing of the above is kept.' : `Up to step ${event.kept} the above is kept.`;
  const end = next === '' || next.endsWith('.') ? '' : '.';
  return `It was undone${error}${error.endsWith('.') ? '' : '.'} ${kept}${where}${next}${at}${end}`;
}

function situationLines(s: RunSituation, style: Style): readonly string[] {
  const told = s.message === null ? '' : ` (${s.message})`;
  const lines = [...indented(`Now run ${s.run} is ${s.status}${told} in ${s.state}, since ${s.since}.`, 0, style)];
  const waits = [
    ...(s.child > 0 ? [`run ${s.child}, its child, to end`] : []),
    ...(s.hears.length > 0
      ? [`${s.hears.length === 1 ? 'the event' : 'one of the events'} ${s.hears.join(', ')}`]
      : []),
    ...s.timers.map((t) => `the timer ${t.key} at ${t.due}`),
    ...s.deliveries.map(
      (d) => `attempt ${d.attempt} of ${d.what} at ${d.due}${d.error === null ? '' : `, after ${d.error}`}`,
    ),
  ];
  for (const i of s.incidents) lines.push(...indented(`At ${i.at} it failed ${i.where}: ${i.what}.`, 0, style));
  if (waits.length === 0) lines.push('Nothing is left for it to wait for.');
  else lines.push('It waits for:', ...waits.flatMap((w) => indented(`- ${w}`, 2, style)));
  return lines;
}
