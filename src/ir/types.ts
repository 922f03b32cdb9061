import type { IrType } from './ir.ts';

/** A canonical type string taken apart. */
export type TypeShape =
  | { readonly kind: 'named'; readonly name: string; readonly args: readonly TypeShape[]; readonly nullable: boolean }
  | { readonly kind: 'param'; readonly name: string; readonly nullable: boolean }
  | { readonly kind: 'array'; readonly element: TypeShape; readonly nullable: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly TypeShape[]; readonly nullable: boolean }
  | {
      readonly kind: 'anonymous';
      readonly fields: readonly { readonly name: string; readonly type: TypeShape }[];
      readonly nullable: boolean;
    };

const cache = new Map<IrType, TypeShape>();

/**
 * Reads a canonical type string (see `IrType`).
 * @throws SyntaxError when it is not one; a document that passed the loader has none such
 */
export function parseIrType(text: IrType): TypeShape {
  let shape = cache.get(text);
  if (shape === undefined) {
    const reader = new Reader(text);
    shape = reader.type();
    reader.end();
    // Documents are untrusted: the cache must not grow without bound.
    if (cache.size > 10_000) cache.clear();
    cache.set(text, shape);
  }
  return shape;
}

/** The canonical text of a shape; `parseIrType`'s inverse. */
export function formatIrType(shape: TypeShape): IrType {
  const mark = shape.nullable ? '?' : '';
  switch (shape.kind) {
    case 'named':
      return shape.name + (shape.args.length ? `<${shape.args.map(formatIrType).join(',')}>` : '') + mark;
    case 'param':
      return `!${shape.name}${mark}`;
    case 'array':
      return `${formatIrType(shape.element)}[]${mark}`;
    case 'tuple':
      return `(${shape.items.map(formatIrType).join(',')})${mark}`;
    case 'anonymous':
      return `{${shape.fields.map((f) => `${f.name}:${formatIrType(f.type)}`).join(',')}}${mark}`;
  }
}

/** Replaces type parameters by what `bindings` gives for them; those it does not name stay. */
export function substituteIrType(text: IrType, bindings: ReadonlyMap<string, IrType>): IrType {
  if (bindings.size === 0 || !text.includes('!')) return text;
  return formatIrType(substitute(parseIrType(text), bindings));
}

function substitute(shape: TypeShape, bindings: ReadonlyMap<string, IrType>): TypeShape {
  switch (shape.kind) {
    case 'param': {
      const bound = bindings.get(shape.name);
      if (bound === undefined) return shape;
      const inner = parseIrType(bound);
      return shape.nullable ? { ...inner, nullable: true } : inner;
    }
    case 'named':
      return shape.args.length === 0 ? shape : { ...shape, args: shape.args.map((a) => substitute(a, bindings)) };
    case 'array':
      return { ...shape, element: substitute(shape.element, bindings) };
    case 'tuple':
      return { ...shape, items: shape.items.map((i) => substitute(i, bindings)) };
    case 'anonymous':
      return { ...shape, fields: shape.fields.map((f) => ({ name: f.name, type: substitute(f.type, bindings) })) };
  }
}

const nameEnd = /[<>,?[\](){}:!]/g;
const maxDepth = 64;

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    if (this.#at !== this.#text.length) this.#fail();
  }

  type(): TypeShape {
    if (++this.#depth > maxDepth) this.#fail();
    let shape = this.#primary();
    for (;;) {
      if (this.#take('?')) shape = { ...shape, nullable: true };
      else if (this.#take('[')) {
        this.#expect(']');
        shape = { kind: 'array', element: shape, nullable: false };
      } else break;
    }
    this.#depth--;
    return shape;
  }

  #primary(): TypeShape {
    if (this.#take('!')) return { kind: 'param', name: this.#name(), nullable: false };
    if (this.#take('(')) {
      const items = this.#list(')');
      return { kind: 'tuple', items, nullable: false };
    }
    if (this.#take('{')) {
      const fields: { name: string; type: TypeShape }[] = [];
      while (!this.#take('}')) {
        if (fields.length > 0) this.#expect(',');
        const name = this.#name();
        this.#expect(':');
        fields.push({ name, type: this.type() });
      }
      return { kind: 'anonymous', fields, nullable: false };
    }
    const name = this.#name();
    const args = this.#take('<') ? this.#list('>') : [];
    return { kind: 'named', name, args, nullable: false };
  }

  #list(close: string): TypeShape[] {
    const items = [this.type()];
    while (this.#take(',')) items.push(this.type());
    this.#expect(close);
    return items;
  }

  #name(): string {
    nameEnd.lastIndex = this.#at;
    const end = nameEnd.exec(this.#text)?.index ?? this.#text.length;
    if (end === this.#at) this.#fail();
    const name = this.#text.slice(this.#at, end);
    this.#at = end;
    return name;
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #expect(char: string): void {
    if (!this.#take(char)) this.#fail();
  }

  #fail(): never {
    throw new SyntaxError(`not a type: '${this.#text}' (at ${this.#at})`);
  }
}
