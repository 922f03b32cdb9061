import { lex } from '../lexer.ts';
import type { CompilationUnit } from '../tree.ts';

/** What differs between two trees that should be one but for their positions; undefined if nothing does. */
export function treeDifference(left: CompilationUnit, right: CompilationUnit): string | undefined {
  return new TreeComparison().units(left, right);
}

const positions = new Set(['start', 'end', 'operatorStart', 'file', 'comments']);

class TreeComparison {
  /** Numbers of attributes' brackets, which mean nothing but that they are the same. */
  readonly #sections = new Map<number, number>();

  units(left: CompilationUnit, right: CompilationUnit): string | undefined {
    return this.#differ(left, right, 'file');
  }

  #differ(left: unknown, right: unknown, path: string): string | undefined {
    if (left === right) return undefined;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
      return `${path}: ${String(left)} became ${String(right)}`;
    if (Array.isArray(left) || Array.isArray(right)) return this.#lists(left, right, path);
    return this.#nodes(left as Record<string, unknown>, right as Record<string, unknown>, path);
  }

  #lists(left: unknown, right: unknown, path: string): string | undefined {
    if (!Array.isArray(left) || !Array.isArray(right)) return `${path}: a list became none`;
    if (left.length !== right.length) return `${path}: ${left.length} became ${right.length}`;
    for (let i = 0; i < left.length; i++) {
      const found = this.#differ(left[i], right[i], path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #nodes(left: Record<string, unknown>, right: Record<string, unknown>, path: string): string | undefined {
    const keys = Object.keys(left);
    if (Object.keys(right).length !== keys.length) return `${path}: ${String(left['kind'])} became another form`;
    for (const key of keys) {
      if (positions.has(key)) continue;
      if (key === 'section') {
        const [from, to] = [left['section'] as number, right['section'] as number];
        if ((this.#sections.get(from) ?? to) !== to) return `${path}: an attribute changed its brackets`;
        this.#sections.set(from, to);
        continue;
      }
      // A line of a manifest that is kept as text may go over several lines, whose ends are the file's.
      const isText = key === 'text' && left['kind'] === undefined;
      const found = isText
        ? this.#differ(plain(left[key] as string), plain(right[key] as string), key)
        : this.#differ(left[key], right[key], key);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Text without what white space may do: the ends of lines and what stands at their edges. */
const plain = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029\u0085]/)
    .map((each) => each.trim())
    .join('\n');

/** What differs between the tokens and comments of two texts, in their common order. */
export function tokenDifference(left: string, right: string): string | undefined {
  const before = lexemes(left);
  const after = lexemes(right);
  for (let i = 0; i < Math.max(before.length, after.length); i++)
    if (before[i] !== after[i]) return `\`${before[i] ?? ''}\` became \`${after[i] ?? ''}\``;
  return undefined;
}

function lexemes(text: string): readonly string[] {
  const { count, starts, ends, comments } = lex(text);
  const found: string[] = [];
  let next = 0;
  for (let i = 0; i <= count; i++) {
    const start = i < count ? (starts[i] as number) : text.length;
    for (; next < comments.length && (comments[next]?.start ?? 0) < start; next++)
      found.push(plain(text.slice(comments[next]?.start, comments[next]?.end)));
    if (i < count) found.push(text.slice(start, ends[i]));
  }
  return found;
}
