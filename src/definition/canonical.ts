/**
 * Writes JSON in one way only: keys in a fixed order, members without a value left out, no platform or version in it. The
 * same data gives the same bytes (pipeline.md §10), and a hash of them.
 */

/** Keys that lead, in this order; the others follow in ordinal order. */
const leading = [
  'format',
  'compiler',
  'app',
  'sources',
  'pipeline',
  'types',
  'policies',
  'principals',
  'functions',
  'workflows',
  'tests',
  'k',
  'p',
  'key',
  'version',
  'name',
  'kind',
  'trigger',
  'from',
  'path',
  'sha256',
  'lines',
  's',
  't',
  'id',
  'enums',
  'entities',
  'classes',
  'clients',
  'tracks',
  'autostart',
  'initial',
  'commit',
  'startedAt',
  'start',
  'deadline',
  'serviceHours',
  'events',
  'states',
  'transitions',
  'stateType',
  'terminal',
  'onEntry',
  'onExit',
  'slots',
  'timers',
  'auto',
  'child',
  'awaitAcknowledgement',
  'dataStateMachine',
  'event',
  'slot',
  'params',
  'args',
  'targets',
  'mayStay',
  'condition',
  'onExecute',
];
const rank: ReadonlyMap<string, number> = new Map(leading.map((key, i) => [key, i]));

function compareKeys(a: string, b: string): number {
  const first = rank.get(a) ?? leading.length;
  const second = rank.get(b) ?? leading.length;
  return first - second || (a < b ? -1 : a > b ? 1 : 0);
}

/** Without any white space: what is hashed. */
export function canonicalText(value: unknown): string {
  return new Writer().flat(value);
}

/** For files: what fits a line stands on one, everything else is broken up. Ends with a line feed. */
export function canonicalDocument(value: unknown): string {
  const writer = new Writer();
  writer.broken(value, 0);
  return `${writer.text()}\n`;
}

const lineWidth = 120;

class Writer {
  readonly #parts: string[] = [];
  readonly #flat = new WeakMap<object, string | undefined>();

  text(): string {
    return this.#parts.join('');
  }

  flat(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    if (Array.isArray(value)) return `[${value.map((item) => this.flat(item)).join(',')}]`;
    return `{${entriesOf(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${this.flat(item)}`)
      .join(',')}}`;
  }

  broken(value: unknown, depth: number): void {
    const short = this.#short(value);
    // A text has no place where it could be broken up.
    const whole = typeof value !== 'object' || value === null;
    if (short !== undefined && (whole || short.length + depth * 2 <= lineWidth)) {
      this.#parts.push(short);
      return;
    }
    const inner = `\n${'  '.repeat(depth + 1)}`;
    const outer = `\n${'  '.repeat(depth)}`;
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        this.#parts.push(i === 0 ? `[${inner}` : `,${inner}`);
        this.broken(item, depth + 1);
      });
      this.#parts.push(`${outer}]`);
      return;
    }
    entriesOf(value as object).forEach(([key, item], i) => {
      this.#parts.push(i === 0 ? `{${inner}` : `,${inner}`, JSON.stringify(key), ': ');
      this.broken(item, depth + 1);
    });
    this.#parts.push(`${outer}}`);
  }

  /** The text on one line; undefined once it is longer than a line, so that long parts are not written twice. */
  #short(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    if (this.#flat.has(value)) return this.#flat.get(value);
    const short = this.#shortObject(value);
    this.#flat.set(value, short);
    return short;
  }

  #shortObject(value: object): string | undefined {
    const parts: string[] = [];
    let length = 2;
    const add = (item: unknown, key: string): boolean => {
      const short = this.#short(item);
      if (short === undefined) return false;
      const part = key + short;
      length += part.length + 2;
      parts.push(part);
      return length <= lineWidth + 2;
    };
    if (Array.isArray(value)) return value.every((item) => add(item, '')) ? `[${parts.join(', ')}]` : undefined;
    const fits = entriesOf(value).every(([key, item]) => add(item, `${JSON.stringify(key)}: `));
    return fits ? `{${parts.join(', ')}}` : undefined;
  }
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => compareKeys(a, b));
}
