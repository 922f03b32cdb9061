/** An app's functions, bodies and expressions as JavaScript, made from its IR when they are first used. */
import type { Body, Evaluated, FunctionKey, IrFunction, IrType } from '../../ir/ir.ts';
import type { ClassModel, NamedValue } from '../../ir/model.ts';
import type { ClassInfo, Value } from '../library/values.ts';
import { type FunctionCell, Linker } from './cells.ts';
import { ClassTable, RowTable } from './class-table.ts';
import { type Compiled, Compiler } from './codegen/compile.ts';
import type { ProgramView } from './codegen/generator.ts';
import { FrameRecorder, type SourceLines } from './frames.ts';
import type { BodyOutcome, RuntimeHost } from './host.ts';
import { InvalidIrError } from './invalid-ir.ts';
import type { StaticOwner } from './support/calls.ts';
import { translated } from './support/exceptions.ts';
import { TypeEnv } from './type-env.ts';
import { type DeclaredTypes, nameOf, TypeFacts } from './type-facts.ts';
import type { VisitCounts } from './visits.ts';

/** What of a definition is needed to run its bodies. */
export interface ProgramSource {
  /** By key, as a definition holds them, or as a list. */
  readonly functions: Readonly<Record<FunctionKey, IrFunction>> | readonly IrFunction[];
  readonly types: DeclaredTypes;
  readonly policies?: readonly NamedValue[];
  readonly principals?: readonly NamedValue[];
  /** For the lines in stack frames. */
  readonly sources?: readonly SourceLines[];
}

/**
 * Documents are untrusted: whatever is compiled from one is refused with `InvalidIrError` where it is not what `ir.ts`
 * describes. Programs are independent of each other; one may serve any number of hosts, one call at a time.
 */
export class CompiledProgram implements ProgramView {
  readonly facts: TypeFacts;
  readonly emptyEnv = TypeEnv.empty;
  readonly visits: VisitCounts | undefined;
  readonly #functions = new Map<FunctionKey, IrFunction>();
  readonly #cells = new Map<FunctionKey, FunctionCell>();
  readonly #constructors = new Map<string, FunctionCell | undefined>();
  readonly #initialisers = new Map<string, FunctionCell>();
  readonly #tables = new Map<IrType, ClassTable>();
  readonly #tablesInWork = new Set<IrType>();
  readonly #rows = new Map<string, RowTable>();
  readonly #slots = new Map<FunctionKey, number>();
  readonly #statics = new Map<string, StaticOwner>();
  readonly #bodies = new WeakMap<Body, (host: RuntimeHost, args: readonly Value[]) => BodyOutcome>();
  readonly #expressions = new WeakMap<Evaluated, (host: RuntimeHost, self?: Value) => Value>();
  readonly #compiler: Compiler;
  readonly #recorder: FrameRecorder;
  readonly #linker = new Linker();
  #stubbed: ReadonlySet<FunctionKey> | undefined;
  #entityFunctions: ReadonlyMap<string, readonly FunctionKey[]> | undefined;
  #host: RuntimeHost | undefined;

  /** @param visits counts how often each statement and branch runs, at some cost */
  constructor(source: ProgramSource, visits?: VisitCounts) {
    this.visits = visits;
    this.facts = new TypeFacts(source.types);
    this.#recorder = new FrameRecorder(source.sources ?? []);
    this.#compiler = new Compiler(this, this.#recorder);
    for (const fn of Object.values(source.functions)) this.#functions.set(fn.key, fn);
  }

  // -------------------------------------------------------------- running

