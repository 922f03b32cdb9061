/** Compile rules of entities, policies and manifests (language.md §2, §5), and what is recognised but not compiled. */
import { rule } from '../diagnostic.ts';

export const entityAttribute = rule<{ attribute: string; member: string; problem: string; instead: string }>({
  code: 'OSY2251',
  name: 'entity-attribute',
  level: 'error',
  summary: 'an attribute that does not fit its member',
  message: ({ attribute, member, problem, instead }) =>
    `\`[${attribute}]\` does not fit '${member}' — ${problem}. ${instead}`,
});

export const foreignKey = rule<{ member: string; problem: string; instead: string }>({
  code: 'OSY2252',
  name: 'foreign-key',
  level: 'error',
  summary: 'a collection without the reference that it is the other side of',
  message: ({ member, problem, instead }) => `'${member}' cannot be a collection — ${problem}. ${instead}`,
});

export const policyWithoutDefinition = rule<{ policy: string }>({
  code: 'OSY2253',
  name: 'policy-without-definition',
  level: 'error',
  summary: 'an abstract policy that no file defines',
  message: ({ policy }) =>
    `policy '${policy}' is declared and nowhere defined — a check of it could be answered neither yes nor no. Define it in some ` +
    `file of the app: \`policy ${policy} => user != null;\`.`,
});

export const twoPrincipalEntities = rule<{ entity: string; other: string }>({
  code: 'OSY2254',
  name: 'two-principal-entities',
  level: 'error',
  summary: 'more than one entity is marked [Principal]',
  message: ({ entity, other }) =>
    `'${other}' is marked \`[Principal]\` already — one kind of row acts in an app, and \`user\` and \`actor\` are of its type. ` +
    `Remove \`[Principal]\` here, or let '${entity}' inherit from '${other}'.`,
});

export const manifestEntry = rule<{ word: string; problem: string; instead: string }>({
  code: 'OSY2255',
  name: 'manifest-entry',
  level: 'error',
  summary: 'a line of a manifest that cannot be followed',
  message: ({ word, problem, instead }) => `the \`${word}\` line cannot be followed — ${problem}. ${instead}`,
});

export const testShape = rule<{ test: string; problem: string; instead: string }>({
  code: 'OSY2256',
  name: 'test-shape',
  level: 'error',
  summary: 'a test or fixture that could not be run',
  message: ({ test, problem, instead }) => `'${test}' cannot run as a test — ${problem}. ${instead}`,
});

export const securityVerb = rule<{ verb: string; nearest?: string | undefined }>({
  code: 'OSY2257',
  name: 'security-verb',
  level: 'error',
  summary: 'a security rule for something that is no verb',
  message: ({ verb, nearest }) =>
    `'${verb}' is nothing that can be allowed or denied, so this rule would never count.` +
    (nearest === undefined ? '' : ` Did you mean '${nearest}'?`) +
    ' The verbs are `create`, `read`, `update`, `delete` and `all`.',
});

export const declarationNotCompiled = rule<{ word: string; more: number }>({
  code: 'OSY3401',
  name: 'declaration-not-compiled',
  level: 'consider',
  summary: 'a declaration of a kind that osy does not compile',
  message: ({ word, more }) =>
    `\`${word}\` is recognised and not compiled — osy checks and runs the workflow side of an app, and what stands in this ` +
    `declaration is neither checked nor run${more === 0 ? '' : ` (${more} more in this file)`}. Move what workflows need into a ` +
    'function, a class or an entity.',
});

export const entityRules = [
  entityAttribute,
  foreignKey,
  policyWithoutDefinition,
  twoPrincipalEntities,
  manifestEntry,
  testShape,
  securityVerb,
  declarationNotCompiled,
] as const;
