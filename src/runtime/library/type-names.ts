/** How .NET names types: `System.Int32`, ``System.Collections.Generic.List`1[System.Int32]``, and `Int32` without the rest. */
import type { IrType } from '../../ir/ir.ts';
import { parseIrType, type TypeShape } from '../../ir/types.ts';
import { exceptionFullName } from './exceptions.ts';

const keywords: Readonly<Record<string, string>> = {
  bool: 'Boolean',
  byte: 'Byte',
  char: 'Char',
  decimal: 'Decimal',
  double: 'Double',
  int: 'Int32',
  long: 'Int64',
  object: 'Object',
  string: 'String',
  void: 'Void',
};

const namespaces: Readonly<Record<string, string>> = {
  System:
    'Action Comparison DateOnly DateTime DateTimeKind DayOfWeek Enum Func Guid IComparable IEquatable Index MidpointRounding ' +
    'Nullable Predicate Random Range StringComparer StringComparison StringSplitOptions TimeOnly TimeSpan Type',
  'System.Collections.Generic':
    'Comparer Dictionary EqualityComparer HashSet ICollection IComparer IDictionary IEnumerable IEqualityComparer IList ' +
    'IReadOnlyCollection IReadOnlyDictionary IReadOnlyList ISet KeyValuePair LinkedList List PriorityQueue Queue ' +
    'SortedDictionary SortedSet Stack',
  'System.Globalization': 'CultureInfo NumberStyles UnicodeCategory DateTimeStyles',
  'System.Linq': 'IGrouping ILookup IOrderedEnumerable Lookup',
  'System.Net.Http': 'HttpMethod',
  'System.Text': 'Encoding StringBuilder',
  'System.Text.RegularExpressions': 'Capture Group Match MatchCollection Regex RegexOptions',
};

const namespaceOf: ReadonlyMap<string, string> = new Map(
  Object.entries(namespaces).flatMap(([namespace, names]) =>
    names.split(' ').map((name) => [name, namespace] as const),
  ),
);

/** `Type.FullName`, and what `ToString()` of a collection prints. */
export function fullTypeName(type: IrType): string {
  return fullName(parseIrType(type));
}

/** `Type.Name`. */
export function shortTypeName(type: IrType): string {
  return shortName(parseIrType(type));
}

function fullName(shape: TypeShape): string {
  if (shape.nullable && isValue(shape)) return `System.Nullable\`1[${fullName({ ...shape, nullable: false })}]`;
  switch (shape.kind) {
    case 'array':
      return `${fullName(shape.element)}[]`;
    case 'tuple':
      return generic('System.ValueTuple', shape.items);
    case 'anonymous':
      return generic(
        '<>f__AnonymousType0',
        shape.fields.map((field) => field.type),
      );
    case 'param':
      return shape.name;
    case 'named': {
      const keyword = keywords[shape.name];
      if (keyword !== undefined) return `System.${keyword}`;
      const namespace = namespaceOf.get(shape.name);
      const name = namespace === undefined ? exceptionFullName(shape.name) : `${namespace}.${shape.name}`;
      return generic(name, shape.args);
    }
  }
}

function generic(name: string, args: readonly TypeShape[]): string {
  return args.length === 0 ? name : `${name}\`${args.length}[${args.map(fullName).join(',')}]`;
}

function shortName(shape: TypeShape): string {
  if (shape.nullable && isValue(shape)) return 'Nullable`1';
  switch (shape.kind) {
    case 'array':
      return `${shortName(shape.element)}[]`;
    case 'tuple':
      return `ValueTuple\`${shape.items.length}`;
    case 'anonymous':
      return `<>f__AnonymousType0\`${shape.fields.length}`;
    case 'param':
      return shape.name;
    case 'named': {
      const name = keywords[shape.name] ?? shape.name.slice(shape.name.lastIndexOf('.') + 1);
      return shape.args.length === 0 ? name : `${name}\`${shape.args.length}`;
    }
  }
}

const values: ReadonlySet<string> = new Set(
  'bool byte char decimal double int long DateTime DateOnly TimeOnly TimeSpan Guid Index Range KeyValuePair'.split(' '),
);

/** Only value types are `Nullable<T>` when marked; an enum of the app cannot be told from a class here. */
function isValue(shape: TypeShape): boolean {
  return shape.kind === 'tuple' || (shape.kind === 'named' && values.has(shape.name));
}
