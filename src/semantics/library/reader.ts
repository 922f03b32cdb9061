/**
 * Reads the declaration text of the library's types: C#-like, small, and read one type at a time on first use.
 *
 *     struct TimeSpan : IComparable<TimeSpan> {
 *       const TimeSpan Zero;
 *       int Days { get; }
 *       /// Parses `d.hh:mm:ss`.
 *       static TimeSpan Parse(string s);
 *       static TimeSpan operator +(TimeSpan a, TimeSpan b);
 *       static implicit operator Json(TimeSpan value);
 *     }
 *     enum DayOfWeek { Sunday, Monday = 1 }
 *     static Http { [network] static HttpResponse Get(string url, int retries = 0); }
 *
 * Effects stand in brackets before a member, `///` documents it, `this` on the first parameter makes it an extension.
 */
import { operatorName } from '../operator-names.ts';
import type {
  LibraryEffect,
  LibraryMember,
  LibraryMemberKind,
  LibraryParameter,
  LibraryType,
  LibraryTypeRef,
} from './model.ts';

/** Declaration text by type name and arity: `List\`1`, and just the name where there are no type parameters. */
export type LibraryDeclarations = Readonly<Record<string, string>>;

/** Says whether a type of that name and arity is a value type; its `?` then belongs to the key. */
export type IsValueType = (name: string, arity: number) => boolean;

const kinds = new Set(['struct', 'class', 'interface', 'enum', 'static', 'exception']);
const effects = new Set(['network', 'commit', 'state', 'raises', 'tests']);

/**
 * Reads one type's head and leaves its members for later.
 * @throws SyntaxError when the text is not a declaration, which a test rules out
 */
export function readLibraryType(text: string, isValue: IsValueType): LibraryType {
  const reader = new Reader(text, isValue);
  const kind = reader.word();
  if (!kinds.has(kind)) reader.fail(`unknown kind '${kind}'`);
  const name = reader.word();
  const typeParams = reader.typeParams();
  const bases: LibraryTypeRef[] = [];
  if (reader.take(':')) {
    do bases.push(reader.type());
    while (reader.take(','));
  }
  reader.expect('{');
  if (kind === 'enum') {
    return { name, kind, typeParams, bases, members: [], enumMembers: reader.enumMembers() };
  }
  const owner = { name, typeParams };
  let members: readonly LibraryMember[] | undefined;
  return {
    name,
    kind: kind as LibraryType['kind'],
    typeParams,
    bases,
    get members() {
      members ??= reader.members(owner);
      return members;
    },
    enumMembers: [],
  };
}

interface Owner {
  readonly name: string;
  readonly typeParams: readonly string[];
}

