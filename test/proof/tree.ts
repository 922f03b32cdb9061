/**
 * Generated programs as trees of text: what a node is (statement, expression, condition …) is all that shrinking needs to
 * know, so that every construct is written once, as the text that it is.
 */

export type Sort =
  | 'program'
  | 'declaration'
  | 'item'
  | 'statement'
  | 'expression'
  | 'condition'
  | 'clause'
  | 'delegate';

export interface Node {
  readonly sort: Sort;
  readonly parts: readonly Part[];
  /** In a body's own text: the number by which a call is known at run time and in the source. */
  readonly own?: number;
  /** A `try`, or a delegate that is kept for later. */
  readonly marks?: 'guard' | 'delegate';
}

/** Text, a node that stands alone, or nodes of which each may be left out. */
export type Part = string | Node | readonly Node[];

type Tag = (texts: TemplateStringsArray, ...parts: readonly Part[]) => Node;

function tag(sort: Sort): Tag {
  return (texts, ...parts) => ({
    sort,
    parts: texts.flatMap((text, i): Part[] => (i < parts.length ? [text, parts[i] as Part] : [text])),
  });
}

export const program = tag('program');
export const declaration = tag('declaration');
export const item = tag('item');
export const statement = tag('statement');
export const expression = tag('expression');
export const condition = tag('condition');
export const clause = tag('clause');
export const delegate = tag('delegate');

/** The node as the call with the number. */
export function owned(node: Node, own: number | undefined): Node {
  return own === undefined ? node : { ...node, own };
}

export interface Place {
  readonly own: number;
  readonly start: number;
  readonly end: number;
}

export interface Printed {
  readonly text: string;
  /** Where the numbered calls stand. */
  readonly places: readonly Place[];
  /** Where each `try` stands, with its clauses. */
  readonly guards: readonly Omit<Place, 'own'>[];
  /** Where delegates are made that are invoked elsewhere. */
  readonly delegates: readonly Omit<Place, 'own'>[];
}

/** The program's text, a statement a line. */
export function print(root: Node): Printed {
  let text = '';
  let depth = 0;
  const places: Place[] = [];
  const marked = { guard: [] as Omit<Place, 'own'>[], delegate: [] as Omit<Place, 'own'>[] };
  const write = (piece: string): void => {
    for (const c of piece) {
      if (c === '{') depth++;
      if (c === '}') depth--;
      text += c;
    }
  };
  const visit = (node: Node, line: boolean): void => {
    if (line && node.sort !== 'expression') text += `\n${'  '.repeat(Math.max(0, depth))}`;
    const start = text.length;
    for (const part of node.parts) {
      if (typeof part === 'string') write(part);
      else if ('parts' in part) visit(part, false);
      else for (const each of part) visit(each, true);
    }
    if (node.marks !== undefined) marked[node.marks].push({ start, end: text.length });
    if (node.own !== undefined) places.push({ own: node.own, start, end: text.length });
  };
  visit(root, false);
  return { text: `${text}\n`, places, guards: marked.guard, delegates: marked.delegate };
}

const plain: Partial<Record<Sort, Node>> = {
  expression: expression`0`,
  condition: condition`Secret.B0 == "t"`,
  delegate: delegate`x0 => 0`,
};

/**
 * Smaller programs of the same make, the greatest steps first: lists cut in half and without one of their nodes, a node
 * replaced by one of its sort within it, or by the plainest of its sort. Not every one of them is a program that compiles.
 */
export function* smaller(root: Node): Generator<Node> {
  for (let sizes = [Number.POSITIVE_INFINITY, 1], s = 0; s < sizes.length; s++) {
    for (const path of paths(root)) {
      const found = at(root, path);
      if (!isNode(found)) {
        if (s === 0 && found.length > 2) {
          const half = found.length >> 1;
          yield replaced(root, path, found.slice(half));
          yield replaced(root, path, found.slice(0, half));
        }
        if (s === 1) for (let i = 0; i < found.length; i++) yield replaced(root, path, found.toSpliced(i, 1));
        continue;
      }
      if (s === 0) continue;
      // A clause of another `try` may need what stands in that one.
      if (found.sort !== 'clause') for (const inner of nearest(found, found.sort)) yield replaced(root, path, inner);
      const simple = plain[found.sort];
      if (simple !== undefined && !same(simple, found)) yield replaced(root, path, simple);
    }
  }
}

type Path = readonly number[];

function isNode(x: Node | readonly Node[]): x is Node {
  return 'parts' in x;
}

function same(a: Node, b: Node): boolean {
  return a.parts.length === b.parts.length && a.parts.every((p, i) => p === b.parts[i]);
}

/** Every node and list, from the outside in. */
function* paths(root: Node): Generator<Path> {
  const queue: { readonly path: Path; readonly node: Node }[] = [{ path: [], node: root }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path, node } = next;
    yield path;
    for (const [i, part] of node.parts.entries()) {
      if (typeof part === 'string') continue;
      if (isNode(part)) queue.push({ path: [...path, i], node: part });
      else {
        yield [...path, i];
        for (const [j, each] of part.entries()) queue.push({ path: [...path, i, j], node: each });
      }
    }
  }
}

function at(root: Node, path: Path): Node | readonly Node[] {
  return path.reduce<Node | readonly Node[]>(
    (x, i) => (isNode(x) ? (x.parts[i] as Node | readonly Node[]) : (x[i] as Node)),
    root,
  );
}

function replaced(root: Node, path: Path, by: Node | readonly Node[]): Node {
  const put = (x: Node | readonly Node[], depth: number): Node | readonly Node[] => {
    const i = path[depth];
    if (i === undefined) return by;
    if (isNode(x)) return { ...x, parts: x.parts.with(i, put(x.parts[i] as Node | readonly Node[], depth + 1)) };
    return x.with(i, put(x[i] as Node, depth + 1) as Node);
  };
  return put(root, 0) as Node;
}

/** The outermost nodes of a sort within a node. */
function* nearest(node: Node, sort: Sort): Generator<Node> {
  for (const part of node.parts) {
    if (typeof part === 'string') continue;
    for (const child of isNode(part) ? [part] : part) {
      if (child.sort === sort) yield child;
      else yield* nearest(child, sort);
    }
  }
}
