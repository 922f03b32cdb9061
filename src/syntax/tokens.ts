/**
 * Kinds of token. The order matters: names come first (`Identifier` and the words that mean something only in their
 * place), then reserved words with the predefined types among them, then literals and punctuation.
 */
export enum T {
  EOF = 0,
  /** Text that is no token; it has been reported by the lexer. */
  Bad,

  // names: everything from here to `LAST_NAME` may name a member, a local, a state …
  Identifier,
  Allow,
  And,
  App,
  As,
  Assigned,
  Async,
  Child,
  Client,
  Complete,
  Deadline,
  Default,
  Deny,
  Enter,
  Entity,
  Event,
  Exit,
  Expire,
  Fault,
  Finished,
  Get,
  Goto,
  Headers,
  Init,
  Invariant,
  Message,
  NameOf,
  Namespace,
  Not,
  On,
  Or,
  Package,
  Partial,
  Policy,
  Principal,
  Record,
  Remind,
  Required,
  Requires,
  RunAs,
  Security,
  Set,
  Start,
  State,
  Subscribe,
  Terminal,
  Unassigned,
  Unfinished,
  Using,
  Var,
  When,
  Where,
  With,
  Workflow,
  Yield,

  // predefined types
  Bool,
  Byte,
  Char,
  Decimal,
  Double,
  Float,
  Int,
  Long,
  ObjectType,
  SByte,
  Short,
  StringType,
  UInt,
  ULong,
  UShort,
  Void,

  // other reserved words
  Abstract,
  Base,
  Break,
  Case,
  Catch,
  Checked,
  Class,
  Const,
  Continue,
  Delegate,
  Do,
  Else,
  Enum,
  Explicit,
  Extern,
  False,
  Finally,
  Fixed,
  For,
  Foreach,
  If,
  Implicit,
  In,
  Interface,
  Internal,
  Is,
  Lock,
  New,
  Null,
  Operator,
  Out,
  Override,
  Params,
  Private,
  Protected,
  Public,
  Readonly,
  Ref,
  Return,
  Sealed,
  SizeOf,
  Stackalloc,
  Static,
  Struct,
  Switch,
  This,
  Throw,
  True,
  Try,
  TypeOf,
  Unchecked,
  Unsafe,
  Virtual,
  Volatile,
  While,

  // literals
  IntLiteral,
  RealLiteral,
  CharLiteral,
  StringLiteral,
  VerbatimString,
  RawString,
  InterpolatedStart,
  InterpolatedText,
  HoleOpen,
  HoleClose,
  HoleFormat,
  InterpolatedEnd,

  // punctuation
  OpenParen,
  CloseParen,
  OpenBracket,
  CloseBracket,
  OpenBrace,
  CloseBrace,
  Semicolon,
  Comma,
  Dot,
  DotDot,
  Question,
  QuestionDot,
  QuestionQuestion,
  QuestionQuestionEquals,
  Colon,
  Arrow,
  At,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Amp,
  Bar,
  Caret,
  Bang,
  Tilde,
  AmpAmp,
  BarBar,
  PlusPlus,
  MinusMinus,
  Less,
  LessLess,
  LessEquals,
  Greater,
  GreaterEquals,
  EqualsEquals,
  BangEquals,
  Equals,
  PlusEquals,
  MinusEquals,
  StarEquals,
  SlashEquals,
  PercentEquals,
  AmpEquals,
  BarEquals,
  CaretEquals,
  LessLessEquals,

  /** One past the last. */
  Count,
}

/** The last kind that may name something, the last predefined type, the last word of any sort. */
export const LAST_NAME = T.Yield;
export const LAST_PREDEFINED = T.Void;
export const LAST_WORD = T.While;

