/** `--since`: what a change has to do with. */
import { expect, it } from 'vitest';
import { touching } from '../../src/lint/since.ts';
import { SourceFile } from '../../src/source/source.ts';
import { finding } from './findings.ts';

const changed = new SourceFile('changed.osy', 'x');
const calm = new SourceFile('calm.osy', 'x');
const span = { start: 0, end: 1 };

const found = {
  inside: finding('empty-catch', '', { file: changed }),
  outside: finding('empty-catch', '', { file: calm }),
  chain: finding('network-fault-unhandled', '', {
    file: calm,
    chain: [
      { name: 'a', file: calm, span },
      { name: 'b', file: changed, span },
    ],
  }),
  label: finding('possible-redirect-cycle', '', { file: calm, related: [{ message: 'm', file: changed, span }] }),
  elsewhere: finding('network-fault-unhandled', '', { file: calm, chain: [{ name: 'a', file: calm, span }] }),
  error: finding('syntax-error', '', { file: calm }),
};

it('findings in changed files, through them, and every error', () => {
  const told = touching(Object.values(found), (path) => path === 'changed.osy');
  expect(told).toEqual([found.inside, found.chain, found.label, found.error]);
});
