/** Compile rules of names, types and declarations: findings.md, "Compile rules" (General). */
import { rule } from '../diagnostic.ts';

/** ` — did you mean 'X'?`, or nothing. */
function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` — did you mean '${suggestion}'?`;
}

function count(n: number, one: string): string {
  return `${n} ${one}${n === 1 ? '' : 's'}`;
}

export const unknownName = rule<
  | { problem: 'name'; name: string; what: 'name' | 'type'; suggestion?: string | undefined }
  | { problem: 'namespace'; name: string; namespace: string }
  | { problem: 'ambiguous'; name: string; candidates: readonly string[] }
  | { problem: 'not-a-type'; name: string; is: string }
>({
  code: 'OSY2001',
  name: 'unknown-name',
  level: 'error',
  summary: 'a name that stands for nothing here',
  message: (p) => {
    switch (p.problem) {
      case 'name':
        return `there is no ${p.what} '${p.name}' here${didYouMean(p.suggestion)}`;
      case 'namespace':
        return `'${p.name}' is declared in namespace '${p.namespace}', which this file does not use`;
      case 'ambiguous':
        return `'${p.name}' may mean ${p.candidates.map((c) => `'${c}'`).join(' or ')}: several namespaces in use declare it`;
      case 'not-a-type':
        return `'${p.name}' is ${p.is}, and a type must stand here`;
    }
  },
  help: (p) => {
    switch (p.problem) {
      case 'name':
        return p.suggestion === undefined
          ? `Declare '${p.name}', or write the name of something that is declared.`
          : `Write '${p.suggestion}', or declare '${p.name}'.`;
      case 'namespace':
        return `Add \`using ${p.namespace};\` at the head of the file, or write '${p.namespace}.${p.name}'.`;
      case 'ambiguous':
        return 'Write the one that is meant with its namespace.';
      case 'not-a-type':
        return 'Write the name of an enum, entity, class, interface or type of the library.';
    }
  },
});

export const typeMismatch = rule<
  | { problem: 'conversion'; from: string; to: string; cast?: boolean; of?: string }
  | { problem: 'cast'; from: string; to: string }
  | { problem: 'operator'; operator: string; left: string; right: string }
  | { problem: 'unary'; operator: string; operand: string }
  | { problem: 'returns'; member: string; overridden: string; from: string; to: string }
  | { problem: 'void'; what: string }
  | { problem: 'constraint'; type: string; parameter: string; constraint: string }
  | { problem: 'other'; text: string; help: string }
>({
  code: 'OSY2002',
  name: 'type-mismatch',
  level: 'error',
  summary: 'a value of one type where another is due',
  message: (p) => {
    switch (p.problem) {
      case 'conversion': {
        const of = p.of === undefined ? '' : `${p.of}: `;
        return `${of}a value of type '${p.from}' stands where '${p.to}' is due, and does not become one by itself`;
      }
      case 'cast':
        return `a value of type '${p.from}' can never be cast to '${p.to}': neither derives from the other, and no conversion leads there`;
      case 'operator':
        return `\`${p.operator}\` does not work on '${p.left}' and '${p.right}'`;
      case 'unary':
        return `\`${p.operator}\` does not work on '${p.operand}'`;
      case 'returns':
        return `'${p.member}' returns '${p.from}', and ${p.overridden}, which it stands in for, returns '${p.to}'`;
      case 'void':
        return `${p.what} has type 'void', which has no values`;
      case 'constraint':
        return `'${p.type}' cannot stand for '${p.parameter}', which must be ${p.constraint}`;
      case 'other':
        return p.text;
    }
  },
  help: (p) => {
    switch (p.problem) {
      case 'conversion':
        return p.cast === true
          ? `Write a cast, \`(${p.to})\`, where the loss is meant, or change one of the types.`
          : `Give a value of type '${p.to}', or change one of the types.`;
      case 'cast':
        return 'Convert the value with a method, or change one of the types.';
      case 'operator':
        return 'Convert one side to the type of the other, or use a method that takes both.';
      case 'unary':
        return 'Convert the operand to a type that the operator works on.';
      case 'returns':
        return `Return '${p.to}' here too.`;
      case 'void':
        return 'Write the type of the value that is meant.';
      case 'constraint':
        return 'Give another type, or loosen the constraint.';
      case 'other':
        return p.help;
    }
  },
});

