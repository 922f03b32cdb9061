/** `out` and `ref` arguments. */
import type { RefExpr } from '../../../ir/ir.ts';
import type { Generator } from './generator.ts';
import { place } from './places.ts';
import { sequence } from './sequence.ts';

/** An `out` or `ref` argument. A variable declared in it belongs to the block. */
export function emitRef(g: Generator, e: RefExpr): string {
  if (e.to.k === 'local') {
    const known = g.scope.find(e.to.id);
    if (known?.ref) return known.js;
    const js = known === undefined ? g.bound(e.to.id) : known.js;
    return `${g.helper('ref')}(()=>${js},(v)=>{${js}=v})`;
  }
  const to = g.at('to', () => place(g, e.to));
  if (to.setup.length === 0) return `${g.helper('ref')}(()=>${to.get},(v)=>{${to.set('v', false)}})`;
  // The parts are evaluated now, and kept for this call alone.
  const names = to.setup.map((part) => part.slice(0, part.indexOf('=')));
  const inner = `${g.helper('ref')}(()=>${to.get},(v)=>{${to.set('v', false)}})`;
  return sequence([...to.setup, `((${names.join(',')})=>${inner})(${names.join(',')})`]);
}
