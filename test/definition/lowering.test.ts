import { describe, expect, it } from 'vitest';
import { loadDefinition } from '../../src/definition/loader.ts';
import { lower, writeDefinition } from '../../src/definition/lowering.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';

const app = `
enum DoorState { Shut, Open, Broken }
entity Door { string Name; int Pushes = Initially(); DoorState State; }
int Initially() => 0;
int More(int n) { return n + 1; }
void Unused() { Log.Information("hello"); }

workflow DoorRun {
  Tracks = Door.State; Autostart = true; Initial = Shut;
  event Push(int by);
  state Shut {
    enter { this.Item.Pushes = More(this.Item.Pushes); }
    subscribe Push() as Pushing {
      Requires { Named { Must = this.Item.Name != ""; Message = "Name it first."; } }
      Finished { Within = TimeSpan.FromDays(2); Remind Nudge(After = TimeSpan.FromDays(1)) { Log.Information("push"); } Unfinished { goto Broken; } }
    }
    on Pushing(int by) { if (by > 3) { goto Broken; } goto Open; }
    complete when (this.Item.Pushes > 9) { goto Broken; }
  }
  state Open { on Push(int times) { this.Item.Pushes = times; } Expire { Within = TimeSpan.Zero; } on Expire { goto Shut; } }
  terminal error Broken { Message = "broken"; }
}
`;

function compile(text: string, options: { commit?: 'perStep'; tests?: true } = {}) {
  const program = check([new SourceFile('main.osy', text)]);
  expect(program.diagnostics.filter((each) => each.level === 'error')).toEqual([]);
  return lower(program, { compiler: 'osy test', ...options });
}

describe('lowering (pipeline.md §10)', () => {
  it('writes a document that its own loader takes', async () => {
    const definition = compile(app);
    const loaded = await loadDefinition(writeDefinition(definition));
    expect(loaded).toEqual({ definition: JSON.parse(JSON.stringify(definition)) });
  });

  it('gives the same bytes for the same program, in whatever order the files come', () => {
    const parts = app.split('\nworkflow');
    const a = new SourceFile('a.osy', parts[0] as string);
    const b = new SourceFile('b.osy', `workflow${parts[1]}`);
    const written = [
      [a, b],
      [b, a],
    ].map((files) => writeDefinition(lower(check(files), { compiler: 'osy test' })));
    expect(written[0]).toBe(written[1]);
  });

  it('gives each transition its kind, its targets and whether it may stay (language.md §7.4)', () => {
    const [workflow] = compile(app).workflows;
    expect(
      workflow?.transitions.map(({ key, kind, targets, mayStay, args }) => ({ key, kind, targets, mayStay, args })),
    ).toEqual([
      { key: 'Shut/Pushing/Unfinished', kind: 'scheduled', targets: ['Broken'], mayStay: false, args: [] },
      { key: 'Shut/Pushing/Nudge', kind: 'scheduled', targets: [], mayStay: true, args: [] },
      { key: 'Shut/on Pushing', kind: 'stateTransition', targets: ['Broken', 'Open'], mayStay: false, args: [0] },
      { key: 'Shut/complete 1', kind: 'automatic', targets: ['Broken'], mayStay: false, args: [] },
      { key: 'Open/on Push', kind: 'updateData', targets: [], mayStay: true, args: [0] },
      { key: 'Open/Expire', kind: 'scheduled', targets: ['Shut'], mayStay: false, args: [] },
    ]);
    expect(
      workflow?.states.map((state) => [state.name, state.stateType, state.timers.map((timer) => timer.key)]),
    ).toEqual([
      ['Shut', 1, ['Shut/Pushing/Finished', 'Shut/Pushing/Nudge']],
      ['Open', 2, ['Open/Expire']],
      ['Broken', 3, []],
    ]);
  });

  describe('the version of a workflow', () => {
    const version = (text: string) => compile(text).workflows[0]?.version;

    it('stays when only the writing changes', () => {
      expect(
        version(
          `// a comment\n${app.replace('return n + 1;', '{ return  n + 1 ; }').replace('{ { ', '{ ').replace('; } }\nvoid', '; }\nvoid')}`,
        ),
      ).toBe(version(app));
    });

    it('stays when a function changes that its bodies do not reach', () => {
      expect(version(app.replace('"hello"', '"bye"'))).toBe(version(app));
    });

    it('changes with a body, and with a helper that a body reaches', () => {
      expect(version(app.replace('by > 3', 'by > 4'))).not.toBe(version(app));
      expect(version(app.replace('n + 1', 'n + 2'))).not.toBe(version(app));
    });
  });

  it('lets --commit perStep and [Commit(PerStep)] say how steps commit (pipeline.md §5)', () => {
    expect(compile(app)).toMatchObject({ pipeline: { commit: 'atomic' }, workflows: [{ commit: 'atomic' }] });
    expect(compile(app, { commit: 'perStep' })).toMatchObject({
      pipeline: { commit: 'perStep' },
      workflows: [{ commit: 'perStep' }],
    });
    expect(compile(app.replace('workflow', '[Commit(PerStep)] workflow'))).toMatchObject({
      pipeline: { commit: 'atomic' },
      workflows: [{ commit: 'perStep' }],
    });
  });

  it('keeps tests only where they are asked for', () => {
    const tested = `${app}\n[TestFixture] void One() { new Door { Name = "a" }; }\n[Test(One)] void Two() { Assert.True(true); }\n`;
    expect(Object.keys(compile(tested).functions)).not.toContain('Two()');
    const definition = compile(tested, { tests: true });
    expect(definition.tests).toEqual([{ name: 'Two', function: 'Two()', fixture: 'One()', file: 0 }]);
    expect(Object.keys(definition.functions)).toContain('Two()');
  });

  it('refuses a program with errors', () => {
    const program = check([new SourceFile('main.osy', 'public int F() { return "x"; }')]);
    expect(() => lower(program, { compiler: 'osy test' })).toThrow();
  });
});
