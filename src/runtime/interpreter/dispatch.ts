/** Which function a virtual call reaches: the same rules for classes of the app and for entities. */
import type { FunctionKey, IrFunction, IrType } from '../../ir/ir.ts';
import type { ClassModel } from '../../ir/model.ts';
import { formatIrType, parseIrType } from '../../ir/types.ts';
import type { Value } from '../library/values.ts';
import type { FunctionCell } from './cells.ts';
import { TypeEnv } from './type-env.ts';
import { nameOf, type TypeFacts } from './type-facts.ts';

export interface DispatchProgram {
  readonly facts: TypeFacts;
  function(key: FunctionKey): IrFunction | undefined;
  cell(key: FunctionKey): FunctionCell;
  slot(key: FunctionKey): number;
}

/** From a member's key, the app's or the library's, to the function that it reaches. */
export type Dispatch = ReadonlyMap<FunctionKey, FunctionKey>;

/** Virtual members: `s12` holds the cell of what a call of slot 12 reaches. */
export type Slots = Readonly<Record<string, FunctionCell>>;

/** Adds an interface and all that it builds on. */
export function addInterface(facts: TypeFacts, is: Set<string>, t: IrType): void {
  const name = facts.normal(t);
  if (is.has(name)) return;
  is.add(name);
  const model = facts.classModel(nameOf(name));
  if (model === undefined) return;
  const env = TypeEnv.empty.extend(model.typeParams, argumentsOf(name));
  for (const base of model.interfaces) addInterface(facts, is, env.bind(base));
}

/** The type arguments of `Box<int>`. */
export function argumentsOf(t: IrType): readonly IrType[] {
  const shape = parseIrType(t);
  return shape.kind === 'named' ? shape.args.map(formatIrType) : [];
}

/**
 * @param inherited what the base reaches
 * @param is everything that the type is, interfaces included
 * @param own keys of the functions that the type declares itself
 */
export function buildDispatch(
  program: DispatchProgram,
  inherited: Dispatch | undefined,
  is: ReadonlySet<string>,
  own: readonly FunctionKey[],
): Dispatch {
  const dispatch = new Map(inherited);
  const interfaces = interfacesOf(program.facts, is);
  for (const key of interfaces.flatMap((model) => model.functions)) {
    const fn = program.function(key);
    if (fn?.body === undefined || fn.static === true || dispatch.has(key)) continue;
    dispatch.set(key, key);
    for (const o of fn.overrides ?? []) dispatch.set(o, key);
  }
  for (const key of own) {
    const fn = program.function(key);
    if (fn === undefined || fn.static === true || fn.kind === 'constructor') continue;
    dispatch.set(key, key);
    for (const o of fn.overrides ?? []) override(program, dispatch, o, key);
  }
  // A class may implement an interface by members that it inherits, which name no interface themselves.
  for (const model of interfaces) {
    for (const key of model.functions) {
      const reached = dispatch.get(key);
      if (reached !== undefined && program.function(reached)?.owner !== model.name) continue;
      const found = byName(program, dispatch, key, model.name);
      if (found !== undefined) dispatch.set(key, found);
    }
  }
  return dispatch;
}

/** Slots that reached the overridden member of a base class reach the new one, interface members among them. */
function override(
  program: DispatchProgram,
  dispatch: Map<FunctionKey, FunctionKey>,
  slot: FunctionKey,
  key: FunctionKey,
): void {
  const before = dispatch.get(slot);
  const owner = program.function(slot)?.owner;
  if (before !== undefined && owner !== undefined && program.facts.classModel(owner)?.form !== 'interface') {
    for (const [s, reached] of dispatch) if (reached === before) dispatch.set(s, key);
  }
  dispatch.set(slot, key);
}

function byName(
  program: DispatchProgram,
  dispatch: Dispatch,
  key: FunctionKey,
  owner: string,
): FunctionKey | undefined {
  const wanted = key.slice(owner.length);
  const parameters = program.function(key)?.params.length;
  let near: FunctionKey | undefined;
  for (const [slot, reached] of dispatch) {
    const fn = program.function(slot);
    if (fn?.owner === undefined || fn.owner === owner) continue;
    if (program.facts.classModel(fn.owner)?.form === 'interface') continue;
    const suffix = slot.slice(fn.owner.length);
    if (suffix === wanted) return reached;
    if (suffix.split('(')[0] === wanted.split('(')[0] && fn.params.length === parameters) near = reached;
  }
  return near;
}

/** The app's interfaces among `is`; those that build on others come first, so that their defaults win. */
function interfacesOf(facts: TypeFacts, is: ReadonlySet<string>): readonly ClassModel[] {
  const found = new Set<ClassModel>();
  for (const t of is) {
    const model = facts.classModel(nameOf(t));
    if (model?.form === 'interface') found.add(model);
  }
  const bases = new Map<ClassModel, ReadonlySet<string>>();
  for (const model of found) {
    const all = new Set<string>();
    for (const i of model.interfaces) addInterface(facts, all, i);
    bases.set(model, new Set([...all].map(nameOf)));
  }
  return [...found].sort((a, b) => ((bases.get(a)?.size ?? 0) < (bases.get(b)?.size ?? 0) ? 1 : -1));
}

/** Without a prototype, yet not a dictionary: V8 keeps its members as those of a class. */
const SlotTable = function SlotTable() {} as unknown as new () => object;
SlotTable.prototype = Object.create(null);

/** Reads and writes the stored member that an accessor without a body stands for. */
export interface StoredAccess {
  readonly get: (host: never, self: never) => Value;
  readonly set: (host: never, self: never, value: Value) => void;
}

const accessor = /\.(get|set)_([^.()]+)\(/;

/**
 * The cells of all slots. An accessor that nothing implements (an interface's, an abstract property's) reaches the stored
 * member of its name: an auto-property has no functions.
 */
export function buildSlots(
  program: DispatchProgram,
  dispatch: Dispatch,
  is: ReadonlySet<string>,
  stored: (name: string) => StoredAccess | undefined,
): Slots {
  const m = new SlotTable() as Record<string, FunctionCell>;
  for (const [slot, key] of dispatch) {
    if (program.function(key)?.body !== undefined) m[`s${program.slot(slot)}`] = program.cell(key);
  }
  for (const t of is) {
    for (const key of program.facts.classModel(nameOf(t))?.functions ?? []) {
      const fn = program.function(key);
      const name = `s${program.slot(key)}`;
      if (fn === undefined || fn.body !== undefined || m[name] !== undefined) continue;
      const [, kind, member] = accessor.exec(key) ?? [];
      const access = member === undefined ? undefined : stored(member);
      if (access !== undefined) m[name] = { f: kind === 'get' ? access.get : access.set };
    }
  }
  return m;
}
