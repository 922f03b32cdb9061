/** A picture before it is drawn: nodes with lines of text, edges with labels. Every format draws the same data. */

export type NodeKind =
  // of a workflow
  | 'start'
  | 'state'
  | 'child'
  | 'any'
  | 'success'
  | 'cancel'
  | 'error'
  // of a call graph
  | 'body'
  | 'function'
  | 'operation';

export type EdgeKind =
  // of a workflow
  | 'start'
  | 'move'
  | 'timer'
  | 'auto'
  | 'redirect'
  | 'fault'
  | 'cancel'
  | 'child'
  // of a call graph
  | 'call'
  | 'unguarded';

/** `guard` lines narrow the line above them; `hook` lines say where a body runs. */
export type LineKind = 'hook' | 'slot' | 'guard' | 'timer' | 'stay' | 'child' | 'note';

export interface Line {
  readonly kind: LineKind;
  readonly text: string;
}

export interface PictureNode {
  /** Unique in the picture. */
  readonly id: string;
  readonly kind: NodeKind;
  readonly title: string;
  readonly lines: readonly Line[];
  /** Key of `groups`. */
  readonly group?: string;
}

export interface EdgeLabel {
  readonly text: string;
  /** Narrows the label: conditions, requirements. */
  readonly guards: readonly string[];
}

export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** Several ways of one kind between two nodes are one edge with several labels. */
  readonly labels: readonly EdgeLabel[];
}

export interface Picture {
  readonly kind: 'states' | 'calls';
  /** Full name of the workflow, or the app's. */
  readonly name: string;
  /** One sentence: what the picture shows. */
  readonly summary: string;
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly groups: readonly { readonly key: string; readonly title: string }[];
}

/** One edge for all labels of one kind between two nodes, in the order of the first. */
export function mergeEdges(edges: readonly PictureEdge[]): readonly PictureEdge[] {
  const merged = new Map<string, PictureEdge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.to, edge.kind]);
    const before = merged.get(key);
    if (before === undefined) merged.set(key, edge);
    else merged.set(key, { ...before, labels: withoutRepeats([...before.labels, ...edge.labels]) });
  }
  return [...merged.values()];
}

function withoutRepeats(labels: readonly EdgeLabel[]): readonly EdgeLabel[] {
  const seen = new Map(labels.map((label) => [JSON.stringify(label), label]));
  return [...seen.values()];
}
