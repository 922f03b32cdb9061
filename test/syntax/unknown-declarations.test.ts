import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { parse } from '../../src/syntax/parse.ts';
import { messages } from './dump.ts';

const found = (text: string): string => messages(parse(new SourceFile('x.osy', text)).diagnostics);

describe('declarations that are not compiled', () => {
  test('nothing is said about what is in them', () => {
    expect(found("component Page() {\n  <p>it's #1</p>\n}\nint F() => 1;")).toBe('');
  });
  test('an error stays an error where reading goes on with something unknown', () => {
    expect(found('policy P => a +\n.Foo;\n')).toBe('2:1 expected an expression, found `.`');
    expect(found('int F(int a) => a.\n+ ;\nint G() => 1;')).toBe('2:1 what is after `.` needs a name');
  });
});
