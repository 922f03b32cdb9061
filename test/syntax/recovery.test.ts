import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { lex } from '../../src/syntax/lexer.ts';
import { parse } from '../../src/syntax/parse.ts';
import type { Declaration } from '../../src/syntax/tree.ts';
import { filesUnder } from './apps.ts';
import { messages } from './dump.ts';

const read = (text: string) => parse(new SourceFile('x.osy', text));
const nameOf = (d: Declaration): string => ('name' in d ? d.name.name : d.word);

/** A small random generator, so that every run breaks the same places. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type Mutation = 'delete' | 'double' | 'swap';

function mutate(text: string, next: () => number): { mutated: string; from: number; to: number } | undefined {
  const { count, starts, ends } = lex(text);
  if (count < 3) return undefined;
  const index = Math.floor(next() * (count - 1));
  const [start, end] = [starts[index] as number, ends[index] as number];
  const [start2, end2] = [starts[index + 1] as number, ends[index + 1] as number];
  const token = text.slice(start, end);
  const kind = (['delete', 'double', 'swap'] as Mutation[])[Math.floor(next() * 3)];
  if (kind === 'delete') return { mutated: text.slice(0, start) + text.slice(end), from: start, to: start };
  if (kind === 'double') {
    const space = /\w/.test(token.charAt(0)) ? ' ' : '';
    return { mutated: text.slice(0, end) + space + token + text.slice(end), from: start, to: end };
  }
  const swapped = text.slice(start2, end2) + text.slice(end, start2) + token;
  return { mutated: text.slice(0, start) + swapped + text.slice(end2), from: start, to: end2 };
}

describe('a token deleted, doubled or swapped', () => {
  const files = filesUnder('cases').filter((file) => file.text.length > 40);
  const next = random(20261130);
  const counts: number[] = [];
  let near = 0;
  let pointed = 0;
  while (counts.length < 300) {
    const file = files[Math.floor(next() * files.length)] as SourceFile;
    const mutation = mutate(file.text, next);
    if (mutation === undefined) continue;
    const broken = new SourceFile(file.path, mutation.mutated);
    const { diagnostics } = parse(broken);
    const [first] = diagnostics;
    if (first === undefined) continue; // still a program, as `;;` is
    const isNear = (offset: number): boolean => {
      const { line } = broken.position(offset);
      return line >= broken.position(mutation.from).line - 2 && line <= broken.position(mutation.to).line + 2;
    };
    counts.push(diagnostics.length);
    if (isNear(first.span.start)) near++;
    if (isNear(first.span.start) || first.related?.some((label) => isNear(label.span.start))) pointed++;
  }

  test('is reported within two lines of the damage', () => {
    expect(near / 300).toBeGreaterThanOrEqual(0.95);
  });
  test('is pointed at, counting the label at a brace that is never closed', () => {
    expect(pointed / 300).toBeGreaterThanOrEqual(0.98);
  });
  test('is reported once', () => {
    counts.sort((a, b) => a - b);
    expect(counts[150]).toBe(1);
    expect(counts.filter((count) => count === 1).length / 300).toBeGreaterThanOrEqual(0.95);
    expect(counts.at(-1)).toBeLessThanOrEqual(10);
  });
});

describe('what is around a mistake', () => {
  test('several mistakes in a file are each reported, at their own lines', () => {
    const { diagnostics } = read(
      'int A() { return 1 }\nentity B { string ; }\nint C( { }\nenum D { X, Y }\nint E() => ;\n',
    );
    expect(diagnostics.map((d) => d.file.position(d.span.start).line)).toEqual([1, 2, 3, 5]);
  });

  test('later declarations are still there', () => {
    const { unit } = read(
      'int A() { return (1 + ; }\nentity B { string Name; int }\nworkflow W { state { } state S { } }\nint Last() => 1;\n',
    );
    expect(unit.declarations.map(nameOf)).toEqual(['A', 'B', 'W', 'Last']);
    const workflow = unit.declarations[2];
    expect(workflow?.kind === 'WorkflowDeclaration' && workflow.items.length).toBe(2);
  });

  test('a broken initialiser keeps its variable', () => {
    const { unit } = read('void F() { var a = (1 + ; var b = a; }');
    const [f] = unit.declarations;
    const body = f?.kind === 'FunctionDeclaration' && f.body?.kind === 'Block' ? f.body.statements : [];
    expect(body.map((s) => (s.kind === 'LocalDeclaration' ? s.variables[0]?.name.name : s.kind))).toEqual(['a', 'b']);
  });

  test('a missing `;` is reported at the end of its statement', () => {
    const { diagnostics } = read('void F() {\n  G()\n\n  H();\n}\n');
    expect(messages(diagnostics)).toBe('2:6 expected `;` at the end of this statement');
  });

  test('an unclosed block is reported at the end of the file, with a label where it opens', () => {
    const { diagnostics } = read('void F() {\n  if (x) {\n    G();\n}\n\nvoid H() { }\n');
    expect(messages(diagnostics)).toBe(
      '6:13 a `}` is missing: a block is still open at the end of the file (2:10 this `{` is never closed)',
    );
  });

  test('a workflow whose state lacks its `}` keeps its other states', () => {
    const { unit, diagnostics } = read(
      'workflow W {\n  state A {\n    enter { F();\n  }\n  state B { }\n  terminal success C { }\n}\n',
    );
    expect(diagnostics).toHaveLength(1);
    const [workflow] = unit.declarations;
    const items = workflow?.kind === 'WorkflowDeclaration' ? workflow.items : [];
    expect(items.map((item) => (item.kind === 'StateDeclaration' ? item.name.name : ''))).toEqual(['A', 'B', 'C']);
  });

  test('a string that is never closed costs one message', () => {
    for (const string of ['"abc;', '$"abc {x};', '$"abc {x;', '$"abc {x";', '$"abc {F("x;', "'a;"]) {
      const { diagnostics } = read(`void F() {\n  var x = ${string}\n  G();\n}\nint H() => 1;\n`);
      expect(
        diagnostics.map((d) => d.file.position(d.span.start).line),
        string,
      ).toEqual([2]);
    }
  });

  test('declarations of unknown kind are skipped without a word', () => {
    const { unit, diagnostics } = read("widget X(a b c) { <div>it's ; { nested } </div> }\nenum E { A }\n");
    expect(messages(diagnostics)).toBe('');
    expect(unit.declarations.map((d) => d.kind)).toEqual(['UnknownDeclaration', 'EnumDeclaration']);
  });
});
