import { T } from '../tokens.ts';
import type { AssignmentOperator, BinaryOperator } from '../tree.ts';

/** Levels of C#'s operators, from the loosest (language.md §4). */
export const COALESCE = 1;
export const RELATIONAL = 8;
export const SHIFT = 9;
export const SWITCH = 12;
export const RANGE = 13;

export const precedence = new Uint8Array(T.Count);
export const binaryText: (BinaryOperator | undefined)[] = new Array(T.Count);
for (const [level, operators] of [
  [COALESCE, [[T.QuestionQuestion, '??']]],
  [2, [[T.BarBar, '||']]],
  [3, [[T.AmpAmp, '&&']]],
  [4, [[T.Bar, '|']]],
  [5, [[T.Caret, '^']]],
  [6, [[T.Amp, '&']]],
  [
    7,
    [
      [T.EqualsEquals, '=='],
      [T.BangEquals, '!='],
    ],
  ],
  [
    RELATIONAL,
    [
      [T.Less, '<'],
      [T.LessEquals, '<='],
      [T.Greater, '>'],
      [T.GreaterEquals, '>='],
    ],
  ],
  [SHIFT, [[T.LessLess, '<<']]],
  [
    10,
    [
      [T.Plus, '+'],
      [T.Minus, '-'],
    ],
  ],
  [
    11,
    [
      [T.Star, '*'],
      [T.Slash, '/'],
      [T.Percent, '%'],
    ],
  ],
] as const) {
  for (const [kind, text] of operators) {
    precedence[kind] = level;
    binaryText[kind] = text;
  }
}
precedence[T.Is] = RELATIONAL;
precedence[T.As] = RELATIONAL;
precedence[T.Switch] = SWITCH;
precedence[T.With] = SWITCH;
precedence[T.DotDot] = RANGE;

export const assignments: Partial<Record<T, AssignmentOperator>> = {
  [T.Equals]: '=',
  [T.PlusEquals]: '+=',
  [T.MinusEquals]: '-=',
  [T.StarEquals]: '*=',
  [T.SlashEquals]: '/=',
  [T.PercentEquals]: '%=',
  [T.AmpEquals]: '&=',
  [T.BarEquals]: '|=',
  [T.CaretEquals]: '^=',
  [T.LessLessEquals]: '<<=',
  [T.QuestionQuestionEquals]: '??=',
};
export const isAssignment = new Uint8Array(T.Count);
for (const kind of Object.keys(assignments)) isAssignment[Number(kind)] = 1;
