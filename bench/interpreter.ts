/**
 * The interpreter beside the same work written by hand in JavaScript, in one run: `npx tsx bench/interpreter.ts`.
 *
 * Figures are operations (loop rounds, calls, additions, elements) per second, the median of several rounds; `times` says
 * how much slower the compiled IR is. IR is written here as the checker yields it.
 */
import type { Expr, IrFunction, IrParameter, IrType, LambdaExpr, LocalExpr, Stmt } from '../src/ir/ir.ts';
import { CompiledProgram, PlainHost } from '../src/runtime/interpreter/index.ts';

const s = [0, 0] as const;
const int = (v: number): Expr => ({ k: 'const', s, t: 'int', v });
const local = (id: number, t: IrType = 'int'): LocalExpr => ({ k: 'local', s, t, id, name: '' });
const bin = (
  op: 'add' | 'sub' | 'mul' | 'rem' | 'lt' | 'eq' | 'bxor',
  l: Expr,
  r: Expr,
  on: 'int' | 'decimal' | 'string' | 'long' = 'int',
): Expr => ({
  k: 'bin',
  s,
  t: op === 'lt' || op === 'eq' ? 'bool' : on,
  op,
  on,
  l,
  r,
});
const let_ = (id: number, t: IrType, init: Expr): Stmt => ({ k: 'local', s, id, name: '', t, init });
const run = (e: Expr): Stmt => ({ k: 'expr', s, e });
const ret = (e: Expr): Stmt => ({ k: 'return', s, e });
const param = (id: number, t: IrType = 'int'): IrParameter => ({ id, name: '', t });
const grow = (to: LocalExpr, old: number, v: Expr): Stmt => run({ k: 'update', s, t: to.t, to, id: old, v });
const count = (id: number, old: number, to: Expr, ...body: Stmt[]): Stmt => ({
  k: 'for',
  s,
  init: [let_(id, 'int', int(0))],
  c: bin('lt', local(id), to),
  step: [{ k: 'update', s, t: 'int', to: local(id), id: old, v: bin('add', local(old), int(1)), post: true }],
  body,
});
const lambda = (params: readonly IrParameter[], e: Expr, t: IrType): LambdaExpr => ({
  k: 'lambda',
  s,
  t,
  params,
  returns: e.t,
  body: [ret(e)],
});
const fn = (
  key: string,
  params: readonly IrParameter[],
  body: readonly Stmt[],
  more: Partial<IrFunction> = {},
): IrFunction => ({
  key,
  name: key,
  kind: 'function',
  params,
  returns: 'int',
  body,
  file: 0,
  span: s,
  nameSpan: s,
  ...more,
});
const enumerable = (name: string, args: readonly Expr[], t: IrType, targs: readonly IrType[]): Expr => ({
  k: 'lib',
  s,
  t,
  m: `Enumerable.${name}`,
  args,
  targs,
});

