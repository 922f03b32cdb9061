/**
 * Runs a body along every way through it: each answer of an oracle and each outcome of a network call is a decision, and
 * what was decided on one run says which others there are.
 */

import type { WorkflowBody } from '../../src/analysis/bodies.ts';
import type { LibraryKey } from '../../src/ir/ir.ts';
import type { AppModel } from '../../src/ir/model.ts';
import type { Row } from '../../src/runtime/interpreter/host.ts';
import { PlainHost } from '../../src/runtime/interpreter/plain-host.ts';
import type { CompiledProgram } from '../../src/runtime/interpreter/program.ts';
import { HttpResponseValue } from '../../src/runtime/library/http.ts';
import {
  Boxed,
  EngineAbort,
  ExceptionValue,
  type LibraryFunction,
  type Value,
} from '../../src/runtime/library/values.ts';

/** What left a body: a network exception, and the call that its message names. */
export interface Escaped {
  readonly type: string;
  /** `12`; `s12` where the new exception may be of a caught one of another kind, `b12` where what was caught is not in hand. */
  readonly message: string;
  /** It left `Once` on its way. */
  readonly kept: boolean;
  /** The unusual turns on the way. */
  readonly decisions: () => readonly string[];
}

export interface Exploration {
  readonly runs: number;
  /** Every way there is was gone. */
  readonly complete: boolean;
}

/** More decisions on one way end the run: what they would show, shorter ways show. */
const maxDecisions = 60;
/** A loop goes round, and a recursion deeper, so often on one way. */
const maxRounds = 2;

/** So many runs go by the order of ways alone. */
const orderly = 60;

interface Decision {
  readonly what: string;
  readonly of: number;
  readonly chosen: number;
  /** The call of the body that a network call belongs to. */
  readonly own?: string;
}

const chaos: Readonly<Record<string, string>> = {
  I: 'InvalidOperationException',
  V: 'ValidationException',
  C: 'ConflictException',
  K: 'KeyNotFoundException',
};

/** Goes as an earlier run did for so many decisions, turns off at the next one, and then takes no more unusual turns. */
interface Way {
  readonly made: readonly Decision[];
  readonly length: number;
  readonly other: number;
}

/** Ways that were not gone yet; those with the fewest unusual turns first. */
class Frontier {
  static readonly start: Way = { made: [], length: 0, other: 0 };
  /** Turns on from a run that showed something new. */
  readonly #fresh = new Queue<Way>([Frontier.start]);
  /** A call fails on them that somebody waits for. */
  readonly #promising = new Queue<Way>();
  readonly #others = new Queue<Way>();
  #taken = 0;

  next(): Way | undefined {
    const first = this.#taken++ % 2 === 1 ? this.#promising.next() : undefined;
    return first ?? this.#fresh.next() ?? this.#others.next() ?? this.#promising.next();
  }

  /** Every turn that a run did not take, from a decision on. */
  add(made: readonly Decision[], from: number, fresh: boolean, wanted: (own: string) => boolean): void {
    let failing = false;
    for (const [i, { own, chosen, of }] of made.entries()) {
      const waitedFor = own !== undefined && wanted(own);
      if (i >= from) {
        const queue = failing || waitedFor ? this.#promising : fresh ? this.#fresh : this.#others;
        for (let other = 1; other < of; other++) queue.add({ made, length: i, other });
      }
      failing ||= waitedFor && chosen > 0;
    }
  }
}

class Queue<T> {
  readonly #items: T[];
  #at = 0;

  constructor(items: T[] = []) {
    this.#items = items;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  next(): T | undefined {
    return this.#at < this.#items.length ? this.#items[this.#at++] : undefined;
  }
}

class Driver extends PlainHost {
  readonly #program: CompiledProgram;
  readonly #app: AppModel;
  readonly #choose: (at: number, of: number) => number;
  readonly decisions: Decision[] = [];
  /** What left `Once`. */
  readonly kept = new Set<ExceptionValue>();
  readonly #rounds = new Map<string, number>();
  #own = '';

  constructor(program: CompiledProgram, app: AppModel, choose: (at: number, of: number) => number) {
    super(program, { fuel: 4_000, maxDepth: 200 });
    this.#program = program;
    this.#app = app;
    this.#choose = choose;
  }

