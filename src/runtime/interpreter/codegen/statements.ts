/** Statements. */
import type { Expr, Stmt } from '../../../ir/ir.ts';
import type { TypeShape } from '../../../ir/types.ts';
import { BlockScope, type Generator, type JumpTarget } from './generator.ts';
import { nestedFunction } from './lambdas.ts';
import { inScope } from './scopes.ts';
import { emitSwitch } from './switches.ts';
import { tryStatement } from './try.ts';

type Local = Stmt & { k: 'localFn' };

/** Local functions are hoisted: their text stands first, and is made last, when all that they capture is known. */
export function emitStatements(g: Generator, list: readonly Stmt[], scope: BlockScope): string {
  const functions: { readonly s: Local; readonly i: number }[] = [];
  list.forEach((s, i) => {
    if (s?.k === 'localFn') {
      functions.push({ s, i });
      g.at(i, () => g.declare(s.id, { fn: s.fn.typeParams ?? [] }));
    }
  });
  const text = list
    .map((s, i) => (s?.k === 'localFn' ? '' : g.at(i, () => visited(g, s, emitStatement(g, s, scope)))))
    .join('');
  const hoisted = functions.map(({ s, i }) => g.at(i, () => localFunction(g, s))).join('');
  return hoisted + text;
}

function localFunction(g: Generator, s: Local): string {
  const name = `${g.frame.owner.name}.${g.text(s.name, 'name')}`;
  const text = g.at('fn', () => nestedFunction(g, s.fn, name, 'body'));
  return `const ${g.localName(s.id)}=${text};`;
}

/** What only holds others, and what only declares, is not counted itself. */
function visited(g: Generator, s: Stmt, text: string): string {
  return s.k === 'block' || s.k === 'try' || (s.k === 'local' && s.init === undefined) ? text : g.visit(s) + text;
}

function way(g: Generator, s: Stmt & { k: 'if' }, which: number, block: string): string {
  const count = g.visitWay(s, which);
  return count === '' ? block : `{${count}${block}}`;
}

function position(g: Generator, s: Stmt): string {
  const start = Array.isArray(s.s) ? (s.s as readonly unknown[])[0] : undefined;
  return Number.isSafeInteger(start) ? `p=${start as number};` : g.fail('a statement has no span');
}

function emitStatement(g: Generator, s: Stmt, scope: BlockScope): string {
  if (typeof s !== 'object' || s === null) return g.fail('not a statement');
  const p = position(g, s);
  switch (s.k) {
    case 'local': {
      if (scope.predeclared.delete(s.id)) return s.init === undefined ? '' : `${p}l${s.id}=${g.expr(s.init, 'init')};`;
      if (scope.ids.has(s.id)) g.fail('two locals have one number');
      if (s.init === undefined) return `let ${g.declare(s.id)};`;
      const init = g.expr(s.init, 'init');
      return `${p}let ${g.declare(s.id)}=${init};`;
    }
    case 'expr':
      return `${p}${g.effect(s.e, 'e')};`;
    case 'block':
      return g.block(s.body, 'body');
    case 'if': {
      const test = g.expr(s.c, 'c');
      const otherwise = s.else === undefined ? g.visitWay(s, 1) : way(g, s, 1, g.block(s.else, 'else'));
      const then = way(g, s, 0, g.block(s.then, 'then'));
      return `${p}if(${test})${then}${otherwise === '' ? '' : `else ${otherwise}`}`;
    }
    case 'while':
      return whileLoop(g, s, p);
    case 'do':
      return doLoop(g, s, p);
    case 'for':
      return forLoop(g, s, p);
    case 'foreach':
      return foreachLoop(g, s, p);
    case 'break':
    case 'continue':
      return jump(g, s.k);
    case 'return':
      return p + returned(g, s.e);
    case 'throw':
      return p + thrown(g, s.e);
    case 'try':
      return tryStatement(g, s);
    case 'switch':
      return p + emitSwitch(g, s);
    case 'goto':
      return p + gotoState(g, s);
    case 'localFn':
      return g.fail('a local function outside a block');
    default:
      return g.fail(`no such statement: ${String((s as { k: unknown }).k)}`);
  }
}

// ---------------------------------------------------------------- loops

/**
 * Fuel is charged for rounds by the batch, which costs a loop little more than a register; what is left of a batch when the
 * loop is left is charged then, except when an exception leaves it.
 */
const batch = 64;

function burn(target: LoopTarget): string {
  return `if((${target.rounds}=${target.rounds}+1&${batch - 1})===0&&(h.fuel-=${batch})<0)h.outOfFuel();`;
}

/** The loop with its counter before and its settlement after it. */
function counted(target: LoopTarget, loop: string): string {
  return `{let ${target.rounds}=0;${loop}h.fuel-=${target.rounds};}`;
}

/** Settles the loops that a jump leaves early. */
function settle(left: readonly JumpTarget[]): string {
  const rounds = left.flatMap((at) => at.rounds ?? []);
  return rounds.length === 0 ? '' : `h.fuel-=${rounds.join('+')};`;
}

interface LoopTarget extends JumpTarget {
  readonly rounds: string;
}

/** Works in a loop's or switch's reach of `break` and `continue`. */
export function inJump<T>(g: Generator, target: JumpTarget, work: () => T): T {
  g.jumps.push(target);
  const result = work();
  g.jumps.pop();
  return result;
}

function loopLabel(g: Generator): LoopTarget {
  const n = g.unit.fresh();
  return { label: `L${n}`, loop: true, rounds: `q${n}` };
}

