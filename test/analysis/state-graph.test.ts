/** The ways between states (language.md §7). */
import { describe, expect, it } from 'vitest';
import { gotosOf, mayEnd, StateGraph } from '../../src/analysis/state-graph.ts';
import { checked } from './app.ts';

function graphOf(items: string): StateGraph {
  const program = checked(`
enum S { A, B, C, Done, Void }
entity R { int N; S S; }
workflow W {
  Tracks = R.S; Autostart = true; Initial = A;
  event Go(); event Back(); event Stop(); event Drop();
${items}
  terminal success Done { }
  terminal cancel Void { }
}`);
  const [workflow] = program.app.workflows;
  if (workflow === undefined) throw new Error('no workflow');
  return new StateGraph(workflow);
}

const ways = (graph: StateGraph): readonly string[] => graph.edges.map((e) => `${e.from} > ${e.to}`).sort();

describe('edges', () => {
  it('are those of redirects, arms, timers and completions', () => {
    const graph = graphOf(`
  state A { enter { if (this.Item.N > 1) { goto C; } } on Go { goto B; } }
  state B { Expire { Within = TimeSpan.FromHours(1); } on Expire { goto C; } complete when (this.Item.N > 2) { goto Done; } }
  state C { on Back { goto A; } on Drop { goto Void; } }`);
    expect(ways(graph)).toEqual(['A > B', 'A > C', 'B > C', 'B > Done', 'C > A', 'C > Void']);
  });

  it('of a workflow-level arm start in each state that does not answer the event itself', () => {
    const graph = graphOf(`
  on Go { goto B; }
  [Cancel] on Drop { goto Void; }
  on Stop { goto self; }
  state A { on Back { goto C; } }
  state B { on Go { goto C; } }
  state C { on Back { goto Done; } }`);
    expect(ways(graph)).toEqual(
      [
        'A > A',
        'A > B',
        'A > C',
        'A > Void',
        'B > B',
        'B > C',
        'B > Void',
        'C > B',
        'C > C',
        'C > Done',
        'C > Void',
      ].sort(),
    );
    expect([...graph.reachableFrom('A', (e) => e.by !== 'redirect' && e.by.kind !== 'cancel')].sort()).toEqual([
      'A',
      'B',
      'C',
      'Done',
    ]);
  });
});

describe('the gotos of a block', () => {
  const blockOf = (body: string) => {
    const graph = graphOf(`  state A { on Go { ${body} } on Stop { goto B; } }
  state B { on Go { goto C; } } state C { on Go { goto Done; } on Drop { goto Void; } }`);
    const arm = graph.workflow.transitions.find((t) => t.key === 'A/on Go');
    return arm?.onExecute?.block ?? [];
  };
  const gotos = (body: string): readonly string[] => gotosOf(blockOf(body)).map((g) => g.state);

  it('are those that control can come to', () => {
    expect(gotos('if (this.Item.N > 1) { goto B; } goto C;')).toEqual(['B', 'C']);
    expect(gotos('if (this.Item.N > 1) { goto B; } else { return; } goto C;')).toEqual(['B']);
    expect(gotos('if (false) { goto B; } goto C;')).toEqual(['C']);
    expect(gotos('try { goto B; } catch (Exception) { goto C; } finally { this.Item.N = 1; } goto Done;')).toEqual([
      'B',
      'C',
    ]);
    expect(gotos('switch (this.Item.N) { case 1: goto B; case 2: break; default: return; } goto C;')).toEqual([
      'B',
      'C',
    ]);
    expect(gotos('switch (this.Item.N) { case 1: goto B; default: goto Done; } goto C;')).toEqual(['B', 'Done']);
    expect(gotos('foreach (var n in new List<int> { 1 }) { goto B; } goto C;')).toEqual(['B', 'C']);
  });

  it('leave no end where every path has one', () => {
    expect(mayEnd(blockOf('goto B;'))).toBe(false);
    expect(mayEnd(blockOf('if (this.Item.N > 1) { goto B; } else { goto C; }'))).toBe(false);
    expect(mayEnd(blockOf('if (this.Item.N > 1) { return; } goto B;'))).toBe(true);
    expect(mayEnd(blockOf('throw new ConflictException("no");'))).toBe(false);
    expect(mayEnd(blockOf('int F() { return 1; } if (F() > 0) { goto B; } goto C;'))).toBe(false);
  });
});
