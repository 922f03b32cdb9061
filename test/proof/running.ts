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
  readonly decisions: readonly string[];
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
}

const chaos: Readonly<Record<string, string>> = {
  I: 'InvalidOperationException',
  V: 'ValidationException',
  C: 'ConflictException',
  K: 'KeyNotFoundException',
};

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

  #decide(what: string, of: number): number {
    const at = this.decisions.length;
    if (at >= maxDecisions) throw new EngineAbort('decisions', 'a long way');
    const chosen = this.#choose(at, of);
    this.decisions.push({ what, of, chosen });
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
    const chosen = this.#decide(`${client}.${operation} of ${own}`, 3);
    if (chosen === 1) throw new ExceptionValue('NetworkException', own);
    if (chosen === 2) throw new ExceptionValue('ExternalServiceException', own, null, { StatusCode: 503, Body: own });
    return 0;
  }

  override provided(key: LibraryKey): LibraryFunction | undefined {
    return this.#members[key] ?? super.provided(key);
  }

  readonly #members: Readonly<Record<LibraryKey, LibraryFunction>> = {
    'Http.Get(string)': (_host: unknown, url: string) => {
      const own = url.slice(url.lastIndexOf('/') + 1);
      const chosen = this.#decide(`Http.Get of ${own}`, 3);
      if (chosen === 1) throw new ExceptionValue('NetworkException', own);
      return new HttpResponseValue(chosen === 2 ? 503 : 200, own, [], this);
    },
    'DataStateMachine.Once(string,string,Func<T>,object)': (
      _host: unknown,
      _key: string,
      _entity: string,
      act: () => Value,
    ) => {
      // What is kept already is not done again.
      if (this.#decide('Once', 2) === 1) return 0;
      try {
        return act();
      } catch (e) {
        if (e instanceof ExceptionValue) this.kept.add(e);
        throw e;
      }
    },
    /** The number of the call that makes the next row is logged. */
    'Log.Information(string,object[])': (_host: unknown, _template: string, args: readonly unknown[]) => {
      this.#own = String(args[0] instanceof Boxed ? args[0].v : args[0]);
      return null;
    },
  };

  override create(entity: string): Row {
    const model = this.#app.entities.find((e) => e.name === entity);
    for (const field of model?.fields ?? [])
      if (field.default !== undefined && field.name !== 'W') this.#program.expression(field.default)(this);
    return { entity, id: '', v: {} };
  }
}

/** Runs a body on every way through it, at most so often; the ways with the fewest unusual turns first. */
export function explore(
  program: CompiledProgram,
  app: AppModel,
  of: WorkflowBody,
  escaped: (e: Escaped) => void,
  goOn: (runs: number) => boolean,
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
        const told = driver.decisions.filter((d) => d.chosen > 0).map((d) => `${d.what}=${d.chosen}`);
        escaped({ type: e.type, message, kept: driver.kept.has(e), decisions: told });
      } else if (e instanceof EngineAbort) cut = true;
      else throw e;
    }
    return driver.decisions;
  };
  // Ways on from a run that showed something new go first; within each queue, those with the fewest unusual turns.
  const fresh: (readonly number[])[] = [[]];
  const others: (readonly number[])[] = [];
  const seen = new Set<string>();
  const random = lots();
  let runs = 0;
  for (let f = 0, o = 0; f < fresh.length || o < others.length; ) {
    if (!goOn(runs)) return { runs, complete: false };
    const given = (f < fresh.length ? fresh[f++] : others[o++]) as readonly number[];
    const made = go((at) => given[at] ?? 0);
    const before = seen.size;
    for (const [i, d] of made.entries()) seen.add(`${made[i - 1]?.what}=${made[i - 1]?.chosen}>${d.what}`);
    const queue = seen.size > before ? fresh : others;
    for (let i = given.length; i < made.length; i++) {
      const way = made.slice(0, i).map((d) => d.chosen);
      for (let other = 1; other < (made[i] as Decision).of; other++) queue.push([...way, other]);
    }
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
