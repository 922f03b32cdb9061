/**
 * Reads a definition from outside: nothing of it is trusted until the schema holds and every reference leads somewhere
 * (pipeline.md §10). A refusal says at which JSON pointer.
 */
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { type Definition, definitionFormat } from './document.ts';
import { findDanglingReference } from './references.ts';
import { readSchema } from './schema.ts';

export interface LoadError {
  /** JSON pointer (RFC 6901) to what is at fault; empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
}

export type Loaded = { readonly definition: Definition } | { readonly error: LoadError };

/** Reads and checks a document. Never throws for what the document holds. */
export async function loadDefinition(text: string): Promise<Loaded> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return refuse('', `this is not JSON: ${(error as Error).message}`);
  }
  const format = refuseFormat(document);
  if (format !== undefined) return { error: format };
  try {
    const validate = await validator();
    if (!validate(document)) return { error: describe(validate.errors ?? [], document) };
    const definition = document as Definition;
    const dangling = findDanglingReference(definition);
    return dangling === undefined ? { definition } : { error: dangling };
  } catch (error) {
    if (error instanceof RangeError) return refuse('', 'the document is nested too deeply to be read');
    throw error;
  }
}

function refuse(pointer: string, message: string): Loaded {
  return { error: { pointer, message } };
}

/** Told before the schema speaks, since a document of another format breaks it everywhere. */
function refuseFormat(document: unknown): LoadError | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { pointer: '', message: 'a definition is a JSON object' };
  }
  const { format } = document as { readonly format?: unknown };
  if (format === definitionFormat) return undefined;
  const version = typeof format === 'string' ? /^osy\.pipeline\/(\d+)$/.exec(format)?.[1] : undefined;
  if (version !== undefined && Number(version) > 1) {
    return {
      pointer: '/format',
      message: `the document is of format '${format}' and this osy reads '${definitionFormat}': it was compiled by a newer osy, take that one to run it`,
    };
  }
  return {
    pointer: format === undefined ? '' : '/format',
    message:
      format === undefined
        ? `the document has no 'format', so it is no definition (expected '${definitionFormat}')`
        : `the document is of format ${JSON.stringify(format)}, not '${definitionFormat}'`,
  };
}

/**
 * `osy run` waits for the schema to be compiled, so nothing is spent on making the validator itself fast or small, and the
 * shipped schema is held against its meta-schema by a test instead of on every run.
 */
const options: Options = {
  discriminator: true,
  strictTypes: false,
  strictTuples: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
};

let compiled: Promise<ValidateFunction> | undefined;

function validator(): Promise<ValidateFunction> {
  compiled ??= import('ajv/dist/2020.js').then(({ Ajv2020 }) => new Ajv2020(options).compile(readSchema()));
  return compiled;
}

function describe(errors: readonly ErrorObject[], document: unknown): LoadError {
  const error = deepest(errors);
  const { instancePath, keyword, params, message } = error as ErrorObject;
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      return {
        pointer: `${instancePath}/${escaped(name)}`,
        message: `'${name}' is not known here: the document was changed, or compiled by a newer osy`,
      };
    }
    case 'required':
      return { pointer: instancePath, message: `'${params['missingProperty']}' is missing` };
    case 'const':
      return { pointer: instancePath, message: `must be ${JSON.stringify(params['allowedValue'])}` };
    case 'enum': {
      const found = JSON.stringify(valueAt(document, instancePath));
      if (/^\/pipeline\/steps\/\d+\/name$/.test(instancePath)) {
        return { pointer: instancePath, message: `there is no step named ${found}` };
      }
      return {
        pointer: instancePath,
        message: `${found} is not one of ${(params['allowedValues'] as unknown[]).map((v) => JSON.stringify(v)).join(', ')}`,
      };
    }
    case 'discriminator': {
      const tag = String(params['tag']);
      return {
        pointer: `${instancePath}/${tag}`,
        message: `no kind of node is called ${JSON.stringify(params['tagValue'])}`,
      };
    }
    default:
      return { pointer: instancePath, message: message ?? 'does not fit the schema' };
  }
}

/** Of the errors of alternatives the one furthest inside says most. */
function deepest(errors: readonly ErrorObject[]): ErrorObject {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  return errors.reduce((best, error) => (depth(error) > depth(best) ? error : best), errors[0] as ErrorObject);
}

function valueAt(document: unknown, pointer: string): unknown {
  let at = document;
  for (const part of pointer.split('/').slice(1)) {
    at = (at as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return at;
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
