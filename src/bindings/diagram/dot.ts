/** A picture for Graphviz, as a person would write it. */
import type { EdgeKind, EdgeLabel, NodeKind, Picture, PictureNode } from './picture.ts';

const nodeStyle: Readonly<Record<NodeKind, string>> = {
  start: 'shape=circle, style=filled, fillcolor=black, width=0.18, fixedsize=true',
  state: 'shape=box, style=rounded',
  child: 'shape=box, style=rounded, peripheries=2',
  any: 'shape=box, style="rounded,dashed"',
  success: 'shape=box, style="rounded,bold", color="#1a7f37"',
  cancel: 'shape=box, style="rounded,bold", color="#9a6700"',
  error: 'shape=box, style="rounded,bold", color="#cf222e"',
  body: 'shape=box, style=rounded',
  function: 'shape=box',
  operation: 'shape=cds, color="#0969da"',
};

const edgeStyle: Readonly<Record<EdgeKind, string>> = {
  start: '',
  move: '',
  child: '',
  timer: 'style=dashed',
  auto: 'color="#0969da"',
  redirect: 'color="#0969da", style=dashed',
  fault: 'color="#cf222e", style=dashed',
  cancel: 'color="#9a6700"',
  call: '',
  unguarded: 'color="#cf222e", penwidth=2',
};

export function dotText(picture: Picture): string {
  const lines = [
    `// ${oneLine(picture.summary)}`,
    `digraph ${quoted(picture.name)} {`,
    `  rankdir=${picture.kind === 'calls' ? 'LR' : 'TB'};`,
    '  node [fontname="Helvetica,Arial,sans-serif", fontsize=12];',
    '  edge [fontname="Helvetica,Arial,sans-serif", fontsize=10];',
  ];
  const write = (nodes: readonly PictureNode[], indent: string): void => {
    for (const node of nodes)
      lines.push(`${indent}${quoted(node.id)} [label=${nodeLabel(node)}, ${nodeStyle[node.kind]}];`);
  };
  picture.groups.forEach((group, i) => {
    lines.push(`  subgraph cluster_${i} {`, `    label=${quoted(group.title)};`);
    write(
      picture.nodes.filter((n) => n.group === group.key),
      '    ',
    );
    lines.push('  }');
  });
  write(
    picture.nodes.filter((n) => n.group === undefined),
    '  ',
  );
  for (const edge of picture.edges) {
    const attributes = [`label=${quoted(edge.labels.flatMap(labelLines).join('\n'))}`, edgeStyle[edge.kind]].filter(
      (a) => a !== '',
    );
    lines.push(`  ${quoted(edge.from)} -> ${quoted(edge.to)} [${attributes.join(', ')}];`);
  }
  return `${lines.join('\n')}\n}\n`;
}

/** A label's own line, then those that narrow it. */
export function labelLines(label: EdgeLabel): readonly string[] {
  return [label.text, ...label.guards].filter((line) => line !== '');
}

function nodeLabel(node: PictureNode): string {
  return quoted([node.title, ...node.lines.map((l) => l.text)].join('\n'));
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
