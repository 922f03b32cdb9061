/** Reading `[Name(args)]`: which there are, which do not exist, and their arguments by place and by name. */
import { unknownAttribute } from '../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { Argument, Attribute, Expression } from '../syntax/tree.ts';
import type { DeclarationChecker } from './declaration-checker.ts';

/** Attributes that say something to people and tools, and may stand on every declaration. */
const everywhere = ['SuppressWarning', 'Label', 'Description', 'Display', 'Obsolete'];

/** What other attributes stand before (language.md §5–§7, §13). */
const places: ReadonlyMap<string, string> = new Map([
  ...['Test', 'TestFixture', 'runas'].map((name) => [name, 'a function at the top level of a file'] as const),
  ...['Cancel', 'Exit', 'ResourceLock'].map((name) => [name, 'an arm of a workflow'] as const),
  ...['Authorize', 'CorrelateOn'].map((name) => [name, 'an event'] as const),
  ...['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head'].map((name) => [name, 'an operation of a client'] as const),
  ...['Query', 'Header', 'Body'].map((name) => [name, "a parameter of a client's operation"] as const),
  ...['Required', 'MaxLength', 'MinLength', 'Min', 'Max', 'Pattern', 'Immutable', 'Precision', 'ForeignKey'].map(
    (name) => [name, 'a field of an entity'] as const,
  ),
  ['Unique', 'an entity or one of its fields'],
  ['Principal', 'an entity'],
  ['Flags', 'an enum'],
  ['ExternalName', 'a field, a property or a member of an enum'],
]);

/** What other test frameworks and serializers of C# write for an attribute of Osy. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['Fact', 'Test'],
  ['TestMethod', 'Test'],
  ['TestCase', 'Test'],
  ['Theory', 'Test'],
  ['SetUp', 'TestFixture'],
  ['JsonPropertyName', 'ExternalName'],
  ['JsonProperty', 'ExternalName'],
  ['SuppressMessage', 'SuppressWarning'],
]);

export interface AttributeArguments {
  readonly positional: readonly Expression[];
  /** `Key = value` and `Key: value`. */
  readonly named: ReadonlyMap<string, Expression>;
}

/** The first attribute of that name. */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.name.name === name);
}

export function argumentsOf(attribute: Attribute): AttributeArguments {
  const positional: Expression[] = [];
  const named = new Map<string, Expression>();
  for (const arg of attribute.args ?? []) {
    const [name, value] = nameAndValue(arg);
    if (name === undefined) positional.push(value);
    else if (!named.has(name)) named.set(name, value);
  }
  return { positional, named };
}

/** In an attribute `Key = value` names an argument; read as an expression it is an assignment. */
function nameAndValue(arg: Argument): readonly [string | undefined, Expression] {
  if (arg.name !== undefined) return [arg.name.name, arg.value];
  const { value } = arg;
  if (value.kind === 'Assignment' && value.operator === '=' && value.target.kind === 'Name') {
    return [value.target.name.name, value.value];
  }
  return [undefined, value];
}

/** Reports attributes that do not exist for what they stand on. */
export function checkAttributes(
  checker: DeclarationChecker,
  file: number,
  attributes: readonly Attribute[],
  of: string,
  known: readonly string[] = [],
): void {
  for (const { name } of attributes) {
    if (name.name === '' || known.includes(name.name) || everywhere.includes(name.name)) continue;
    const foreign = elsewhere.get(name.name);
    const suggestion =
      foreign !== undefined && known.includes(foreign) ? foreign : nearest(name.name, [...known, ...everywhere]);
    checker.report(
      diagnose(unknownAttribute, checker.source(file), name, {
        name: name.name,
        of,
        nearest: suggestion,
        belongs: places.get(name.name),
      }),
    );
  }
}
