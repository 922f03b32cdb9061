/** Clients as models (language.md §6): operations, where each parameter travels, and the client rules. */
import {
  clientBaseUrl,
  clientBodyNotAllowed,
  clientDuplicateOperation,
  clientPathParameter,
  clientTwoBodies,
  clientVerb,
} from '../diagnostics/catalogue/clients.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { Evaluated } from '../ir/ir.ts';
import type { ClientModel, ClientOperationModel, ClientParameter } from '../ir/model.ts';
import type { Attribute, ClientDeclaration, Expression } from '../syntax/tree.ts';
import { argumentsOf, checkAttributes, findAttribute } from './attributes.ts';
import type { DeclarationChecker } from './declaration-checker.ts';
import type { ClientSymbol, OperationSymbol, ParameterSymbol } from './symbols.ts';
import { displayType, stringType } from './type-table.ts';
import type { Type } from './types.ts';
import { Settings } from './workflows/settings.ts';

const verbs = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head'] as const;
type Verb = (typeof verbs)[number];
const places = ['Body', 'Query', 'Header'];
const withBody: ReadonlySet<Verb> = new Set(['Post', 'Put', 'Patch']);
const withoutBody: ReadonlySet<Verb> = new Set(['Get', 'Head']);

export function readClient(checker: DeclarationChecker, symbol: ClientSymbol): ClientModel {
  return new ClientReader(checker, symbol).read();
}

class ClientReader {
  readonly #checker: DeclarationChecker;
  readonly #symbol: ClientSymbol;

  constructor(checker: DeclarationChecker, symbol: ClientSymbol) {
    this.#checker = checker;
    this.#symbol = symbol;
  }