/** Words whose spelling is not their name in lower case. */
const SPELLED: Partial<Record<T, string>> = {
  [T.Assigned]: 'Assigned',
  [T.Deadline]: 'Deadline',
  [T.Expire]: 'Expire',
  [T.Finished]: 'Finished',
  [T.Headers]: 'Headers',
  [T.Remind]: 'Remind',
  [T.Requires]: 'Requires',
  [T.Start]: 'Start',
  [T.Unassigned]: 'Unassigned',
  [T.Unfinished]: 'Unfinished',
  [T.ObjectType]: 'object',
  [T.StringType]: 'string',
};

const PUNCTUATION: Partial<Record<T, string>> = {
  [T.OpenParen]: '(',
  [T.CloseParen]: ')',
  [T.OpenBracket]: '[',
  [T.CloseBracket]: ']',
  [T.OpenBrace]: '{',
  [T.CloseBrace]: '}',
  [T.Semicolon]: ';',
  [T.Comma]: ',',
  [T.Dot]: '.',
  [T.DotDot]: '..',
  [T.Question]: '?',
  [T.QuestionDot]: '?.',
  [T.QuestionQuestion]: '??',
  [T.QuestionQuestionEquals]: '??=',
  [T.Colon]: ':',
  [T.Arrow]: '=>',
  [T.At]: '@',
  [T.Plus]: '+',
  [T.Minus]: '-',
  [T.Star]: '*',
  [T.Slash]: '/',
  [T.Percent]: '%',
  [T.Amp]: '&',
  [T.Bar]: '|',
  [T.Caret]: '^',
  [T.Bang]: '!',
  [T.Tilde]: '~',
  [T.AmpAmp]: '&&',
  [T.BarBar]: '||',
  [T.PlusPlus]: '++',
  [T.MinusMinus]: '--',
  [T.Less]: '<',
  [T.LessLess]: '<<',
  [T.LessEquals]: '<=',
  [T.Greater]: '>',
  [T.GreaterEquals]: '>=',
  [T.EqualsEquals]: '==',
  [T.BangEquals]: '!=',
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
};

/** How a word or a sign is written; undefined for kinds whose text varies. */
export function spelling(kind: T): string | undefined {
  if (kind > T.Identifier && kind <= LAST_WORD) return words[kind];
  return PUNCTUATION[kind];
}

/** May this token name something? Workflow words are names everywhere but in their own place (language.md §1). */
export const isName = (kind: number): boolean => kind >= T.Identifier && kind <= LAST_NAME;
export const isPredefined = (kind: number): boolean => kind > LAST_NAME && kind <= LAST_PREDEFINED;
/** A word of any sort: a name, a predefined type or another reserved word. */
export const isWord = (kind: number): boolean => kind >= T.Identifier && kind <= LAST_WORD;

// ---------------------------------------------------------------- words by their letters

const TABLE_SIZE = 4096;
const table = new Uint8Array(TABLE_SIZE);
const words: (string | undefined)[] = new Array(LAST_WORD + 1).fill(undefined);

/** The running hash the lexer keeps while it reads a word: `hashStep(hash, unit)`, from 0. */
export const hashStep = (hash: number, unit: number): number => (Math.imul(hash, 31) + unit) | 0;

for (let kind = T.Identifier + 1; kind <= LAST_WORD; kind++) {
  const word = SPELLED[kind as T] ?? (T[kind] as string).toLowerCase();
  words[kind] = word;
  let hash = 0;
  for (const letter of word) hash = hashStep(hash, letter.charCodeAt(0));
  let slot = hash & (TABLE_SIZE - 1);
  while (table[slot] !== 0) slot = (slot + 1) & (TABLE_SIZE - 1);
  table[slot] = kind;
}

/** What the word at `start` is: `Identifier` where it has no meaning of its own. */
export function wordKind(text: string, start: number, end: number, hash: number): T {
  let slot = hash & (TABLE_SIZE - 1);
  for (;;) {
    const kind = table[slot] as number;
    if (kind === 0) return T.Identifier;
    const word = words[kind] as string;
    if (word.length === end - start && text.startsWith(word, start)) return kind;
    slot = (slot + 1) & (TABLE_SIZE - 1);
  }
}
