/** What can be wrong, or doubtful, inside a body: findings.md, "Compile rules" (General), and the lint-level ones the checker sees itself. */
import { rule } from '../diagnostic.ts';

export const unassignedLocal = rule<{ name: string }>({
  code: 'OSY2050',
  name: 'unassigned-local',
  level: 'error',
  summary: 'A local is read before every path to it has given it a value.',
  message: ({ name }) => `'${name}' is read here, but not every path that leads here has given it a value`,
  help: ({ name }) => `Give '${name}' a value where it is declared, or on every path before this one.`,
});

export const unassignedOut = rule<{ name: string }>({
  code: 'OSY2051',
  name: 'unassigned-local',
  level: 'error',
  summary: 'An `out` parameter has no value when the function returns.',
  message: ({ name }) => `the \`out\` parameter '${name}' must have a value on every path that returns`,
});

export const misplacedStatement = rule<{ what: string }>({
  code: 'OSY2052',
  name: 'misplaced-statement',
  level: 'error',
  summary: 'A statement stands where it means nothing: `break` outside a loop, `throw;` outside a catch, …',
  message: ({ what }) => what,
});

export const unreachableCatch = rule<{ type: string; earlier: string }>({
  code: 'OSY2053',
  name: 'unreachable-catch',
  level: 'error',
  summary: 'An earlier `catch` already takes everything that this one names.',
  message: ({ type, earlier }) =>
    type === earlier
      ? `this \`catch\` never runs: an earlier one already catches '${earlier}'`
      : `this \`catch\` never runs: '${type}' is a kind of '${earlier}', which an earlier one already catches`,
  help: 'Put the more special `catch` first, or remove this one.',
});

/** @param problem the label is an earlier one again, or earlier ones take every value that would get to it */
export const duplicateCase = rule<{ label: string; problem: 'same' | 'taken' }>({
  code: 'OSY2054',
  name: 'duplicate-case',
  level: 'error',
  summary: 'A label of a `switch` that no value gets to.',
  message: ({ label, problem }) =>
    problem === 'same'
      ? `\`${label}\` stands in this \`switch\` already`
      : `no value gets to \`${label}\`: what stands before it in this \`switch\` takes them all`,
  help: ({ problem }) =>
    problem === 'same' ? 'Remove one of the two.' : 'Put the more special label first, or remove this one.',
});

export const readOnly = rule<{ what: string; why: string }>({
  code: 'OSY2055',
  name: 'read-only',
  level: 'error',
  summary: 'What is assigned cannot be assigned.',
  message: ({ what, why }) => `${what} cannot be assigned: ${why}`,
});

export const notAccessibleHere = rule<{ what: string; why: string }>({
  code: 'OSY2056',
  name: 'not-accessible-here',
  level: 'error',
  summary: 'A name that has a meaning elsewhere, but not in this body.',
  message: ({ what, why }) => `${what} is not accessible here: ${why}`,
});

export const fallThrough = rule({
  code: 'OSY2057',
  name: 'switch-fall-through',
  level: 'error',
  summary: 'A section of a `switch` runs into the next one.',
  message: () =>
    'this section runs into the next one: a section ends with `break`, `return`, `throw`, `continue` or `goto`',
  help: 'Put `break;` at its end.',
});

export const invalidConstant = rule<{ why: string }>({
  code: 'OSY2058',
  name: 'invalid-constant',
  level: 'error',
  summary: 'A constant expression has no value: it overflows, divides by zero, or is not constant at all.',
  message: ({ why }) => why,
});

export const tooDeep = rule({
  code: 'OSY2059',
  name: 'too-deeply-nested',
  level: 'error',
  summary: 'An expression or statement is nested deeper than the checker follows.',
  message: () => 'this is nested too deeply to be checked: give a part of it a name of its own',
});

export const possibleNull = rule<{ what: string; member: string }>({
  code: 'OSY3301',
  name: 'possible-null',
  level: 'should',
  summary: 'A value that may be null is dereferenced.',
  message: ({ what, member }) => `${what} may be null here${member === '' ? '' : `, and ${member} would throw`}`,
  help: 'Test it first (`if (x != null)`), use `?.` or `??`, or write `!` where you know better.',
});

export const unusedLocal = rule<{ name: string; what: string }>({
  code: 'OSY3302',
  name: 'unused-local',
  level: 'consider',
  summary: 'A local is never read, and nothing would change without it.',
  message: ({ name, what }) => `the ${what} '${name}' is never used`,
});

export const codeAfterGoto = rule({
  code: 'OSY3303',
  name: 'code-after-goto',
  level: 'should',
  summary: 'A statement after a `goto` never runs.',
  message: () => 'this never runs: the `goto` before it ends the body',
  help: 'Put it before the `goto`, or in the `enter` of the state the run goes to.',
});

/** Every row of this file. */
export const bodyRules = [
  unassignedLocal,
  unassignedOut,
  misplacedStatement,
  unreachableCatch,
  duplicateCase,
  readOnly,
  notAccessibleHere,
  fallThrough,
  invalidConstant,
  tooDeep,
  possibleNull,
  unusedLocal,
  codeAfterGoto,
] as const;
