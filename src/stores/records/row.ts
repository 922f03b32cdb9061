import { StoreRecord } from './record.ts';
import type { RunRecord } from './run.ts';

/** A row of an entity. It is the `Row` that bodies see: `v` holds stored members by name, references as ids. */
export class RowRecord extends StoreRecord {
  readonly table = 'rows';
  readonly entity: string;
  /** The entity at the top of its inheritance: all of a hierarchy share a table (language.md §5). */
  readonly root: string;
  readonly id: string;
  readonly seq: number;
  readonly v: Record<string, unknown>;
  /** What the engine knows of its entity. */
  info: unknown = undefined;
  /** Which members were written since the last check of the rules: bit n is field n, -1 is all. Journaled. */
  pending = 0;
  /** Runs on this row, oldest first; `undefined` until the store was asked. Replaced, never changed. Journaled. */
  runs: readonly RunRecord[] | undefined = undefined;
  constructor(entity: string, root: string, id: string, seq: number, v: Record<string, unknown>) {
    super();
    this.entity = entity;
    this.root = root;
    this.id = id;
    this.seq = seq;
    this.v = v;
  }
  override exchange(): unknown {
    return undefined;
  }
  override fields(): Readonly<Record<string, unknown>> {
    return { entity: this.entity, id: this.id, seq: this.seq, v: this.v };
  }
}
