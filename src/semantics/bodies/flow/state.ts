/** What is known at a point of a body: whether control gets there, which locals have a value, which values are not null. */

export interface FlowState {
  reachable: boolean;
  /** Where it is not: a `goto` is among the reasons. */
  byGoto: boolean;
  /** A bit for each local that began without a value; all ones where control never gets. */
  assigned: bigint;
  /** Access paths of nullable type that hold something on every path to here. Shared between states: never changed in place. */
  known: ReadonlySet<string>;
  /** Locals of a type that is not nullable which hold, or may hold, null all the same on some path to here. Shared too. */
  doubted: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

export function initialState(): FlowState {
  return { reachable: true, byGoto: false, assigned: 0n, known: nothing, doubted: nothing };
}

export function copy(state: FlowState): FlowState {
  return { ...state };
}

export function unreachable(byGoto: boolean): FlowState {
  return { reachable: false, byGoto, assigned: -1n, known: nothing, doubted: nothing };
}

/** What holds whichever of the two came here. */
export function join(a: FlowState, b: FlowState): FlowState {
  if (!a.reachable && !b.reachable) return unreachable(a.byGoto || b.byGoto);
  if (!a.reachable) return copy(b);
  if (!b.reachable) return copy(a);
  return {
    reachable: true,
    byGoto: false,
    assigned: a.assigned & b.assigned,
    known: a.known === b.known ? a.known : intersection(a.known, b.known),
    doubted: a.doubted === b.doubted ? a.doubted : union(a.doubted, b.doubted),
  };
}

export function joinAll(states: readonly FlowState[], otherwise: FlowState): FlowState {
  return states.length === 0 ? otherwise : states.reduce(join);
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  const both = new Set<string>();
  for (const path of a) if (b.has(path)) both.add(path);
  return both.size === a.size ? a : both;
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set([...a, ...b]);
  return all.size === a.size ? a : all.size === b.size ? b : all;
}

/** The paths hold something: whatever was doubted of them no longer is. */
export function withKnown(state: FlowState, paths: readonly string[]): FlowState {
  if (!state.reachable || paths.every((path) => state.known.has(path))) return copy(state);
  const doubted = paths.some((path) => state.doubted.has(path))
    ? new Set([...state.doubted].filter((path) => !paths.includes(path)))
    : state.doubted;
  return { ...state, known: new Set([...state.known, ...paths]), doubted };
}

/** The path may hold null from here on, whatever its type says. */
export function withDoubt(state: FlowState, path: string): FlowState {
  if (!state.reachable) return state;
  return { ...state, known: forget(state.known, path), doubted: new Set([...state.doubted, path]) };
}

/** Nothing is doubted: for a body that runs later, when other values may be there. */
export function withoutDoubts(state: FlowState): FlowState {
  return { ...state, doubted: nothing };
}

/** Forgets a path and everything reached through it. */
export function forget(known: ReadonlySet<string>, path: string): ReadonlySet<string> {
  if (known.size === 0) return known;
  const inside = `${path}.`;
  let changed: Set<string> | undefined;
  for (const one of known) {
    if (one !== path && !one.startsWith(inside)) continue;
    changed ??= new Set(known);
    changed.delete(one);
  }
  return changed ?? known;
}