  get #file(): number {
    return this.#symbol.file;
  }

  get #declaration(): ClientDeclaration {
    return this.#symbol.declaration;
  }

  read(): ClientModel {
    const { name, fullName, nameSpan, operations } = this.#symbol;
    const declaration = this.#declaration;
    checkAttributes(this.#checker, this.#file, declaration.attributes, `client '${name}'`);
    const place = { checker: this.#checker, file: this.#file, describe: `client '${name}'` };
    const settings = new Settings(place, declaration.settings, ['BaseUrl', 'Timeout']);
    const timeout = settings.value('Timeout');
    const timeoutValue = timeout && this.#value(timeout, this.#checker.library('TimeSpan'), `\`Timeout\` of '${name}'`);
    const seen = new Map<string, OperationSymbol>();
    const models: ClientOperationModel[] = [];
    for (const operation of operations) {
      const first = seen.get(operation.key);
      if (first !== undefined) this.#reportDuplicate(operation, first);
      else seen.set(operation.key, operation);
      const model = this.#operation(operation);
      if (first === undefined && model !== undefined) models.push(model);
    }
    return {
      name: fullName,
      baseUrl: this.#baseUrl(settings),
      ...(timeoutValue === undefined ? {} : { timeout: timeoutValue }),
      headers: this.#headers(),
      operations: models,
      file: this.#file,
      span: [declaration.start, declaration.end],
      nameSpan,
    };
  }

  // ---------------------------------------------------------------- the client

  #baseUrl(settings: Settings): string {
    const setting = settings.get('BaseUrl');
    const report = (
      at: { start: number; end: number },
      problem: 'missing' | 'relative' | 'scheme' | 'constant',
      value: string,
    ) =>
      this.#checker.report(
        diagnose(clientBaseUrl, this.#checker.source(this.#file), at, { client: this.#symbol.name, problem, value }),
      );
    if (setting === undefined) {
      report(this.#declaration.name, 'missing', '');
      return '';
    }
    if (setting.value.kind === 'MissingExpression') return '';
    const text = this.#constantText(setting.value, '`BaseUrl`');
    if (text === undefined) {
      report(setting, 'constant', '');
      return '';
    }
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
    if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') report(setting, 'scheme', text);
    else if (scheme === undefined || !isUrl(text)) report(setting, 'relative', text);
    return text;
  }

  #headers(): ClientModel['headers'] {
    return this.#declaration.headers.flatMap(({ name, value }) => {
      if (name.kind === 'MissingExpression' || value.kind === 'MissingExpression') return [];
      const text = this.#constantText(name, 'the name of a header');
      const evaluated = this.#value(value, stringType, `a header of '${this.#symbol.name}'`);
      return text === undefined ? [] : { name: text, value: evaluated };
    });
  }

  // ---------------------------------------------------------------- operations

  #operation(operation: OperationSymbol): ClientOperationModel | undefined {
    const { declaration, name } = operation;
    const { attributes } = declaration;
    checkAttributes(this.#checker, this.#file, attributes.filter(isNoVerbLike), `operation '${name}'`, verbs);
    for (const param of declaration.params) {
      checkAttributes(this.#checker, this.#file, param.attributes, `parameter '${param.name.name}'`, places);
    }
    const verb = this.#verb(operation);
    if (verb === undefined) return undefined;
    const path = this.#path(operation, verb.attribute);
    const segments = new Set(path.segments);
    const params = operation.params.map((param) => this.#parameter(operation, param, verb.name, segments));
    for (const segment of segments) {
      if (operation.params.some((param) => param.name === segment)) continue;
      this.#report(operation, { problem: 'no-parameter', segment, operation: name });
    }
    this.#reportTwoBodies(operation, params);
    return {
      key: operation.key,
      name,
      verb: verb.name,
      path: path.text,
      params,
      returns: operation.returns.key,
      span: [declaration.start, declaration.end],
      nameSpan: [declaration.name.start, declaration.name.end],
    };
  }

  #verb(operation: OperationSymbol): { readonly name: Verb; readonly attribute: Attribute } | undefined {
    const { attributes, name } = operation.declaration;
    const found = attributes.filter((attribute) => verbs.some((verb) => verb === attribute.name.name));
    const [attribute, second] = found;
    if (attribute !== undefined && second === undefined) return { name: attribute.name.name as Verb, attribute };
    const like = attributes.find((each) => !isNoVerbLike(each));
    this.#checker.report(
      diagnose(clientVerb, this.#checker.source(this.#file), name, {
        operation: operation.name,
        found:
          found.length > 0
            ? found.map((each) => `[${each.name.name}]`)
            : like === undefined
              ? []
              : [`[${like.name.name}]`],
        nearest: like && nearest(like.name.name, verbs),
      }),
    );
    return undefined;
  }

  #path(operation: OperationSymbol, verb: Attribute): { readonly text: string; readonly segments: readonly string[] } {
    const [written] = argumentsOf(verb).positional;
    const text = written === undefined ? '' : this.#constantText(written, 'the path of an operation');
    if (text === undefined) return { text: '', segments: [] };
    const segments = [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] as string);
    const rest = text.replace(/\{[^{}]*\}/g, '');
    if (/[{}]/.test(rest) || segments.some((segment) => segment.trim() === '') || /^[a-z]+:\/\//i.test(text)) {
      this.#report(operation, { problem: 'malformed', path: text, operation: operation.name });
    }
    return { text, segments: segments.filter((segment) => segment.trim() !== '') };
  }

  #parameter(
    operation: OperationSymbol,
    param: ParameterSymbol,
    verb: Verb,
    segments: ReadonlySet<string>,
  ): ClientParameter {
    const attributes = param.declaration?.attributes ?? [];
    const given = attributes.find((attribute) => places.includes(attribute.name.name));
    const { name, type } = param;
    const model = (where: ClientParameter['in'], wire = name): ClientParameter => ({
      name,
      t: type.key,
      in: where,
      wire,
    });
    const defaultValue = param.declaration?.defaultValue;
    if (defaultValue !== undefined) this.#value(defaultValue, type, `the default of '${name}'`);
    if (segments.has(name)) {
      if (given !== undefined) {
        const attribute = given.name.name;
        this.#report(operation, { problem: 'attribute', parameter: name, attribute, operation: operation.name });
      } else if (!isScalar(type)) {
        const shown = displayType(type);
        this.#report(operation, { problem: 'type', parameter: name, type: shown, operation: operation.name });
      }
      return model('path');
    }
    switch (given?.name.name) {
      case 'Query':
        return model('query', this.#wire(given as Attribute));
      case 'Header':
        return model('header', this.#wire(given as Attribute));
      case 'Body':
        if (withoutBody.has(verb)) {
          this.#checker.report(
            diagnose(clientBodyNotAllowed, this.#checker.source(this.#file), operation.declaration.name, {
              operation: operation.name,
              verb,
              parameter: name,
            }),
          );
        }
        return model('body');
      default:
        return model(withBody.has(verb) ? 'body' : 'query');
    }
  }

  #wire(attribute: Attribute): string | undefined {
    const [name] = argumentsOf(attribute).positional;
    return name && this.#constantText(name, `the name in \`[${attribute.name.name}]\``);
  }

  #reportTwoBodies(operation: OperationSymbol, params: readonly ClientParameter[]): void {
    const [first, second] = params.filter((param) => param.in === 'body');
    if (first === undefined || second === undefined) return;
    const marked = (name: string) =>
      operation.params.some((p) => p.name === name && findAttribute(p.declaration?.attributes ?? [], 'Body'));
    this.#checker.report(
      diagnose(clientTwoBodies, this.#checker.source(this.#file), operation.declaration.name, {
        operation: operation.name,
        first: first.name,
        second: second.name,
        implied: !marked(first.name) || !marked(second.name),
      }),
    );
  }

  #reportDuplicate(operation: OperationSymbol, first: OperationSymbol): void {
    const source = this.#checker.source(this.#file);
    const types = operation.params.map((param) => displayType(param.type)).join(', ');
    this.#checker.report(
      diagnose(
        clientDuplicateOperation,
        source,
        operation.declaration.name,
        { client: this.#symbol.name, operation: `${operation.name}(${types})` },
        { related: [{ file: source, span: first.declaration.name, message: 'declared here first' }] },
      ),
    );
  }

  // ---------------------------------------------------------------- parts

  #report(operation: OperationSymbol, params: Parameters<typeof clientPathParameter.message>[0]): void {
    const source = this.#checker.source(this.#file);
    this.#checker.report(diagnose(clientPathParameter, source, operation.declaration.name, params));
  }

  #value(source: Expression, returns: Type, describe: string): Evaluated {
    return this.#checker.value({ file: this.#file, source, returns, describe });
  }

  #constantText(source: Expression, describe: string): string | undefined {
    if (source.kind === 'StringLiteral') return source.value;
    const { e } = this.#value(source, stringType, describe);
    return e.k === 'const' && typeof e.v === 'string' ? e.v : undefined;
  }
}

/** An attribute with a path that is none of the verbs is most likely one misspelt; `client-verb` speaks of it. */
function isNoVerbLike(attribute: Attribute): boolean {
  const known = verbs.some((verb) => verb === attribute.name.name);
  const [first] = argumentsOf(attribute).positional;
  return known || first?.kind !== 'StringLiteral' || !first.value.startsWith('/');
}

function isUrl(text: string): boolean {
  try {
    return new URL(text).host !== '';
  } catch {
    return false;
  }
}

/** Has one text that can stand in a path. */
function isScalar(type: Type): boolean {
  switch (type.kind) {
    case 'nullable':
      return isScalar(type.element);
    case 'primitive':
      return type.name !== 'object' && type.name !== 'void';
    case 'library':
      return (
        ['Guid', 'DateTime', 'DateOnly', 'TimeOnly', 'TimeSpan'].includes(type.library.name) ||
        type.library.kind === 'enum'
      );
    case 'enum':
    case 'error':
      return true;
    default:
      return false;
  }
}
