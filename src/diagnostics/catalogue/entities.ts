/** Compile rules of entities, policies and manifests (language.md §2, §5), and what is recognised but not compiled. */
import { type Rule, rule } from '../diagnostic.ts';
import { notImplemented } from './types.ts';

/** `not-implemented` of an abstract policy. */
export const policyWithoutDefinition: Rule<{ policy: string }> = {
  code: notImplemented.code,
  name: notImplemented.name,
  level: 'error',
  summary: 'an abstract policy that no file defines',
  message: ({ policy }) =>
    `policy '${policy}' is declared and nowhere defined — a check of it could be answered neither yes nor no. Define it in some ` +
    `file of the app: \`policy ${policy} => user != null;\`.`,
};

export const testShape = rule<{ test: string; problem: string; instead: string }>({
  code: 'OSY2256',
  name: 'test-shape',
  level: 'error',
  summary: 'a test or fixture that could not be run',
  message: ({ test, problem, instead }) => `'${test}' cannot run as a test — ${problem}. ${instead}`,
});

export const declarationNotCompiled = rule<{ word: string; meant?: string | undefined; more: number }>({
  code: 'OSY3401',
  name: 'declaration-not-compiled',
  level: 'consider',
  summary: 'a declaration of a kind that osy does not compile',
  message: ({ word, meant, more }) =>
    `\`${word}\` is ${meant === undefined ? 'recognised and' : `no word of Osy (did you mean \`${meant}\`?) and`} not compiled — osy checks and runs the workflow side of an app, and what stands in this ` +
    `declaration is neither checked nor run${more === 0 ? '' : ` (${more} more in this file)`}. Move what workflows need into a ` +
    'function, a class or an entity.',
});

export const entityRules = [testShape, declarationNotCompiled] as const;
