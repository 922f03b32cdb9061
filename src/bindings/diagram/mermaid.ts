/** A picture for Mermaid, which GitHub and GitLab draw in Markdown. */
import { labelLines } from './dot.ts';
import type { EdgeKind, Picture, PictureNode } from './picture.ts';

export function mermaidText(picture: Picture): string {
  return picture.kind === 'states' ? stateDiagram(picture) : flowchart(picture);
}

function stateDiagram(picture: Picture): string {
  const ids = idsOf(picture);
  const id = (node: string): string => ids.get(node) as string;
  const lines = ['---', `title: ${JSON.stringify(picture.name)}`, '---', 'stateDiagram-v2'];
  for (const node of picture.nodes) {
    if (node.kind === 'start') continue;
    const text = [node.title, ...node.lines.map((l) => l.text)].map(escaped).join('<br/>');
    lines.push(`  state "${text}" as ${id(node.id)}`);
  }
  for (const edge of picture.edges) {
    const from = picture.nodes.find((n) => n.id === edge.from)?.kind === 'start' ? '[*]' : id(edge.from);
    lines.push(`  ${from} --> ${id(edge.to)}${label(edge.labels.flatMap(labelLines))}`);
  }
  const terminals = picture.nodes.filter((n) => n.kind === 'success' || n.kind === 'cancel' || n.kind === 'error');
  for (const node of terminals) lines.push(`  ${id(node.id)} --> [*]`);
  for (const [kind, style] of Object.entries(classes)) {
    const of = picture.nodes.filter((n) => n.kind === kind);
    if (of.length > 0)
      lines.push(`  classDef ${kind}Node ${style}`, `  class ${of.map((n) => id(n.id)).join(',')} ${kind}Node`);
  }
  return `${lines.join('\n')}\n`;
}

/** Borders only: the theme's own colours stay readable in light and dark. */
const classes = {
  any: 'stroke-dasharray:4 3',
  success: 'stroke:#2da44e,stroke-width:2px',
  cancel: 'stroke:#bf8700,stroke-width:2px',
  error: 'stroke:#cf222e,stroke-width:2px',
} as const;

function label(lines: readonly string[]): string {
  return lines.length === 0 ? '' : ` : ${lines.map(escaped).join('<br/>')}`;
}

function flowchart(picture: Picture): string {
  const ids = idsOf(picture);
  const lines = ['---', `title: ${JSON.stringify(picture.name)}`, '---', 'flowchart LR'];
  const write = (nodes: readonly PictureNode[], indent: string): void => {
    for (const node of nodes) lines.push(`${indent}${ids.get(node.id)}${flowNode(node)}`);
  };
  picture.groups.forEach((group, i) => {
    lines.push(`  subgraph g${i} ["${escaped(group.title)}"]`);
    write(
      picture.nodes.filter((n) => n.group === group.key),
      '    ',
    );
    lines.push('  end');
  });
  write(
    picture.nodes.filter((n) => n.group === undefined),
    '  ',
  );
  const red: number[] = [];
  picture.edges.forEach((edge, i) => {
    const text = edge.labels.flatMap(labelLines).map(escaped).join('<br/>');
    if (edge.kind === 'unguarded') red.push(i);
    lines.push(
      `  ${ids.get(edge.from)} ${arrows[edge.kind] ?? '-->'}${text === '' ? '' : `|"${text}"|`} ${ids.get(edge.to)}`,
    );
  });
  if (red.length > 0) lines.push(`  linkStyle ${red.join(',')} stroke:#cf222e,stroke-width:2px`);
  return `${lines.join('\n')}\n`;
}

const arrows: Partial<Record<EdgeKind, string>> = { unguarded: '==>' };

function flowNode(node: PictureNode): string {
  const text = [node.title, ...node.lines.map((l) => l.text)].map(escaped).join('<br/>');
  if (node.kind === 'operation') return `{{"${text}"}}`;
  return node.kind === 'body' ? `("${text}")` : `["${text}"]`;
}

/** Mermaid's words (`end`, `state`) and letters outside ASCII are no good ids; readable ones are kept. */
function idsOf(picture: Picture): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id } of picture.nodes) {
    const plain = picture.kind === 'states' && /^[A-Z][A-Za-z0-9]*$/.test(id) && !taken.has(id) ? id : `n${ids.size}`;
    ids.set(id, plain);
    taken.add(plain);
  }
  return ids;
}

/** Characters that Mermaid reads as its own, as entities; `#` begins one. */
function escaped(text: string): string {
  return text.replace(/[#;:"<>[\]{}|\\`&]/g, (c) => `#${c.codePointAt(0)};`);
}
