/**
 * What PostgreSQL calls a snapshot, `xmin:xmax:xip,…`: which transactions had ended when it was taken. Two of them tell
 * whether anybody else has committed in between.
 */
export interface Snapshot {
  /** All before it had ended. */
  readonly next: bigint;
  readonly open: ReadonlySet<bigint>;
}

export function parseSnapshot(text: string): Snapshot {
  const [, next = '0', open = ''] = text.split(':');
  return { next: BigInt(next), open: new Set(open === '' ? [] : open.split(',').map(BigInt)) };
}

/** More transactions than this are not looked at one by one. */
const most = 10_000n;

/** Whether a transaction that is not among `own` has ended between the two. Some of them may have changed nothing. */
export function othersEnded(before: Snapshot, after: Snapshot, own: ReadonlySet<bigint>): boolean {
  for (const id of before.open) if (!after.open.has(id) && !own.has(id)) return true;
  if (after.next - before.next > most) return true;
  for (let id = before.next; id < after.next; id++) if (!after.open.has(id) && !own.has(id)) return true;
  return false;
}
