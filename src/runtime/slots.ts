/** What happens to a slot when it is answered or assigned (language.md §7.3, §8). */
import type { RunRecord, SlotState } from '../stores/records.ts';
import type { SlotInfo } from './catalog.ts';
import type { Hop } from './hop.ts';
import { cancelTimers } from './timers.ts';

export function slotState(run: RunRecord, slot: string): SlotState | undefined {
  return run.slots.find((s) => s.slot === slot);
}

/** The milestone that the delivery brings about, before the arm (pipeline.md §5). */
export function reachMilestone(hop: Hop): void {
  const { slot, milestone } = hop.seed;
  if (slot === undefined) return;
  if (milestone === 'answered') answerSlot(hop, slot);
  else if (milestone === 'assigned') assignSlot(hop, slot);
  hop.chain.commits?.milestone(hop);
}

/** The milestone `Finished`: its `enter`, the first time; its timers and `Assigned`'s end. */
function answerSlot(hop: Hop, slot: SlotInfo): void {
  if (slotState(hop.run, slot.name)?.answered === true) return;
  put(hop, slot.name, (s) => ({ ...s, answered: true }));
  cancelTimers(hop.unit.tx, hop.run, (t) => t.slot === slot.name);
  if (slot.finishedEnter !== undefined) hop.execute(slot.finishedEnter, milestoneArgs(hop));
}

/** The milestone `Assigned`. Assigning again replaces the person and runs no `enter`. */
function assignSlot(hop: Hop, slot: SlotInfo): void {
  const person = hop.seed.person?.id ?? null;
  const again = (slotState(hop.run, slot.name)?.person ?? null) !== null;
  put(hop, slot.name, (s) => ({ ...s, person }));
  if (again || person === null) return;
  cancelTimers(hop.unit.tx, hop.run, (t) => t.slot === slot.name && t.kind === 'assigned');
  if (slot.assignedEnter !== undefined) hop.execute(slot.assignedEnter, milestoneArgs(hop));
}

function milestoneArgs(hop: Hop): Hop['seed']['eventArgs'] {
  return hop.seed.eventArgs;
}

function put(hop: Hop, slot: string, change: (state: SlotState) => SlotState): void {
  const { run } = hop;
  const old = slotState(run, slot) ?? { slot, person: null, answered: false };
  hop.unit.tx.touch(run);
  run.slots = [...run.slots.filter((s) => s.slot !== slot), change(old)].sort((a, b) => (a.slot < b.slot ? -1 : 1));
}
