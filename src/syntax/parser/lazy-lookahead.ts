import { type ILookaheadStrategy, LLkLookaheadStrategy } from 'chevrotain';

type Alternation = ReturnType<ILookaheadStrategy['buildLookaheadForAlternation']>;
type Optional = ReturnType<ILookaheadStrategy['buildLookaheadForOptional']>;

/**
 * One token of lookahead, computed when a decision is first taken: computing it for a whole grammar at start-up would
 * cost more than parsing a small file.
 */
export class LazyLookahead implements ILookaheadStrategy {
  readonly #inner = new LLkLookaheadStrategy({ maxLookahead: 1 });

  validate(options: Parameters<ILookaheadStrategy['validate']>[0]): ReturnType<ILookaheadStrategy['validate']> {
    return this.#inner.validate(options);
  }
  buildLookaheadForAlternation(
    options: Parameters<ILookaheadStrategy['buildLookaheadForAlternation']>[0],
  ): Alternation {
    const inner = this.#inner;
    let decide: Alternation | undefined;
    return function (this: ThisParameterType<Alternation>, alternatives) {
      decide ??= inner.buildLookaheadForAlternation(options);
      return decide.call(this, alternatives);
    };
  }
  buildLookaheadForOptional(options: Parameters<ILookaheadStrategy['buildLookaheadForOptional']>[0]): Optional {
    const inner = this.#inner;
    let decide: Optional | undefined;
    return function (this: ThisParameterType<Optional>) {
      decide ??= inner.buildLookaheadForOptional(options);
      return decide.call(this);
    };
  }
}
