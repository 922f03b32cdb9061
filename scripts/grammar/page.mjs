// railroad.html: one file, without scripts and without anything from elsewhere.
import { notes, tokens } from './by-hand.mjs';
import { expressionText, ruleText } from './ebnf.mjs';
import { rulesIn } from './model.mjs';
import { diagram } from './railroad.mjs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const prose = (text) => escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
const link = (name) => `<a href="#${name}">${name}</a>`;

const style = `
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #666; --line: #555; --word: #fff3d6; --rule: #e3edff; --token: #e6f5e3; --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --soft: #aaa; --line: #aaa; --word: #4a3b14; --rule: #1f3358; --token: #20401a; --paper: #161616; }
}
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
nav { columns: 14rem; font-size: 0.9rem; }
nav a { display: block; }
a { color: inherit; }
h2 { margin: 2.5rem 0 0.5rem; font: 600 1.1rem ui-monospace, monospace; }
.diagram { overflow-x: auto; }
.note, .users { color: var(--soft); font-size: 0.9rem; margin: 0.3rem 0; }
pre { overflow-x: auto; font: 0.85rem/1.5 ui-monospace, monospace; }
code { font-family: ui-monospace, monospace; }
svg path { fill: none; stroke: var(--line); stroke-width: 1.5; }
svg circle { fill: var(--line); }
svg rect { stroke: var(--line); }
svg rect.word { fill: var(--word); } svg rect.rule { fill: var(--rule); } svg rect.token { fill: var(--token); }
svg text { font: 12.5px ui-monospace, monospace; text-anchor: middle; fill: var(--ink); }
`;

/** @param levels operators by how tightly they bind, the loosest first */
export function page(rules, levels) {
  const users = new Map();
  for (const { name, definition } of rules)
    for (const used of new Set(rulesIn(definition))) users.set(used, [...(users.get(used) ?? []), name]);
  const sections = rules.map(({ name, definition }) => {
    const note = notes[name] === undefined ? '' : `<p class="note">${prose(notes[name])}</p>\n`;
    const from = users.get(name) ?? [];
    const used = from.length === 0 ? '' : `<p class="users">used by ${from.map(link).join(', ')}</p>\n`;
    return (
      `<section id="${name}">\n<h2>${name}</h2>\n${note}` +
      `<div class="diagram">${diagram(definition, expressionText(definition))}</div>\n` +
      `<details><summary>as text</summary><pre>${escaped(ruleText({ name, definition }))}</pre></details>\n${used}</section>\n`
    );
  });
  const operators = levels.map((each) => `<li>${each.map((text) => `<code>${escaped(text)}</code>`).join(' ')}</li>`);
  const words = Object.entries(tokens).map(([name, text]) => `<dt><code>${name}</code></dt><dd>${prose(text)}</dd>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The grammar of Osy</title>
<!-- Generated from the parser by scripts/generate-grammar.mjs: do not edit. -->
<style>${style}</style>
<h1>The grammar of Osy</h1>
<p>Rounded boxes are written as they stand, or are <a href="#tokens">tokens</a>; square ones are rules of their own. The same as
text is in <code>osy.ebnf</code>.</p>
<nav>
${rules.map(({ name }) => link(name)).join('\n')}
${link('precedence')}
${link('tokens')}
</nav>
${sections.join('')}<section id="precedence">
<h2>precedence</h2>
<p class="note">The loosest first. <code>??</code> groups to the right, all others to the left. Looser still are <code>? :</code>, then
assignments and lambdas, which group to the right.</p>
<ol>${operators.join('\n')}</ol>
</section>
<section id="tokens">
<h2>tokens</h2>
<dl>${words.join('\n')}</dl>
</section>
</html>
`;
}