const n = local(1);
const functions: IrFunction[] = [
  fn(
    'Loop',
    [param(1)],
    [
      let_(2, 'int', int(0)),
      count(
        3,
        4,
        n,
        grow(
          local(2),
          5,
          bin('bxor', bin('add', bin('mul', local(5), int(31)), local(3)), bin('rem', local(3), int(7))),
        ),
      ),
      ret(local(2)),
    ],
  ),
  fn(
    'Fib',
    [param(1)],
    [
      { k: 'if', s, c: bin('lt', n, int(2)), then: [ret(n)] },
      ret(
        bin(
          'add',
          { k: 'call', s, t: 'int', fn: 'Fib', args: [bin('sub', n, int(1))] },
          { k: 'call', s, t: 'int', fn: 'Fib', args: [bin('sub', n, int(2))] },
        ),
      ),
    ],
  ),
  fn(
    'Text',
    [param(1)],
    [
      let_(2, 'string', { k: 'const', s, t: 'string', v: '' }),
      count(
        3,
        4,
        n,
        grow(
          local(2, 'string'),
          5,
          bin('add', local(5, 'string'), { k: 'interp', s, t: 'string', parts: ['n', { e: local(3) }, ';'] }, 'string'),
        ),
      ),
      ret({ k: 'lib', s, t: 'int', m: 'string.Length', o: local(2, 'string'), args: [] }),
    ],
  ),
  fn(
    'Decimals',
    [param(1)],
    [
      let_(2, 'decimal', { k: 'const', s, t: 'decimal', v: '0.00' }),
      count(
        3,
        4,
        n,
        grow(
          local(2, 'decimal'),
          5,
          bin('add', local(5, 'decimal'), { k: 'const', s, t: 'decimal', v: '1.25' }, 'decimal'),
        ),
      ),
      ret(local(2, 'decimal')),
    ],
  ),
  fn(
    'Longs',
    [param(1)],
    [
      let_(2, 'long', { k: 'const', s, t: 'long', v: '1' }),
      count(
        3,
        4,
        n,
        grow(
          local(2, 'long'),
          5,
          bin(
            'add',
            bin('mul', local(5, 'long'), { k: 'const', s, t: 'long', v: '31' }, 'long'),
            { k: 'const', s, t: 'long', v: '7' },
            'long',
          ),
        ),
      ),
      ret(local(2, 'long')),
    ],
  ),
  fn(
    'Linq',
    [param(1, 'List<int>')],
    [
      ret(
        enumerable(
          'Sum(IEnumerable<int>)',
          [
            enumerable(
              'Select(IEnumerable<T>,Func<T,R>)',
              [
                enumerable(
                  'Where(IEnumerable<T>,Func<T,bool>)',
                  [
                    local(1, 'List<int>'),
                    lambda([param(2)], bin('eq', bin('rem', local(2), int(3)), int(0)), 'Func<int,bool>'),
                  ],
                  'IEnumerable<int>',
                  ['int'],
                ),
                lambda([param(3)], bin('add', bin('mul', local(3), int(2)), int(1)), 'Func<int,int>'),
              ],
              'IEnumerable<int>',
              ['int', 'int'],
            ),
          ],
          'int',
          [],
        ),
      ),
    ],
  ),
  fn(
    'Methods',
    [param(1)],
    [
      let_(2, 'Counter', { k: 'new', s, t: 'Counter', c: 'Counter', args: [], init: [] }),
      count(
        3,
        4,
        n,
        run({ k: 'call', s, t: 'int', fn: 'Counter.Add', o: local(2, 'Counter'), virt: true, args: [local(3)] }),
      ),
      ret({ k: 'field', s, t: 'int', o: local(2, 'Counter'), f: 'Total', owner: 'Counter' }),
    ],
  ),
  fn(
    'Counter.Add',
    [param(1)],
    [
      grow(
        { k: 'field', s, t: 'int', o: { k: 'this', s, t: 'Counter' }, f: 'Total', owner: 'Counter' } as never,
        2,
        bin('add', local(2), local(1)),
      ),
      ret(local(1)),
    ],
    { owner: 'Counter', kind: 'method', virtual: true },
  ),
  fn(
    'Array',
    [param(1, 'int[]')],
    [
      let_(2, 'int', int(0)),
      count(
        3,
        4,
        { k: 'lib', s, t: 'int', m: 'Array.Length', o: local(1, 'int[]'), args: [] },
        grow(local(2), 5, bin('add', local(5), { k: 'elem', s, t: 'int', o: local(1, 'int[]'), i: local(3) })),
      ),
      ret(local(2)),
    ],
  ),
];

const program = new CompiledProgram({
  functions,
  types: {
    enums: [],
    entities: [],
    clients: [],
    classes: [
      {
        name: 'Counter',
        form: 'class',
        typeParams: [],
        interfaces: [],
        fields: [{ name: 'Total', t: 'int', public: true, json: 'total' }],
        functions: ['Counter.Add'],
        file: 0,
        span: s,
        nameSpan: s,
      },
    ],
  },
});
const host = new PlainHost(program);
const compiled = (key: string, ...args: readonly unknown[]): unknown => {
  host.fuel = 1_000_000_000;
  return program.call(key, host, args);
};

// ---------------------------------------------------------------- the same by hand

class Counter {
  total = 0;
  add(by: number): number {
    this.total = (this.total + by) | 0;
    return by;
  }
}

