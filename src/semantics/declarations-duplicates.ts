/** `duplicate-declaration` among members, functions and parameters: at the later of two (findings.md). */
import { duplicateDeclaration } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import type { IrSpan } from '../ir/ir.ts';
import type { SourceFile } from '../source/source.ts';
import type { Parameter, TypeParameter } from '../syntax/tree.ts';
import { type CollectedSymbols, irSpan, spanOf } from './declarations-symbols.ts';
import type { DeclaringContext } from './declaring-context.ts';
import type { MemberSymbol, Owner } from './symbols.ts';

interface Place {
  readonly file: number;
  readonly nameSpan: IrSpan;
}

export function checkDuplicateMembers(context: DeclaringContext, collected: CollectedSymbols): void {
  for (const owner of [...collected.entities, ...collected.classes]) checkMembers(context, owner);
  const keys = new Map<string, Place>();
  for (const symbol of collected.functions) {
    checkNames(context, symbol.file, symbol.declaration.params, 'a parameter', `function '${symbol.name}'`);
    checkNames(context, symbol.file, symbol.declaration.typeParams, 'a type parameter', `function '${symbol.name}'`);
    const there = keys.get(symbol.key);
    if (there === undefined) keys.set(symbol.key, symbol);
    else report(context, symbol, there, 'a function of this name and these parameter types:', symbol.name, 'the app');
  }
  for (const client of collected.clients) {
    for (const operation of client.operations) {
      checkNames(context, client.file, operation.declaration.params, 'a parameter', `operation '${operation.name}'`);
    }
  }
  for (const workflow of collected.workflows) {
    for (const event of workflow.events.values()) {
      checkNames(context, workflow.file, event.declaration.params, 'a parameter', `event '${event.name}'`);
    }
  }
}

function checkMembers(context: DeclaringContext, owner: Owner): void {
  const where = `${owner.kind === 'entity' ? 'entity' : owner.form} '${owner.name}'`;
  /** By name; methods may share theirs. */
  const named = new Map<string, MemberSymbol>();
  const keys = new Map<string, MemberSymbol>();
  for (const member of owner.members) {
    checkInside(context, member);
    const key = callKey(member);
    if (key !== undefined) {
      const there = keys.get(key);
      if (there !== undefined) {
        const what = member.kind === 'constructor' ? 'a constructor' : 'a member';
        report(context, member, there, `${what} of these parameter types:`, displayName(member), where);
        continue;
      }
      keys.set(key, member);
    }
    if (member.kind === 'constructor' || member.kind === 'operator' || member.kind === 'indexer') continue;
    const there = named.get(member.name);
    if (there === undefined) named.set(member.name, member);
    else if (member.kind !== 'method' || there.kind !== 'method') {
      report(context, member, there, 'a member', member.name, where);
    }
  }
  if (owner.kind === 'class') {
    for (const { declaration, file } of owner.declarations) {
      checkNames(context, file, declaration.typeParams, 'a type parameter', where);
    }
  }
}

function callKey(member: MemberSymbol): string | undefined {
  switch (member.kind) {
    case 'method':
    case 'constructor':
    case 'operator':
      return member.key;
    case 'indexer':
      return member.get ?? member.set;
    default:
      return undefined;
  }
}

function displayName(member: MemberSymbol): string {
  return member.kind === 'constructor' ? member.owner.name : member.name;
}

function checkInside(context: DeclaringContext, member: MemberSymbol): void {
  if (member.kind === 'field' || member.kind === 'property' || member.declaration === undefined) return;
  const where = `'${displayName(member)}'`;
  checkNames(context, member.file, member.declaration.params, 'a parameter', where);
  if (member.kind === 'method') {
    checkNames(context, member.file, member.declaration.typeParams, 'a type parameter', where);
  }
}

function checkNames(
  context: DeclaringContext,
  file: number,
  list: readonly (Parameter | TypeParameter)[],
  what: string,
  where: string,
): void {
  if (list.length < 2) return;
  const seen = new Map<string, Place>();
  for (const { name } of list) {
    if (name.name === '' || name.name === '_') continue;
    const place: Place = { file, nameSpan: irSpan(name) };
    const there = seen.get(name.name);
    if (there === undefined) seen.set(name.name, place);
    else report(context, place, there, what, name.name, where);
  }
}

function report(
  context: DeclaringContext,
  later: Place,
  first: Place,
  what: string,
  name: string,
  where: string,
): void {
  context.report(
    diagnose(
      duplicateDeclaration,
      context.files[later.file] as SourceFile,
      spanOf(later.nameSpan),
      { what, name, where },
      {
        related: [
          {
            file: context.files[first.file] as SourceFile,
            span: spanOf(first.nameSpan),
            message: 'declared here first',
          },
        ],
      },
    ),
  );
}
