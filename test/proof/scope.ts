/** What a generated text may use where it stands. */
import type { Random } from 'fast-check';
import type { Node } from './tree.ts';

/** A generator of choices; fast-check's, so that a seed gives the same programs again. */
export class Dice {
  readonly #random: Random;
  readonly #tastes = new Map<string, number>();
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** From 0 up to and without `n`. */
  below(n: number): number {
    return this.#random.nextInt(0, n - 1);
  }

  /** One in so many. */
  one(inSoMany: number): boolean {
    return this.below(inSoMany) === 0;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  /**
   * One of several, each as likely as its weight says. With a name for the choice, each program has its own taste: some
   * things are had more often in it, and some hardly ever, so that more of them meet.
   */
  weighed<T>(of: readonly (readonly [weight: number, value: T])[], choice?: string): T {
    const weights = of.map(([weight], i) => weight * (choice === undefined ? 1 : this.#taste(`${choice}${i}`)));
    let at = this.below(weights.reduce((sum, weight) => sum + weight, 0));
    for (const [i, [, value]] of of.entries()) {
      const weight = weights[i] as number;
      if (at < weight) return value;
      at -= weight;
    }
    throw new Error('the weights are used up');
  }

  #taste(what: string): number {
    let taste = this.#tastes.get(what);
    if (taste === undefined) {
      taste = this.pick([1, 4, 4, 4, 20]);
      this.#tastes.set(what, taste);
    }
    return taste;
  }

  /** A number that no name has yet. */
  fresh(): number {
    return ++this.#count;
  }
}

/** A function that generated text may call, with what it takes beside the number of the body's own call. */
export interface Callee {
  readonly name: string;
  /** From a function, those of higher rank are called freely, the others behind a condition: recursion ends. */
  readonly rank: number;
  readonly takes: 'nothing' | 'delegate' | 'exception' | 'answer';
  readonly gives: 'number' | 'exception' | 'delegate' | 'answer' | 'generic';
}

/** What all bodies of a program may use. */
export interface World {
  readonly dice: Dice;
  readonly callees: readonly Callee[];
  /** Classes and interfaces, by what can be done with them. */
  readonly things: readonly Thing[];
  /** Up to so many statements. */
  readonly block: (s: Scope, most: number) => readonly Node[];
}

/** An expression over some class, made from the text of the own call's number; the number is in it once at least. */
export interface Thing {
  readonly rank: number;
  readonly expression: (own: string, dice: Dice) => string;
}

/** Default values of the entity are behind everything else. */
export const entityRank = 100;

export interface DelegateVariable {
  readonly name: string;
  /** What to call it with: the number of where it was made of a function. */
  readonly with: string;
}

export interface Caught {
  readonly name: string | undefined;
  readonly type: string;
  /**
   * Whether it was tested for a type that is not the network's. Once is enough: what such a test says is forgotten by the
   * next one (docs/imprecision.md).
   */
  tested: boolean;
}

export interface Scope {
  readonly world: World;
  /** How the number of the body's own call is written; undefined in a body's own text, where each call has one of its own. */
  readonly own: string | undefined;
  readonly rank: number;
  /** How much deeper statements may nest. */
  readonly depth: number;
  readonly delegates: readonly DelegateVariable[];
  readonly locals: readonly { readonly name: string; readonly rank: number }[];
  /** Variables that hold exceptions. */
  readonly exceptions: readonly { readonly name: string; readonly type: string }[];
  /** The innermost `catch`. */
  readonly caught: Caught | undefined;
  readonly rethrow: boolean;
  readonly loop: boolean;
  readonly returns: 'number' | 'nothing' | 'never';
  readonly targets: readonly string[];
}

/** The number of a new call here: as it is written, and for the source map. */
export function ownCall(s: Scope): { readonly text: string; readonly own: number | undefined } {
  if (s.own !== undefined) return { text: s.own, own: undefined };
  const own = s.world.dice.fresh();
  return { text: `${own}`, own };
}

export type Nodes = readonly Node[];
