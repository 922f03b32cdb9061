/**
 * `try`, with C#'s two passes: which `catch` takes an exception is settled, and its filters are asked, before any `finally`
 * on the way to it runs. Each `try` with a `catch` stands in the host's chain of handlers while its block runs; the first
 * `finally` that an exception meets asks along the chain, and so does the `catch` where there was no `finally`.
 */
import type { CatchClause, Stmt } from '../../../ir/ir.ts';
import type { TypeShape } from '../../../ir/types.ts';
import type { Generator } from './generator.ts';
import { typeTest } from './patterns.ts';
import { inScope } from './scopes.ts';

/** An abort passes every `catch` and runs no `finally`. */
export function tryStatement(g: Generator, s: Stmt & { k: 'try' }): string {
  g.throwing();
  g.frame.catches = true;
  const catches = g.list(s.catches, 'catches');
  const body = g.block(s.body, 'body');
  if (catches.length === 0 && s.finally === undefined) return g.fail("'try' without 'catch' or 'finally'");
  const inner = catches.length === 0 ? body : caughtBlock(g, body, catches);
  if (s.finally === undefined) return inner;
  const n = g.unit.fresh();
  const last = g.block(s.finally, 'finally');
  return (
    `{let b${n}=false;try${inner}catch(y${n}){b${n}=true;b${n}=${g.helper('passing')}(h,y${n});throw y${n}}` +
    `finally{if(!b${n})${last}}}`
  );
}

/** A clause in parts, as text. */
interface Clause {
  /** Declares the exception's variable and what the filter binds. */
  readonly declared: string;
  /** Whether the exception is of the clause's type. */
  readonly test: string;
  readonly bind: string;
  readonly filter: string | undefined;
  readonly body: string;
}

/** The block of a `try` that has `catch` clauses, in braces. */
function caughtBlock(g: Generator, body: string, catches: readonly CatchClause[]): string {
  const n = g.unit.fresh();
  const x = `x${n}`;
  const outer = `m${n}`;
  const chosen = `i${n}`;
  g.caught.push(x);
  const clauses = catches.map((clause, i) => g.at('catches', () => g.at(i, () => catchClause(g, clause, x))));
  g.caught.pop();
  const { before, handler, choose } = clauses.some((clause) => clause.filter !== undefined)
    ? filteredChoice(g, clauses, n)
    : plainChoice(clauses, n);
  const declared = clauses.map((clause) => clause.declared).join('');
  const arrive = `c=${x}=${g.helper('caught')}(${x},c,${g.constant(g.frame.owner)},p);`;
  const bodies = clauses
    .map((clause, i) => `case ${i}:{h.sought=null;${clause.bind}${clause.body}c=null;break;}`)
    .join('');
  return (
    `{const ${outer}=h.handlers;${declared}${before}${handler}try{try${body}finally{h.handlers=${outer}}}` +
    `catch(${x}){${arrive}${choose}switch(${chosen}){${bodies}default:throw ${x};}}}`
  );
}

interface Choice {
  /** Stands before the block. */
  readonly before: string;
  /** Puts the `try` into the chain. */
  readonly handler: string;
  /** Sets the number of the clause that takes the exception, at the head of the `catch`. */
  readonly choose: string;
}

/** Types decide. Without a filter anywhere outside, nobody asks along the chain, and nothing is put there. */
function plainChoice(clauses: readonly Clause[], n: number): Choice {
  const accepts = clauses.map((clause) => clause.test).join('||');
  return {
    before: '',
    handler: `if(m${n}!==null)h.handlers={accepts:(x${n})=>${accepts},outer:m${n}};`,
    choose: `const i${n}=${clauses.map((clause, i) => `${clause.test}?${i}:`).join('')}-1;`,
  };
}

/** What was chosen for an exception is noted, so that its filters are asked once. */
function filteredChoice(g: Generator, clauses: readonly Clause[], n: number): Choice {
  const tries = clauses.map(({ test, bind, filter }, i) => {
    const accept = `i${n}=${i};return true;`;
    if (filter === undefined) return `if(${test}){${accept}}`;
    return `if(${test}){${bind}try{if(${filter}){${accept}}}catch(y){${g.helper('filterFailed')}(y)}}`;
  });
  return {
    before: `let i${n}=-1,z${n}=null;const a${n}=(x${n})=>{z${n}=x${n};${tries.join('')}i${n}=-1;return false;};`,
    handler: `h.handlers={accepts:a${n},outer:m${n}};`,
    choose: `if(z${n}!==x${n})a${n}(x${n});`,
  };
}

function catchClause(g: Generator, clause: CatchClause, x: string): Clause {
  const { result, declared } = inScope(g, (scope) => {
    const local = clause.id === undefined ? undefined : g.declare(clause.id);
    if (local !== undefined) scope.hoisted.push(local);
    const filter = clause.filter === undefined ? undefined : g.expr(clause.filter, 'filter');
    return { bind: local === undefined ? '' : `${local}=${x};`, filter, body: g.block(clause.body, 'body') };
  });
  if (clause.t === undefined) return { ...result, declared, test: 'true' };
  const shape = { ...g.shape(clause.t), nullable: false } as TypeShape;
  const { test } = typeTest(g, { js: x, t: g.shape('Exception') }, shape);
  return { ...result, declared, test: `(${test})` };
}
