/** A picture as text, for terminals and for places that show nothing else. Plain ASCII around the app's own names. */
import type { EdgeKind, EdgeLabel, NodeKind, Picture, PictureEdge, PictureNode } from './picture.ts';

const mark: Readonly<Record<NodeKind, string>> = {
  start: '',
  state: 'o',
  child: 'o',
  any: '*',
  success: '@',
  cancel: '@',
  error: '@',
  body: 'o',
  function: '-',
  operation: '>',
};

const ends: Partial<Record<NodeKind, string>> = {
  success: 'ends in success',
  cancel: 'ends cancelled',
  error: 'ends in error',
};

const arrow: Readonly<Record<EdgeKind, string>> = {
  start: '-->',
  move: '-->',
  child: '-->',
  timer: '..>',
  auto: '-->',
  redirect: '-->',
  fault: '!!>',
  cancel: '-->',
  call: '-->',
  unguarded: '!!>',
};

export function asciiText(picture: Picture): string {
  const titles = new Map(picture.nodes.map((n) => [n.id, n.title]));
  const outgoing = new Map<string, PictureEdge[]>();
  for (const edge of picture.edges) outgoing.set(edge.from, [...(outgoing.get(edge.from) ?? []), edge]);
  const blocks: string[] = [picture.summary];
  const groups = picture.kind === 'calls' ? [...picture.groups, undefined] : [undefined, ...picture.groups];
  for (const group of groups) {
    if (group !== undefined) blocks.push(`== ${group.title} ==`);
    for (const node of picture.nodes)
      if (node.group === group?.key) blocks.push(nodeText(node, outgoing.get(node.id) ?? [], titles).join('\n'));
  }
  return `${blocks.filter((b) => b !== '').join('\n\n')}\n`;
}

function nodeText(
  node: PictureNode,
  edges: readonly PictureEdge[],
  titles: ReadonlyMap<string, string>,
): readonly string[] {
  if (node.kind === 'start') return edges.map((e) => `(*) ${wayText(e, e.labels[0], titles)}`);
  const end = ends[node.kind];
  const ways = edges.flatMap((edge) =>
    (edge.labels.length === 0 ? [undefined] : edge.labels).map((label) => ({ edge, label })),
  );
  const lines = [`${mark[node.kind]} ${node.title}${end === undefined ? '' : `  (${end})`}`];
  for (const line of node.lines) lines.push(`${ways.length > 0 ? '|' : ' '}   ${line.text}`);
  ways.forEach(({ edge, label }, i) => {
    lines.push(`${i === ways.length - 1 ? '`' : '+'}-- ${wayText(edge, label, titles)}`);
  });
  return lines;
}

function wayText(edge: PictureEdge, label: EdgeLabel | undefined, titles: ReadonlyMap<string, string>): string {
  const words = [label?.text ?? '', ...(label?.guards ?? [])].filter((w) => w !== '').join('  ');
  return `${words}${words === '' ? '' : ' '}${arrow[edge.kind]} ${titles.get(edge.to)}`;
}
