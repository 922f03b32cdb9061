import { notAccessibleHere } from '../../diagnostics/catalogue/bodies.ts';
import type { Identifier } from '../../syntax/tree.ts';
import type { MemberGroup } from '../members.ts';
import type { Owner } from '../symbols.ts';
import type { Binder } from './binder.ts';

/** `private` and `protected` are C#'s; `internal` reaches through the whole app. */
export function mayAccess(b: Binder, access: 'public' | 'internal' | 'protected' | 'private', owner: Owner): boolean {
  if (access === 'public' || access === 'internal') return true;
  let from: Owner | undefined = b.body.owner?.symbol;
  if (access === 'private') return from === owner;
  while (from !== undefined) {
    if (from === owner) return true;
    from = from.kind === 'entity' ? from.base : from.base?.kind === 'class' ? from.base.symbol : undefined;
  }
  return false;
}

/** A field or property may be used from here; a method is asked about when it is known which is called. */
export function isAccessible(b: Binder, group: MemberGroup): boolean {
  if (group.kind !== 'field' && group.kind !== 'property') return true;
  return mayAccess(b, group.symbol.access, group.symbol.owner);
}

/** As `isAccessible`, and reports at the name where it is not. */
export function accessible(b: Binder, group: MemberGroup, at: Identifier): boolean {
  if (isAccessible(b, group) || (group.kind !== 'field' && group.kind !== 'property')) return true;
  const { symbol } = group;
  b.report(notAccessibleHere, at, {
    what: `'${symbol.name}'`,
    why: `it is ${symbol.access} in '${symbol.owner.name}'`,
  });
  return false;
}
