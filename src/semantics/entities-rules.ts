/** The value rules of entity members (language.md §5): `Required("m")`, `MaxLength(200, "m")`, … */
import { typeMismatch, wrongArguments } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import type { FieldRule } from '../ir/model.ts';
import { patternProblem } from '../regex/syntax.ts';
import type { Attribute, Expression } from '../syntax/tree.ts';
import { argumentsOf } from './attributes.ts';
import type { DeclarationChecker } from './declaration-checker.ts';
import { displayType, intType, stringType, underlying } from './type-table.ts';
import type { Type } from './types.ts';

interface RuleShape {
  /** What the arguments before the message are. */
  readonly takes: readonly ('number' | 'length' | 'text')[];
  readonly fits: (type: Type) => boolean;
  /** For messages: `a text`. */
  readonly of: string;
}

const any: Pick<RuleShape, 'fits' | 'of'> = { fits: () => true, of: 'any member' };
const sized: Pick<RuleShape, 'fits' | 'of'> = { fits: isSized, of: 'a string or a list' };
const numeric: Pick<RuleShape, 'fits' | 'of'> = { fits: isNumber, of: 'a number' };

const shapes: Readonly<Record<FieldRule['rule'], RuleShape>> = {
  Required: { takes: [], ...any },
  Unique: { takes: [], ...any },
  Immutable: { takes: [], ...any },
  MaxLength: { takes: ['length'], ...sized },
  MinLength: { takes: ['length'], ...sized },
  Min: { takes: ['number'], ...numeric },
  Max: { takes: ['number'], ...numeric },
  Pattern: { takes: ['text'], fits: (type) => type === stringType, of: 'a string' },
  Precision: { takes: ['length', 'length'], fits: (type) => type.key === 'decimal', of: 'a decimal' },
};

export const fieldRuleNames = Object.keys(shapes);

/** Undefined for an attribute that is no value rule, or that is reported. */
export function readFieldRule(
  checker: DeclarationChecker,
  file: number,
  attribute: Attribute,
  member: string,
  type: Type,
): FieldRule | undefined {
  const rule = attribute.name.name as FieldRule['rule'];
  const shape = Object.hasOwn(shapes, rule) ? shapes[rule] : undefined;
  if (shape === undefined) return undefined;
  const bare = underlying(type.kind === 'nullable' ? type.element : type);
  const source = checker.source(file);
  if (bare.kind !== 'error' && !shape.fits(bare)) {
    checker.report(
      diagnose(typeMismatch, source, attribute, {
        problem: 'other',
        text: `\`[${rule}]\` is a rule of ${shape.of}, and '${member}' is of type '${displayType(type)}'`,
        help: `Remove \`[${rule}]\`, or give '${member}' another type.`,
      }),
    );
    return undefined;
  }
  const { positional, named } = argumentsOf(attribute);
  const written = positional.slice(0, shape.takes.length);
  const message = named.get('Message') ?? positional[shape.takes.length];
  if (written.length < shape.takes.length || positional.length > shape.takes.length + 1) {
    checker.report(
      diagnose(wrongArguments, source, attribute, {
        problem: 'arguments',
        callee: rule,
        detail: `takes ${shape.takes.length === 0 ? 'at most a message' : `${shape.takes.length === 1 ? 'a value' : `${shape.takes.length} values`}, then perhaps a message`}`,
        expected: [`[${rule}${examples[rule]}]`],
      }),
    );
    return undefined;
  }
  const args = written.flatMap((value, i) => {
    const kind = shape.takes[i] as RuleShape['takes'][number];
    return constant(checker, file, value, kind, bare) ?? [];
  });
  if (args.length < shape.takes.length) return undefined;
  const problem = rule === 'Pattern' ? patternProblem(args[0] as string) : undefined;
  if (problem !== undefined) {
    checker.report(
      diagnose(wrongArguments, source, written[0] as Expression, {
        problem: 'arguments',
        callee: 'Pattern',
        detail: `takes a regular expression, and this cannot be read as one: ${problem}`,
        expected: ['[Pattern("^[A-Z]{2}$")]'],
      }),
    );
    return undefined;
  }
  const text = message && textOf(checker, file, message);
  return { rule, args, ...(text === undefined ? {} : { message: text }) };
}

const examples: Readonly<Record<FieldRule['rule'], string>> = {
  Required: '("m")',
  Unique: '("m")',
  Immutable: '("m")',
  MaxLength: '(200, "m")',
  MinLength: '(1, "m")',
  Min: '(0, "m")',
  Max: '(100, "m")',
  Pattern: '("^[A-Z]+$", "m")',
  Precision: '(18, 2, "m")',
};

/** A text that is known when compiling. */
export function textOf(checker: DeclarationChecker, file: number, value: Expression): string | undefined {
  const text = constantOf(checker, file, value, stringType);
  return typeof text === 'string' ? text : undefined;
}

function constant(
  checker: DeclarationChecker,
  file: number,
  value: Expression,
  kind: RuleShape['takes'][number],
  member: Type,
): string | number | undefined {
  if (kind === 'text') return textOf(checker, file, value);
  if (kind === 'length') {
    const length = constantOf(checker, file, value, intType);
    return typeof length === 'number' ? length : undefined;
  }
  // `Min(0.5)` of a decimal is written as C#'s attributes write it, without `m`: its text is the value.
  const literal = literalNumber(value);
  if (literal !== undefined) return literal;
  const found = constantOf(checker, file, value, member);
  return typeof found === 'number' || typeof found === 'string' ? found : undefined;
}

function literalNumber(value: Expression): string | number | undefined {
  switch (value.kind) {
    case 'Parenthesized':
      return literalNumber(value.expression);
    case 'DoubleLiteral':
    case 'DecimalLiteral':
      return value.text;
    case 'IntLiteral':
      return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value.toString();
    case 'Unary': {
      if (value.operator !== '-') return undefined;
      const inner = literalNumber(value.operand);
      return typeof inner === 'number' ? -inner : inner === undefined ? undefined : `-${inner}`;
    }
    default:
      return undefined;
  }
}

function constantOf(checker: DeclarationChecker, file: number, value: Expression, returns: Type) {
  const { e } = checker.value({ file, source: value, returns, describe: 'a value of an attribute' });
  if (e.k === 'const') return e.v;
  // A call of nothing stands for what is wrong already.
  if (e.k === 'invoke' && e.f.k === 'const') return undefined;
  checker.report(
    diagnose(typeMismatch, checker.source(file), value, {
      problem: 'other',
      text: 'a value of an attribute is a constant, and this is computed',
      help: 'Write the value out, or name a `const`.',
    }),
  );
  return undefined;
}

function isSized(type: Type): boolean {
  return (
    type === stringType ||
    type.kind === 'array' ||
    (type.kind === 'library' && ['List', 'Dictionary', 'HashSet'].includes(type.library.name))
  );
}

function isNumber(type: Type): boolean {
  return ['int', 'long', 'decimal', 'double'].includes(type.key);
}
