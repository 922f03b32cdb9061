/** Which bodies one delivery runs, in order (language.md §7.6, pipeline.md §1). */
import { describe, expect, it } from 'vitest';
import { bodiesOf } from '../../src/analysis/bodies.ts';
import { Deliveries, type Stage } from '../../src/analysis/deliveries.ts';
import { StateGraph } from '../../src/analysis/state-graph.ts';
import { checked } from './app.ts';

const app = `
enum S { A, B, C, Done }
entity R { int N; S S; }
workflow W {
  Tracks = R.S; Autostart = true; Initial = A;
  StartedAt = DateTime.UtcNow;
  event Go(); event Note(); event Next();
  Start { this.Item.N = 0; }
  on Note { this.Item.N++; }
  state A {
    enter { if (this.Item.N > 9) { goto B; } }
    exit { this.Item.N++; }
    subscribe Go() as Going {
      Requires { Sane { Must = this.Item.N >= 0; Message = "no"; } }
      Finished { Within = TimeSpan.FromDays(1); enter { this.Item.N++; } Unfinished { goto C; } }
    }
    on Going { goto B; }
    complete when (this.Item.N == 7) { goto C; }
  }
  state B {
    enter { goto C; }
    complete when (this.Item.N == 8) { goto Done; }
  }
  state C {
    Expire { Within = TimeSpan.FromHours(1); }
    on Expire { goto Done; }
    on Next { goto C; }
  }
  terminal success Done { enter { this.Item.N = -1; } }
}`;
const [workflow] = checked(app).app.workflows;
if (workflow === undefined) throw new Error('no workflow');
const deliveries = new Deliveries(new StateGraph(workflow));
const names = new Map(bodiesOf(workflow).map((b) => [b.body, b.describe]));

/** The bodies of a delivery, each once, in the order in which a walk comes to them. */
function bodiesFrom(root: Stage): readonly string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const visit = (stage: Stage): void => {
    if (seen.has(stage.key)) return;
    seen.add(stage.key);
    const name = stage.body === undefined ? undefined : names.get(stage.body);
    if (name !== undefined && !found.includes(name)) found.push(name);
    for (const next of stage.next()) visit(next);
  };
  visit(root);
  return found;
}

describe('the creating delivery', () => {
  it('runs the start, the first enter, what it passes through, and the clocks that it arms', () => {
    expect(bodiesFrom(deliveries.creation())).toEqual([
      '`StartedAt`',
      'the `Start` block',
      "the `enter` of state 'A'",
      "the `exit` of state 'A'",
      "the `enter` of state 'B'",
      "the `Within` of `Expire` in state 'C'",
      "the condition of `complete when` of state 'A'",
      "`complete when` of state 'A'",
      "the `Within` of `Finished` in state 'A'",
    ]);
  });
});

describe('a raise', () => {
  const from = (key: string): readonly string[] => {
    const root = deliveries.roots().find((r) => r.key.startsWith(key));
    return root === undefined ? [] : bodiesFrom(root);
  };

  it('asks what it requires, then runs the milestone, the arm, the exit and the enters on its way', () => {
    expect(from('A/on Going in A')).toEqual([
      "`Requires Sane` of slot 'Going'",
      "the message of `Requires Sane` of slot 'Going'",
      "the `enter` of `Finished` of slot 'Going'",
      "the arm `on Going` of state 'A'",
      "the `exit` of state 'A'",
      "the `enter` of state 'B'",
      "the `Within` of `Expire` in state 'C'",
    ]);
  });

  it('that stays is followed by the completions of the state, and arms nothing', () => {
    expect(from('any/on Note in A')).toEqual([
      'the arm `on Note` of the workflow',
      "the condition of `complete when` of state 'A'",
      "`complete when` of state 'A'",
      "the `exit` of state 'A'",
      "the `Within` of `Expire` in state 'C'",
    ]);
  });
});