  /**
   * A workflow body, compiled at its first call. `name` is what stack frames call it.
   * @throws ExceptionValue what leaves the body, EngineAbort a limit that was reached, InvalidIrError
   */
  body(body: Body, name = 'body'): (host: RuntimeHost, args: readonly Value[]) => BodyOutcome {
    let run = this.#bodies.get(body);
    if (run === undefined) {
      const compiled = once(() => this.#compiler.body(body, name));
      run = (host, args) => this.#run(host, compiled, args) as BodyOutcome;
      this.#bodies.set(body, run);
    }
    return run;
  }

  /** An expression that stands on its own: a default, a setting, a policy, an invariant. `self` is what `this` means. */
  expression(e: Evaluated, name = 'value'): (host: RuntimeHost, self?: Value) => Value {
    let run = this.#expressions.get(e);
    if (run === undefined) {
      const compiled = once(() => this.#compiler.expression(e, name));
      run = (host, self = null) => this.#run(host, compiled, [self]);
      this.#expressions.set(e, run);
    }
    return run;
  }

  /** Calls a function of the app; the receiver of a method is the first argument. */
  call(key: FunctionKey, host: RuntimeHost, args: readonly Value[]): Value {
    const fn = this.#functions.get(key);
    if (fn === undefined) throw new InvalidIrError(`no such function: ${key}`, '');
    const cell = this.cell(key);
    return this.#run(host, () => this.#linked(cell), args) ?? null;
  }

  #run(host: RuntimeHost, compiled: () => Compiled, args: readonly Value[]): Value {
    const before = this.#host;
    const depth = host.depth ?? 0;
    const handlers = host.handlers ?? null;
    this.#host = host;
    host.depth = depth;
    // Who runs this catches what leaves it: filters further out are not asked.
    host.handlers = null;
    host.statics ??= [];
    try {
      const f = compiled();
      this.#linker.link();
      return f(host as never, ...(args as never[]));
    } catch (e) {
      throw translated(e);
    } finally {
      this.#host = before;
      host.depth = depth;
      host.handlers = handlers;
    }
  }

  #linked(cell: FunctionCell): Compiled {
    this.#linker.link();
    return cell.f;
  }

  /** The host that runs now. */
  get host(): RuntimeHost {
    if (this.#host === undefined) throw new Error('nothing runs');
    return this.#host;
  }

  // -------------------------------------------------------------- types

  /** A class of the app, closed where it is generic: what `LibraryHost.classInfo` answers. */
  classInfo(name: IrType): ClassInfo | undefined {
    return this.facts.classModel(nameOf(name)) === undefined ? undefined : this.classTable(this.facts.normal(name));
  }

  enumNames(name: string): ReadonlyMap<number, string> | undefined {
    return this.facts.enumNames(name);
  }

  /** `default(T)` of a closed type. */
  defaultOf(t: IrType): Value {
    return this.facts.defaultOf(t);
  }

  /** What `new C()` runs on a fresh instance; undefined where there is nothing to run, or no constructor without arguments. */
  parameterless(name: string): FunctionCell | undefined {
    const own = this.#class(name)
      .functions.map((key) => this.#functions.get(key))
      .filter((fn) => fn?.kind === 'constructor');
    if (own.length === 0) return this.implicitConstructor(name);
    const plain = own.find((fn) => fn?.params.length === 0);
    return plain === undefined ? undefined : this.cell(plain.key);
  }

  /** Calls a constructor's cell from the library, which is on its way back into the app. */
  construct(cell: FunctionCell, instance: Value): void {
    this.#linked(cell)(this.host as never, instance as never);
  }

  // -------------------------------------------------------------- what generated code is made with

  function(key: FunctionKey): IrFunction | undefined {
    return this.#functions.get(key);
  }

  cell(key: FunctionKey): FunctionCell {
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      const fn = this.#functions.get(key);
      if (fn === undefined) throw new InvalidIrError(`no such function: ${key}`, '');
      cell = this.#linker.cell(() => this.#located(key, () => this.#compiler.function(fn)));
      this.#cells.set(key, cell);
    }
    return cell;
  }

  /** Adds the function to the place of what is wrong in it. */
  #located<T>(key: FunctionKey, work: () => T): T {
    try {
      return work();
    } catch (e) {
      if (!(e instanceof InvalidIrError) || e.place.startsWith('/functions/')) throw e;
      const problem = e.message.slice(e.message.indexOf(': ') + 2);
      throw new InvalidIrError(problem, `/functions/${key.replaceAll('~', '~0').replaceAll('/', '~1')}${e.place}`);
    }
  }

  implicitConstructor(name: string): FunctionCell | undefined {
    if (!this.#constructors.has(name)) {
      const model = this.#class(name);
      const isTrivial =
        model.base === undefined && !model.fields.some((f) => f.init !== undefined && f.static !== true);
      const cell = isTrivial ? undefined : this.#linker.cell(() => this.#compiler.implicitConstructor(model));
      this.#constructors.set(name, cell);
    }
    return this.#constructors.get(name);
  }

  fieldInitialisers(name: string): FunctionCell {
    let cell = this.#initialisers.get(name);
    if (cell === undefined) {
      const model = this.#class(name);
      cell = this.#linker.cell(() => this.#compiler.fieldInitialisers(model));
      this.#initialisers.set(name, cell);
    }
    return cell;
  }

