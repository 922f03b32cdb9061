/** Child runs (pipeline.md §7, language.md §9): started, forwarded to, cancelled and heard of after the commit. */

import type { Transaction } from '../stores/contract.ts';
import type { RowRecord, RunRecord } from '../stores/records.ts';
import type { ChildInfo, ChildOutcome, EventInfo, TransitionInfo, WorkflowInfo } from './catalog.ts';
import { writeValues } from './codec.ts';
import { isHeld, refusalText } from './holding.ts';
import { type Chain, type Hop, noArgs } from './hop.ts';
import { exception } from './library/exceptions.ts';
import { refusal } from './refusals.ts';
import type { UnitOfWork } from './unit.ts';

/** `RunRecord.child` between the parent's commit and the child's start. */
export const childPending = -1;

/** What a parent answers although its child is open: its own end, its data, and re-entering itself. */
export function answersItself(transition: TransitionInfo): boolean {
  return transition.kind === 'sharedTransition' ? transition.mayReenter : transition.kind !== 'stateTransition';
}

export interface ChildStart {
  readonly parent: { readonly run: number; readonly visit: number; readonly name: string };
}

export function queueChildStart(hop: Hop, child: ChildInfo): void {
  const { unit, run } = hop;
  hop.body = child.row;
  const row = child.row.value(unit.host, noArgs) as RowRecord | null;
  if (row === null) {
    throw exception('InvalidOperationException', `The child '${child.name}' of state '${run.state}' has no row.`);
  }
  unit.tx.touch(run);
  run.child = childPending;
  const start: ChildStart = { parent: { run: run.id, visit: run.visit, name: child.name } };
  unit.enqueue({
    kind: 'childStart',
    workflow: child.workflow,
    run: 0,
    row,
    name: child.name,
    payload: JSON.stringify(start),
    actor: hop.chain.actor?.id ?? null,
  });
  hop.note = `starts ${child.workflow}`;
}

/** The open children below a run, outermost first. */
export function openChildren(tx: Transaction, run: RunRecord): readonly RunRecord[] {
  const line: RunRecord[] = [];
  for (let at = run; at.child > 0; ) {
    const child = tx.run(at.child);
    if (child === undefined || child.status === 'C') break;
    line.push(child);
    at = child;
  }
  return line;
}

/**
 * The deepest open child, where it may answer the event.
 * @param by the delivery whose accept may have reserved it
 * @throws WorkflowException when it does not declare the event, is busy or faulted
 */
export function forwardTarget(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  run: RunRecord,
  name: string,
  by: number,
): RunRecord {
  const event = workflow.events.get(name);
  const leaf = openChildren(unit.tx, run).at(-1);
  if (leaf === undefined || event === undefined || leaf.child !== 0)
    throw refusal('Instance:100031', 'The run waits for its child to start.');
  const below = unit.engine.workflow(leaf.workflow);
  if (!sameEvent(event, below.events.get(event.model.name))) {
    throw refusal(
      'Transition:100020',
      `Event '${event.model.name}' goes to the open child, and ${leaf.workflow} declares no such event.`,
    );
  }
  if (isHeld(unit, leaf, by)) throw refusal('Instance:100031', 'The open child is busy.');
  if (leaf.status === 'F') throw refusal('Transition:100020', refusalText('', below, leaf));
  return leaf;
}

/** Leaves the event for the deepest child. What the accept of the event had reserved is the forward's now. */
export function forwardToChild(hop: Hop): void {
  const { chain, unit, run, transition, workflow } = hop;
  const name = transition.event ?? '';
  const leaf = forwardTarget(unit, workflow, run, name, chain.id);
  const { seq } = unit.enqueue({
    kind: 'forward',
    workflow: leaf.workflow,
    run: leaf.id,
    row: leaf.row,
    name,
    payload: writeValues(hop.seed.eventArgs),
    actor: chain.actor?.id ?? null,
    key: chain.key,
  });
  if (leaf.owner === chain.id) {
    unit.tx.touch(leaf);
    leaf.owner = seq;
  }
  hop.note = `to ${leaf.workflow}`;
}

function sameEvent(above: EventInfo, below: EventInfo | undefined): boolean {
  const a = above.model.params;
  const b = below?.model.params;
  return b !== undefined && a.length === b.length && a.every((p, i) => p.t === b[i]?.t);
}

/** The run leaves its child: the child and what is below it are cancelled, leaf first. */
export function abandonChild(chain: Chain): void {
  const { unit, run } = chain;
  const { tx } = unit;
  const below = openChildren(tx, run);
  tx.touch(run);
  run.child = 0;
  for (const child of [...below].reverse()) {
    unit.enqueue({
      kind: 'cancel',
      workflow: child.workflow,
      run: child.id,
      row: child.row,
      name: 'cancel',
      payload: '[]',
      actor: chain.actor?.id ?? null,
    });
  }
}

export interface ChildEnd {
  readonly outcome: ChildOutcome;
  readonly message: string | null;
  readonly child: number;
  /** Of the failure: the exception as the codec wrote it. */
  readonly cause: string | null;
}

/** Tells the parent of a child's end, once. */
export function tellParent(
  unit: UnitOfWork,
  child: RunRecord,
  outcome: ChildOutcome,
  message: string | null,
  cause: string | null = null,
): void {
  const { parent } = child;
  if (parent === null) return;
  unit.tx.touch(child);
  child.parent = null;
  tellOf(unit, parent, { outcome, message, child: child.id, cause });
}

export function tellOf(unit: UnitOfWork, parent: ChildStart['parent'], end: ChildEnd): void {
  const run = unit.tx.run(parent.run);
  if (run === undefined) return;
  unit.enqueue({
    kind: 'childOutcome',
    workflow: run.workflow,
    run: run.id,
    row: run.row,
    name: parent.name,
    payload: JSON.stringify(end),
    actor: null,
    visit: parent.visit,
  });
}
