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
