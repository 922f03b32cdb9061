/** A runaway body ends with a clear outcome, and everything it did is undone: fuel, depth and memory are bounded. */
import { describe, expect, test } from 'vitest';
import { EngineAbort } from '../../../src/runtime/library/values.ts';
import { engineOf } from './source.ts';

const app = (body: string): string => `
enum S { A, B }
entity Row { string Name; int N; S State; }
int Deeper(int n) => Deeper(n + 1) + 1;
workflow W {
  Tracks = Row.State; Autostart = true; Initial = A;
  event Go();
  state A { on Go { this.Item.N = 9; ${body} goto B; } }
  terminal success B { }
}`;

describe('a runaway body', () => {
  test.each([
    ['an endless loop', 'while (true) { }', 'fuel'],
    ['endless recursion', 'Deeper(0);', 'depth'],
    ['a list that grows by one', 'var l = new List<int>(); while (true) { l.Add(1); }', 'fuel'],
    ['a list that doubles', 'var l = new List<int> { 1 }; while (true) { l.AddRange(l.ToList()); }', 'memory'],
    ['rows without end', 'while (true) { new Row { Name = "x" }; }', 'memory'],
    [
      'a catch of everything',
      'try { while (true) { } } catch (Exception) { } finally { this.Item.Name = "kept"; }',
      'fuel',
    ],
  ])('%s is ended and undone', (_what, body, reason) => {
    const engine = engineOf(app(body), { limits: { fuel: 1_000_000, memory: 100_000 } });
    const unit = engine.unit();
    const row = unit.create('Row', { Name: 'a' });
    unit.commit();
    const before = engine.dump();
    let thrown: unknown;
    try {
      unit.raise('W', 'Go', row);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(EngineAbort);
    expect((thrown as EngineAbort).reason).toBe(reason);
    unit.discard();
    expect(engine.dump()).toBe(before);
  });
});