/** A token: a word or number, a string or char literal, an operator of two characters, or any other character. */
const token =
  /\s*(?:\/\/(?!\/)[^\n]*\s*)*(\/\/\/[^\n]*|[A-Za-z_][A-Za-z_0-9]*|\d[\d.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|==|!=|<=|>=|\S)/y;

class Reader {
  readonly #text: string;
  readonly #isValue: IsValueType;
  #at = 0;
  #next = '';

  constructor(text: string, isValue: IsValueType) {
    this.#text = text;
    this.#isValue = isValue;
    this.#advance();
  }

  word(): string {
    const word = this.#next;
    if (!/^[A-Za-z_]/.test(word)) this.fail(`expected a name, found '${word}'`);
    this.#advance();
    return word;
  }

  take(mark: string): boolean {
    if (this.#next !== mark) return false;
    this.#advance();
    return true;
  }

  expect(mark: string): void {
    if (!this.take(mark)) this.fail(`expected '${mark}', found '${this.#next}'`);
  }

  fail(problem: string): never {
    throw new SyntaxError(`${problem} near '${this.#text.slice(Math.max(0, this.#at - 40), this.#at)}'`);
  }

  typeParams(): string[] {
    const names: string[] = [];
    if (!this.take('<')) return names;
    do names.push(this.word());
    while (this.take(','));
    this.expect('>');
    return names;
  }

  type(): LibraryTypeRef {
    let name = '()';
    let args: LibraryTypeRef[] = [];
    let items: LibraryTypeRef[] | undefined;
    if (this.take('(')) {
      items = this.#tupleItems();
    } else {
      name = this.word();
      if (this.take('<')) args = this.#types('>');
    }
    const nullable = this.take('?');
    let rank = 0;
    while (this.take('[')) {
      this.expect(']');
      rank++;
    }
    // `string?[]` is an array of nullables, and what `nullable` says. `string[]?` is allowed for the reader's sake: arrays
    // are references, whose null the library's members check themselves.
    if (rank > 0) this.take('?');
    return items === undefined ? { name, args, nullable, rank } : { name, args, nullable, rank, items };
  }

  enumMembers(): { name: string; value: number }[] {
    const members: { name: string; value: number }[] = [];
    let value = 0;
    while (!this.take('}')) {
      while (this.#next.startsWith('///')) this.#advance();
      const name = this.word();
      if (this.take('=')) value = this.#literal() as number;
      members.push({ name, value: value++ });
      if (!this.take(',')) {
        this.expect('}');
        break;
      }
    }
    return members;
  }

  members(owner: Owner): LibraryMember[] {
    const members: LibraryMember[] = [];
    while (!this.take('}')) members.push(this.#member(owner));
    return members;
  }

  #member(owner: Owner): LibraryMember {
    let doc = '';
    while (this.#next.startsWith('///')) {
      doc = `${doc} ${this.#next.slice(3).trim()}`.trim();
      this.#advance();
    }
    let effect: LibraryEffect | undefined;
    if (this.take('[')) {
      const word = this.word();
      if (!effects.has(word)) this.fail(`unknown effect '${word}'`);
      effect = word as LibraryEffect;
      this.expect(']');
    }
    const constant = this.take('const');
    const isStatic = this.take('static') || constant;
    if (this.#next === 'implicit' || this.#next === 'explicit') {
      const kind = this.word() as 'implicit' | 'explicit';
      this.expect('operator');
      const returns = this.type();
      const name = kind === 'implicit' ? 'op_Implicit' : 'op_Explicit';
      return this.#method(owner, { kind, name, isStatic: true, returns, effect, doc });
    }
    const returns = this.type();
    // A constructor is written as its type followed by parameters.
    if (this.#next === '(' && returns.name === owner.name) {
      const type = {
        ...returns,
        args: owner.typeParams.map((name) => ({ name, args: [], nullable: false, rank: 0 })),
      };
      return this.#method(owner, { kind: 'constructor', name: 'new', isStatic, returns: type, effect, doc });
    }
    if (this.take('operator')) {
      const symbol = this.#next;
      this.#advance();
      return this.#method(owner, { kind: 'operator', name: symbol, isStatic: true, returns, effect, doc });
    }
    const name = this.word();
    if (name === 'this') {
      this.expect('[');
      const params = this.#params(']').params;
      const writable = this.#accessors();
      return this.#build(owner, { kind: 'indexer', name, isStatic, returns, effect, doc }, [], params, false, writable);
    }
    if (this.#next === '(' || this.#next === '<') {
      return this.#method(owner, { kind: 'method', name, isStatic, returns, effect, doc });
    }
    const writable = this.#accessors();
    return this.#build(owner, { kind: 'property', name, isStatic, returns, effect, doc }, [], [], false, writable);
  }

  #method(owner: Owner, head: MemberHead): LibraryMember {
    const typeParams = this.typeParams();
    this.expect('(');
    const { params, extension } = this.#params(')');
    this.expect(';');
    return this.#build(owner, head, typeParams, params, extension, false);
  }

  #build(
    owner: Owner,
    head: MemberHead,
    typeParams: readonly string[],
    params: readonly LibraryParameter[],
    extension: boolean,
    writable: boolean,
  ): LibraryMember {
    let name = head.name;
    if (head.kind === 'operator') {
      const known = operatorName(name, params.length);
      name = known ?? this.fail(`unknown operator '${name}'`);
    }
    const key =
      head.kind === 'property'
        ? `${owner.name}.${name}`
        : `${owner.name}.${name}(${params.map((p) => this.#keyOf(p.type)).join(',')})`;
    const member: { -readonly [K in keyof LibraryMember]: LibraryMember[K] } = {
      key,
      kind: head.kind,
      name,
      static: head.isStatic,
      extension,
      typeParams,
      params,
      returns: head.returns,
      writable,
    };
    if (head.effect !== undefined) member.effect = head.effect;
    if (head.doc !== '') member.doc = head.doc;
    return member;
  }

  /** `;`, or `{ get; }`, or `{ get; set; }`; true for the last. */
  #accessors(): boolean {
    if (this.take(';')) return false;
    this.expect('{');
    let writable = false;
    while (!this.take('}')) {
      const word = this.word();
      if (word === 'set' || word === 'init') writable = true;
      this.expect(';');
    }
    return writable;
  }

  #params(close: string): { params: LibraryParameter[]; extension: boolean } {
    const params: LibraryParameter[] = [];
    const extension = this.take('this');
    while (!this.take(close)) {
      if (params.length > 0) this.expect(',');
      let mode: LibraryParameter['mode'] = 'value';
      if (this.#next === 'out' || this.#next === 'ref' || this.#next === 'params') {
        mode = this.word() as LibraryParameter['mode'];
      }
      const type = this.type();
      const name = this.word();
      if (this.take('=')) params.push({ name, type, mode, optional: true, defaultValue: this.#literal() });
      else params.push({ name, type, mode, optional: false });
    }
    return { params, extension };
  }

  #literal(): string | number | boolean | null {
    const negative = this.take('-');
    const text = this.#next;
    this.#advance();
    if (/^\d/.test(text)) return negative ? -Number(text) : Number(text);
    if (text.startsWith('"')) return JSON.parse(text) as string;
    if (text.startsWith("'")) return text.charCodeAt(1);
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null' || text === 'default') return null;
    return this.fail(`not a constant: '${text}'`);
  }

  #types(close: string): LibraryTypeRef[] {
    const types: LibraryTypeRef[] = [];
    do types.push(this.type());
    while (this.take(','));
    this.expect(close);
    return types;
  }

  /** Names of tuple parts are for the reader of the declaration only. */
  #tupleItems(): LibraryTypeRef[] {
    const items: LibraryTypeRef[] = [];
    do {
      items.push(this.type());
      if (/^[A-Za-z_]/.test(this.#next)) this.#advance();
    } while (this.take(','));
    this.expect(')');
    return items;
  }

  #keyOf(type: LibraryTypeRef): string {
    const inner = type.items
      ? `(${type.items.map((item) => this.#keyOf(item)).join(',')})`
      : type.args.length === 0
        ? type.name
        : `${type.name}<${type.args.map((arg) => this.#keyOf(arg)).join(',')}>`;
    const mark = type.nullable && (type.items !== undefined || this.#isValue(type.name, type.args.length)) ? '?' : '';
    return inner + mark + '[]'.repeat(type.rank);
  }

  #advance(): void {
    token.lastIndex = this.#at;
    const match = token.exec(this.#text);
    this.#next = match?.[1] ?? '';
    this.#at = match ? token.lastIndex : this.#text.length;
  }
}

interface MemberHead {
  readonly kind: LibraryMemberKind;
  readonly name: string;
  readonly isStatic: boolean;
  readonly returns: LibraryTypeRef;
  readonly effect: LibraryEffect | undefined;
  readonly doc: string;
}