function jump(g: Generator, kind: 'break' | 'continue'): string {
  const index = kind === 'break' ? g.jumps.length - 1 : g.jumps.findLastIndex((at) => at.loop);
  const target = g.jumps[index];
  if (target === undefined) return g.fail(`'${kind}' outside a loop`);
  return `${settle(g.jumps.slice(index + 1))}${kind} ${target.label};`;
}

function whileLoop(g: Generator, s: Stmt & { k: 'while' }, p: string): string {
  const target = loopLabel(g);
  const { result, declared } = inScope(g, () => ({
    test: g.expr(s.c, 'c'),
    body: inJump(g, target, () => g.block(s.body, 'body')),
  }));
  return counted(
    target,
    `${target.label}:for(;;){${declared}${burn(target)}${p}if(!${result.test})break;${result.body}}`,
  );
}

function doLoop(g: Generator, s: Stmt & { k: 'do' }, p: string): string {
  const target = loopLabel(g);
  const body = inJump(g, target, () => g.block(s.body, 'body'));
  // `continue` goes on to the condition, as JavaScript's does.
  return counted(target, `${target.label}:do{${burn(target)}${body}}while(${p.replace(';', ',')}${g.expr(s.c, 'c')});`);
}

function forLoop(g: Generator, s: Stmt & { k: 'for' }, p: string): string {
  const target = loopLabel(g);
  const outer = inScope(g, (scope) => {
    const init = g.at('init', () => emitStatements(g, g.list(s.init, 'init'), scope));
    const inner = inScope(g, () => ({
      test: s.c === undefined ? undefined : g.expr(s.c, 'c'),
      body: inJump(g, target, () => g.block(s.body, 'body')),
    }));
    const step = g.list(s.step, 'step').map((e, i) => g.at('step', () => g.effect(e, i)));
    const { test, body } = inner.result;
    const next = step.join(',');
    // JavaScript's own form where the condition declares nothing. The variables stand outside: one for all rounds.
    if (inner.declared === '') {
      return init + counted(target, `${target.label}:for(;${test ?? ''};${next}){${burn(target)}${body}}`);
    }
    return (
      init +
      counted(target, `${target.label}:for(;;${next}){${inner.declared}${burn(target)}if(!${test})break;${body}}`)
    );
  });
  return `{${outer.declared}${p}${outer.result}}`;
}

function foreachLoop(g: Generator, s: Stmt & { k: 'foreach' }, p: string): string {
  const vars = g.list(s.vars, 'vars');
  const from = g.expr(s.e, 'e');
  const shape = g.shape(s.e.t);
  const target = loopLabel(g);
  g.throwing();
  const n = g.unit.fresh();
  const item = `x${n}`;
  const { result } = inScope(g, (scope) => {
    const names = vars.map((v, i) => g.at('vars', () => g.at(i, () => g.declare(v.id))));
    const bind =
      names.length === 1
        ? `let ${names[0]}=${item};`
        : `const y${n}=${g.helper('parts')}(${item});let ${names.map((name, i) => `${name}=y${n}[${i}]`).join(',')};`;
    const inner = new BlockScope(scope);
    return `${bind}${inJump(g, target, () => g.block(s.body, 'body', inner))}`;
  });
  return p + counted(target, walk(g, shape, from, n, target, item, result));
}

function walk(
  g: Generator,
  shape: TypeShape,
  from: string,
  n: number,
  target: LoopTarget,
  item: string,
  body: string,
): string {
  const { label } = target;
  const a = `a${n}`;
  const i = `i${n}`;
  if (shape.kind === 'array') {
    return `{const ${a}=${g.notNull(from)};${label}:for(let ${i}=0;${i}<${a}.length;${i}++){${burn(target)}const ${item}=${a}[${i}];${body}}}`;
  }
  if (shape.kind === 'named' && shape.name === 'string') {
    return `{const ${a}=${g.notNull(from)};${label}:for(let ${i}=0;${i}<${a}.length;${i}++){${burn(target)}const ${item}=${a}.charCodeAt(${i});${body}}}`;
  }
  if (shape.kind === 'named' && shape.name === 'List') {
    const v = `v${n}`;
    return (
      `{const ${a}=${g.notNull(from)},${v}=${a}.version;${label}:for(let ${i}=0;;${i}++){${burn(target)}` +
      `if(${v}!==${a}.version)${g.helper('modified')}();if(${i}>=${a}.items.length)break;` +
      `const ${item}=${a}.items[${i}];${body}}}`
    );
  }
  g.calling();
  return `${label}:for(const ${item} of ${g.helper('iterable')}(${from})){${burn(target)}${body}}`;
}

// ---------------------------------------------------------------- leaving

function returned(g: Generator, e: Expr | undefined): string {
  const value = e === undefined ? undefined : g.expr(e, 'e');
  const left = settle(g.jumps);
  if (g.frame.isBody) return `${left}return{value:${value ?? 'null'}};`;
  return left + (value === undefined ? 'return;' : `return ${value};`);
}

function thrown(g: Generator, e: Expr | undefined): string {
  g.throwing();
  if (e === undefined) {
    const caught = g.caught.at(-1);
    return caught === undefined ? g.fail("'throw;' outside a 'catch'") : `throw ${caught};`;
  }
  const value = g.expr(e, 'e');
  const exception = `${g.helper('thrown')}(${value})`;
  // The stack begins anew, and with it what this function has recorded of it.
  return g.frame.catches ? `throw(c=null,${exception});` : `throw ${exception};`;
}

function gotoState(g: Generator, s: Stmt & { k: 'goto' }): string {
  if (!g.frame.isBody) return g.fail("'goto' outside a workflow body");
  const state = s.self === true ? 'self' : g.text(s.state, 'state');
  const line = g.program.line(g.frame.owner.file, s.s[0]);
  return `return ${g.constant(Object.freeze({ goto: state, line }))};`;
}
