import { T } from '../tokens.ts';
import type {
  Accessor,
  Attribute,
  Declared,
  FieldMember,
  Identifier,
  Member,
  Node,
  Parameter,
  TypeConstraint,
  TypeParameter,
  TypeSyntax,
} from '../tree.ts';
import { cat, type Doc, group, hardline, indent, line } from './doc.ts';
import { StatementPrinter } from './statement-printer.ts';

/** What has a name, parameters and a body. */
interface Function {
  readonly returnType?: TypeSyntax;
  readonly name: Identifier;
  readonly typeParams?: readonly TypeParameter[];
  readonly params: readonly Parameter[];
  readonly constraints?: readonly TypeConstraint[];
}

/** What stands in braces: where it begins, and how it is printed. */
export interface Item {
  readonly start: number;
  readonly print: () => Doc;
}

/** Members of classes and entities, attributes and bodies (language.md §2, §5). */
export abstract class MemberPrinter extends StatementPrinter {
  // ---------------------------------------------------------------- what stands before declarations

  /**
   * Attributes, modifiers and the rest of a declaration's head. Each pair of brackets has a line of its own, unless the
   * author wrote all of them on the line of the declaration and it fits.
   */
  protected header(attributes: readonly Attribute[], modifiers: number, rest: () => Doc): Doc {
    if (attributes.length === 0) return group(cat(this.#modifiers(modifiers), rest()));
    const sections: Doc[] = [];
    let isBroken = false;
    for (const section of sectionsOf(attributes)) {
      sections.push(this.#section(section));
      isBroken ||= this.beginsLine();
    }
    const edge = isBroken ? hardline : line;
    return group(
      cat(...sections.flatMap((section) => [section, edge]), group(cat(this.#modifiers(modifiers), rest()))),
    );
  }
  protected head(declared: Declared, rest: () => Doc): Doc {
    return this.header(declared.attributes, declared.modifiers.length, rest);
  }
  #modifiers(count: number): Doc {
    const parts: Doc[] = [];
    for (let i = 0; i < count; i++) parts.push(this.tok(), ' ');
    return cat(...parts);
  }
  /** `[A, B(x)]` */
  #section(attributes: readonly Attribute[]): Doc {
    return this.soft(() =>
      this.commaLines(attributes, ({ name, args }) => {
        const word = this.flat(name.end);
        return args === undefined ? word : cat(word, this.args(args));
      }),
    );
  }
  protected attributesBefore(parameter: Parameter): Doc {
    return cat(...sectionsOf(parameter.attributes).flatMap((section) => [this.#section(section), ' ']));
  }

  // ---------------------------------------------------------------- braces

  /**
   * `{ … }` around items, each of which begins where the tree says. What begins elsewhere is left to `other`: blocks that
   * the tree dissolves (`Requires`, `security`).
   */
  protected body(items: readonly Item[], other?: () => Doc | undefined): Doc {
    return this.braces(() => this.itemsOf(items, T.CloseBrace, false, other));
  }
  protected itemsOf(items: readonly Item[], closer: T, hard: boolean, other?: () => Doc | undefined): Doc {
    const sorted = [...items].sort((a, b) => a.start - b.start);
    let next = 0;
    return this.items(
      () => {
        const at = this.peek().start;
        while (next < sorted.length && (sorted[next] as Item).start < at) next++;
        const item = sorted[next];
        if (item?.start === at) return item.print();
        const found = other?.();
        if (found !== undefined) return found;
        // Words before an item that the tree does not keep.
        return item === undefined ? this.tok() : cat(this.flatBefore(item.start), item.print());
      },
      closer,
      hard,
    );
  }
  // ---------------------------------------------------------------- members

  protected members(members: readonly Member[]): readonly Item[] {
    return members.flatMap((member, i) => {
      if (member.kind !== 'FieldMember') return [{ start: member.start, print: () => this.#member(member) }];
      // Several names in one declaration are several members, with one span.
      if (members[i - 1]?.start === member.start) return [];
      const names = members.filter((each): each is FieldMember => each.start === member.start);
      return [{ start: member.start, print: () => this.#fields(names) }];
    });
  }

  #fields(fields: readonly FieldMember[]): Doc {
    const [first] = fields as readonly [FieldMember, ...FieldMember[]];
    return this.head(first, () => {
      const type = this.flat(first.type.end);
      const names = this.commaLines(fields, ({ name, initializer }) =>
        cat(this.flat(name.end), this.initial(initializer)),
      );
      return cat(type, ' ', fields.length > 1 ? group(indent(names)) : names, this.tok(T.Semicolon));
    });
  }

  #member(member: Exclude<Member, FieldMember>): Doc {
    switch (member.kind) {
      case 'MethodMember': {
        const head = this.head(member, () => this.signature(member));
        return cat(head, this.functionBody(member.body, head));
      }
      case 'ConstructorMember': {
        const { chain } = member;
        const head = this.head(member, () => this.signature(member));
        const call =
          chain === undefined
            ? this.nothing()
            : group(indent(line, this.tok(T.Colon), ' ', this.tok(), this.args(chain.args)));
        return cat(head, call, this.functionBody(member.body, cat(head, call)));
      }
      case 'OperatorMember': {
        const [first] = member.params;
        const head = this.head(member, () => cat(this.#operatorName(member, first), this.params(member.params)));
        return cat(head, this.functionBody(member.body, head));
      }
      case 'PropertyMember': {
        const head = this.head(member, () => this.flat(member.name.end));
        return cat(head, this.#accessors(member.accessors), this.#propertyValue(member));
      }
      case 'IndexerMember': {
        const head = this.head(member, () =>
          cat(this.flat(member.type.end), ' ', this.tok(T.This), this.params(member.params)),
        );
        return cat(head, this.#accessors(member.accessors));
      }
    }
  }

  #operatorName(member: Extract<Member, { readonly kind: 'OperatorMember' }>, first: Parameter | undefined): Doc {
    if (member.operator === 'implicit' || member.operator === 'explicit')
      return cat(this.tok(), ' ', this.tok(T.Operator), ' ', this.flat(member.returnType.end));
    const type = this.flat(member.returnType.end);
    const word = this.tok(T.Operator);
    const signs: Doc[] = [];
    while (!this.at(T.OpenParen) && this.peek().start < (first?.start ?? member.end)) signs.push(this.tok());
    return cat(type, ' ', word, ' ', ...signs);
  }

  #propertyValue(member: Extract<Member, { readonly kind: 'PropertyMember' }>): Doc {
    return member.initializer === undefined
      ? this.nothing()
      : cat(this.initial(member.initializer), this.tok(T.Semicolon));
  }

  /** ` { get; set; }`, or ` => e;` */
  #accessors(accessors: readonly Accessor[]): Doc {
    if (this.at(T.Arrow)) return this.functionBody(accessors[0]?.body);
    return cat(
      ' ',
      this.body(
        accessors.map((accessor) => ({
          start: accessor.start,
          print: () => {
            const words = this.#accessorWords(accessor);
            return cat(words, this.functionBody(accessor.body));
          },
        })),
      ),
    );
  }
  /** `private set` */
  #accessorWords(accessor: Accessor): Doc {
    const parts: Doc[] = [this.tok()];
    const end = accessor.body?.start ?? accessor.end;
    while (this.peek().start < end && !this.at(T.Semicolon)) parts.push(' ', this.tok());
    return cat(...parts);
  }

  // ---------------------------------------------------------------- functions

  /** `T Name<U>(params) where U : V` */
  protected signature(f: Function): Doc {
    const name = this.flat(f.name.end);
    const typeParams = this.typeParameters(f.typeParams ?? []);
    const params = this.params(f.params);
    return cat(name, typeParams, params, this.constraints(f.constraints ?? [], params));
  }
  protected typeParameters(params: readonly TypeParameter[]): Doc {
    const last = params.at(-1);
    return last === undefined ? this.nothing() : cat(this.tok(T.Less), this.flat(last.end), this.tok(T.Greater));
  }
  /** @param head what is before them: where that is broken, each has a line of its own */
  protected constraints(constraints: readonly TypeConstraint[], head?: Doc): Doc {
    if (constraints.length === 0) return this.nothing();
    return group(indent(...constraints.flatMap((constraint) => [line, this.#constraint(constraint)])), false, head);
  }
  /** `where T : Base, new()` */
  #constraint(constraint: Node & { readonly name: Identifier }): Doc {
    const parts = [this.tok(T.Where), ' ', this.flat(constraint.name.end), ' ', this.tok(T.Colon), ' '];
    return cat(...parts, this.flat(constraint.end));
  }
}

function sectionsOf(attributes: readonly Attribute[]): readonly (readonly Attribute[])[] {
  const sections: Attribute[][] = [];
  for (const attribute of attributes) {
    const last = sections.at(-1);
    if (last !== undefined && last[0]?.section === attribute.section) last.push(attribute);
    else sections.push([attribute]);
  }
  return sections;
}
