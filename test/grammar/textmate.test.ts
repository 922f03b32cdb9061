import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { lex } from '../../src/syntax/lexer.ts';
import { parse } from '../../src/syntax/parse.ts';
import { T } from '../../src/syntax/tokens.ts';
import { loadGrammar, scopesOf } from './textmate.ts';

const grammar = await loadGrammar();
const samples = join(import.meta.dirname, 'samples');
const fixtures = join(import.meta.dirname, '../../fixtures');

// Beside each sample stands how it is coloured: each line, then its tokens with their scopes.
describe('scopes of', () => {
  for (const name of readdirSync(samples).filter((file) => file.endsWith('.osy'))) {
    test(name, async () => {
      const text = readFileSync(join(samples, name), 'utf8');
      expect(parse(new SourceFile(name, text)).unit.declarations.length).toBeGreaterThan(0);
      const shown = scopesOf(grammar, text).flatMap((line) => [
        `> ${line.text}`.trimEnd(),
        ...line.tokens.flatMap(({ startIndex, endIndex, scopes }) => {
          const token = line.text.slice(startIndex, endIndex);
          return token.trim() === '' ? [] : [`  ${token}  ${scopes.slice(1).join(' ').replaceAll('.osy', '')}`];
        }),
      ]);
      await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot(join(samples, name.replace(/\.osy$/, '.scopes')));
    });
  }
});

const strings: readonly T[] = [
  T.StringLiteral,
  T.VerbatimString,
  T.RawString,
  T.CharLiteral,
  T.InterpolatedStart,
  T.InterpolatedEnd,
];

/** What the lexer knows of an offset, as a scope would say it. */
function expected(kind: T): 'string' | 'code' | undefined {
  if (strings.includes(kind)) return 'string';
  // What is between holes and in formats is the string's; the edges of holes are coloured as such.
  if (kind === T.InterpolatedText || kind === T.HoleOpen || kind === T.HoleClose || kind === T.HoleFormat)
    return undefined;
  return 'code';
}

test('strings, comments and code are told apart as the lexer does, in every fixture', () => {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.osy'));
  const wrong: string[] = [];
  for (const path of files.sort()) {
    const text = readFileSync(join(fixtures, path), 'utf8')
      .replace(/^\ufeff/, '')
      .replaceAll('\r', '');
    const file = new SourceFile(path, text);
    const { unit, diagnostics } = parse(file);
    // What a language that is not Osy's means by a quote, nobody knows.
    if (diagnostics.length > 0 || unit.declarations.some((d) => d.kind === 'UnknownDeclaration')) continue;
    const lines = scopesOf(grammar, text);
    const scopesAt = (offset: number): readonly string[] => {
      const { line, column } = file.position(offset);
      return (
        lines[line - 1]?.tokens.find((token) => token.startIndex < column && column <= token.endIndex)?.scopes ?? []
      );
    };
    const tokens = lex(text);
    const check = (offset: number, wanted: 'string' | 'code' | 'comment'): void => {
      const scopes = scopesAt(offset);
      // A hole is code within a string: what counts is what is innermost.
      const inner = scopes.slice(scopes.lastIndexOf('source.osy')).join(' ');
      const found = inner.includes('comment.') ? 'comment' : inner.includes('string.') ? 'string' : 'code';
      if (found !== wanted) {
        const { line, column } = file.position(offset);
        wrong.push(`${path}:${line}:${column} is ${wanted}, and coloured as ${found}`);
      }
    };
    for (let i = 0; i < tokens.count; i++) {
      const wanted = expected(tokens.kinds[i] as T);
      if (wanted === undefined) continue;
      check(tokens.starts[i] as number, wanted);
      if (wanted === 'string') check((tokens.ends[i] as number) - 1, wanted);
    }
    for (const { start } of tokens.comments) check(start, 'comment');
  }
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test('every scope has a name that themes know, and every rule that is included is there', () => {
  const source = readFileSync(join(import.meta.dirname, '../../grammar/osy.tmLanguage.json'), 'utf8');
  const { repository } = JSON.parse(source) as { readonly repository: Readonly<Record<string, unknown>> };
  const included = [...source.matchAll(/"include": "#([\w-]+)"/g)].map(([, name]) => name as string);
  expect(included.filter((name) => !Object.hasOwn(repository, name))).toEqual([]);
  const roots = new Set([...source.matchAll(/"(?:name|contentName)": "([a-z]+)\./g)].map(([, root]) => root));
  const known = [
    'comment',
    'constant',
    'entity',
    'invalid',
    'keyword',
    'meta',
    'punctuation',
    'source',
    'storage',
    'string',
    'support',
    'variable',
  ];
  expect([...roots].filter((root) => !known.includes(root as string))).toEqual([]);
});