  #decide(what: string, of: number, own?: string): number {
    const at = this.decisions.length;
    if (at >= maxDecisions) throw new EngineAbort('decisions', 'a long way');
    const chosen = this.#choose(at, of);
    this.decisions.push(own === undefined ? { what, of, chosen } : { what, of, chosen, own });
    return chosen;
  }

  /** Oracles. By their first letter: a condition, a loop, a recursion, a number, any exception that is not the network's. */
  override secret(name: string): string {
    switch (name[0]) {
      case 'B':
        return this.#decide(name, 2) === 1 ? 't' : '';
      case 'L':
      case 'R': {
        const rounds = this.#rounds.get(name) ?? 0;
        if (rounds >= maxRounds || this.#decide(name, 2) === 0) return '';
        this.#rounds.set(name, rounds + 1);
        return 't';
      }
      case 'I':
        return 'x'.repeat(this.#decide(name, 3));
      case 'T': {
        const chosen = this.#decide(name, name.length);
        if (chosen > 0) throw new ExceptionValue(chaos[name[chosen] as string] as string, name);
        return '';
      }
      case 'O':
        return this.#own;
      default:
        throw new Error(`an oracle of what: ${name}`);
    }
  }

  override client(client: string, operation: string, args: readonly Value[] = []): Value {
    const own = String(args[0]);
    const chosen = this.#decide(`${client}.${operation} of ${own}`, 3, own);
    if (chosen === 1) throw new ExceptionValue('NetworkException', own);
    if (chosen === 2) throw new ExceptionValue('ExternalServiceException', own, null, { StatusCode: 503, Body: own });
    return 0;
  }

  override provided(key: LibraryKey): LibraryFunction | undefined {
    switch (key) {
      case 'Http.Get(string)':
        return (_host: unknown, url: string) => this.#get(url);
      case 'DataStateMachine.Once(string,string,Func<T>,object)':
        return (_host: unknown, _key: string, _entity: string, act: () => Value) => this.#once(act);
      case 'Log.Information(string,object[])':
        return (_host: unknown, _template: string, args: readonly unknown[]) => this.#logged(args);
      default:
        return super.provided(key);
    }
  }

  #get(url: string): HttpResponseValue {
    const own = url.slice(url.lastIndexOf('/') + 1);
    const chosen = this.#decide(`Http.Get of ${own}`, 3, own);
    if (chosen === 1) throw new ExceptionValue('NetworkException', own);
    return new HttpResponseValue(chosen === 2 ? 503 : 200, own, [], this);
  }

  #once(act: () => Value): Value {
    // What is kept already is not done again.
    if (this.#decide('Once', 2) === 1) return 0;
    try {
      return act();
    } catch (e) {
      if (e instanceof ExceptionValue) this.kept.add(e);
      throw e;
    }
  }

  /** The number of the call that makes the next row is logged. */
  #logged(args: readonly unknown[]): null {
    this.#own = String(args[0] instanceof Boxed ? args[0].v : args[0]);
    return null;
  }

  override create(entity: string): Row {
    const model = this.#app.entities.find((e) => e.name === entity);
    for (const field of model?.fields ?? [])
      if (field.default !== undefined && field.name !== 'W') this.#program.expression(field.default)(this);
    return { entity, id: '', v: {} };
  }
}

/**
 * Runs a body on every way through it, at most so often; the ways with the fewest unusual turns first, and every other time
 * one on which a call fails that is `wanted`.
 */
export function explore(
  program: CompiledProgram,
  app: AppModel,
  of: WorkflowBody,
  escaped: (e: Escaped) => void,
  goOn: (runs: number) => boolean,
  wanted: (own: string) => boolean,
): Exploration {
  const run = program.body(of.body);
  const args = of.body.params.map((p) =>
    p.t === 'Exception' ? new ExceptionValue('InvalidOperationException', 'fault') : null,
  );
  /** Some way was not gone to its end. */
  let cut = false;
  const go = (choose: (at: number, of: number) => number): readonly Decision[] => {
    const driver = new Driver(program, app, choose);
    try {
      run(driver, args);
    } catch (e) {
      if (e instanceof ExceptionValue) {
        const message =
          e.type === 'ExternalServiceException' && e.fields['Body'] ? String(e.fields['Body']) : e.message;
        const decisions = (): readonly string[] =>
          driver.decisions.filter((d) => d.chosen > 0).map((d) => `${d.what}=${d.chosen}`);
        escaped({ type: e.type, message, kept: driver.kept.has(e), decisions });
      } else if (e instanceof EngineAbort) cut = true;
      else throw e;
    }
    return driver.decisions;
  };
  const ways = new Frontier();
  const seen = new Set<string>();
  const random = lots();
  let runs = 0;
  for (let way = ways.next(); way !== undefined; way = ways.next()) {
    if (!goOn(runs)) return { runs, complete: false };
    const { length, other } = way;
    const given = way.made;
    const made = go((at) => (at < length ? (given[at] as Decision).chosen : at === length ? other : 0));
    const before = seen.size;
    for (let i = length; i < made.length; i++)
      seen.add(`${made[i - 1]?.what}=${made[i - 1]?.chosen}>${(made[i] as Decision).what}`);
    ways.add(made, way === Frontier.start ? 0 : length + 1, seen.size > before, wanted);
    runs++;
    // What takes many unusual turns may be found by chance.
    if (runs > orderly && runs % 3 === 0) {
      go((_at, of) => (random(3) > 0 ? random(of) : 0));
      runs++;
    }
  }
  return { runs, complete: !cut };
}

/** Numbers below a bound, the same ones each time. */
function lots(): (bound: number) => number {
  let state = 1;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % bound;
  };
}
