/**
 * Last part of the declaration pass: what members owe to bases and interfaces. It also notes which members stand in for
 * which, by which calls are dispatched.
 */
import { abstractType, missingBody, notImplemented } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import type { FunctionKey } from '../ir/ir.ts';
import type { SourceFile, Span } from '../source/source.ts';
import type { FunctionBody, Node } from '../syntax/tree.ts';
import { displaySignature } from './declarations-members.ts';
import { type CollectedSymbols, type Mutable, spanOf } from './declarations-symbols.ts';
import type { DeclaringContext } from './declaring-context.ts';
import { checkOverride, type InterfaceMember, interfaceMembers, type Overridable, signatureKey } from './overriding.ts';
import type { ClassSymbol, EntitySymbol, FieldSymbol, MemberSymbol, MethodSymbol, Owner } from './symbols.ts';
import { displayType, isInterface, typeMap } from './type-table.ts';
import type { Type } from './types.ts';

export function checkContracts(context: DeclaringContext, collected: CollectedSymbols): void {
  const done = new Set<Owner>();
  // Bases first: what a member stands in for includes what its base's member stands in for.
  const visit = (owner: Owner): void => {
    const line: Owner[] = [];
    for (let at: Owner | undefined = owner; at !== undefined && !done.has(at); at = baseSymbol(at)) {
      done.add(at);
      line.push(at);
    }
    for (const each of line.reverse()) checkOwner(context, each);
  };
  for (const symbol of collected.classes) if (symbol.form === 'interface') visit(symbol);
  for (const symbol of [...collected.entities, ...collected.classes]) visit(symbol);
  for (const symbol of collected.functions) {
    checkBody(context, symbol.file, symbol.declaration, symbol.declaration.body, symbol.name, spanOf(symbol.nameSpan));
  }
}

function baseSymbol(owner: Owner): Owner | undefined {
  if (owner.kind === 'entity') return owner.base;
  return owner.base?.kind === 'class' ? owner.base.symbol : undefined;
}

function checkOwner(context: DeclaringContext, owner: Owner): void {
  for (const member of owner.members) {
    checkMemberBody(context, owner, member);
    if (isOverridable(member) && member.declaration.modifiers.includes('override')) {
      checkOverride(context, owner, member);
    }
  }
  if (owner.kind === 'class' && owner.form === 'interface') return;
  implementInterfaces(context, owner);
  if (!owner.abstract) checkAbstractMembers(context, owner);
}

function isOverridable(member: MemberSymbol): member is Overridable {
  return member.kind === 'method' || member.kind === 'property' || member.kind === 'indexer';
}

// ---------------------------------------------------------------- bodies

function checkMemberBody(context: DeclaringContext, owner: Owner, member: MemberSymbol): void {
  if (member.kind === 'field' || member.declaration === undefined) return;
  const at = spanOf(member.nameSpan);
  const file = context.files[member.file] as SourceFile;
  const modifiers = member.declaration.modifiers;
  const isAbstract = modifiers.includes('abstract');
  if (isAbstract && owner.kind === 'class' && owner.form === 'class' && !owner.abstract) {
    context.report(diagnose(abstractType, file, at, { problem: 'member', type: owner.name, member: member.name }));
  }
  const isInterface = owner.kind === 'class' && owner.form === 'interface';
  if (member.kind === 'property' || member.kind === 'indexer') return;
  const body = member.declaration.body;
  if (isAbstract && body !== undefined) {
    const why = 'it is abstract, and derived classes give it theirs';
    context.report(diagnose(missingBody, file, at, { member: member.name, problem: 'unwanted', why }));
  } else if (!isAbstract && !isInterface) {
    checkBody(context, member.file, member.declaration, body, member.name, at);
  }
}

/** A body that is missing because of a syntax error has been reported there: only a plain `;` is reported here. */
function checkBody(
  context: DeclaringContext,
  file: number,
  declaration: Node,
  body: FunctionBody | undefined,
  name: string,
  at: Span,
): void {
  const source = context.files[file] as SourceFile;
  if (body !== undefined || source.text[declaration.end - 1] !== ';') return;
  context.report(
    diagnose(missingBody, source, at, {
      member: name,
      problem: 'missing',
      why: 'only abstract members and those of interfaces go without',
    }),
  );
}

// ---------------------------------------------------------------- interfaces

