import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { BodyRequest, CheckedBody } from '../../../src/semantics/body-request.ts';
import { buildFunctionsAndClasses } from '../../../src/semantics/functions-and-classes.ts';
import { app } from './app.ts';

/** Bodies that are not looked into: a block's end is reached unless it is said to return. */
function build(text: string) {
  const declarations = app(text);
  const requests: BodyRequest[] = [];
  const found: Diagnostic[] = [];
  const checkBody = (request: BodyRequest): CheckedBody => {
    requests.push(request);
    const { file, source, params, chain } = request;
    const s = [source.start, source.end] as const;
    const returning = text.slice(source.start, source.end).includes('return');
    const block = source.kind === 'Block' ? [] : [{ k: 'return', s, e: { k: 'const', s, t: 'int', v: 1 } } as const];
    return {
      body: { file, span: s, block, params: params.map((p, id) => ({ id, name: p.name, t: p.type.key })) },
      endReachable: source.kind === 'Block' && !returning,
      gotos: [],
      ...(chain?.candidates[0] === undefined ? {} : { chain: { callable: chain.candidates[0], args: [] } }),
    };
  };
  const built = buildFunctionsAndClasses(declarations, checkBody, (d) => found.push(d));
  return { ...built, requests, found: found.map((d) => `${d.name}: ${d.message}`) };
}

describe('functions', () => {
  it('become entries of the function table', () => {
    const { functions } = build(
      '[Test] void T() { } [TestFixture] void F() { } int G<T>(T x, out int n) { return 1; }',
    );
    expect(functions.map((f) => [f.key, f.kind])).toEqual([
      ['T()', 'test'],
      ['F()', 'fixture'],
      ['G`1(!T,int&)', 'function'],
    ]);
    expect(functions[2]).toMatchObject({ typeParams: ['T'], returns: 'int', name: 'G' });
  });

  it('end with a result on every path', () => {
    expect(build('int F() { } void G() { } int H() => 1;').found).toEqual([
      "missing-return: not every path of 'F' returns a 'int': its end can be reached",
    ]);
  });

  it('may not goto', () => {
    const { requests } = build('void F() { }');
    expect(requests[0]).toMatchObject({ goto: { allowed: false }, hasActor: true, routes: false, functionKey: 'F()' });
  });
});

describe('classes', () => {
  it('have fields, accessors, constructors and their chains', () => {
    const { classes, functions } = build(`class Base { public Base(int n) { } }
class Offer<T> : Base, IHas { [ExternalName("x")] public int N = 1; private string S; public int P { get; set; } public int Q { get => 1; }
public Offer() : base(1) { } public static int Twice(int n) { return n; } public virtual int V { get; set; } }
interface IHas { int P { get; } int Do() => 1; } class Bad : ValidationException { public Bad(string m) : base(m) { } }`);
    const offer = classes.find((c) => c.name === 'Offer');
    expect(offer).toMatchObject({ typeParams: ['T'], base: 'Base', interfaces: ['IHas'] });
    expect(offer?.fields.map((f) => [f.name, f.json, f.public, f.init?.k])).toEqual([
      ['N', 'x', true, 'const'],
      ['S', 's', false, undefined],
      ['P', 'p', true, undefined],
      ['V', 'v', true, undefined],
    ]);
    expect(offer?.functions).toEqual([
      'Offer.get_P()',
      'Offer.get_Q()',
      'Offer.new()',
      'Offer.Twice(int)',
      'Offer.get_V()',
      'Offer.set_V(int)',
    ]);
    expect(functions.find((f) => f.key === 'Offer.get_P()')).toMatchObject({
      overrides: ['IHas.get_P()'],
      kind: 'getter',
    });
    expect(functions.find((f) => f.key === 'Offer.new()')).toMatchObject({
      chain: { ctor: 'Base.new(int)', self: false },
    });
    expect(functions.find((f) => f.key === 'Offer.Twice(int)')).toMatchObject({ static: true, owner: 'Offer' });
    expect(functions.find((f) => f.key === 'Bad.new(string)')).toMatchObject({
      chain: { ctor: 'ValidationException.new()' },
    });
    expect(functions.find((f) => f.key === 'IHas.get_P()')?.body).toBeUndefined();
    expect(functions.find((f) => f.key === 'IHas.Do()')).toMatchObject({ virtual: true, body: [{ k: 'return' }] });
  });
});
