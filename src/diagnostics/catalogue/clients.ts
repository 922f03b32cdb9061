/** Compile rules of clients (language.md §6). */
import { rule } from '../diagnostic.ts';

export const clientDuplicateOperation = rule<{ client: string; operation: string }>({
  code: 'OSY2201',
  name: 'client-duplicate-operation',
  level: 'error',
  summary: 'two operations with one name and one parameter list',
  message: ({ client, operation }) =>
    `client '${client}' declares \`${operation}\` already — a call could not say which of the two it means. Remove this one, or ` +
    'give it another name or other parameters.',
});

export const clientPathParameter = rule<
  | { problem: 'no-parameter'; segment: string; operation: string }
  | { problem: 'malformed'; path: string; operation: string }
  | { problem: 'attribute'; parameter: string; attribute: string; operation: string }
  | { problem: 'type'; parameter: string; type: string; operation: string }
  | { problem: 'nullable'; parameter: string; type: string; operation: string }
>({
  code: 'OSY2202',
  name: 'client-path-parameter',
  level: 'error',
  summary: 'a path and the parameters of its operation that do not fit',
  message: (p) => {
    switch (p.problem) {
      case 'no-parameter':
        return (
          `the path of '${p.operation}' names \`{${p.segment}}\`, and no parameter is called '${p.segment}' — the segment would ` +
          `stay empty. Add the parameter \`string ${p.segment}\`, or take the segment out of the path.`
        );
      case 'malformed':
        return (
          `the path '${p.path}' of '${p.operation}' cannot be read — a path begins with \`/\`, and every \`{\` names one parameter ` +
          'and is closed by `}`. Write it like `"/messages/{id}"`.'
        );
      case 'attribute':
        return (
          `parameter '${p.parameter}' of '${p.operation}' is a segment of the path and is marked \`[${p.attribute}]\` too — it can ` +
          `travel in one place only. Remove \`[${p.attribute}]\`, or take \`{${p.parameter}}\` out of the path.`
        );
      case 'type':
        return (
          `parameter '${p.parameter}' of '${p.operation}' is a segment of the path, and a value of type '${p.type}' has no text ` +
          'that could stand in one. Take a string, a number, a date, a Guid, a bool or an enum, or send it as `[Query]` or body.'
        );
      case 'nullable':
        return (
          `parameter '${p.parameter}' of '${p.operation}' is a segment of the path and may be null — a path has a hole where a ` +
          `segment is missing. Take '${p.type.replace(/\?$/, '')}', or send it as \`[Query]\`, which leaves a null out.`
        );
    }
  },
});

export const clientTwoBodies = rule<{ operation: string; first: string; second: string; implied: boolean }>({
  code: 'OSY2203',
  name: 'client-two-bodies',
  level: 'error',
  summary: 'two parameters that both would be the body',
  message: ({ operation, first, second, implied }) =>
    `'${second}' and '${first}' would both be the body of '${operation}' — a request carries one.` +
    (implied ? ' A parameter without an attribute is the body here.' : '') +
    ` Put both into one class, or mark one of them \`[Query]\` or \`[Header("…")]\`.`,
});

export const clientBodyNotAllowed = rule<{ operation: string; verb: string; parameter: string }>({
  code: 'OSY2204',
  name: 'client-body-not-allowed',
  level: 'error',
  summary: '[Body] on a verb that carries none',
  message: ({ operation, verb, parameter }) =>
    `'${parameter}' is marked \`[Body]\`, and '${operation}' is a ${verb.toUpperCase()} — such a request carries no body, and a server ` +
    'may drop or refuse one. Send it as `[Query]`, or use `[Post]`.',
});

export const clientBaseUrl = rule<{
  client: string;
  problem: 'missing' | 'relative' | 'scheme' | 'constant';
  value: string;
}>({
  code: 'OSY2205',
  name: 'client-base-url',
  level: 'error',
  summary: 'no BaseUrl, or none that is an absolute http(s) address',
  message: ({ client, problem, value }) => {
    const why = {
      missing: `client '${client}' has no \`BaseUrl\``,
      relative: `'${value}' is no absolute address`,
      scheme: `'${value}' is an address of another kind than http or https`,
      constant: `the \`BaseUrl\` of '${client}' is no constant text`,
    }[problem];
    return `${why} — every operation's path is put behind it, and its host is what \`egress\` allows. Write \`BaseUrl = "https://host.example";\`.`;
  },
});

export const clientVerb = rule<{ operation: string; found: readonly string[]; nearest?: string | undefined }>({
  code: 'OSY2206',
  name: 'client-verb',
  level: 'error',
  summary: 'an operation without a verb, or with several',
  message: ({ operation, found, nearest }) =>
    (found.length === 0
      ? `operation '${operation}' names no verb, so it is not known what to send.`
      : found.length === 1
        ? `'${found[0]}' of operation '${operation}' is no verb with a path.`
        : `operation '${operation}' names ${found.length} verbs (${found.join(', ')}), and a call sends one request.`) +
    (nearest === undefined ? '' : ` Did you mean '${nearest}'?`) +
    ' Put exactly one of `[Get("/…")]`, `[Post]`, `[Put]`, `[Patch]`, `[Delete]`, `[Head]` before it.',
});

export const clientRules = [
  clientDuplicateOperation,
  clientPathParameter,
  clientTwoBodies,
  clientBodyNotAllowed,
  clientBaseUrl,
  clientVerb,
] as const;
