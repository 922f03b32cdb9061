/** Entities as models (language.md §5): members with their rules and defaults, invariants, `Unique` over several, security. */
import { duplicateDeclaration, noSuchMember, typeMismatch, wrongArguments } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/suggestions.ts';
import type { Evaluated } from '../ir/ir.ts';
import type { EntityField, EntityModel, FieldRule } from '../ir/model.ts';
import type { Attribute, EntityDeclaration, Expression, Invariant, SecurityRule } from '../syntax/tree.ts';
import { argumentsOf, checkAttributes, findAttribute } from './attributes.ts';
import type { DeclarationChecker } from './declaration-checker.ts';
import { fieldNames, fieldOf, lineage } from './entities-lineage.ts';
import { fieldRuleNames, readFieldRule, textOf } from './entities-rules.ts';
import type { EntitySymbol, FieldSymbol } from './symbols.ts';
import { boolType, displayType, stringType } from './type-table.ts';
import type { Type } from './types.ts';

/** Attributes of members that are no value rules. */
const otherAttributes = ['ForeignKey', 'ExternalName', 'Index'];

export function readEntity(checker: DeclarationChecker, symbol: EntitySymbol): EntityModel {
  return new EntityReader(checker, symbol).read();
}

/** One kind of row acts in an app: a second `[Principal]` that does not derive from the first is told. */
export function reportPrincipals(checker: DeclarationChecker, entities: readonly EntitySymbol[]): void {
  const [first, ...others] = entities.filter((entity) => entity.principal);
  for (const other of others) {
    if (first === undefined || lineage(other).includes(first)) continue;
    const [start, end] = other.nameSpan;
    checker.report(
      diagnose(
        duplicateDeclaration,
        checker.source(other.file),
        { start, end },
        {
          what: 'a `[Principal]` entity,',
          name: first.name,
          where: 'the app',
        },
      ),
    );
  }
}

class EntityReader {
  readonly #checker: DeclarationChecker;
  readonly #symbol: EntitySymbol;

  constructor(checker: DeclarationChecker, symbol: EntitySymbol) {
    this.#checker = checker;
    this.#symbol = symbol;
  }

  read(): EntityModel {
    const symbol = this.#symbol;
    const uniques: EntityModel['uniques'][number][] = [];
    const invariants: EntityModel['invariants'][number][] = [];
    for (const { declaration, file } of symbol.declarations) {
      checkAttributes(this.#checker, file, declaration.attributes, `entity '${symbol.name}'`, [
        'Principal',
        'Unique',
        'Index',
      ]);
      for (const attribute of declaration.attributes) {
        if (attribute.name.name === 'Unique') uniques.push(...this.#unique(attribute, file));
      }
      for (const invariant of declaration.invariants) invariants.push(this.#invariant(invariant, file));
      for (const rule of declaration.security) this.#security(rule, file);
    }
    const fields = symbol.members.flatMap((member) =>
      member.kind === 'field' && !member.implicit && !member.static ? this.#field(member) : [],
    );
    const [first] = symbol.declarations;
    const at = first?.declaration as EntityDeclaration;
    return {
      name: symbol.fullName,
      ...(symbol.base === undefined ? {} : { base: symbol.base.fullName }),
      interfaces: symbol.interfaces.map((type) => type.key),
      ...(symbol.abstract ? { abstract: true as const } : {}),
      ...(symbol.principal ? { principal: true as const } : {}),
      fields,
      uniques,
      invariants,
      file: symbol.file,
      span: [at.start, at.end],
      nameSpan: symbol.nameSpan,
    };
  }

  // ---------------------------------------------------------------- members

  #field(field: FieldSymbol): EntityField {
    const declaration = field.declaration as NonNullable<FieldSymbol['declaration']>;
    const { attributes, initializer } = declaration;
    checkAttributes(this.#checker, field.file, attributes, `'${field.name}'`, [...fieldRuleNames, ...otherAttributes]);
    const rules = attributes.flatMap(
      (attribute): FieldRule[] | FieldRule =>
        readFieldRule(this.#checker, field.file, attribute, field.name, field.type) ?? [],
    );
    const collection = this.#collection(field, attributes);
    const value = initializer && this.#default(field, initializer);
    const demanded = rules.some((rule) => rule.rule === 'Required');
    return {
      name: field.name,
      t: field.type.key,
      required: collection === undefined && (demanded || (value === undefined && !isOptional(field.type))),
      ...(value === undefined ? {} : { default: value }),
      ...(collection === undefined ? {} : { collection }),
      rules,
      span: [declaration.start, declaration.end],
      nameSpan: field.nameSpan,
    };
  }

  /** A default is evaluated before the row is there: it sees neither the row nor who acts. */
  #default(field: FieldSymbol, initializer: Expression): Evaluated {
    return this.#checker.value({
      file: field.file,
      source: initializer,
      returns: field.type,
      owner: { symbol: this.#symbol, isStatic: true },
      describe: `the default of '${this.#symbol.name}.${field.name}'`,
    });
  }