  #class(name: string): ClassModel {
    const model = this.facts.classModel(name);
    if (model === undefined) throw new InvalidIrError(`no such class: ${name}`, '');
    return model;
  }

  classTable(t: IrType): ClassTable {
    let table = this.#tables.get(t);
    if (table === undefined) {
      if (this.#tablesInWork.has(t)) throw new InvalidIrError(`the class derives from itself: ${t}`, '');
      this.#tablesInWork.add(t);
      try {
        table = new ClassTable(this, this.#class(nameOf(t)), t);
      } finally {
        this.#tablesInWork.delete(t);
      }
      this.#tables.set(t, table);
      this.#linkTables();
    }
    return table;
  }

  /** A table may be made while code runs, which calls through it at once; but not before its bases and heirs are there. */
  #linkTables(): void {
    if (this.#tablesInWork.size === 0) this.#linker.link();
  }

  rowTable(entity: string): RowTable {
    let table = this.#rows.get(entity);
    if (table === undefined) {
      const model = this.facts.entity(entity);
      if (model === undefined) throw new InvalidIrError(`no such entity: ${entity}`, '');
      table = new RowTable(this, model, model.base === undefined ? undefined : this.rowTable(model.base));
      this.#rows.set(entity, table);
      this.#linkTables();
    }
    return table;
  }

  entityFunctions(entity: string): readonly FunctionKey[] {
    if (this.#entityFunctions === undefined) {
      const all = new Map<string, FunctionKey[]>();
      for (const fn of this.#functions.values()) {
        if (fn.owner === undefined || this.facts.entity(fn.owner) === undefined) continue;
        const own = all.get(fn.owner);
        if (own === undefined) all.set(fn.owner, [fn.key]);
        else own.push(fn.key);
      }
      this.#entityFunctions = all;
    }
    return this.#entityFunctions.get(entity) ?? [];
  }

  slot(key: FunctionKey): number {
    let slot = this.#slots.get(key);
    if (slot === undefined) {
      slot = this.#slots.size;
      this.#slots.set(key, slot);
    }
    return slot;
  }

  staticOwner(owner: string, field: string, fail: (problem: string) => never): StaticOwner {
    const model = this.facts.classModel(nameOf(owner));
    if (model === undefined || !model.fields.some((f) => f.static === true && f.name === field)) {
      return fail(`no such static field: ${owner}.${field}`);
    }
    let statics = this.#statics.get(model.name);
    if (statics === undefined) {
      statics = this.#makeStatics(model, this.#statics.size);
      this.#statics.set(model.name, statics);
    }
    return statics;
  }

  #makeStatics(model: ClassModel, index: number): StaticOwner {
    const fields = model.fields.filter((f) => f.static === true);
    const compiled = once(() => this.#compiler.staticInitialisers(model));
    return {
      index,
      initialise: (host) => {
        const record = Object.create(null) as Record<string, Value>;
        for (const f of fields) record[f.name] = this.facts.defaultOf(f.t.includes('!') ? 'object' : f.t);
        // Before the initialisers run, so that one which reads another sees its default, as in C#.
        if (host.statics !== undefined) host.statics[index] = record;
        try {
          const f = compiled();
          this.#linker.link();
          f(host as never, record as never);
        } catch (e) {
          if (host.statics !== undefined) host.statics[index] = undefined;
          throw e;
        }
        return record;
      },
    };
  }

  hiddenTypeParams(fn: IrFunction): readonly string[] {
    const own = fn.typeParams ?? [];
    if (fn.owner === undefined || (fn.static !== true && fn.kind !== 'operator')) return own;
    const ofOwner = this.facts.classModel(fn.owner)?.typeParams ?? [];
    return ofOwner.length === 0 ? own : [...ofOwner, ...own];
  }

  stubs(key: FunctionKey): boolean {
    this.#stubbed ??= this.#findStubs();
    return this.#stubbed.has(key);
  }

  /** Only tests stub, so only a document with tests is searched. */
  #findStubs(): ReadonlySet<FunctionKey> {
    const found = new Set<FunctionKey>();
    const functions = [...this.#functions.values()];
    if (!functions.some((fn) => fn.kind === 'test' || fn.kind === 'fixture')) return found;
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ((node as { k?: unknown }).k === 'stub') {
        const of = (node as { of?: { fn?: unknown } }).of;
        if (typeof of?.fn === 'string') found.add(of.fn);
      }
      for (const part of Object.values(node)) visit(part);
    };
    for (const fn of functions) visit(fn.body);
    return found;
  }

  line(file: number, offset: number): number {
    return this.#recorder.line(file, offset);
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
