/** A picture as SVG: its texts are text, and its colours follow the reader's light or dark scheme. */
import { labelLines } from './dot.ts';
import type { EdgeLabel, Picture, PictureNode } from './picture.ts';
import { type Box, type Layout, labelSize, layOut, metrics, type PlacedEdge, type Point } from './svg-layout.ts';
import { svgStyle } from './svg-style.ts';

const margin = 24;
const headHeight = 52;

/** One SVG that shows the pictures one below the other. */
export async function svgText(pictures: readonly Picture[]): Promise<string> {
  const layouts: { readonly picture: Picture; readonly layout: Layout }[] = [];
  for (const picture of pictures) layouts.push({ picture, layout: await layOut(picture) });
  const width = Math.max(320, ...layouts.map(({ layout }) => layout.width)) + 2 * margin;
  const parts: string[] = [];
  let top = margin;
  for (const { picture, layout } of layouts) {
    parts.push(drawPicture(picture, layout, top));
    top += headHeight + layout.height + margin;
  }
  const title = pictures.map((p) => p.name).join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" role="graphics-document">
<title>${escaped(title)}</title>
<style>${svgStyle}</style>
<rect class="paper" width="${width}" height="${top}" rx="8"/>
${parts.join('\n')}
</svg>
`;
}

function drawPicture(picture: Picture, layout: Layout, top: number): string {
  const lines = [
    `<g transform="translate(${margin} ${top})">`,
    `<text class="name" y="16">${escaped(picture.name)}</text>`,
    `<text class="summary" y="34">${escaped(picture.summary)}</text>`,
    `<g transform="translate(0 ${headHeight})">`,
    ...layout.groups.map(drawGroup),
    ...layout.edges.map((e) => drawEdge(e, picture)),
    ...layout.nodes.map(({ node, ...box }) => drawNode(node, box)),
    ...layout.edges.flatMap(drawLabel),
    '</g>',
    '</g>',
  ];
  return lines.join('\n');
}

function drawGroup(group: Box & { readonly title: string }): string {
  const { left, top } = corner(group);
  return `<g class="group"><rect x="${left}" y="${top}" width="${fixed(group.width)}" height="${fixed(group.height)}" rx="10"/><text x="${left + 14}" y="${top + 20}">${escaped(group.title)}</text></g>`;
}

function drawNode(node: PictureNode, box: Box): string {
  if (node.kind === 'start') return `<circle class="start" cx="${box.at.x}" cy="${box.at.y}" r="7"/>`;
  const { left, top } = corner(box);
  const rect = (inset: number, radius: number): string =>
    `<rect x="${fixed(left + inset)}" y="${fixed(top + inset)}" width="${fixed(box.width - 2 * inset)}" height="${fixed(box.height - 2 * inset)}" rx="${radius}"/>`;
  const radius = node.kind === 'function' ? 3 : node.kind === 'operation' ? box.height / 2 : 8;
  const titleY = top + metrics.padY + 13;
  const lines = node.lines.map((line, i) => {
    const y = fixed(titleY + 22 + i * metrics.lineHeight);
    return `<text class="line ${line.kind}" x="${fixed(left + metrics.padX)}" y="${y}">${escaped(line.text)}</text>`;
  });
  const rule =
    lines.length === 0
      ? ''
      : `<path class="rule" d="M${fixed(left)} ${fixed(titleY + 7)}H${fixed(left + box.width)}"/>`;
  return `<g class="node ${node.kind}">${rect(0, radius)}${node.kind === 'child' ? rect(3, 6) : ''}${rule}<text class="title" x="${box.at.x}" y="${fixed(titleY)}">${escaped(node.title)}</text>${lines.join('')}</g>`;
}

function drawEdge({ edge, path, tip }: PlacedEdge, picture: Picture): string {
  const [first, ...rest] = path;
  if (first === undefined) return '';
  const d = `M${at(first)}C${rest.map(at).join(' ')}`;
  const name = (id: string): string => picture.nodes.find((n) => n.id === id)?.title ?? '';
  const what = edge.labels.flatMap(labelLines).join(', ');
  const title = `${name(edge.from)} → ${name(edge.to)}${what === '' ? '' : `: ${what}`}`;
  return `<g class="edge ${edge.kind}"><title>${escaped(title)}</title><path d="${d}"/>${arrowHead(path.at(-1) ?? first, tip)}</g>`;
}

/** A triangle from the end of the line to its tip. */
function arrowHead(end: Point, tip: Point): string {
  const length = Math.hypot(tip.x - end.x, tip.y - end.y) || 1;
  const ux = (tip.x - end.x) / length;
  const uy = (tip.y - end.y) / length;
  const wing = (side: number): Point => ({ x: end.x - uy * 3.6 * side, y: end.y + ux * 3.6 * side });
  return `<path class="head" d="M${at(wing(1))}L${at(tip)}L${at(wing(-1))}Z"/>`;
}

function drawLabel({ edge, label }: PlacedEdge): readonly string[] {
  const size = labelSize(edge);
  if (size === undefined || label === undefined) return [];
  const lineHeight = metrics.lineHeight - 1;
  const rows = edge.labels.flatMap((l) => labelRows(l));
  const first = label.y - ((rows.length - 1) * lineHeight) / 2 + 4;
  const texts = rows.map(
    (row, i) =>
      `<text class="${row.guard ? 'guard' : 'label'}" x="${label.x}" y="${fixed(first + i * lineHeight)}">${escaped(row.text)}</text>`,
  );
  return [`<g class="edge-label ${edge.kind}">${texts.join('')}</g>`];
}

function labelRows(label: EdgeLabel): readonly { readonly text: string; readonly guard: boolean }[] {
  return labelLines(label).map((text, i) => ({ text, guard: i > 0 || label.text === '' }));
}

function corner(box: Box): { readonly left: number; readonly top: number } {
  return { left: fixed(box.at.x - box.width / 2), top: fixed(box.at.y - box.height / 2) };
}

function at(p: Point): string {
  return `${fixed(p.x)},${fixed(p.y)}`;
}

function fixed(n: number): number {
  return Math.round(n * 10) / 10;
}

/** Text that an XML document may hold. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
