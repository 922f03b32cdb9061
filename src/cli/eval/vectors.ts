/** Vectors: expressions and bodies with what a C# runtime answered, one JSON object a line. `osy eval --vectors FILE`. */
import { formatIrType, parseIrType, type TypeShape } from '../../ir/types.ts';
import { holeText, toText } from '../../runtime/library/format.ts';
import { ExceptionValue, type LibraryHost, type Value } from '../../runtime/library/values.ts';
import { ScriptSession } from './evaluate.ts';

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

/** Runs every vector of a file's text, each in a session of its own. */
export function runVectors(text: string): VectorReport {
  const vectors = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Vector);
  const session = new ScriptSession();
  const failures: VectorFailure[] = [];
  for (const vector of vectors) {
    const expected = vector.throws === undefined ? vector.value : { throws: vector.throws };
    const source = sourceOf(vector);
    const actual = answer(session, source);
    if (JSON.stringify(actual) !== JSON.stringify(expected)) failures.push({ id: vector.id, source, expected, actual });
  }
  return { total: vectors.length, failures };
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

function answer(session: ScriptSession, source: string): unknown {
  const host = session.plainHost({ fuel });
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
