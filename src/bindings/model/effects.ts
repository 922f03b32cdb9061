/** What code does to the world: members it reads and writes, the network, other workflows; what it calls included. */
import { type AppIndex, isNetworkMember } from '../../analysis/app-index.ts';
import { callsIn, forEachCall } from '../../analysis/call-graph.ts';
import type { Expr, FunctionKey, IrFunction, LValue, Stmt } from '../../ir/ir.ts';
import { type Visitor, walkBlock, walkExpr } from '../../ir/walk.ts';

/** All lists are sorted and hold full names. */
export interface Effects {
  /** `Ns.Claim.Amount` */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Entities whose rows are looked through. */
  readonly queries: readonly string[];
  readonly creates: readonly string[];
  readonly deletes: readonly string[];
  /** `Ns.Bank.Send`, `Http.Get` */
  readonly network: readonly string[];
  /** `Ns.ClaimFlow.Take`: events raised, or correlated. */
  readonly raises: readonly string[];
  /** Workflows started. */
  readonly starts: readonly string[];
}

type Kind = keyof Effects;
const kinds: readonly Kind[] = ['reads', 'writes', 'queries', 'creates', 'deletes', 'network', 'raises', 'starts'];

class EffectSet {
  readonly sets: Readonly<Record<Kind, Set<string>>> = {
    reads: new Set(),
    writes: new Set(),
    queries: new Set(),
    creates: new Set(),
    deletes: new Set(),
    network: new Set(),
    raises: new Set(),
    starts: new Set(),
  };

  addAll(other: EffectSet): void {
    for (const kind of kinds) for (const name of other.sets[kind]) this.sets[kind].add(name);
  }

  sorted(): Effects {
    const list = (kind: Kind): readonly string[] => [...this.sets[kind]].sort();
    return {
      reads: list('reads'),
      writes: list('writes'),
      queries: list('queries'),
      creates: list('creates'),
      deletes: list('deletes'),
      network: list('network'),
      raises: list('raises'),
      starts: list('starts'),
    };
  }
}

export interface CodeFacts {
  /** Keys of functions of the app that it calls itself, sorted. */
  readonly calls: readonly FunctionKey[];
  readonly effects: Effects;
}

export class EffectAnalysis {
  readonly #index: AppIndex;
  readonly #own = new Map<IrFunction, EffectSet>();
  readonly #callees = new Map<IrFunction, readonly IrFunction[]>();

  constructor(index: AppIndex) {
    this.#index = index;
  }

  ofFunction(fn: IrFunction): CodeFacts {
    return this.#facts(this.#calleesOf(fn), this.#ownOf(fn));
  }

  ofBlock(block: readonly Stmt[]): CodeFacts {
    const callees = new Set<IrFunction>();
    forEachCall(this.#index, block, (_, found) => {
      for (const callee of found) callees.add(callee);
    });
    const own = new EffectSet();
    walkBlock(block, this.#visitor(own));
    return this.#facts([...callees], own);
  }

  #facts(callees: readonly IrFunction[], own: EffectSet): CodeFacts {
    const all = new EffectSet();
    all.addAll(own);
    const seen = new Set<IrFunction>();
    const queue = [...callees];
    for (let fn = queue.pop(); fn !== undefined; fn = queue.pop()) {
      if (seen.has(fn)) continue;
      seen.add(fn);
      all.addAll(this.#ownOf(fn));
      queue.push(...this.#calleesOf(fn));
    }
    // Initialisers that the analysis names itself are no functions of the app.
    const calls = callees.map((c) => c.key).filter((key) => this.#index.functions.has(key));
    return { calls: [...new Set(calls)].sort(), effects: all.sorted() };
  }

  #calleesOf(fn: IrFunction): readonly IrFunction[] {
    let found = this.#callees.get(fn);
    if (found === undefined) {
      found = [...new Set(callsIn(this.#index, fn).map((c) => c.callee))];
      this.#callees.set(fn, found);
    }
    return found;
  }

  #ownOf(fn: IrFunction): EffectSet {
    let own = this.#own.get(fn);
    if (own === undefined) {
      own = new EffectSet();
      const visitor = this.#visitor(own);
      walkBlock(fn.body ?? [], visitor);
      for (const argument of fn.chain?.args ?? []) walkExpr(argument, visitor);
      this.#own.set(fn, own);
    }
    return own;
  }

  #visitor(found: EffectSet): Visitor {
    /** Places that are only assigned: they are not read. */
    const targets = new Set<Expr>();
    return {
      expr: (e) => {
        this.#look(e, found, targets);
        return undefined;
      },
    };
  }

  #look(e: Expr, { sets }: EffectSet, targets: Set<Expr>): void {
    const write = (to: LValue | null): void => {
      if (to?.k === 'field' && this.#isEntity(to.owner)) sets.writes.add(`${to.owner}.${to.f}`);
    };
    switch (e.k) {
      case 'assign':
        write(e.to);
        targets.add(e.to);
        return;
      case 'update':
        write(e.to);
        return;
      case 'deconstruct':
        for (const to of e.to) {
          write(to);
          if (to !== null) targets.add(to);
        }
        return;
      case 'ref':
        write(e.to);
        return;
      case 'field':
        if (!targets.has(e) && this.#isEntity(e.owner)) sets.reads.add(`${e.owner}.${e.f}`);
        return;
      case 'newEntity':
        sets.creates.add(e.e);
        for (const { f } of e.init) sets.writes.add(`${e.e}.${f}`);
        return;
      case 'rows':
        sets.queries.add(e.e);
        return;
      case 'client':
        sets.network.add(operation(e.c, e.op));
        return;
      case 'fnref':
        if (e.client !== undefined) sets.network.add(operation(e.client.c, e.client.op));
        return;
      case 'raise':
      case 'correlate':
        sets.raises.add(`${e.w}.${e.e}`);
        return;
      case 'start':
        sets.starts.add(e.w);
        return;
      case 'lib':
        if (isNetworkMember(e.m)) sets.network.add(operation('', e.m));
        else if (/\.Delete\(\)$/.test(e.m) && e.o !== undefined && this.#isEntity(e.o.t.replace(/\?$/, '')))
          sets.deletes.add(e.o.t.replace(/\?$/, ''));
        return;
      default:
    }
  }

  #isEntity(name: string): boolean {
    return this.#index.entities.has(name);
  }
}

/** Without its parameter types. */
function operation(owner: string, key: string): string {
  return `${owner === '' ? '' : `${owner}.`}${key.replace(/\(.*$/, '')}`;
}
