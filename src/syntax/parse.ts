import { syntaxError } from '../diagnostics/catalogue/syntax.ts';
import { compareDiagnostics, type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';
import { lex, type Tokens } from './lexer.ts';
import { OsyParser } from './parser/parser.ts';
import { T } from './tokens.ts';
import type { CompilationUnit, Expression, Statement } from './tree.ts';

export interface ParseResult {
  /** Complete even for a broken file: what could not be read is missing or skipped. */
  readonly unit: CompilationUnit;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ScriptResult {
  readonly statements: readonly Statement[];
  /** The last expression, where it stands without `;`: a prompt shows its value. */
  readonly trailing: Expression | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The text ends within brackets, a comment or a string over several lines: more may follow. */
  readonly incomplete: boolean;
}

let kept: OsyParser | undefined;
const parser = (): OsyParser => {
  kept ??= new OsyParser();
  return kept;
};

const inOrder = (found: Diagnostic[]): Diagnostic[] => found.sort(compareDiagnostics);

/** Parses one file. Throws for nothing that a file can hold. */
export function parse(file: SourceFile): ParseResult {
  const binary = refuseBinary(file);
  if (binary !== undefined) return { unit: emptyUnit(file), diagnostics: [binary] };
  const { unit, diagnostics } = parser().unitOf(file, lex(file.text));
  return { unit, diagnostics: inOrder(diagnostics) };
}

/** Parses a file that holds one expression. */
export function parseExpression(file: SourceFile): {
  readonly expression: Expression;
  readonly diagnostics: readonly Diagnostic[];
} {
  const binary = refuseBinary(file);
  if (binary !== undefined)
    return { expression: { kind: 'MissingExpression', start: 0, end: 0 }, diagnostics: [binary] };
  const { expression, diagnostics } = parser().expressionOf(file, lex(file.text));
  return { expression, diagnostics: inOrder(diagnostics) };
}

/** Parses statements and local functions, as `osy run --script` and the prompt take them. */
export function parseScript(file: SourceFile): ScriptResult {
  const binary = refuseBinary(file);
  if (binary !== undefined) return { statements: [], trailing: undefined, diagnostics: [binary], incomplete: false };
  const tokens = lex(file.text);
  const { script, diagnostics } = parser().scriptOf(file, tokens);
  return { ...script, diagnostics: inOrder(diagnostics), incomplete: isIncomplete(tokens) };
}

/** Parses statements; the last has its `;` as the others. */
export function parseStatements(file: SourceFile): {
  readonly statements: readonly Statement[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const { statements, trailing, diagnostics } = parseScript(file);
  if (trailing === undefined) return { statements, diagnostics };
  const { start, end } = trailing;
  return {
    statements: [...statements, { kind: 'ExpressionStatement', start, end, expression: trailing }],
    diagnostics,
  };
}

function isIncomplete(tokens: Tokens): boolean {
  const opensMore = (index: number): boolean => {
    const kind = tokens.kinds[index];
    return kind === T.OpenBrace || kind === T.OpenParen || kind === T.OpenBracket;
  };
  if (tokens.unmatched.length > 0 && tokens.unmatched.every(opensMore)) return true;
  const length = tokens.text.length;
  return tokens.errors.some((error) => {
    const kind = tokens.kinds[error.token];
    if (error.token >= tokens.count) return tokens.text.startsWith('/*', error.start);
    return (
      kind === T.Bad &&
      tokens.ends[error.token] === length &&
      /^(@"|""")/.test(tokens.text.slice(error.start, error.start + 3))
    );
  });
}

function refuseBinary(file: SourceFile): Diagnostic | undefined {
  const at = file.text.indexOf('\0');
  if (at < 0) return undefined;
  const sentence = 'this is not a text file: it has a zero byte here';
  return diagnose(syntaxError, file, { start: at, end: at + 1 }, { sentence });
}

function emptyUnit(file: SourceFile): CompilationUnit {
  const end = file.text.length;
  return {
    kind: 'CompilationUnit',
    start: 0,
    end,
    file,
    namespace: undefined,
    usings: [],
    declarations: [],
    comments: [],
  };
}
