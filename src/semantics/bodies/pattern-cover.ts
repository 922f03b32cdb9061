/** Whether what one pattern matches is all that another could match (C# spec 11.3, subsumption). */
import type { Expr, Pattern } from '../../ir/ir.ts';
import type { Binder } from './binder.ts';

/** Every value that `p` matches is matched by `q` too, as far as that can be told: false where it cannot. */
export function covers(b: Binder, q: Pattern, p: Pattern): boolean {
  if (q.p === 'any' || q.p === 'bind') return true;
  if (p.p === 'or') return covers(b, q, p.l) && covers(b, q, p.r);
  if (q.p === 'and') return covers(b, q.l, p) && covers(b, q.r, p);
  if (p.p === 'and' && (covers(b, q, p.l) || covers(b, q, p.r))) return true;
  if (q.p === 'or') return covers(b, q.l, p) || covers(b, q.r, p);
  if (p.p === 'type' && p.sub !== undefined && q.p !== 'type' && covers(b, q, p.sub)) return true;
  switch (q.p) {
    case 'null':
      return p.p === 'null';
    case 'not':
      return q.e.p === 'null' && !takesNull(p);
    case 'const':
      return p.p === 'const' && sameConstant(q.v, p.v);
    case 'rel':
      return p.p === 'rel' && p.op === q.op && sameConstant(q.v, p.v);
    case 'type':
      return p.p === 'type' && isOfType(b, p, q) && (q.sub === undefined || covers(b, q.sub, p.sub ?? { p: 'any' }));
    case 'props':
      return p.p === 'props' && q.members.every((member) => p.members.some((each) => coversMember(b, member, each)));
    case 'tuple':
      return (
        p.p === 'tuple' &&
        p.items.length === q.items.length &&
        q.items.every((item, i) => covers(b, item, p.items[i] as Pattern))
      );
    case 'list':
      return p.p === 'list' && coversList(b, q, p);
  }
}

/** Null is among what it matches. */
export function takesNull(p: Pattern): boolean {
  switch (p.p) {
    case 'any':
    case 'bind':
    case 'null':
      return true;
    case 'or':
      return takesNull(p.l) || takesNull(p.r);
    case 'and':
      return takesNull(p.l) && takesNull(p.r);
    case 'not':
      return !takesNull(p.e);
    default:
      return false;
  }
}

type PatternOf<K extends Pattern['p']> = Extract<Pattern, { readonly p: K }>;

function isOfType(b: Binder, p: PatternOf<'type'>, q: PatternOf<'type'>): boolean {
  if (p.t === q.t) return true;
  const [from, to] = [b.patternTypes.get(p), b.patternTypes.get(q)];
  return from !== undefined && to !== undefined && b.hierarchy.isReferenceConvertible(from, to);
}

type Member = PatternOf<'props'>['members'][number];

function coversMember(b: Binder, q: Member, p: Member): boolean {
  const path = pathOf(q.v);
  return path !== undefined && path === pathOf(p.v) && covers(b, q.p, p.p);
}

/** `A.B` of what is matched; a member with a body of its own may answer differently each time. */
function pathOf(e: Expr): string | undefined {
  if (e.k === 'local') return '';
  if (e.k !== 'field' && !(e.k === 'lib' && e.o !== undefined && e.args.length === 0)) return undefined;
  const outer = pathOf(e.o as Expr);
  return outer === undefined ? undefined : `${outer}.${e.k === 'field' ? `${e.owner}:${e.f}` : e.m}`;
}

function coversList(b: Binder, q: PatternOf<'list'>, p: PatternOf<'list'>): boolean {
  if (q.rest !== undefined && q.items.length === 0) return q.slice === undefined;
  if (q.rest !== p.rest || q.slice !== undefined || q.items.length !== p.items.length) return false;
  return q.items.every((item, i) => covers(b, item, p.items[i] as Pattern));
}

function sameConstant(a: Expr, b: Expr): boolean {
  return a.k === 'const' && b.k === 'const' && a.t === b.t && a.v === b.v;
}
