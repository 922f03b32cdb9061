/** Vectors: expressions and bodies with what a C# runtime answered, one JSON object a line. `osy eval --vectors FILE`. */
import { formatIrType, parseIrType, type TypeShape } from '../../ir/types.ts';
import { type CompiledProgram, PlainHost } from '../../runtime/interpreter/index.ts';
import { holeText, toText } from '../../runtime/library/format.ts';
import { ExceptionValue, type LibraryHost, type Value } from '../../runtime/library/values.ts';
import { plainSession, type ScriptSession } from './evaluate.ts';

interface Variable {
  readonly type: string;
  readonly name: string;
  readonly init: string;
}

/** A line of a vector file. `value`: a string, null, or arrays of these. */
export type Vector = {
  readonly id: string;
  readonly value?: unknown;
  readonly throws?: string;
} & (
  | { readonly kind: 'expr'; readonly expr: string; readonly vars?: readonly Variable[]; readonly type: string }
  | { readonly kind: 'body'; readonly body: string; readonly params: readonly Variable[]; readonly returns: string }
);

export interface VectorFailure {
  readonly id: string;
  readonly source: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface VectorReport {
  readonly total: number;
  readonly failures: readonly VectorFailure[];
}

const fuel = 1_000_000;

/** Runs every vector of a file's text, one JSON object a line. `error` says which line is none. */
export function runVectors(text: string, file = 'vectors'): VectorReport | { readonly error: string } {
  const { session, program } = plainSession();
  const failures: VectorFailure[] = [];
  let total = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const vector = readVector(line);
    if (vector === undefined)
      return {
        error: `${file}:${index + 1} is no vector: one JSON object with id, kind expr or body, and value or throws`,
      };
    total++;
    const expected = vector.throws === undefined ? vector.value : { throws: vector.throws };
    const source = sourceOf(vector);
    const actual = answer(session, program, source);
    if (JSON.stringify(actual) !== JSON.stringify(expected)) failures.push({ id: vector.id, source, expected, actual });
  }
  return { total, failures };
}

function readVector(line: string): Vector | undefined {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const v = read as Partial<Record<string, unknown>>;
  const isExpr = v['kind'] === 'expr' && typeof v['expr'] === 'string' && typeof v['type'] === 'string';
  const isBody =
    v['kind'] === 'body' &&
    typeof v['body'] === 'string' &&
    typeof v['returns'] === 'string' &&
    Array.isArray(v['params']);
  return typeof v['id'] === 'string' && (isExpr || isBody) ? (read as Vector) : undefined;
}

/** A local function whose result has the vector's type, called at once: names of one vector are not those of the next. */
function sourceOf(vector: Vector): string {
  const variables = (vector.kind === 'expr' ? vector.vars : vector.params) ?? [];
  const locals = variables.map(({ type, name, init }) => `${nullableFor(type, init)} ${name} = ${init};`).join(' ');
  const body = vector.kind === 'expr' ? `return ${vector.expr};` : vector.body;
  return `{ ${vector.kind === 'expr' ? vector.type : vector.returns} Vector() { ${locals} ${body} } return Vector(); }`;
}

/** The C# that answered did not check for null: a reference that begins as null is nullable here. */
function nullableFor(type: string, init: string): string {
  return init === 'null' && !type.endsWith('?') ? `${type}?` : type;
}

function answer(session: ScriptSession, program: CompiledProgram, source: string): unknown {
  const host = new PlainHost(program, { fuel });
  try {
    const { diagnostics, result } = session.run(source, host);
    const error = diagnostics.find((d) => d.level === 'error');
    if (error) return { error: error.message };
    return written(result?.value ?? null, parseIrType(result?.t ?? 'object'), host);
  } catch (error) {
    if (error instanceof ExceptionValue) return { throws: error.type };
    return { crash: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

/** A value as the vectors write it. */
function written(value: Value, type: TypeShape, host: LibraryHost): unknown {
  if (value === null || value === undefined) return null;
  if (type.kind === 'array') return [...(value as Iterable<Value>)].map((item) => written(item, type.element, host));
  if (type.kind === 'named' && type.args.length === 1 && typeof value === 'object' && Symbol.iterator in value) {
    const [element] = type.args as readonly [TypeShape];
    return [...(value as Iterable<Value>)].map((item) => written(item, element, host));
  }
  if (type.kind === 'named' && type.name === 'DateTime') return holeText(host, value, type.name, 0, 'o');
  return toText(value, formatIrType({ ...type, nullable: false }), host);
}
