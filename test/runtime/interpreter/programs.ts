/** Runs Osy source: checked, compiled and called. */

import { CompiledProgram, PlainHost, type PlainHostOptions } from '../../../src/runtime/interpreter/index.ts';
import { ExceptionValue, type Value } from '../../../src/runtime/library/values.ts';
import { check } from '../../../src/semantics/check.ts';
import { SourceFile } from '../../../src/source/source.ts';

export function compileSource(text: string): CompiledProgram {
  const file = new SourceFile('app.osy', text);
  const { app, diagnostics } = check([file]);
  const errors = diagnostics.filter((d) => d.level === 'error');
  if (errors.length > 0) throw new Error(errors.map((d) => `${d.name}: ${d.message}`).join('\n'));
  return new CompiledProgram({
    functions: app.functions,
    types: app,
    sources: [{ path: 'app.osy', lines: lineStarts(text) }],
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) if (text[i] === '\n') starts.push(i + 1);
  return starts;
}

/** What `Main()` gives, or the type and message of what it throws. */
export function runSource(text: string, options: PlainHostOptions = {}): Value {
  const program = compileSource(text);
  try {
    return program.call('Main()', new PlainHost(program, options), []);
  } catch (e) {
    if (e instanceof ExceptionValue) return `${e.type}: ${e.message}`;
    throw e;
  }
}

/** Statements as the body of `string Main()`. */
export function runBody(body: string, declarations = ''): Value {
  return runSource(`${declarations}\nstring Main() { ${body} }`);
}
