/** Osy's types as TypeScript writes them. */
import type { IrType } from '../../ir/ir.ts';
import { parseIrType, type TypeShape } from '../../ir/types.ts';
import type { TypeNames } from './identifiers.ts';

const primitives: Readonly<Record<string, string>> = {
  int: 'number',
  double: 'number',
  long: 'bigint',
  bool: 'boolean',
  string: 'string',
  char: 'string',
  void: 'void',
  Guid: 'string',
  decimal: 'osy.Decimal',
  DateTime: 'osy.DateTime',
  DateOnly: 'osy.DateOnly',
  TimeOnly: 'osy.TimeOnly',
  TimeSpan: 'osy.TimeSpan',
  Json: 'osy.Json',
  RaiseOutcome: 'osy.RaiseOutcome',
  CorrelationOutcome: 'osy.CorrelationOutcome',
};

const lists: ReadonlySet<string> = new Set(
  'List IList ICollection IEnumerable IReadOnlyList IReadOnlyCollection HashSet ISet'.split(' '),
);
const dictionaries: ReadonlySet<string> = new Set('Dictionary IDictionary IReadOnlyDictionary'.split(' '));

export class TypeText {
  readonly #names: TypeNames;

  constructor(names: TypeNames) {
    this.#names = names;
  }

  of(t: IrType): string {
    return this.#text(parseIrType(t));
  }

  /** Whether a host can give and take values of the type. */
  expressible(t: IrType): boolean {
    return !this.of(t).includes('osy.Opaque');
  }

  #text(shape: TypeShape): string {
    const text = this.#plain(shape);
    return shape.nullable && text !== 'osy.Json' && text !== 'osy.Opaque' ? `${text} | null` : text;
  }

  #plain(shape: TypeShape): string {
    switch (shape.kind) {
      case 'named':
        return this.#named(shape);
      case 'param':
        return shape.name;
      case 'array':
        return shape.element.kind === 'named' && shape.element.name === 'byte'
          ? 'osy.Bytes'
          : `osy.List<${this.#text(shape.element)}>`;
      case 'tuple':
        return `readonly [${shape.items.map((item) => this.#text(item)).join(', ')}]`;
      case 'anonymous':
        return 'osy.Opaque';
      default:
        return shape satisfies never;
    }
  }

  #named(shape: TypeShape & { readonly kind: 'named' }): string {
    const primitive = primitives[shape.name];
    if (primitive !== undefined) return primitive;
    const args = shape.args.map((a) => this.#text(a));
    if (lists.has(shape.name)) return `osy.List<${args.join(', ')}>`;
    if (dictionaries.has(shape.name)) return `osy.Dictionary<${args.join(', ')}>`;
    const own = this.#names.of(shape.name);
    if (own === undefined) return 'osy.Opaque';
    return args.length === 0 ? own : `${own}<${args.join(', ')}>`;
  }
}
