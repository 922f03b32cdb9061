import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { dictionaryOf } from '../../../src/runtime/library/dictionary.ts';
import { GuidValue } from '../../../src/runtime/library/guid.ts';
import { HttpResponseValue } from '../../../src/runtime/library/http.ts';
import { fromJson, toJson } from '../../../src/runtime/library/json.ts';
import { camelCase } from '../../../src/runtime/library/json-write.ts';
import { ListValue } from '../../../src/runtime/library/list.ts';
import {
  AnonymousValue,
  Boxed,
  type ClassInfo,
  ExceptionValue,
  Instance,
  type LibraryHost,
  type Value,
} from '../../../src/runtime/library/values.ts';
import { host as bare, call, thrown, unit } from './test-host.ts';

const item: ClassInfo = {
  name: 'Shop.Item',
  base: undefined,
  is: new Set(['Shop.Item']),
  fields: [
    { name: 'Name', t: 'string', json: 'name' },
    { name: 'Price', t: 'decimal', json: 'price' },
    { name: 'Colour', t: 'Shop.Colour', json: 'x_colour' },
    { name: 'Parent', t: 'Shop.Item?', json: 'parent' },
  ],
  overrides: new Map(),
};
const order: ClassInfo = {
  ...item,
  name: 'Shop.Order',
  is: new Set(['Shop.Order']),
  fields: [
    { name: 'Items', t: 'List<Shop.Item>', json: 'items' },
    { name: 'Due', t: 'DateTime?', json: 'due' },
  ],
};
const host: LibraryHost = { ...bare, classInfo: (name) => [item, order].find((info) => info.name === name) };
const write = (value: Value, type: string): string => toJson(value, type, host);
const read = (text: string, type: string): Value => fromJson(text, type, host);
const d = Decimal.parse;

/** The path that a misfit is reported at. */
function pathOf(text: string, type: string): Value {
  try {
    read(text, type);
    return 'it fits';
  } catch (e) {
    if (e instanceof ExceptionValue) return e.fields['Path'];
    throw e;
  }
}

