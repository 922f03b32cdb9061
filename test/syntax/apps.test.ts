import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { parse, parseExpression, parseScript } from '../../src/syntax/parse.ts';
import { filesUnder, fixtures } from './apps.ts';
import { messages } from './dump.ts';

describe('whole apps', () => {
  const files = filesUnder('cases');

  test('every file of the cases is read without a syntax error', () => {
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) expect(messages(parse(file).diagnostics), file.path).toBe('');
  });

  test('nothing in them is taken for a declaration of unknown kind', () => {
    const unknown = files.flatMap((file) =>
      parse(file).unit.declarations.filter((d) => d.kind === 'UnknownDeclaration'),
    );
    expect(unknown).toEqual([]);
  });

  test('CRLF and lone CR end lines as LF does', () => {
    for (const file of files) {
      const lines = parse(file).unit.declarations.map((d) => file.position(d.end).line);
      for (const end of ['\r\n', '\r']) {
        const other = new SourceFile(file.path, file.text.replaceAll('\n', end));
        const { unit, diagnostics } = parse(other);
        expect(messages(diagnostics), file.path).toBe('');
        expect(unit.declarations.map((d) => other.position(d.end).line)).toEqual(lines);
      }
    }
  });
});

interface Vector {
  readonly id: string;
  readonly expr?: string;
  readonly body?: string;
  readonly vars?: readonly { readonly type: string; readonly name: string; readonly init: string }[];
  readonly params?: Vector['vars'];
}

const vectors = join(fixtures, 'vectors');
describe.runIf(existsSync(vectors))('vectors', () => {
  for (const name of existsSync(vectors) ? readdirSync(vectors).filter((file) => file.endsWith('.jsonl')) : []) {
    test(`${name} is C# that Osy reads`, () => {
      for (const line of readFileSync(join(vectors, name), 'utf8').trim().split('\n')) {
        const { id, expr, body, vars = [], params = [] } = JSON.parse(line) as Vector;
        if (expr !== undefined) expect(messages(parseExpression(new SourceFile(id, expr)).diagnostics), id).toBe('');
        const locals = [...vars, ...params].map((local) => `${local.type} ${local.name} = ${local.init};`);
        const script = [...locals, body ?? ''].join('\n');
        expect(messages(parseScript(new SourceFile(id, script)).diagnostics), id).toBe('');
      }
    });
  }
});