  #collection(field: FieldSymbol, attributes: readonly Attribute[]): EntityField['collection'] {
    const element = this.#checker.declarations.typing.hierarchy.elementOf(field.type);
    const attribute = findAttribute(attributes, 'ForeignKey');
    const source = this.#checker.source(field.file);
    if (element?.kind !== 'entity') {
      if (attribute !== undefined && field.type.kind !== 'error') {
        this.#checker.report(
          diagnose(typeMismatch, source, attribute, {
            problem: 'other',
            text: `\`[ForeignKey]\` stands on a collection of rows, and '${field.name}' is of type '${displayType(field.type)}'`,
            help: 'Remove it, or give the member a type like `Child[]`.',
          }),
        );
      }
      return undefined;
    }
    const back = field.collection?.back;
    if (back === undefined) {
      const [start, end] = field.nameSpan;
      this.#checker.report(
        diagnose(
          wrongArguments,
          source,
          { start, end },
          {
            problem: 'arguments',
            callee: field.name,
            detail: `holds the rows of '${element.symbol.name}' that refer to '${this.#symbol.name}', and it is not said by which member they do`,
            expected: ['[ForeignKey(Back)]'],
          },
        ),
      );
      return undefined;
    }
    const reference = fieldOf(element.symbol, back);
    if (reference === undefined) {
      this.#checker.report(
        diagnose(noSuchMember, source, attribute ?? field.declaration ?? { start: 0, end: 0 }, {
          type: element.symbol.name,
          name: back,
          suggestion: nearest(back, fieldNames(element.symbol)),
        }),
      );
      return undefined;
    }
    if (!this.#refersHere(reference.type)) {
      this.#checker.report(
        diagnose(typeMismatch, source, attribute ?? { start: field.nameSpan[0], end: field.nameSpan[1] }, {
          problem: 'other',
          text: `'${element.symbol.name}.${back}' is of type '${displayType(reference.type)}', so it cannot refer to a '${this.#symbol.name}'`,
          help: `Name a member of '${element.symbol.name}' whose type is '${this.#symbol.name}'.`,
        }),
      );
      return undefined;
    }
    return { entity: element.symbol.fullName, back };
  }

  #refersHere(type: Type): boolean {
    const bare = type.kind === 'nullable' ? type.element : type;
    if (bare.kind === 'error') return true;
    return bare.kind === 'entity' && lineage(this.#symbol).includes(bare.symbol);
  }

  // ---------------------------------------------------------------- the whole entity

  /** `[Unique(A, B, "m")]` */
  #unique(attribute: Attribute, file: number): EntityModel['uniques'] {
    const fields: string[] = [];
    let message: string | undefined;
    for (const value of argumentsOf(attribute).positional) {
      const name = memberName(value);
      if (name === undefined) message = textOf(this.#checker, file, value);
      else if (this.#known(name, value, file)) fields.push(name);
    }
    if (fields.length === 0) {
      if (argumentsOf(attribute).positional.every((value) => memberName(value) === undefined)) {
        this.#checker.report(
          diagnose(wrongArguments, this.#checker.source(file), attribute, {
            problem: 'arguments',
            callee: 'Unique',
            detail: 'on an entity names the members that are unique together, and none is named',
            expected: ['[Unique(A, B, "m")]'],
          }),
        );
      }
      return [];
    }
    return [{ fields, ...(message === undefined ? {} : { message }) }];
  }

  #known(name: string, at: Expression, file: number): boolean {
    if (fieldOf(this.#symbol, name) !== undefined) return true;
    this.#checker.report(
      diagnose(noSuchMember, this.#checker.source(file), at, {
        type: this.#symbol.name,
        name,
        suggestion: nearest(name, fieldNames(this.#symbol)),
      }),
    );
    return false;
  }

  #invariant(invariant: Invariant, file: number): EntityModel['invariants'][number] {
    const owner = { symbol: this.#symbol, isStatic: false };
    const describe = `an invariant of '${this.#symbol.name}'`;
    const condition = this.#checker.value({ file, source: invariant.condition, returns: boolType, owner, describe });
    if (invariant.message !== undefined) {
      const source = invariant.message;
      return {
        condition,
        message: this.#checker.value({
          file,
          source,
          returns: stringType,
          owner,
          describe: `the message of ${describe}`,
        }),
      };
    }
    const { start, end } = invariant.condition;
    const text = this.#checker.source(file).text.slice(start, end);
    const v = `'${this.#symbol.name}' must keep: ${text}`;
    return { condition, message: { file, e: { k: 'const', s: [start, end], t: 'string', v } } };
  }

  /** Parsed and checked; workflow bodies run as the system and bypass it. */
  #security(rule: SecurityRule, file: number): void {
    const owner = { symbol: this.#symbol, isStatic: false };
    for (const field of rule.fields ?? []) {
      if (field.name === '' || fieldOf(this.#symbol, field.name) !== undefined) continue;
      this.#checker.report(
        diagnose(noSuchMember, this.#checker.source(file), field, {
          type: this.#symbol.name,
          name: field.name,
          suggestion: nearest(field.name, fieldNames(this.#symbol)),
        }),
      );
    }
    for (const source of [rule.when, rule.where]) {
      if (source === undefined) continue;
      const describe = `a security rule of '${this.#symbol.name}'`;
      this.#checker.value({ file, source, returns: boolType, owner, describe, hasActor: true });
    }
  }
}

/** Nullable, or with a zero: `bool`, numbers and `TimeSpan` (language.md §5). */
function isOptional(type: Type): boolean {
  return type.kind === 'nullable' || ['bool', 'int', 'long', 'decimal', 'double', 'TimeSpan'].includes(type.key);
}

function memberName(value: Expression): string | undefined {
  switch (value.kind) {
    case 'Name':
    case 'MemberAccess':
      return value.name.name;
    case 'NameOf':
      return memberName(value.argument);
    default:
      return undefined;
  }
}
