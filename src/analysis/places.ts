/** What is known at a place of a body, told apart by place: branches carry it apart, and where ways meet it is joined. */
import type { Expr, LocalId, LValue, Stmt } from '../ir/ir.ts';
import { walkBlock } from '../ir/walk.ts';
import { join, type Known, type Locals, meet, type Past } from './effects.ts';

export const noLocals: Locals = new Map();

export interface Place {
  readonly past: Past;
  readonly locals: Locals;
}

/** What locals may hold where two ways meet; `a` itself where `b` adds nothing. */
export function joinLocals(a: Locals | undefined, b: Locals): Locals {
  if (a === undefined || a === b) return b;
  let joined: Map<LocalId, Known | undefined> | undefined;
  for (const [id, known] of b) {
    const before = a.get(id);
    const after = a.has(id) ? join(before, known) : known;
    if (after === before && a.has(id)) continue;
    joined ??= new Map(a);
    joined.set(id, after);
  }
  return joined ?? a;
}

function sameLocals(a: Locals, b: Locals): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [id, known] of a) if (!b.has(id) || b.get(id) !== known) return false;
  return true;
}

/** Where two ways meet; of a way that is not there, the other. */
export function meetPlaces(a: Place | undefined, b: Place | undefined): Place | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { past: meet(a.past, b.past) as Past, locals: joinLocals(a.locals, b.locals) };
}

export function samePlace(a: Place, b: Place): boolean {
  const { past: p } = a;
  const { past: q } = b;
  return p.released === q.released && p.given === q.given && p.tested === q.tested && sameLocals(a.locals, b.locals);
}

/** What locals hold where exceptions of a `try` come from: it is what its clauses begin with. */
export class Sources {
  readonly #byType = new Map<string, Locals>();
  #anywhere: Locals | undefined;
  #last: Locals | undefined;

  /** An exception of the network's comes from here. */
  thrown(type: string, locals: Locals): void {
    this.#byType.set(type, joinLocals(this.#byType.get(type), locals));
  }

  /** Something is evaluated here, so that any other exception may come from here. */
  passed(locals: Locals): void {
    if (this.#last === locals) return;
    this.#last = locals;
    this.#anywhere = joinLocals(this.#anywhere, locals);
  }

  of(type: string): Locals | undefined {
    return this.#byType.get(type);
  }

  get anywhere(): Locals | undefined {
    return this.#anywhere;
  }
}

const found = new WeakMap<readonly Stmt[], ReadonlySet<LocalId>>();

/**
 * The locals of a block whose value depends on the place: those that get another value than their first, and those that a
 * lambda or local function captures, which may see them when they are out of sight.
 */
export function variablesIn(block: readonly Stmt[]): ReadonlySet<LocalId> {
  const known = found.get(block);
  if (known !== undefined) return known;
  const variables = new Set<LocalId>();
  const add = (to: LValue | null): void => {
    if (to?.k === 'local') variables.add(to.id);
  };
  walkBlock(block, {
    expr: (e) => {
      if (e.k === 'assign' || e.k === 'update' || e.k === 'ref') add(e.to);
      if (e.k === 'deconstruct') e.to.forEach(add);
      if (e.k === 'lambda') addUsed(e.body, variables);
      return undefined;
    },
    stmt: (s) => {
      if (s.k === 'localFn') addUsed(s.fn.body, variables);
      return undefined;
    },
  });
  found.set(block, variables);
  return variables;
}

/** Locals that a lambda's body names; its own among them do no harm. */
function addUsed(body: readonly Stmt[], used: Set<LocalId>): void {
  walkBlock(body, {
    expr: (e: Expr) => {
      if (e.k === 'local') used.add(e.id);
      return undefined;
    },
  });
}
