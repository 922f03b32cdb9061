/** Classes of the app at run time: what an instance is, how its fields lie, which function a virtual call reaches. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import type { ClassModel, EntityModel } from '../../ir/model.ts';
import { exceptionBase } from '../library/exceptions.ts';
import { type ClassInfo, ExceptionValue, Instance, type Value } from '../library/values.ts';
import type { FunctionCell } from './cells.ts';
import {
  addInterface,
  argumentsOf,
  buildDispatch,
  buildSlots,
  type Dispatch,
  type DispatchProgram,
  type Slots,
  type StoredAccess,
} from './dispatch.ts';
import type { Row, RuntimeHost } from './host.ts';
import { InvalidIrError } from './invalid-ir.ts';
import { TypeEnv } from './type-env.ts';
import { nameOf, type TypeFacts } from './type-facts.ts';

/** What building a table needs of the program. */
export interface ClassProgram extends DispatchProgram {
  classTable(t: IrType): ClassTable;
  parameterless(name: string): FunctionCell | undefined;
  construct(cell: FunctionCell, instance: Value): void;
  /** Keys of the functions that belong to an entity. */
  entityFunctions(entity: string): readonly string[];
  /** The host that runs now: what library code that comes back through an override runs on. */
  readonly host: RuntimeHost;
}

type FieldsConstructor = new () => Record<string, Value>;

/** A closed class type: `Box<int>` and `Box<string>` have each their own. */
export class ClassTable implements ClassInfo {
  readonly name: string;
  readonly model: ClassModel;
  readonly base: ClassTable | undefined;
  /** The library exception that its bases end in. */
  readonly exception: string | undefined;
  readonly is: ReadonlySet<string>;
  readonly fields: ClassInfo['fields'];
  readonly overrides: ReadonlyMap<LibraryKey, (self: Value, ...args: Value[]) => Value>;
  readonly m: Slots;
  readonly #program: ClassProgram;
  readonly #env: TypeEnv;
  readonly #dispatch: Dispatch;
  readonly #stored: ReadonlyMap<string, Value>;
  /** Makes the object that holds an instance's fields, with their types' defaults. */
  readonly fieldsOf: FieldsConstructor;