const hand = {
  loop(count: number): number {
    let h = 0;
    for (let i = 0; i < count; i++) h = ((Math.imul(h, 31) + i) | 0) ^ (i % 7);
    return h;
  },
  fib(v: number): number {
    return v < 2 ? v : (hand.fib(v - 1) + hand.fib(v - 2)) | 0;
  },
  text(count: number): number {
    let t = '';
    for (let i = 0; i < count; i++) t += `n${i};`;
    return t.length;
  },
  longs(count: number): bigint {
    let v = 1n;
    for (let i = 0; i < count; i++) v = BigInt.asIntN(64, v * 31n + 7n);
    return v;
  },
  linq(items: readonly number[]): number {
    return items
      .filter((x) => x % 3 === 0)
      .map((x) => x * 2 + 1)
      .reduce((a, b) => (a + b) | 0, 0);
  },
  methods(count: number): number {
    const c = new Counter();
    for (let i = 0; i < count; i++) c.add(i);
    return c.total;
  },
  array(items: readonly number[]): number {
    let t = 0;
    for (let i = 0; i < items.length; i++) t = (t + items[i]!) | 0;
    return t;
  },
};

// ---------------------------------------------------------------- measuring

function median(work: () => unknown): number {
  for (let i = 0; i < 3; i++) work();
  const times: number[] = [];
  for (let i = 0; i < 7; i++) {
    const begin = performance.now();
    work();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[3]! / 1000;
}

const rate = (operations: number, seconds: number): string => `${(operations / seconds / 1e6).toFixed(1)} M/s`;

function compare(name: string, operations: number, ours: () => unknown, theirs?: () => unknown): void {
  const a = median(ours);
  const own = `${name.padEnd(28)} ${rate(operations, a).padStart(12)}`;
  if (theirs === undefined) {
    console.log(own);
    return;
  }
  const b = median(theirs);
  if (`${ours()}` !== `${theirs()}`) throw new Error(`${name}: ${ours()} is not ${theirs()}`);
  console.log(`${own} ${rate(operations, b).padStart(12)}   ${(a / b).toFixed(1)} times`);
}

const numbers = Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1000);
const list = await listOf(numbers);

console.log(`${''.padEnd(28)} ${'Osy'.padStart(12)} ${'JavaScript'.padStart(12)}`);
compare(
  'int loop (rounds)',
  10_000_000,
  () => compiled('Loop', 10_000_000),
  () => hand.loop(10_000_000),
);
compare(
  'calls, fib(30)',
  1_664_079,
  () => compiled('Fib', 30),
  () => hand.fib(30),
);
compare(
  'virtual calls, fields',
  5_000_000,
  () => compiled('Methods', 5_000_000),
  () => hand.methods(5_000_000),
);
compare(
  'array elements',
  numbers.length,
  () => compiled('Array', numbers),
  () => hand.array(numbers),
);
compare(
  'string building (rounds)',
  500_000,
  () => compiled('Text', 500_000),
  () => hand.text(500_000),
);
compare(
  'long arithmetic (rounds)',
  1_000_000,
  () => compiled('Longs', 1_000_000),
  () => hand.longs(1_000_000),
);
compare(
  'LINQ where, select, sum',
  numbers.length,
  () => compiled('Linq', list),
  () => hand.linq(numbers),
);
compare('decimal additions', 1_000_000, () => compiled('Decimals', 1_000_000));

const many = Array.from({ length: 1000 }, (_, i) => fn(`F${i}`, [param(1)], functions[0]!.body ?? []));
const begin = performance.now();
const large = new CompiledProgram({ functions: many, types: { enums: [], entities: [], clients: [], classes: [] } });
const made = performance.now();
for (const f of many) large.call(f.key, host, [1]);
console.log(
  `\n1000 functions: ${(made - begin).toFixed(1)} ms to make the program, ${(performance.now() - made).toFixed(1)} ms to compile and call each once`,
);

async function listOf(items: readonly number[]): Promise<unknown> {
  const { ListValue } = await import('../src/runtime/library/list.ts');
  return new ListValue([...items]);
}
