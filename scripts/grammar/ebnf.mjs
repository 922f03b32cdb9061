// osy.ebnf, in the notation of the W3C's specifications.
import { notes, tokens } from './by-hand.mjs';

/** An expression on one line. `tight` asks for brackets around anything of several parts. */
export function expressionText(e, tight = false) {
  const around = (text) => (tight ? `( ${text} )` : text);
  switch (e.kind) {
    case 'word':
      return e.text.includes('"') ? `'${e.text}'` : `"${e.text}"`;
    case 'rule':
    case 'token':
      return e.name;
    case 'seq':
      return around(e.items.map((item) => expressionText(item, item.kind === 'alt')).join(' '));
    case 'alt':
      return around(e.items.map((item) => expressionText(item)).join(' | '));
    case 'opt':
      return `${expressionText(e.item, true)}?`;
    case 'many':
      return `${expressionText(e.item, true)}*`;
    case 'list': {
      const separator = expressionText(e.separator);
      const item = expressionText(e.item, e.item.kind === 'alt');
      const text = `${item} ( ${separator} ${item} )*${e.trailing ? ` ${separator}?` : ''}`;
      return around(text);
    }
    default:
      throw new Error(`no text for ${e.kind}`);
  }
}

const WIDTH = 110;

/** A rule; a long one has an alternative a line. */
export function ruleText({ name, definition }) {
  const line = `${name} ::= ${expressionText(definition)}`;
  if (line.length <= WIDTH) return line;
  const parts = definition.kind === 'alt' ? definition.items : [definition];
  return `${name} ::=\n    ${parts.map((item) => wrapped(expressionText(item))).join('\n  | ')}`;
}

function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines.at(-1).length + word.length > WIDTH - 6) lines.push('');
    const line = lines.pop();
    lines.push(line === '' ? word : `${line} ${word}`);
  }
  return lines.join('\n      ');
}

/** @param levels operators by how tightly they bind, the loosest first */
export function ebnf(rules, levels) {
  const out = [
    '/* The grammar of Osy. Generated from the parser by scripts/generate-grammar.mjs: do not edit.',
    '   ? is optional, * is any number of times; "…" is written as it stands, a name with a capital letter is a token. */',
    '',
  ];
  for (const rule of rules) {
    const note = notes[rule.name];
    if (note !== undefined) out.push(`/* ${note} */`);
    out.push(ruleText(rule), '');
  }
  out.push(
    '/* Precedence of what is between operands, the loosest first. `??` groups to the right, all others to the left.',
  );
  for (const [i, operators] of levels.entries()) out.push(`   ${String(i + 1).padStart(2)}  ${operators.join('  ')}`);
  out.push('   Looser still are `? :`, then assignments and lambdas, which group to the right. */', '');
  out.push('/* Tokens. White space and comments (`//`, `/* … *\\/`, `///`) may stand between any two. */', '');
  for (const [name, text] of Object.entries(tokens)) out.push(`/* ${name}: ${text.replaceAll('*/', '*\\/')} */`);
  return `${out.join('\n')}\n`;
}