function implementInterfaces(context: DeclaringContext, owner: Owner): void {
  const { hierarchy, types } = context.typing;
  const self = owner.kind === 'entity' ? types.entityType(owner) : types.classOfItself(owner);
  const supertypes = hierarchy.supertypes(self);
  const interfaces = supertypes.filter(isInterface);
  if (interfaces.length === 0) return;
  const levels = supertypes.filter((type) => !isInterface(type));
  const inherited = new Set(levels.slice(1).flatMap((level) => hierarchy.supertypes(level)));
  for (const each of interfaces) {
    const missing: string[] = [];
    for (const member of interfaceMembers(context, each)) {
      const found = implementation(context, levels, member);
      if (found === undefined) {
        if (member.required) missing.push(member.display);
        continue;
      }
      note(found, member);
    }
    // A base class that lacks them has been reported itself.
    if (missing.length === 0 || owner.abstract || inherited.has(each)) continue;
    context.report(
      diagnose(notImplemented, context.files[owner.file] as SourceFile, spanOf(owner.nameSpan), {
        type: owner.name,
        members: missing,
        from: displayType(each),
        abstract: false,
      }),
    );
  }
}

function implementation(
  context: DeclaringContext,
  levels: readonly Type[],
  wanted: InterfaceMember,
): Overridable | FieldSymbol | undefined {
  const { types } = context.typing;
  for (const level of levels) {
    if (level.kind !== 'class' && level.kind !== 'entity') continue;
    const map = level.kind === 'class' ? typeMap(level.symbol.typeParams, level.args) : new Map();
    for (const member of level.symbol.members) {
      if (member.name !== wanted.name || member.static || member.access === 'private') continue;
      if (wanted.signature === undefined) {
        if (member.kind !== 'field' && member.kind !== 'property') continue;
        if (!types.same(types.substitute(member.type, map), wanted.type)) continue;
        const settable = member.kind === 'field' ? !member.readonly || member.init : member.set !== undefined;
        if (wanted.accessors?.set !== undefined && !settable) continue;
        return member;
      }
      if (member.kind !== 'method' && member.kind !== 'indexer') continue;
      if (signatureKey(context, member, map) !== wanted.signature) continue;
      const returns = types.substitute(member.kind === 'method' ? member.returns : member.type, map);
      // A method's own type parameters are others than the interface's.
      if (member.kind === 'method' && member.typeParams.length > 0) return member;
      if (types.same(returns, wanted.type)) return member;
    }
  }
  return undefined;
}

function note(member: Overridable | FieldSymbol, wanted: InterfaceMember): void {
  if (member.kind === 'field') {
    const field = member as Mutable<FieldSymbol>;
    if (wanted.accessors !== undefined) field.implements = [...(field.implements ?? []), wanted.accessors];
  } else if (member.kind === 'method') {
    if (wanted.key !== undefined && !member.overrides.includes(wanted.key)) {
      (member as Mutable<MethodSymbol>).overrides = [...member.overrides, wanted.key];
    }
  } else if (wanted.accessors !== undefined) {
    const { get, set } = wanted.accessors;
    if (!member.overrides.some((o) => o.get === get && o.set === set)) {
      (member as Mutable<typeof member>).overrides = [...member.overrides, wanted.accessors];
    }
  }
}

// ---------------------------------------------------------------- abstract members

function checkAbstractMembers(context: DeclaringContext, owner: ClassSymbol | EntitySymbol): void {
  const overridden = new Set<FunctionKey>();
  const missing = new Map<Owner, string[]>();
  for (let at: Owner | undefined = owner; at !== undefined; at = baseSymbol(at)) {
    for (const member of at.members) {
      if (!isOverridable(member)) continue;
      const key = member.kind === 'method' ? member.key : (member.get ?? member.set);
      if (at !== owner && member.abstract && key !== undefined && !overridden.has(key)) {
        const list = missing.get(at) ?? [];
        list.push(displayMember(member));
        missing.set(at, list);
      }
      const replaced = member.kind === 'method' ? member.overrides : member.overrides.map((o) => o.get ?? o.set ?? '');
      for (const each of replaced) overridden.add(each);
    }
  }
  for (const [base, members] of missing) {
    // A base class that should have them and is not abstract itself has been reported.
    if (!base.abstract) continue;
    const between = baseSymbol(owner);
    if (between !== undefined && between !== base && !between.abstract) continue;
    context.report(
      diagnose(notImplemented, context.files[owner.file] as SourceFile, spanOf(owner.nameSpan), {
        type: owner.name,
        members,
        from: base.name,
        abstract: true,
      }),
    );
  }
}

export function displayMember(member: Overridable): string {
  switch (member.kind) {
    case 'method':
      return displaySignature(member.name, member.params, member.returns);
    case 'property':
      return `${displayType(member.type)} ${member.name}`;
    case 'indexer':
      return `${displayType(member.type)} this[…]`;
  }
}