describe('JSON', () => {
  it.each<[string, Value, string]>([
    ['int', 5, '5'],
    ['int?', null, 'null'],
    ['long', 9223372036854775807n, '9223372036854775807'],
    ['decimal', d('1.10'), '1.10'],
    ['decimal', d('79228162514264337593543950335'), '79228162514264337593543950335'],
    ['double', 0.1, '0.1'],
    ['double', 1e20, '1E+20'],
    ['bool', true, 'true'],
    ['string', 'a"\n\u0001é', '"a\\"\\n\\u0001é"'],
    ['char', unit('x'), '"x"'],
    ['Shop.Colour', 4, '"Blue"'],
    ['DayOfWeek', 1, '"Monday"'],
    ['Shop.Colour', 9, '9'],
    [
      'DateTime',
      call('DateTime.new(int,int,int,int,int,int,int)', 2024, 2, 29, 13, 14, 15, 120),
      '"2024-02-29T13:14:15.12Z"',
    ],
    ['DateTime', call('DateTime.new(int,int,int)', 2024, 2, 29), '"2024-02-29T00:00:00Z"'],
    ['DateOnly', call('DateOnly.new(int,int,int)', 2024, 2, 29), '"2024-02-29"'],
    ['TimeSpan', call('TimeSpan.FromHours(double)', 25.5), '"1.01:30:00"'],
    ['Guid', GuidValue.empty, '"00000000-0000-0000-0000-000000000000"'],
    ['byte[]', [104, 105], '"aGk="'],
    ['int[]', [1, 2], '[1,2]'],
    ['List<Shop.Colour?>', new ListValue([1, null]), '["Green",null]'],
    ['object', new Boxed('Shop.Colour', 0), '"Red"'],
    ['Dictionary<string,int>', dictionaryOf([['Key One', 1]]), '{"Key One":1}'],
    [
      '{UserName:string,Id:int}',
      new AnonymousValue(
        new Map<string, Value>([
          ['UserName', 'a'],
          ['Id', 2],
        ]),
      ),
      '{"userName":"a","id":2}',
    ],
  ])('writes %s', (type, value, expected) => {
    expect(write(value, type)).toBe(expected);
    if (type.startsWith('{') || type === 'object') return;
    expect(write(read(expected, type), type)).toBe(expected);
  });

  it('writes classes by their members’ names', () => {
    const parent = new Instance(item, { Name: 'p', Price: d('2.50'), Colour: 1, Parent: null });
    const child = new Instance(item, { Name: 'c', Price: d('0.1'), Colour: 0, Parent: parent });
    const text =
      '{"name":"c","price":0.1,"x_colour":"Red","parent":{"name":"p","price":2.50,"x_colour":"Green","parent":null}}';
    expect(write(child, 'Shop.Item')).toBe(text);
    expect(write(read(text, 'Shop.Item'), 'Shop.Item')).toBe(text);
  });

  it('reads names in any case, skips what is unknown, and leaves out what is not there', () => {
    const read1 = read('{"NAME":"x","other":[1,{"a":null}]}', 'Shop.Item') as Instance;
    expect(read1.f).toEqual({ Name: 'x', Price: Decimal.zero, Colour: 0, Parent: null });
  });

  it.each([
    ['{"items":[{"name":"a"},{"name":"b","price":"x"}]}', 'Shop.Order', '$.items[1].price'],
    ['{"items":[{"x_colour":"Mauve"}]}', 'Shop.Order', '$.items[0].x_colour'],
    ['{"due":"soon"}', 'Shop.Order', '$.due'],
    ['{"a b":"x"}', 'Dictionary<string,int>', "$['a b']"],
    ['[1,2.5]', 'List<int>', '$[1]'],
    ['[2147483648]', 'int[]', '$[0]'],
    ['null', 'int', '$'],
    ['{}', 'List<int>', '$'],
    ['"x"', 'bool', '$'],
    ['1e400', 'decimal', '$'],
  ])('says where %s does not fit %s', (text, type, path) => {
    expect(pathOf(text, type)).toBe(path);
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a"}',
    '{a:1}',
    '01',
    '1.',
    '-',
    'nul',
    '"a',
    '"\\x"',
    '"\\u12"',
    '1 2',
    "'a'",
    '"\t"',
    '// c',
  ])('refuses the text %j', (text) => {
    expect(thrown(() => read(text, 'Json'))).toBe('JsonException');
  });

  it('refuses what is nested too deeply', () => {
    expect(thrown(() => read('['.repeat(100_000), 'Json'))).toBe('JsonException');
    const loop = new Instance(item, { Name: 'x', Price: Decimal.zero, Colour: 0, Parent: null });
    loop.f['Parent'] = loop;
    expect(thrown(() => write(loop, 'Shop.Item'))).toBe('JsonException');
  });

  it('reads numbers without loss', () => {
    expect(String(read('0.1000000000000000000000000001', 'decimal'))).toBe('0.1000000000000000000000000001');
    expect(String(read('1.5e3', 'decimal'))).toBe('1500');
    expect(read('-9223372036854775808', 'long')).toBe(-(2n ** 63n));
    expect(toJson(read('{"n":12345678901234567890.120}', 'Json'), 'Json', host)).toBe('{"n":12345678901234567890.120}');
  });

  it('reads instants as UTC', () => {
    const o = (text: string): Value => call('DateTime.ToString(string)', read(JSON.stringify(text), 'DateTime'), 'o');
    expect(o('2024-02-29T13:14:15+02:00')).toBe('2024-02-29T11:14:15.0000000Z');
    expect(o('2024-02-29')).toBe('2024-02-29T00:00:00.0000000Z');
  });

  it('looks into Json values', () => {
    const json = call('Json.Parse(string)', '{"a":{"b":[1,"x",null,true]},"n":null}');
    const a = call('Json.this(string)', json, 'a');
    const b = call('Json.this(string)', a, 'b');
    expect(call('Json.AsInt()', call('Json.this(int)', b, 0))).toBe(1);
    expect(call('Json.this(int)', b, 2)).toBe(null);
    expect(call('Json.this(string)', json, 'n')).toBe(null);
    expect(call('Json.this(string)', json, 'missing')).toBe(null);
    expect([call('Json.Has(string)', json, 'n'), call('Json.Count', b), call('Json.Kind', b)]).toEqual([true, 4, 1]);
    expect(thrown(() => call('Json.AsInt()', call('Json.this(int)', b, 1)))).toBe('JsonException');
    expect(thrown(() => call('Json.this(int)', b, 4))).toBe('ArgumentOutOfRangeException');
    expect(thrown(() => call('Json.this(string)', b, 'x'))).toBe('InvalidOperationException');
    expect(call('Json.ToString()', json)).toBe('{"a":{"b":[1,"x",null,true]},"n":null}');
  });

  it('indents on request', () => {
    expect(toJson(dictionaryOf([['a', [1]]]), 'Dictionary<string,int[]>', host, true)).toBe(
      '{\n  "a": [\n    1\n  ]\n}',
    );
  });

  it.each([
    ['Name', 'name'],
    ['UserName', 'userName'],
    ['URLValue', 'urlValue'],
    ['ID', 'id'],
    ['already', 'already'],
    ['X', 'x'],
  ])('turns %s into %s', (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });

  it('reads what any JSON writer writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        const node = read(text, 'Json?');
        expect(JSON.parse(toJson(node, 'Json?', host))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('HttpResponse', () => {
  it('is a success from 200 to 299', () => {
    const codes = [199, 200, 204, 299, 300, 404].map((code) =>
      call('HttpResponse.IsSuccess', new HttpResponseValue(code, '', [], host)),
    );
    expect(codes).toEqual([false, true, true, true, false, false]);
  });

  it('throws what it was, or returns itself', () => {
    const ok = new HttpResponseValue(200, '[1]', [['Content-Type', 'application/json']], host);
    expect(call('HttpResponse.EnsureSuccess()', ok)).toBe(ok);
    expect(call('HttpResponse.As()', ok, ['int[]'])).toEqual([1]);
    expect(ok.headers.get('content-type')).toBe('application/json');
    const gone = new HttpResponseValue(410, 'gone', [], host);
    try {
      call('HttpResponse.EnsureSuccess()', gone);
      expect.unreachable();
    } catch (e) {
      expect(e).toMatchObject({ type: 'ExternalServiceException', fields: { StatusCode: 410, Body: 'gone' } });
    }
  });
});
