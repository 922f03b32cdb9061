/** What a body does, in a few words: whom it calls, what it raises, which members of the row it sets. */
import type { Body, Expr } from '../../ir/ir.ts';
import { walkBlock } from '../../ir/walk.ts';

const mostParts = 3;

/** `SendInvite, sets InvitedAt`; empty for a body without effect. `functionName` names a function by its key. */
export function bodySummary(body: Body | undefined, functionName: (key: string) => string): string {
  if (body === undefined || body.block.length === 0) return '';
  const calls = new Set<string>();
  const sets = new Set<string>();
  let logs = false;
  let moves = false;
  walkBlock(body.block, {
    stmt: (s) => {
      if (s.k === 'goto') moves = true;
      return undefined;
    },
    expr: (e) => {
      const call = callName(e, functionName);
      if (call !== undefined) calls.add(call);
      else if ((e.k === 'assign' || e.k === 'update') && e.to.k === 'field' && e.to.o.k === 'item') sets.add(e.to.f);
      else if (e.k === 'lib' && e.m.startsWith('Log.')) logs = true;
      return undefined;
    },
  });
  const parts = [...calls];
  if (sets.size > 0)
    parts.push(`sets ${[...sets].slice(0, mostParts).join(', ')}${sets.size > mostParts ? ', …' : ''}`);
  // A body that only decides where to go is drawn as the ways that it takes.
  if (parts.length === 0) return logs ? 'logs' : moves ? '' : '…';
  return parts.length > mostParts ? `${parts.slice(0, mostParts).join(', ')}, …` : parts.join(', ');
}

function callName(e: Expr, functionName: (key: string) => string): string | undefined {
  switch (e.k) {
    case 'call':
      return functionName(e.fn);
    case 'client':
      return `${lastPart(e.c)}.${e.op.replace(/\(.*$/, '')}`;
    case 'raise':
      return `raises ${lastPart(e.w)}.${e.e}`;
    case 'start':
      return `starts ${lastPart(e.w)}`;
    case 'correlate':
      return `correlates ${lastPart(e.w)}.${e.e}`;
    case 'newEntity':
      return `new ${lastPart(e.e)}`;
    case 'lib':
      return e.m.startsWith('Http.') ? e.m.replace(/\(.*$/, '') : undefined;
    default:
      return undefined;
  }
}

/** A full name's last part. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
