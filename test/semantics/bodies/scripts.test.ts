import { describe, expect, it } from 'vitest';
import { gotoOutsideWorkflow } from '../../../src/diagnostics/catalogue/workflows.ts';
import { type Diagnostic, diagnose } from '../../../src/diagnostics/diagnostic.ts';
import { CompiledProgram, PlainHost } from '../../../src/runtime/interpreter/index.ts';
import type { Value } from '../../../src/runtime/library/values.ts';
import { type CheckedScript, checkScript, emptyScriptState } from '../../../src/semantics/bodies/scripts.ts';
import { declare } from '../../../src/semantics/declarations.ts';
import { displayType } from '../../../src/semantics/type-table.ts';
import { SourceFile } from '../../../src/source/source.ts';
import { parse, parseScript } from '../../../src/syntax/parse.ts';

/** A session of inputs, each checked after those before it, and run if it is right. */
function session(...inputs: string[]): { readonly said: string[]; readonly values: Value[]; readonly types: string[] } {
  const app = new SourceFile('app.osy', 'enum Color { Red, Green } int Twice(int n) => n * 2;');
  const files = [app, new SourceFile('script', '')];
  const declarations = declare(
    files.map((file) => parse(file).unit),
    files,
  );
  const program = new CompiledProgram({ functions: [], types: { enums: [], entities: [], classes: [], clients: [] } });
  const found: Diagnostic[] = [];
  const values = new Map<number, Value>();
  const results: Value[] = [];
  const types: string[] = [];
  let state = emptyScriptState;
  for (const input of inputs) {
    const file = new SourceFile('script', input);
    files[1] = file;
    const { statements, trailing } = parseScript(file);
    const before = found.length;
    const script: CheckedScript = checkScript(
      { declarations, trackedFields: new Map(), report: (d) => found.push(d) },
      {
        file: 1,
        statements,
        trailing,
        state,
        goto: {
          allowed: false,
          refuse: (_file, span) => diagnose(gotoOutsideWorkflow, file, span, { what: 'a script' }),
        },
      },
    );
    types.push(displayType(script.type));
    if (found.slice(before).some((d) => d.level === 'error')) continue;
    state = script.state;
    const refs = script.body.params.map(({ id }) => ({
      get: () => values.get(id) ?? null,
      set: (value: Value) => void values.set(id, value),
    }));
    const outcome = program.body(script.body)(new PlainHost(program), refs);
    results.push(outcome.goto === undefined ? outcome.value : null);
  }
  return { said: found.map((d) => `${d.name}: ${d.message}`), values: results, types };
}

describe('scripts', () => {
  it('keep their locals from one input to the next', () => {
    const { said, values, types } = session('var x = 2; int y = 3;', 'x += y; x * 10', 'x + y');
    expect(said).toEqual([]);
    expect(values.slice(1)).toEqual([50, 8]);
    expect(types).toEqual(['void', 'int', 'int']);
  });

  it('keep local functions, and what they have captured', () => {
    const { said, values } = session('var n = 1;', 'int Next() { n++; return n; }', 'Next() + Next()', 'n');
    expect(said).toEqual([]);
    expect(values.slice(2)).toEqual([5, 3]);
  });

  it('may declare a name anew', () => {
    const { said, values } = session('var x = 1;', 'var x = "a";', 'x + x');
    expect(said).toEqual([]);
    expect(values[2]).toBe('aa');
  });

  it('give the value that they return, or that stands at their end', () => {
    expect(session('if (1 > 0) { return 5; } 6').values).toEqual([5]);
    expect(session('const int k = 4; k * 2').values).toEqual([8]);
    expect(session('var (a, b) = (1, "x"); b').values).toEqual(['x']);
  });

  it('say what is wrong, and stay as they were', () => {
    const { said, values } = session('var x = 1;', 'x = "a";', 'x');
    expect(said.map((each) => each.split(':')[0])).toEqual(['type-mismatch']);
    expect(values.at(-1)).toBe(1);
    expect(session('goto Done;').said[0]).toContain('a script may not `goto`');
  });

  it('know the app they are asked against', () => {
    expect(session('Color.Green').types).toEqual(['Color']);
    expect(session('Twice("a")').said[0]).toContain("argument 'n'");
  });
});
