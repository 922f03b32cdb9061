/** Attributes of functions, classes, members and parameters: those that say nothing there are refused. */
import type { ClassDeclaration, EntityDeclaration, Member, Parameter } from '../syntax/tree.ts';
import { checkAttributes } from './attributes.ts';
import type { DeclarationChecker } from './declaration-checker.ts';

/** What a top-level function may carry (language.md §13). */
const ofFunctions = ['Test', 'TestFixture', 'runas'];
/** What a member may carry that travels as JSON (language.md §6). */
const ofValues = ['ExternalName'];

/** Checks what no pass over a kind of declaration of its own does: functions, classes, policies and principals. */
export function checkDeclaredAttributes(checker: DeclarationChecker): void {
  checker.declarations.units.forEach((unit, file) => {
    for (const declaration of unit.declarations) {
      switch (declaration.kind) {
        case 'FunctionDeclaration':
          checkAttributes(checker, file, declaration.attributes, `function '${declaration.name.name}'`, ofFunctions);
          checkParameters(checker, file, declaration.params);
          break;
        case 'ClassDeclaration':
          checkAttributes(checker, file, declaration.attributes, `${declaration.form} '${declaration.name.name}'`);
          checkMembers(checker, file, declaration);
          break;
        case 'EntityDeclaration':
          checkMembers(checker, file, declaration);
          break;
        case 'PolicyDeclaration':
          checkAttributes(checker, file, declaration.attributes, `policy '${declaration.name.name}'`);
          break;
        case 'PrincipalDeclaration':
          checkAttributes(checker, file, declaration.attributes, `principal '${declaration.name.name}'`);
          break;
      }
    }
  });
}

function checkMembers(checker: DeclarationChecker, file: number, owner: ClassDeclaration | EntityDeclaration): void {
  for (const member of owner.members) {
    // The fields of an entity have their rules, which are read with them.
    if (owner.kind === 'EntityDeclaration' && (member.kind === 'FieldMember' || isStored(member))) continue;
    const isValue = member.kind === 'FieldMember' || member.kind === 'PropertyMember';
    checkAttributes(checker, file, member.attributes, described(member), isValue ? ofValues : []);
    if ('params' in member) checkParameters(checker, file, member.params);
  }
}

function isStored(member: Member): boolean {
  return member.kind === 'PropertyMember' && member.accessors.every((accessor) => accessor.body === undefined);
}

function described(member: Member): string {
  switch (member.kind) {
    case 'FieldMember':
      return `field '${member.name.name}'`;
    case 'PropertyMember':
      return `property '${member.name.name}'`;
    case 'MethodMember':
      return `method '${member.name.name}'`;
    case 'ConstructorMember':
      return `the constructor of '${member.name.name}'`;
    case 'OperatorMember':
      return `\`operator ${member.operator}\``;
    case 'IndexerMember':
      return 'an indexer';
  }
}

function checkParameters(checker: DeclarationChecker, file: number, params: readonly Parameter[]): void {
  for (const param of params) checkAttributes(checker, file, param.attributes, `parameter '${param.name.name}'`);
}
