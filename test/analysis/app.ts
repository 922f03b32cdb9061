/** Small apps for the analysis: written inline, with the places of findings marked as in `fixtures/findings`. */
import { expect } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import type { Program } from '../../src/semantics/program.ts';
import { SourceFile } from '../../src/source/source.ts';
import { marked, placeOf } from '../lint/fixture.ts';

/** Checks a text that must compile. */
export function checked(text: string): Program {
  const program = check([new SourceFile('app.osy', text)]);
  const errors = program.diagnostics.filter((d) => d.level === 'error');
  expect(errors.map((d) => `${placeOf(d)} ${d.message}`)).toEqual([]);
  return program;
}

/** Expects the findings of these names where the text marks them, and nowhere else. */
export function expectFindings(text: string, names: readonly string[]): void {
  const program = checked(text);
  const found = lint(program).filter((d) => names.includes(d.name));
  expect(found.map((d) => `${placeOf(d)} ${d.name}`).sort()).toEqual([...marked(program.files)].sort());
}

/** A workflow with one arm, whose body is given, in a state with a `dataStateMachine` block; helpers go before it. */
export function armApp(helpers: string, body: string): string {
  return `
class P { public string? K; }
client C {
  BaseUrl = "https://c.example";
  [Post("/x")] string X(P body);
  [Get("/g/{id}")] string G(string id);
}
class Down : NetworkException { public Down(string m) : base(m) { } }
${helpers}
enum S { A, B }
entity R { string K = ""; bool Flag; int N; S S = S.A; }
workflow W {
  Tracks = R.S; Autostart = false; Initial = A;
  event E(); event F();
  state A {
    dataStateMachine { Scope = Element; }
    on E {
${body}
    }
    on F { goto B; }
  }
  terminal success B { }
}`;
}
