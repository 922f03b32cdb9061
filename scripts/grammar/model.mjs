// The grammar as a small algebra: from chevrotain's productions, or from the notation of osy.ebnf.
import { added, alsoDeclarations, instead, shared, tokens, trailingCommas } from './by-hand.mjs';
import { expressionText } from './ebnf.mjs';

/**
 * @typedef {{ kind: 'word', text: string } | { kind: 'rule', name: string } | { kind: 'token', name: string }
 *   | { kind: 'seq', items: Expression[] } | { kind: 'alt', items: Expression[] } | { kind: 'opt', item: Expression }
 *   | { kind: 'many', item: Expression } | { kind: 'list', item: Expression, separator: Expression, trailing: boolean }} Expression
 * @typedef {{ name: string, definition: Expression }} Rule
 */

/**
 * The rules in the order a reader meets them, from a file down.
 * @param {readonly object[]} productions as `OsyParser.grammar()` gives them
 * @returns {Rule[]}
 */
export function grammarOf(productions) {
  const rules = new Map();
  for (const { name, definition } of productions) rules.set(name, sequence(definition.map(ofProduction)));
  const known = new Set([...rules.keys(), ...Object.keys(added), ...shared.map(({ name }) => name)]);
  for (const [name, text] of Object.entries({ ...added, ...instead })) rules.set(name, parseNotation(text, known));
  for (const [name, rule] of rules) rules.set(name, withLists(rule, trailingCommas[name]));
  for (const { name, has } of shared) share(rules, name, has);
  for (const name of alsoDeclarations) rules.get('declaration').items.push({ kind: 'rule', name });
  return inOrder(rules, ['compilationUnit', 'script']);
}

// ---------------------------------------------------------------- from chevrotain

function ofProduction(production) {
  switch (production.type) {
    case 'Terminal':
      return Object.hasOwn(tokens, production.name)
        ? { kind: 'token', name: production.name }
        : { kind: 'word', text: production.label };
    case 'NonTerminal':
      return { kind: 'rule', name: production.nonTerminalName ?? production.name };
    case 'Option':
      return optional(sequence(production.definition.map(ofProduction)));
    case 'Repetition':
      return { kind: 'many', item: sequence(production.definition.map(ofProduction)) };
    case 'Alternation':
      return alternatives(production.definition.map(ofProduction));
    case 'Alternative':
      return sequence(production.definition.map(ofProduction));
    default:
      throw new Error(`no notation for chevrotain's ${production.type}`);
  }
}

function sequence(items) {
  const flat = items.flatMap((item) => (item.kind === 'seq' ? item.items : [item]));
  return flat.length === 1 ? flat[0] : { kind: 'seq', items: flat };
}
function alternatives(items) {
  const flat = items.flatMap((item) => (item.kind === 'alt' ? item.items : [item]));
  const seen = new Set();
  const unique = flat.filter((item) => !seen.has(expressionText(item)) && seen.add(expressionText(item)));
  return unique.length === 1 ? unique[0] : { kind: 'alt', items: unique };
}
function optional(item) {
  return item.kind === 'opt' || item.kind === 'many' ? item : { kind: 'opt', item };
}

// ---------------------------------------------------------------- what belongs together

function mapParts(expression, change) {
  switch (expression.kind) {
    case 'seq':
      return change(sequence(expression.items.map((item) => mapParts(item, change))));
    case 'alt':
      return change(alternatives(expression.items.map((item) => mapParts(item, change))));
    case 'opt':
      return change(optional(mapParts(expression.item, change)));
    case 'many': {
      const item = mapParts(expression.item, change);
      return change(item.kind === 'many' ? item : { kind: 'many', item });
    }
    case 'list':
      return change({ ...expression, item: mapParts(expression.item, change) });
    default:
      return change(expression);
  }
}

