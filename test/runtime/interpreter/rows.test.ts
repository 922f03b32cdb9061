import { describe, expect, test } from 'vitest';
import { type CompiledProgram, PlainHost, type Row } from '../../../src/runtime/interpreter/index.ts';
import { EngineAbort, ExceptionValue, type Value } from '../../../src/runtime/library/values.ts';
import { compileSource } from './programs.ts';

/** Rows in an array, and notes of what was asked. */
class RowHost extends PlainHost {
  readonly table: Row[] = [];
  readonly asked: string[] = [];

  override create(entity: string, init: ReadonlyMap<string, Value> = new Map()): Row {
    const v = Object.create(null) as Record<string, Value>;
    const row = { entity, id: `${this.table.length}`, v };
    for (const [name, value] of init) v[name] = isRow(value) ? value.id : value;
    this.table.push(row);
    return row;
  }
  override set(row?: Row, field = '', value?: Value): void {
    if (row === undefined) return;
    this.asked.push(`set ${field}`);
    row.v[field] = value;
  }
  override reference(row?: Row, field = ''): Row | null {
    const id = row?.v[field];
    return this.table.find((other) => other.id === id) ?? null;
  }
  override setReference(row?: Row, field = '', target: Row | null = null): void {
    if (row !== undefined) row.v[field] = target === null ? null : target.id;
    this.asked.push(`setReference ${field}`);
  }
  override collection(row?: Row): readonly Row[] {
    return this.table.filter((other) => other.entity === 'Item' && other.v['Order'] === row?.id);
  }
  override rows(entity: string): Iterable<Row> {
    return this.table.filter((row) => row.entity === entity);
  }
  override item(): Row {
    return this.table[0] as Row;
  }
  override actor(): Row | null {
    return null;
  }
}

function isRow(value: Value): value is Row {
  return typeof value === 'object' && value !== null && 'entity' in value;
}

const model = `
  interface INamed { string Name { get; } string Greeting() => "hi " + Name; }
  [Principal] entity Person : INamed { string Name; }
  entity Order { string Title; int Total = 0; Person? Buyer; [ForeignKey(Order)] Item[] Items; }
  entity Item { Order Order; int Price; }
`;

function run(
  body: string,
  declarations = '',
): { readonly value: Value; readonly host: RowHost; readonly program: CompiledProgram } {
  const program = compileSource(`${model}${declarations}\nstring Main() { ${body} }`);
  const host = new RowHost(program);
  return { value: program.call('Main()', host, []), host, program };
}

describe('rows', () => {
  test('are made with what the initialiser names, in the order of the source', () => {
    const { value, host } = run('var o = new Order { Total = 3, Title = "t" }; return o.Title + o.Total;');
    expect(value).toBe('t3');
    expect(Object.keys(host.table[0]?.v ?? {})).toEqual(['Total', 'Title']);
  });

  test('are written through the host, which knows references and collections', () => {
    const { value, host } = run(`
      var p = new Person { Name = "Ada" };
      var o = new Order { Title = "a", Buyer = p };
      o.Title += "b"; o.Total++; o.Total += 4;
      new Item { Order = o, Price = 5 }; new Item { Order = o, Price = 6 };
      var name = o.Buyer.Name;
      o.Buyer = null;
      return $"{name} {o.Title} {o.Items.Sum(i => i.Price)} {o.Buyer?.Name ?? "nobody"} {Order.Count(x => x.Title == "ab")}";`);
    expect(value).toBe('Ada ab 11 nobody 1');
    expect(host.asked).toEqual(['set Title', 'set Total', 'set Total', 'setReference Buyer']);
  });

  test('dispatch through interfaces', () => {
    expect(run('INamed n = new Person { Name = "Bo" }; return n.Greeting() + (n is Person ? "!" : "?");').value).toBe(
      'hi Bo!',
    );
  });

  test('are equal when they are one row', () => {
    expect(
      run(
        'var p = new Person { Name = "x" }; var q = new Person { Name = "x" }; object o = p; return $"{p == q} {p == p} {o == q} {new List<Person> { p }.Contains(p)}";',
      ).value,
    ).toBe('False True False True');
  });

  test('a reference that is null is a NullReferenceException when it is looked into', () => {
    expect(() => run('var o = new Order { Title = "a" }; return o.Buyer!.Name;')).toThrow(ExceptionValue as never);
  });
});

test('a plain host has no rows and says so', () => {
  const program = compileSource(`${model}\nint Main() => Order.Count();`);
  expect(() => program.call('Main()', new PlainHost(program), [])).toThrow(EngineAbort);
});

test('an expression on its own sees the row that it is given as this', () => {
  const program = compileSource(model);
  const host = new RowHost(program);
  const row = host.create('Order', new Map([['Total', 6]]));
  const total = {
    k: 'field',
    s: [0, 0],
    t: 'int',
    o: { k: 'this', s: [0, 0], t: 'Order' },
    f: 'Total',
    owner: 'Order',
  } as const;
  expect(program.expression({ file: 0, e: total })(host, row)).toBe(6);
});
