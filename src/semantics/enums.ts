/** Enums as models: values as declared, and `[Label("…")]` (language.md §2). */
import type { EnumModel } from '../ir/model.ts';
import type { EnumMember } from '../syntax/tree.ts';
import { argumentsOf, checkAttributes, findAttribute } from './attributes.ts';
import type { DeclarationChecker } from './declaration-checker.ts';
import type { EnumSymbol } from './symbols.ts';

export function readEnum(checker: DeclarationChecker, symbol: EnumSymbol): EnumModel {
  const { declaration, file } = symbol;
  checkAttributes(checker, file, declaration.attributes, `enum '${symbol.name}'`, ['Flags']);
  const written = new Map<string, EnumMember>();
  for (const member of declaration.members) {
    checkAttributes(checker, file, member.attributes, `member '${member.name.name}'`, ['ExternalName']);
    if (!written.has(member.name.name)) written.set(member.name.name, member);
  }
  return {
    name: symbol.fullName,
    members: [...symbol.members.values()].map(({ name, value, span }) => {
      const label = labelOf(written.get(name));
      return { name, value, ...(label === undefined ? {} : { label }), span };
    }),
    file,
    span: [declaration.start, declaration.end],
    nameSpan: symbol.nameSpan,
  };
}

function labelOf(member: EnumMember | undefined): string | undefined {
  const attribute = member && findAttribute(member.attributes, 'Label');
  const value = attribute && argumentsOf(attribute).positional[0];
  return value?.kind === 'StringLiteral' ? value.value : undefined;
}