/** `item ( "," item )*` becomes one list. `trailing`: how elements begin after which a comma may stand. */
function withLists(rule, trailing) {
  return mapParts(rule, (part) => {
    if (part.kind !== 'seq') return part;
    const items = [];
    for (const item of part.items) {
      const isTail = item.kind === 'many' && item.item.kind === 'seq' && item.item.items.length > 1;
      const [separator, ...rest] = isTail ? item.item.items : [];
      const before = isTail ? items.slice(-rest.length) : [];
      const isList =
        isTail && separator.kind === 'word' && before.length === rest.length && textOf(before) === textOf(rest);
      if (isList) {
        items.splice(-rest.length);
        const item = sequence(rest);
        items.push({ kind: 'list', item, separator, trailing: mayTrail(item, separator, trailing) });
      } else items.push(item);
    }
    // A trailing comma that the notation spells out.
    const at = items.findIndex((item) => item.kind === 'list' && item.trailing);
    if (at >= 0 && items[at + 1]?.kind === 'opt' && textOf([items[at + 1]]) === textOf([optional(items[at].separator)]))
      items.splice(at + 1, 1);
    return sequence(items);
  });
}
const mayTrail = (item, separator, beginning) =>
  beginning !== undefined && separator.text === ',' && expressionText(item).startsWith(beginning);
const textOf = (items) => expressionText(sequence(items));

/** Gives a part that many rules have a rule of its own. */
function share(rules, name, has) {
  let found;
  for (const [rule, definition] of rules) {
    const replaced = mapParts(definition, (part) => {
      if (part.kind !== 'alt' || !expressionText(part).includes(has)) return part;
      if (!part.items.every(isFlat)) return part;
      found ??= part;
      return { kind: 'rule', name };
    });
    rules.set(rule, replaced);
  }
  if (found === undefined) throw new Error(`no rule has what '${name}' is to stand for`);
  rules.set(name, found);
}
const isFlat = (item) =>
  item.kind !== 'seq' || item.items.every((part) => part.kind === 'word' || part.kind === 'rule');

/** Breadth first from the beginnings; what nothing leads to would be a mistake of the table. */
function inOrder(rules, beginnings) {
  const order = [];
  const seen = new Set(beginnings);
  const queue = [...beginnings];
  while (queue.length > 0) {
    const name = queue.shift();
    const definition = rules.get(name);
    if (definition === undefined) throw new Error(`there is no rule '${name}'`);
    order.push({ name, definition });
    for (const next of rulesIn(definition)) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  const lost = [...rules.keys()].filter((name) => !seen.has(name));
  if (lost.length > 0) throw new Error(`no rule leads to ${lost.join(', ')}`);
  return order;
}

/** Names of the rules an expression uses, as they come. */
export function rulesIn(expression) {
  switch (expression.kind) {
    case 'rule':
      return [expression.name];
    case 'seq':
    case 'alt':
      return expression.items.flatMap(rulesIn);
    case 'opt':
    case 'many':
    case 'list':
      return rulesIn(expression.item);
    default:
      return [];
  }
}

// ---------------------------------------------------------------- from the notation

function parseNotation(text, rules) {
  const parts = text.match(/"[^"]*"|[A-Za-z]+|[()|?*]/g) ?? [];
  let at = 0;
  const alternation = () => {
    const items = [concatenation()];
    while (parts[at] === '|') {
      at++;
      items.push(concatenation());
    }
    return alternatives(items);
  };
  const concatenation = () => {
    const items = [];
    while (at < parts.length && parts[at] !== ')' && parts[at] !== '|') items.push(repeated(single()));
    return sequence(items);
  };
  const repeated = (item) => {
    if (parts[at] === '?') at++;
    else if (parts[at] === '*') {
      at++;
      return { kind: 'many', item };
    } else return item;
    return optional(item);
  };
  const single = () => {
    const part = parts[at++];
    if (part === '(') {
      const inner = alternation();
      at++;
      return inner;
    }
    if (part.startsWith('"')) return { kind: 'word', text: part.slice(1, -1) };
    return rules.has(part) ? { kind: 'rule', name: part } : { kind: 'token', name: part };
  };
  return alternation();
}
