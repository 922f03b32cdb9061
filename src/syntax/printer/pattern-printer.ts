import { T } from '../tokens.ts';
import type { Designation, PatternSyntax } from '../tree.ts';
import { ChainPrinter } from './chain-printer.ts';
import { cat, type Doc, group, indent, line } from './doc.ts';

type PatternOf<K extends PatternSyntax['kind']> = Extract<PatternSyntax, { readonly kind: K }>;

/** Patterns of `is`, `switch` and `case` (language.md §4). */
export abstract class PatternPrinter extends ChainPrinter {
  protected pattern(p: PatternSyntax): Doc {
    switch (p.kind) {
      case 'ConstantPattern':
        return this.expression(p.value);
      case 'DiscardPattern':
        return this.tok();
      case 'VarPattern':
        return cat(this.tok(T.Var), ' ', this.flat(p.end));
      case 'DeclarationPattern':
        return this.flat(p.end);
      case 'RecursivePattern':
        return this.#recursive(p);
      case 'RelationalPattern':
        return cat(this.operator(p.value.start), ' ', this.expression(p.value));
      case 'ListPattern':
        return cat(
          this.soft(() => this.commaLines(p.elements, (element) => this.pattern(element))),
          this.#designation(p.designation),
        );
      case 'SlicePattern':
        return cat(this.tok(T.DotDot), p.pattern === undefined ? this.nothing() : this.pattern(p.pattern));
      case 'NotPattern':
        return cat(this.tok(T.Not), ' ', this.pattern(p.operand));
      case 'BinaryPattern':
        return this.#binary(p);
      case 'ParenthesizedPattern':
        return this.soft(() => this.pattern(p.pattern));
    }
  }

  #binary(p: PatternOf<'BinaryPattern'>): Doc {
    const rest: PatternSyntax[] = [];
    let first: PatternSyntax = p;
    while (first.kind === 'BinaryPattern' && first.operator === p.operator) {
      rest.push(first.right);
      first = first.left;
    }
    const parts: Doc[] = [this.pattern(first)];
    for (const right of rest.reverse()) parts.push(line, this.tok(), ' ', this.pattern(right));
    return group(indent(...parts));
  }

  /** `Rush { A: 1, B.C: > 2 } r`, `(a, b)`. Its braces are brackets as any other: on one line if they fit. */
  #recursive(p: PatternOf<'RecursivePattern'>): Doc {
    const { type, positional, properties } = p;
    const parts: Doc[] = [];
    if (type !== undefined) parts.push(this.flat(type.end));
    if (positional !== undefined) {
      parts.push(
        this.soft(() =>
          this.commaLines(positional, ({ name, pattern }) =>
            name === undefined ? this.pattern(pattern) : cat(this.tok(), this.tok(T.Colon), ' ', this.pattern(pattern)),
          ),
        ),
      );
    }
    if (properties !== undefined) {
      if (parts.length > 0) parts.push(' ');
      parts.push(
        this.brackets(line, false, () =>
          this.commaLines(properties, ({ path, pattern }) => {
            const name = this.flat(path.at(-1)?.end ?? pattern.start);
            return cat(name, this.tok(T.Colon), ' ', this.pattern(pattern));
          }),
        ),
      );
    }
    return cat(...parts, this.#designation(p.designation));
  }

  #designation(designation: Designation | undefined): Doc {
    return designation === undefined ? this.nothing() : cat(' ', this.flat(designation.end));
  }
}
