import { expect, test } from 'vitest';
import { PlainHost } from '../../../src/runtime/interpreter/index.ts';
import { compileSource } from './programs.ts';

test.each([
  ['DateTime', 'new DateTime(2020, 1, 1)', 'new DateTime(2020, 1, 2)'],
  ['DateOnly', 'new DateOnly(2020, 1, 1)', 'new DateOnly(2020, 1, 2)'],
  ['TimeSpan', 'TimeSpan.FromHours(1)', 'TimeSpan.FromHours(2)'],
  ['Guid', 'Guid.Parse("00000000-0000-0000-0000-000000000001")', 'Guid.Empty'],
])('two nullable values of %s are compared by what they hold', (type, one, other) => {
  const program = compileSource(`
    ${type}? Made() { return ${one}; }
    bool Equal() { ${type}? a = Made(); ${type}? b = Made(); return a == b && !(a != b) && a == ${one}; }
    bool Different() { ${type}? a = Made(); ${type}? b = ${other}; ${type}? none = null;
      return a != b && !(a == b) && a != none && none != a && !(none == a) && none == null; }
  `);
  const host = new PlainHost(program);
  expect(program.call('Equal()', host, [])).toBe(true);
  expect(program.call('Different()', host, [])).toBe(true);
});