export const wrongArguments = rule<
  | { problem: 'arguments'; callee: string; detail: string; expected: readonly string[] }
  | { problem: 'ambiguous'; callee: string; candidates: readonly string[] }
  | { problem: 'inference'; callee: string; parameter: string; given: readonly string[] }
  | { problem: 'type-arguments'; callee: string; expected: readonly number[]; given: number }
>({
  code: 'OSY2003',
  name: 'wrong-arguments',
  level: 'error',
  summary: 'a call whose arguments fit no parameter list',
  message: (p) => {
    switch (p.problem) {
      case 'arguments':
        return `'${p.callee}' ${p.detail}`;
      case 'ambiguous':
        return `this call of '${p.callee}' fits ${p.candidates.map((c) => `\`${c}\``).join(' and ')} equally well`;
      case 'inference':
        return p.given.length === 0
          ? `nothing in this call tells what '${p.parameter}' of '${p.callee}' is`
          : `'${p.callee}' is given ${p.given.map((type) => `'${type}'`).join(' and ')}, and its arguments must agree on one type`;
      case 'type-arguments':
        return `'${p.callee}' takes ${p.expected.map(String).join(' or ')} type argument${p.expected.at(-1) === 1 ? '' : 's'}, and ${count(p.given, 'type argument')} ${p.given === 1 ? 'is' : 'are'} written here`;
    }
  },
  help: (p) => {
    switch (p.problem) {
      case 'arguments':
        return p.expected.length === 0
          ? 'Remove the arguments.'
          : `It takes ${p.expected.map((e) => `\`${e}\``).join(', or ')}.`;
      case 'ambiguous':
        return 'Cast an argument to the type that is meant.';
      case 'inference':
        return p.given.length === 0
          ? `Write the type arguments: \`${p.callee}<…>(…)\`.`
          : `Give values of one type, or say which is meant: \`${p.callee}<…>(…)\`.`;
      case 'type-arguments':
        return `Write ${p.expected.map((n) => (n === 0 ? 'none' : count(n, 'type argument'))).join(' or ')}.`;
    }
  },
});

export const missingReturn = rule<{ what: string; type: string }>({
  code: 'OSY2004',
  name: 'missing-return',
  level: 'error',
  summary: 'a function with a result that can end without one',
  message: ({ what, type }) => `not every path of '${what}' returns a '${type}': its end can be reached`,
  help: ({ type }) => `End every path with \`return\` and a '${type}', or with \`throw\`.`,
});

export const duplicateDeclaration = rule<{ what: string; name: string; where: string }>({
  code: 'OSY2005',
  name: 'duplicate-declaration',
  level: 'error',
  summary: 'one name declared twice',
  message: ({ what, name, where }) =>
    `${where} has ${what} '${name}' already — a use of the name could not say which of the two it means`,
  help: 'Remove one of the two, or give this one another name.',
});

export const notNullable = rule<{ type: string }>({
  code: 'OSY2006',
  name: 'not-nullable',
  level: 'error',
  summary: '`null` where a value must be',
  message: ({ type }) => `\`null\` stands where a value of type '${type}' is due, and that is never null`,
  help: ({ type }) => `Give a value, or declare the type as \`${type}?\`.`,
});

export const noSuchMember = rule<{ type: string; name: string; suggestion?: string | undefined; hint?: string }>({
  code: 'OSY2007',
  name: 'no-such-member',
  level: 'error',
  summary: 'a member that the type does not have',
  message: ({ type, name, suggestion, hint }) =>
    `'${type}' has no member '${name}'${didYouMean(suggestion)}${hint === undefined ? '' : ` (${hint})`}`,
  help: ({ type, name, suggestion }) =>
    suggestion === undefined
      ? `Write the name of a member that '${type}' has, or declare '${name}' in it.`
      : `Write '${suggestion}', or declare '${name}' in '${type}'.`,
});

