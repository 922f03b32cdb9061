/** `osy run APP FUNCTION --arg name=value` */
import { describe, expect, it } from 'vitest';
import { Folder } from './lint-support.ts';

const files = {
  'app.osy': `
enum Size { Small, Large }
entity Order { string Number; Size Size = Size.Small; }
public Order Make(string number) => new Order { Number = number };
public string NumberOf(Order order) => order.Number;
public string NumberOrNone(Order? order) => order?.Number ?? "none";
public string TakeText(string value) => $"<{value}>";
public string TakeMaybe(string? value) => value ?? "null";
public char TakeChar(char value) => value;
public bool TakeBool(bool value) => value;
public int TakeInt(int value) => value;
public long TakeLong(long? value) => value ?? 0;
public decimal TakeDecimal(decimal value) => value;
public double TakeDouble(double value) => value;
public Size TakeEnum(Size value) => value;
public DateTime TakeDay(DateTime value) => value;
public TimeSpan TakeSpan(TimeSpan value) => value;
public Guid TakeId(Guid value) => value;
public int TakeList(List<int> value) => value.Count;
public int TakeArray(int[] value) => value.Length;
`,
};

const run = (folder: Folder, fn: string, ...args: readonly string[]) => folder.osy('run', '.', fn, ...args);

describe('a value', () => {
  it.each([
    ['Text', 'a "b" \\n \u2028 =', '<a "b" \\n \u2028 =>'],
    ['Text', '', '<>'],
    ['Maybe', 'null', 'null'],
    ['Char', "'", "'"],
    ['Char', '\\', '\\'],
    ['Char', '"', '"'],
    ['Bool', 'TRUE', 'True'],
    ['Int', '-2147483648', '-2147483648'],
    ['Long', '9223372036854775807', '9223372036854775807'],
    ['Long', 'null', '0'],
    ['Decimal', '1.10', '1.10'],
    ['Double', '-1.5e3', '-1500'],
    ['Enum', 'Large', 'Large'],
    ['Enum', 'Size.Large', 'Large'],
    ['Day', '2026-03-02T09:30:00', '03/02/2026 09:30:00'],
    ['Span', '1.02:03:04', '1.02:03:04'],
    ['Id', '5436ad48-54ed-4769-a48d-5851f42d4c2d', '5436ad48-54ed-4769-a48d-5851f42d4c2d'],
    ['List', '[1, 2, 3]', '3'],
    ['Array', 'new[] { 1, 2 }', '2'],
  ])('%s %s is %s', async (fn, value, printed) => {
    expect(await run(new Folder(files), `Take${fn}`, '--arg', `value=${value}`)).toEqual({
      code: 0,
      out: `${printed}\n`,
      err: '',
    });
  });

  it.each([
    ['Char', 'ab', 'is no char'],
    ['Bool', 'yes', 'is no bool: it is true or false'],
    ['Int', '2147483648', 'is no int: it goes from -2147483648 to 2147483647'],
    ['Int', '1_000', 'is no int'],
    ['Int', '', 'is no int'],
    ['Decimal', '1e5', 'is no decimal'],
    ['Double', '.', 'is no double'],
    ['Enum', 'large', "is no member of Size; did you mean 'Large'?"],
    ['Enum', '1', 'is no member of Size: it has Small, Large'],
    ['Day', '2026-02-30', 'is no DateTime'],
    ['Span', 'long', 'is no TimeSpan'],
    ['Id', '7', 'is no Guid'],
    ['List', '', 'is no expression of type List<int>'],
  ])('%s %s is refused', async (fn, value, problem) => {
    const { code, out, err } = await run(new Folder(files), `Take${fn}`, '--arg', `value=${value}`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`osy: --arg value: '${value}' ${problem}`);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('that is an expression of another type is shown at its place, and is wrong usage', async () => {
    const { code, err } = await run(new Folder(files), 'TakeList', '--arg', 'value=1, 2');
    expect(code).toBe(2);
    expect(err).toMatch(/error type-mismatch[\s\S]*TakeList\(value: \(1, 2\)\)/);
    expect(err).toContain('nothing was run');
  });

  it('given twice is refused', async () => {
    const { code, err } = await run(new Folder(files), 'TakeInt', '--arg', 'value=1', '--arg', 'value=2');
    expect(code).toBe(2);
    expect(err).toContain("--arg names 'value' twice");
  });
});

describe('a row', () => {
  it('is named by its Id', async () => {
    const folder = new Folder(files);
    const { out } = await run(folder, 'Make', '--arg', 'number=A1', '--db', 'a.db');
    const id = /Id = ([^,]+),/.exec(out)?.[1];
    await run(folder, 'Make', '--arg', 'number=A2', '--db', 'a.db', '--seed', '2');
    for (const fn of ['NumberOf', 'NumberOrNone']) {
      expect(await run(folder, fn, '--arg', `order=${id}`, '--db', 'a.db')).toMatchObject({ code: 0, out: 'A1\n' });
    }
    expect(
      await run(folder, 'NumberOf', '--arg', 'order=Order.First(o => o.Number == "A2")', '--db', 'a.db'),
    ).toMatchObject({ code: 0, out: 'A2\n' });
    expect(await run(folder, 'NumberOrNone', '--arg', 'order=null')).toMatchObject({ code: 0, out: 'none\n' });
  });

  it('that is not there is named', async () => {
    const id = '5436ad48-54ed-4769-a48d-5851f42d4c2d';
    const { code, err } = await run(new Folder(files), 'NumberOf', '--arg', `order=${id}`);
    expect(code).toBe(1);
    expect(err).toContain(`failed: ArgumentException: There is no Order with the Id ${id} in this database.`);
  });

  it.each(['A1', '7', '', '5436ad48'])("'%s' is no Id", async (text) => {
    const { code, err } = await run(new Folder(files), 'NumberOf', '--arg', `order=${text}`);
    expect(code).toBe(2);
    expect(err).toContain(
      `--arg order: '${text}' is no Id of a row of Order; an expression such as Order.First() would do`,
    );
  });
});

it('--format jsonl without --trace is refused, since it is a form of the trace', async () => {
  const { code, out, err } = await run(new Folder(files), 'TakeInt', '--arg', 'value=1', '--format', 'jsonl');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--format jsonl is a form of the trace: add --trace');
});

it('an app of which a file cannot be read is not run', async () => {
  const folder = new Folder({ ...files, 'more.osy': Uint8Array.of(0xc3, 0x28) });
  const { code, out, err } = await run(folder, 'TakeInt', '--arg', 'value=1');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/'more.osy' is not UTF-8[\s\S]*nothing was run, since not all of the app can be read/);
});