  constructor(program: ClassProgram, model: ClassModel, name: IrType) {
    const { facts } = program;
    const args = argumentsOf(name);
    if (args.length !== model.typeParams.length) {
      throw new InvalidIrError(`wrong number of type arguments: ${name}`, '');
    }
    this.#program = program;
    this.name = name;
    this.model = model;
    this.#env = TypeEnv.empty.extend(model.typeParams, args);
    const base = model.base === undefined ? undefined : facts.normal(this.#env.bind(model.base));
    const isOfApp = base !== undefined && facts.classModel(nameOf(base)) !== undefined;
    this.base = base !== undefined && isOfApp ? program.classTable(base) : undefined;
    this.exception = facts.libraryBase(model.name);
    const is = new Set<string>([name, ...(this.base?.is ?? [])]);
    for (let at = isOfApp ? undefined : base; at !== undefined; at = exceptionBase(at)) is.add(at);
    for (const i of model.interfaces) addInterface(facts, is, this.#env.bind(i));
    this.is = is;
    this.fields = [
      ...(this.base?.fields ?? []),
      ...model.fields
        .filter((f) => f.public && f.static !== true)
        .map((f) => ({ name: f.name, t: this.#env.bind(f.t), json: f.json })),
    ];
    this.#stored = this.#storedFields(facts);
    this.fieldsOf = fieldsConstructor(this.#stored);
    this.#dispatch = buildDispatch(
      program,
      this.base === undefined ? undefined : this.base.#dispatch,
      is,
      model.functions,
    );
    this.m = buildSlots(program, this.#dispatch, is, (member) => this.#access(member));
    this.overrides = overridesOf(program, this.#dispatch);
  }

  /** The type arguments that a member of `owner`, this class or a base, sees on an instance of this class. */
  envOf(owner: string): TypeEnv {
    for (let at: ClassTable | undefined = this; at !== undefined; at = at.base) {
      if (at.model.name === owner) return at.#env;
    }
    for (const t of this.is) {
      if (nameOf(t) === owner) return TypeEnv.empty.extend(this.#interfaceParams(owner), argumentsOf(t));
    }
    return this.#env;
  }

  #interfaceParams(owner: string): readonly string[] {
    return this.#program.facts.classModel(owner)?.typeParams ?? [];
  }

  /** An instance whose fields have their types' defaults; initialisers and constructors have not run. */
  allocate(): Instance | ExceptionValue {
    return this.exception === undefined
      ? new Instance(this, new this.fieldsOf())
      : new ExceptionValue(this.name, '', null, new this.fieldsOf(), this);
  }

  /** As `new C()` makes it, for readers of JSON; without a constructor for that, with its fields' defaults only. */
  create(): Instance | ExceptionValue {
    const instance = this.allocate();
    const cell = this.#program.parameterless(this.model.name);
    if (cell !== undefined) this.#program.construct(cell, instance);
    return instance;
  }

  /** Base classes first, so that a derived class's fields lie behind them. */
  #storedFields(facts: TypeFacts): ReadonlyMap<string, Value> {
    const stored = new Map(this.base === undefined ? [] : this.base.#stored);
    for (const f of this.model.fields) {
      if (f.static !== true) stored.set(f.name, facts.defaultOf(this.#env.bind(f.t)));
    }
    return stored;
  }

  #access(member: string): StoredAccess | undefined {
    if (!this.#stored.has(member)) return undefined;
    if (this.exception !== undefined) {
      return {
        get: (_h, self: ExceptionValue) => self.fields[member],
        set: (_h, self: ExceptionValue, value) => {
          self.fields[member] = value;
        },
      };
    }
    return {
      get: (_h, self: Instance) => self.f[member],
      set: (_h, self: Instance, value) => {
        self.f[member] = value;
      },
    };
  }
}

/** What an entity's rows reach through interfaces. */
export class RowTable {
  readonly m: Slots;
  readonly #dispatch: Dispatch;

  constructor(program: ClassProgram, model: EntityModel, base: RowTable | undefined) {
    const { facts } = program;
    const is = facts.entityIs(model.name);
    this.#dispatch = buildDispatch(
      program,
      base === undefined ? undefined : base.#dispatch,
      is,
      program.entityFunctions(model.name),
    );
    this.m = buildSlots(program, this.#dispatch, is, (member) => rowAccess(facts, model.name, member));
  }
}

function rowAccess(facts: TypeFacts, entity: string, member: string): StoredAccess {
  const field = facts.entityField(entity, member);
  const isReference = field !== undefined && facts.entity(nameOf(field.t)) !== undefined;
  return {
    get: (host: RuntimeHost, self: Row) => {
      if (field?.collection !== undefined) return host.collection(self, member);
      return isReference ? host.reference(self, member) : self.v[member];
    },
    set: (host: RuntimeHost, self: Row, value) => {
      if (isReference) host.setReference(self, member, value as Row | null);
      else host.set(self, member, value);
    },
  };
}

function overridesOf(
  program: ClassProgram,
  dispatch: Dispatch,
): ReadonlyMap<LibraryKey, (self: Value, ...args: Value[]) => Value> {
  const overrides = new Map<LibraryKey, (self: Value, ...args: Value[]) => Value>();
  for (const [slot, key] of dispatch) {
    if (program.function(slot) !== undefined) continue;
    const cell = program.cell(key);
    overrides.set(slot, (self, ...args) => cell.f(program.host as never, self as never, ...(args as never[])));
  }
  return overrides;
}

/**
 * A constructor of the object that holds an instance's fields, all of them set in one order, so that V8 gives every
 * instance of a class one shape. Without a prototype: a field may be called `constructor` or `__proto__`.
 */
function fieldsConstructor(fields: ReadonlyMap<string, Value>): FieldsConstructor {
  const body = [...fields.keys()].map((name, i) => `this[${JSON.stringify(name)}]=K[${i}];`).join('');
  const make = new Function('K', `"use strict";return function(){${body}};`) as (k: readonly Value[]) => {
    prototype: unknown;
  };
  const made = make([...fields.values()]);
  made.prototype = Object.create(null);
  return made as unknown as FieldsConstructor;
}