export const notImplemented = rule<{ type: string; members: readonly string[]; from: string; abstract: boolean }>({
  code: 'OSY2008',
  name: 'not-implemented',
  level: 'error',
  summary: 'a class without a member that its base or interface asks for',
  message: ({ type, members, from, abstract }) =>
    `'${type}' ${abstract ? 'derives from' : 'implements'} '${from}', which asks for ${members
      .map((m) => `\`${m}\``)
      .join(', ')}, and '${type}' has no such ${members.length === 1 ? 'member' : 'members'}`,
  help: ({ abstract, type }) =>
    abstract
      ? `Override each of them in '${type}', or make '${type}' abstract.`
      : `Declare each of them public in '${type}', or leave the interface out.`,
});

export const abstractType = rule<
  | { problem: 'new'; type: string; is: 'abstract' | 'an interface' | 'static' }
  | { problem: 'member'; type: string; member: string }
  | { problem: 'base-call'; member: string }
>({
  code: 'OSY2009',
  name: 'abstract-type',
  level: 'error',
  summary: 'an abstract class or interface made into an object',
  message: (p) => {
    switch (p.problem) {
      case 'new':
        return `'${p.type}' is ${p.is}: there are no objects of exactly this type`;
      case 'member':
        return `'${p.member}' is abstract, and its class '${p.type}' is not — an object of it would have a member without a body`;
      case 'base-call':
        return `'${p.member}' is abstract in the base class: there is no body to call`;
    }
  },
  help: (p) => {
    switch (p.problem) {
      case 'new':
        return p.is === 'static' ? 'Call its members by its name.' : 'Make an object of a class that derives from it.';
      case 'member':
        return `Write \`abstract class ${p.type}\`, or give '${p.member}' a body.`;
      case 'base-call':
        return 'Remove the call, or make the base member virtual with a body.';
    }
  },
});

export const nothingToOverride = rule<{
  member: string;
  type: string;
  problem: 'none' | 'not-virtual' | 'sealed';
  base: string;
  suggestion?: string | undefined;
}>({
  code: 'OSY2010',
  name: 'nothing-to-override',
  level: 'error',
  summary: 'an `override` of what is not there, or not virtual',
  message: ({ member, type, problem, base, suggestion }) => {
    switch (problem) {
      case 'none':
        return `'${member}' of '${type}' overrides nothing: no base class has a virtual member of that name and those parameters${didYouMean(suggestion)}`;
      case 'not-virtual':
        return `'${member}' of '${type}' overrides a member of '${base}' that is not virtual`;
      case 'sealed':
        return `'${member}' of '${type}' overrides a member that '${base}' has sealed`;
    }
  },
  help: ({ problem, base }) =>
    problem === 'none'
      ? 'Remove `override`, or write the name and parameters of the member that is meant.'
      : `Make the member of '${base}' \`virtual\`, or give this one another name.`,
});

export const invalidBase = rule<{ type: string; base: string; why: string }>({
  code: 'OSY2011',
  name: 'invalid-base',
  level: 'error',
  summary: 'a base that cannot be one',
  message: ({ type, base, why }) => `'${type}' cannot derive from '${base}': ${why}`,
  help: 'Name another base, or none.',
});

export const baseCycle = rule<{ type: string; chain: readonly string[] }>({
  code: 'OSY2012',
  name: 'base-cycle',
  level: 'error',
  summary: 'a type that is its own base',
  message: ({ type, chain }) => `'${type}' is its own base: ${chain.join(' → ')}`,
  help: 'Take one of the types off the chain.',
});

export const missingBody = rule<{ member: string; problem: 'missing' | 'unwanted'; why: string }>({
  code: 'OSY2013',
  name: 'missing-body',
  level: 'error',
  summary: 'a member without a body, or with one that it must not have',
  message: ({ member, problem, why }) =>
    `'${member}' ${problem === 'missing' ? 'has no body' : 'must have no body'}: ${why}`,
  help: ({ problem }) => (problem === 'missing' ? 'Write a body, `{ … }` or `=> e;`.' : 'End it with `;`.'),
});

export const invalidOperator = rule<{ operator: string; why: string }>({
  code: 'OSY2014',
  name: 'invalid-operator',
  level: 'error',
  summary: 'an operator that cannot be declared so',
  message: ({ operator, why }) => `\`operator ${operator}\` cannot be declared so: ${why}`,
  help: 'Declare it `static`, with the class among its parameters, as in C#.',
});
