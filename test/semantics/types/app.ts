/** Declares an app from source text, for the tests of this folder. */
import { type Declarations, declare } from '../../../src/semantics/declarations.ts';
import type { GlobalSymbol } from '../../../src/semantics/symbols.ts';
import { displayType } from '../../../src/semantics/type-table.ts';
import type { Type } from '../../../src/semantics/types.ts';
import { SourceFile } from '../../../src/source/source.ts';
import { parse } from '../../../src/syntax/parse.ts';
import type { TypeSyntax } from '../../../src/syntax/tree.ts';

export interface App extends Declarations {
  /** `name at line:column`, in order. */
  readonly found: readonly string[];
  /** The messages, in order. */
  readonly messages: readonly string[];
  /** A type as source writes it. */
  type(text: string): Type;
  symbol<K extends GlobalSymbol['kind']>(name: string, kind: K): Extract<GlobalSymbol, { kind: K }>;
}

/** One file a text; they are named `a.osy`, `b.osy`, … */
export function app(...texts: readonly string[]): App {
  const files = texts.map((text, i) => new SourceFile(`${String.fromCharCode(97 + i)}.osy`, text));
  const parsed = files.map((file) => parse(file));
  const syntax = parsed.flatMap((result) => result.diagnostics);
  if (syntax.length > 0) throw new Error(`the test's source is wrong: ${syntax.map((d) => d.message).join('; ')}`);
  const declarations = declare(
    parsed.map((result) => result.unit),
    files,
  );
  return {
    ...declarations,
    found: declarations.diagnostics.map((d) => {
      const { line, column } = d.file.position(d.span.start);
      return `${d.name} at ${texts.length > 1 ? `${d.file.path} ` : ''}${line}:${column}`;
    }),
    messages: declarations.diagnostics.map((d) => d.message),
    type: (text) => {
      const unit = parse(new SourceFile('t.osy', `void F(${text} x) {}`)).unit;
      const [f] = unit.declarations;
      const syntaxTree = f?.kind === 'FunctionDeclaration' ? (f.params[0]?.type as TypeSyntax) : undefined;
      if (syntaxTree === undefined) throw new Error(`no type: ${text}`);
      const problems: string[] = [];
      const type = declarations.resolver.resolve(syntaxTree, { file: 0, report: (d) => problems.push(d.message) });
      if (problems.length > 0) throw new Error(problems.join('; '));
      return type;
    },
    symbol: (name, kind) => {
      const symbol = declarations.scope.anywhere(name).find((s) => s.kind === kind);
      if (symbol === undefined) throw new Error(`no ${kind} '${name}'`);
      return symbol as Extract<GlobalSymbol, { kind: typeof kind }>;
    },
  };
}

export const show = (type: Type | undefined): string | undefined => type && displayType(type);
