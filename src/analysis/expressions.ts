/** Abstract execution of expressions: calls and what they throw, and what is known of values. See `frame.ts`. */
import type { Expr, IrSpan, Pattern } from '../ir/ir.ts';
import { lastName, plainName } from './app-index.ts';
import { Calls } from './calls.ts';
import { type Closure, type Item, join, joinAll, type Known } from './effects.ts';

export abstract class ExpressionWalk extends Calls {
  /** One for each expression, so that values that are the same are known to be. */
  readonly #closures = new Map<Expr, Closure>();

  // -------------------------------------------------------------- expressions

  value(e: Expr): Known | undefined {
    if (!this.live) return undefined;
    if (e.k !== 'const' && e.k !== 'local' && e.k !== 'lambda') this.mayFail();
    switch (e.k) {
      case 'const':
        return typeof e.v === 'boolean' ? { truth: e.v } : undefined;
      case 'local':
        return (
          this.get(e.id) ??
          (this.localFunctions.has(e.id)
            ? this.#delegate(e, { kind: 'local', id: e.id, at: { s: e.s, name: e.name } })
            : undefined)
        );
      case 'default':
      case 'this':
      case 'item':
      case 'actor':
      case 'rows':
      case 'principal':
      case 'policy':
      case 'typeof':
      case 'secret':
        return undefined;
      case 'sfield':
        this.call(e, this.index.fieldInitializers(e.owner, true), [], `${lastName(e.owner)}.${e.f}`);
        return undefined;
      case 'field':
        this.value(e.o);
        return undefined;
      case 'elem':
        this.value(e.o);
        this.value(e.i);
        return undefined;
      case 'prop':
        return this.property(e, 'get', undefined);
      case 'libprop':
        this.value(e.o);
        this.lose(this.all(e.args));
        this.compared(e, e);
        return undefined;
      case 'call':
        return this.appCall(e);
      case 'lib':
        return this.libraryCall(e);
      case 'client':
        this.lose(this.all(e.args));
        this.network(
          e,
          `${lastName(e.c)}.${this.index.operation(e.c, e.op)?.name ?? e.op}`,
          this.index.operation(e.c, e.op)?.verb ?? 'Get',
          true,
        );
        return undefined;
      case 'raise':
        this.value(e.row);
        this.lose(this.all(e.args));
        if (e.at !== undefined) this.value(e.at);
        this.mayThrow('Exception');
        return undefined;
      case 'correlate':
        this.lose(this.all(e.args));
        return undefined;
      case 'start':
        this.value(e.row);
        this.mayThrow('Exception');
        return undefined;
      case 'assignSlot':
        this.value(e.row);
        this.value(e.person);
        this.mayThrow('Exception');
        return undefined;
      case 'stub':
        return undefined;
      case 'invoke': {
        const callee = this.value(e.f);
        const args = this.all(e.args);
        if (!this.live) return undefined;
        return this.invoke(callee?.closures ?? [], args, callee?.partial !== true);
      }
      case 'callLocal': {
        const args = this.all(e.args);
        return this.callLocal(e, e.name, this.localFunctions.get(e.id)?.fn, args);
      }
      case 'lambda':
        return this.#delegate(e, { kind: 'lambda', lambda: e });
      case 'fnref':
        if (e.o !== undefined) this.value(e.o);
        return this.#delegate(
          e,
          e.local === undefined
            ? { kind: 'reference', reference: e }
            : { kind: 'local', id: e.local, at: { s: e.s, name: this.localFunctions.get(e.local)?.name ?? '' } },
        );
      case 'new':
        return this.create(e);
      case 'newEntity': {
        const set = new Set(e.init.map((i) => i.f));
        for (const fn of this.index.entityDefaults(e.e, set)) this.call(e, fn, [], `new ${lastName(e.e)}`, true);
        this.initializers(e.init);
        return undefined;
      }
      case 'array':
      case 'tuple':
        this.lose(this.all(e.items));
        return undefined;
      case 'newArray':
        this.value(e.n);
        return undefined;
      case 'collection':
        this.value(e.base);
        for (const entry of e.entries) {
          const values = this.all(entry.values);
          const fn = this.index.functions.get(entry.add);
          if (entry.own) this.call(e, fn, values, fn?.name ?? entry.add);
          else this.lose(values);
          if (!entry.own) this.compared(e, { m: entry.add, args: entry.values, targs: e.targs });
        }
        return undefined;
      case 'withInit':
        this.value(e.base);
        this.initializers(e.init);
        return undefined;
      case 'with':
        this.value(e.e);
        this.initializers(e.init);
        return undefined;
      case 'spread':
      case 'fromEnd':
        this.value(e.e);
        return undefined;
      case 'conv':
        this.value(e.e);
        return undefined;
      case 'cast':
      case 'as':
        return this.#narrowed(this.value(e.e), plainName(e.t));
      case 'box':
        return this.value(e.e);
      case 'un': {
        const known = this.value(e.e);
        return e.op === 'not' && known?.truth !== undefined ? { truth: !known.truth } : undefined;
      }
      case 'bin':
        return this.#binary(e);
      case 'and':
      case 'or':
        return this.#logic(e);
      case 'cond': {
        const truth = this.value(e.c)?.truth;
        if (!this.live) return undefined;
        const values: (Known | undefined)[] = [];
        const side = (x: Expr) => (): void => void values.push(this.value(x));
        this.branches([...(truth === false ? [] : [side(e.a)]), ...(truth === true ? [] : [side(e.b)])]);
        return joinAll(values);
      }
      case 'coalesce': {
        const left = this.value(e.l);
        if (!this.live) return undefined;
        let right: Known | undefined;
        this.branches([
          (): void => undefined,
          (): void => {
            right = this.value(e.r);
          },
        ]);
        return join(left, right);
      }
      case 'nullcond': {
        const target = this.value(e.o);
        if (!this.live) return undefined;
        this.set(e.id, target);
        let then: Known | undefined;
        this.branches([
          (): void => undefined,
          (): void => {
            then = this.value(e.then);
          },
        ]);
        return join(then, undefined);
      }
      case 'assign':
        return this.#assign(e.to, this.value(e.v));
      case 'update': {
        const before = this.value(e.to);
        const known = e.ifNull
          ? join(
              before,
              this.maybe(() => this.value(e.v)),
            )
          : this.value(e.v);
        return this.#assign(e.to, known);
      }
      case 'deconstruct':
        this.lose([this.value(e.v)]);
        for (const to of e.to) if (to !== null) this.#assign(to, undefined);
        return undefined;
      case 'ref':
        if (e.mode === 'ref' || e.to.k !== 'local') this.lose([this.value(e.to)]);
        if (e.to.k === 'local') this.set(e.to.id, undefined);
        return undefined;
      case 'is': {
        const known = this.value(e.e);
        const truth = this.live ? this.pattern(e.p, known) : undefined;
        return truth === undefined ? undefined : { truth };
      }
      case 'switchx': {
        const subject = this.value(e.e);
        if (!this.live) return undefined;
        const values: (Known | undefined)[] = [];
        let decided = false;
        this.branches(
          e.arms.map((arm) => () => {
            const taken = decided ? false : this.arm(arm, subject);
            decided = decided || taken === true;
            if (taken === false) this.live = false;
            else values.push(this.value(arm.v));
          }),
        );
        return joinAll(values);
      }
      case 'interp':
        for (const part of e.parts) {
          if (typeof part === 'string') continue;
          this.value(part.e);
          this.overridden('object.ToString()', part.e.t, e);
        }
        return undefined;
      case 'anon':
        this.lose(e.fields.map((f) => this.value(f.v)));
        return undefined;
      case 'throwx':
        this.throwValue(e.e, e.s);
        this.live = false;
        return undefined;
      case 'range':
        if (e.from !== undefined) this.value(e.from);
        if (e.to !== undefined) this.value(e.to);
        return undefined;
      case 'runas':
        this.value(e.p);
        return this.invoke([{ kind: 'lambda', lambda: e.body }], [], false);
      default:
        return e satisfies never;
    }
  }

  #delegate(e: Expr, closure: Closure): Known {
    const known = this.#closures.get(e) ?? closure;
    this.#closures.set(e, known);
    return { closures: [known] };
  }

  /** What is left of a value that is seen as a `type`. */
  #narrowed(known: Known | undefined, type: string): Known | undefined {
    if (known?.exceptions === undefined) return known;
    const { exceptions, otherException, ...rest } = known;
    const other = otherException === true && this.index.networkKind(type) === undefined;
    return {
      ...rest,
      exceptions: exceptions.filter((x) => this.index.isClass(x.type, type)),
      ...(other ? { otherException: true } : {}),
    };
  }

  /** Whether an arm of a `switch` is the one; undefined where that is not known. */
  protected arm(arm: { readonly p: Pattern; readonly when?: Expr }, subject: Known | undefined): boolean | undefined {
    const matches = this.pattern(arm.p, subject);
    if (matches === false || arm.when === undefined) return matches;
    const guard = this.value(arm.when)?.truth;
    // One whose guard never ends is not taken.
    if (!this.live) return false;
    return guard === false ? false : matches === true && guard === true ? true : undefined;
  }

  #binary(e: Extract<Expr, { k: 'bin' }>): Known | undefined {
    this.value(e.l);
    this.value(e.r);
    if (e.on === 'string' && e.op === 'add')
      for (const side of [e.l, e.r]) this.overridden('object.ToString()', side.k === 'box' ? side.from : side.t, e);
    return undefined;
  }

  #logic(e: Extract<Expr, { k: 'and' | 'or' }>): Known | undefined {
    const decides = e.k === 'or';
    const left = this.value(e.l)?.truth;
    if (!this.live || left === decides) return left === undefined ? undefined : { truth: left };
    let tested = false;
    let ends = true;
    const right = (): Known | undefined => {
      const known = this.value(e.r);
      tested = this.past.tested;
      ends = this.live;
      return known;
    };
    const truth = left === undefined ? this.maybe(right)?.truth : right()?.truth;
    // Where the right side never ends, the left one has decided.
    if (!ends) return { truth: decides };
    // `a && TryAcquireLock(…)`: what stands behind the whole condition follows the test.
    if (tested) this.happened({ tested });
    if (truth === decides) return { truth: decides };
    return left === !decides && truth !== undefined ? { truth } : undefined;
  }

  #assign(to: Expr, known: Known | undefined): Known | undefined {
    if (!this.live) return undefined;
    if (to.k === 'local') {
      if (this.isHandedBack(to.id)) this.lose([known]);
      this.set(to.id, known);
      return known;
    }
    if (to.k === 'prop') this.property(to, 'set', known);
    else if (to.k === 'field' || to.k === 'elem' || to.k === 'libprop') {
      this.value(to.o);
      if (to.k === 'elem') this.value(to.i);
      if (to.k === 'libprop') {
        this.lose(this.all(to.args));
        this.compared(to, to);
      }
    }
    if (to.k !== 'prop') this.lose([known]);
    return known;
  }

  // -------------------------------------------------------------- patterns

  /** Whether a value matches; binds what the pattern binds. */
  pattern(p: Pattern, known: Known | undefined): boolean | undefined {
    switch (p.p) {
      case 'any':
        return true;
      case 'bind':
        this.set(p.id, known);
        return true;
      case 'type':
        return this.#typePattern(p, known);
      case 'not': {
        const inner = this.pattern(p.e, known);
        return inner === undefined ? undefined : !inner;
      }
      case 'and': {
        const left = this.pattern(p.l, known);
        const right = this.pattern(p.r, known);
        return left === false || right === false ? false : left === true && right === true ? true : undefined;
      }
      case 'or': {
        const left = this.pattern(p.l, known);
        const right = this.pattern(p.r, known);
        return left === true || right === true ? true : left === false && right === false ? false : undefined;
      }
      case 'props': {
        this.set(p.id, known);
        let all: boolean | undefined = known?.exceptions !== undefined && known.partial !== true ? true : undefined;
        for (const m of p.members) {
          const matches = this.pattern(m.p, this.value(m.v));
          if (matches === false) all = false;
          else if (matches === undefined && all === true) all = undefined;
        }
        return all;
      }
      case 'const':
      case 'rel':
        this.value(p.v);
        return undefined;
      case 'tuple':
      case 'list':
        for (const i of p.items) this.pattern(i, undefined);
        if (p.p === 'list' && p.slice !== undefined) this.pattern(p.slice, undefined);
        return undefined;
      case 'null':
        return known?.exceptions !== undefined && known.partial !== true ? false : undefined;
      default:
        return p satisfies never;
    }
  }

  #typePattern(p: Extract<Pattern, { p: 'type' }>, known: Known | undefined): boolean | undefined {
    const type = plainName(p.t);
    if (known?.exceptions === undefined) {
      if (p.sub !== undefined) this.pattern(p.sub, undefined);
      return undefined;
    }
    const fitting = known.exceptions.filter((x) => this.index.isClass(x.type, type));
    // An exception of another kind is none of the network's, and anything else is unknown.
    const other = known.otherException === true && this.index.networkKind(type) === undefined;
    const sub = p.sub === undefined ? true : this.pattern(p.sub, { exceptions: fitting, otherException: other });
    if (fitting.length === 0 && !other && known.partial !== true) return false;
    const all = fitting.length === known.exceptions.length && (known.otherException !== true || type === 'Exception');
    return all && known.partial !== true && sub === true ? true : undefined;
  }

  // -------------------------------------------------------------- exceptions

  throwValue(e: Expr, span: IrSpan): void {
    const known = this.value(e);
    if (!this.live) return;
    if (known?.exceptions !== undefined) {
      for (const item of known.exceptions) for (const thrown of this.#thrownAt(item, span)) this.emit(thrown);
      if (known.otherException === true) this.mayThrow(plainName(e.t));
      return;
    }
    const type = plainName(e.t);
    if (this.index.networkKind(type) === undefined) this.mayThrow(type);
    else for (const thrown of this.#thrownAt(this.made(type, this.site(e, type)), span)) this.emit(thrown);
  }

  #thrownAt(item: Item, span: IrSpan): readonly Item[] {
    const thrown = this.thrown(item, (own) => ({
      ...own,
      span,
      name: own.name.startsWith('new ') ? `throw ${own.name}` : own.name,
    }));
    return this.past.released ? thrown.map((t) => ({ ...t, deliberate: true })) : thrown;
  }
}
