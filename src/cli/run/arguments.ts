/** `[Function] [--arg name=value]`: values from the command line as values of the function's types. */
import type { Definition } from '../../definition/document.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { IrFunction, IrParameter } from '../../ir/ir.ts';
import { UsageError } from '../terminal.ts';
import { literalOf } from './literal.ts';

/** The call as Osy source: what is typed on the command line is read by the same rules as a script. */
export interface FunctionCall {
  readonly fn: IrFunction;
  readonly source: string;
}

/** @throws UsageError naming the function, the argument, and what would do */
export function functionCall(definition: Definition, name: string, given: readonly string[]): FunctionCall {
  const functions = Object.values(definition.functions).filter((f) => f.kind === 'function');
  const named = functions.filter((f) => f.name === name || f.key.startsWith(`${name}(`));
  if (named.length === 0) {
    const close = nearest(
      name,
      functions.map((f) => f.name),
    );
    const list = functions.filter((f) => f.public).map((f) => f.name);
    const hint =
      close !== undefined
        ? `; did you mean '${close}'?`
        : list.length > 0
          ? `; its public functions are ${list.slice(0, 10).join(', ')}`
          : '';
    throw new UsageError(`app '${definition.app.name}' has no function '${name}'${hint}`);
  }
  const values = valuesOf(given);
  const fitting = named.filter(
    (f) =>
      [...values.keys()].every((key) => f.params.some((p) => p.name === key)) &&
      f.params.every((p) => values.has(p.name) || isOptional(p)),
  );
  const fn = fitting[0] ?? named[0];
  if (fn === undefined) throw new UsageError(`there is no function '${name}'`);
  for (const key of values.keys()) {
    if (fn.params.some((p) => p.name === key)) continue;
    const close = nearest(
      key,
      fn.params.map((p) => p.name),
    );
    throw new UsageError(
      `'${name}' has no parameter '${key}'${close === undefined ? `; it takes ${signature(fn)}` : `; did you mean '${close}'?`}`,
    );
  }
  const args = fn.params
    .filter((p) => values.has(p.name))
    .map((p) => {
      const text = values.get(p.name) as string;
      const literal = literalOf(p.t, text, definition.types);
      if ('source' in literal) return `${p.name}: ${literal.source}`;
      throw new UsageError(`--arg ${p.name}: '${text}' ${literal.problem}`);
    });
  const missing = fn.params.filter((p) => !values.has(p.name) && !isOptional(p));
  if (missing.length > 0 && fitting.length === 0) {
    throw new UsageError(
      `'${name}' needs ${missing.map((p) => `--arg ${p.name}=<${p.t}>`).join(' ')}; it takes ${signature(fn)}`,
    );
  }
  return { fn, source: `${fn.key.slice(0, fn.key.indexOf('('))}(${args.join(', ')})` };
}

function isOptional(p: IrParameter): boolean {
  return p.default !== undefined || p.params === true;
}

function signature(fn: IrFunction): string {
  return `(${fn.params.map((p) => `${p.t} ${p.name}${p.default === undefined ? '' : ' = …'}`).join(', ')})`;
}

/** A name given twice is more likely a slip than a change of mind. */
function valuesOf(given: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of given.map(split)) {
    if (values.has(name)) throw new UsageError(`--arg names '${name}' twice`);
    values.set(name, value);
  }
  return values;
}

function split(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`--arg takes name=value, not '${text}'`);
  return [text.slice(0, at), text.slice(at + 1)];
}
