/** Where things stand: Graphviz, as WebAssembly, places boxes whose sizes are known. Loaded when a picture is drawn. */
import { labelLines } from './dot.ts';
import type { Picture, PictureEdge, PictureNode } from './picture.ts';
import { textWidth } from './text-width.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  /** Its middle. */
  readonly at: Point;
  readonly width: number;
  readonly height: number;
}

export interface PlacedEdge {
  readonly edge: PictureEdge;
  /** A start point, then triples of Bézier points. */
  readonly path: readonly Point[];
  /** Where the arrow ends. */
  readonly tip: Point;
  /** The middle of the label, where there is one. */
  readonly label: Point | undefined;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly (Box & { readonly node: PictureNode })[];
  readonly edges: readonly PlacedEdge[];
  readonly groups: readonly (Box & { readonly title: string })[];
}

/** Sizes in pixels; the style sheet of the SVG says the same. */
export const metrics = {
  title: 14,
  line: 11,
  label: 11.5,
  lineHeight: 15,
  titleHeight: 20,
  padX: 12,
  padY: 8,
} as const;

/** Places everything. The same picture is placed the same way on every machine. */
export async function layOut(picture: Picture): Promise<Layout> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  return read(picture, JSON.parse(graphviz.dot(source(picture), 'json')) as Placed);
}

export function nodeSize(node: PictureNode): { readonly width: number; readonly height: number } {
  if (node.kind === 'start') return { width: 16, height: 16 };
  const { padX, padY, title, line, titleHeight, lineHeight } = metrics;
  const widest = Math.max(textWidth(node.title, title, true), ...node.lines.map((l) => textWidth(l.text, line) + 4));
  const extra = node.lines.length === 0 ? 0 : node.lines.length * lineHeight + 9;
  return { width: Math.ceil(Math.max(widest + 2 * padX, 72)), height: titleHeight + extra + 2 * padY - 4 };
}

export function labelSize(edge: PictureEdge): { readonly width: number; readonly height: number } | undefined {
  const lines = edge.labels.flatMap(labelLines);
  if (lines.length === 0) return undefined;
  const width = Math.max(...lines.map((l) => textWidth(l, metrics.label)));
  return { width: Math.ceil(width) + 10, height: lines.length * (metrics.lineHeight - 1) + 4 };
}

/** Only sizes: Graphviz need not know the texts. */
function source(picture: Picture): string {
  const calls = picture.kind === 'calls';
  const many = picture.nodes.length > 20;
  const lines = [
    `digraph { rankdir=${calls ? 'LR' : 'TB'}; nodesep=${calls ? 0.22 : 0.45}; ranksep=${calls ? 0.7 : many ? 0.35 : 0.45};`,
    'splines=spline; node [shape=box, fixedsize=true, label=""]; edge [arrowsize=0.8];',
  ];
  const ids = new Map(picture.nodes.map((n, i) => [n.id, `n${i}`]));
  const write = (nodes: readonly PictureNode[]): void => {
    for (const node of nodes) {
      const { width, height } = nodeSize(node);
      lines.push(
        `${ids.get(node.id)} [width=${width / 72}, height=${height / 72}${node.kind === 'start' ? ', shape=circle' : ''}];`,
      );
    }
  };
  picture.groups.forEach((group, i) => {
    lines.push(
      `subgraph cluster_${i} { margin=14; label=<${blank(textWidth(group.title, metrics.title, true), 22)}>; labeljust=l;`,
    );
    write(picture.nodes.filter((n) => n.group === group.key));
    lines.push('}');
  });
  write(picture.nodes.filter((n) => n.group === undefined));
  for (const edge of picture.edges) {
    const size = labelSize(edge);
    const label = size === undefined ? '' : `, label=<${blank(size.width, size.height)}>`;
    // The way that every run takes is kept straight; what may happen at any time gives way.
    const weight = edge.kind === 'start' ? 10 : edge.kind === 'move' || edge.kind === 'auto' ? 3 : 1;
    lines.push(`${ids.get(edge.from)} -> ${ids.get(edge.to)} [weight=${weight}${label}];`);
  }
  return `${lines.join('\n')}\n}`;
}

function blank(width: number, height: number): string {
  return `<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" WIDTH="${Math.ceil(width)}" HEIGHT="${Math.ceil(height)}"><TR><TD></TD></TR></TABLE>`;
}

/** The part of Graphviz's JSON that is used. */
interface Placed {
  readonly bb: string;
  readonly objects?: readonly { readonly name: string; readonly pos?: string; readonly bb?: string }[];
  readonly edges?: readonly { readonly pos: string; readonly lp?: string }[];
}

function read(picture: Picture, placed: Placed): Layout {
  const [, , width = 0, height = 0] = numbers(placed.bb);
  const flip = (x: number, y: number): Point => ({ x: round(x), y: round(height - y) });
  const point = (text: string): Point => {
    const [x = 0, y = 0] = numbers(text);
    return flip(x, y);
  };
  const byName = new Map(placed.objects?.map((o) => [o.name, o]));
  const nodes = picture.nodes.map((node, i) => ({
    node,
    ...nodeSize(node),
    at: point(byName.get(`n${i}`)?.pos ?? ''),
  }));
  const edges = picture.edges.map((edge, i): PlacedEdge => {
    const found = placed.edges?.[i];
    const spline = (found?.pos ?? '').split(' ');
    const tip = spline.find((p) => p.startsWith('e,'));
    const path = spline.filter((p) => /^[-\d]/.test(p)).map(point);
    return {
      edge,
      path,
      tip: tip === undefined ? (path.at(-1) ?? { x: 0, y: 0 }) : point(tip.slice(2)),
      label: found?.lp === undefined ? undefined : point(found.lp),
    };
  });
  const groups = picture.groups.map((group, i) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbers(byName.get(`cluster_${i}`)?.bb ?? '');
    return {
      title: group.title,
      at: flip((left + right) / 2, (bottom + top) / 2),
      width: right - left,
      height: top - bottom,
    };
  });
  return { width: Math.ceil(width), height: Math.ceil(height), nodes, edges, groups };
}

function numbers(text: string): readonly number[] {
  return text.split(/[ ,]/).map(Number);
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
