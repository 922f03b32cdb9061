/** What every store must do (src/stores/contract.ts). Called with a way to open one, and to open the same one again. */
import { describe, expect, test } from 'vitest';
import type { ColumnSchema, Store, StoreSchema, Transaction } from '../../src/stores/contract.ts';
import { StoreConflict } from '../../src/stores/contract.ts';
import {
  DeliveryRecord,
  InboxRecord,
  IncidentRecord,
  LockRecord,
  RowRecord,
  RunRecord,
  TimerRecord,
  TransitionRecord,
  UniqueRecord,
} from '../../src/stores/records.ts';
import { statesConform } from './states-conformance.ts';

export interface StoreMaker {
  readonly name: string;
  readonly open: () => Store;
  /** Closes and opens again with the same content; absent for a store that forgets. */
  readonly reopen?: (store: Store) => Store;
}

const column = (name: string, indexed = false): ColumnSchema => ({
  name,
  affinity: 'TEXT',
  indexed,
  toCell: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
  fromCell: (cell) => (cell === null ? null : (JSON.parse(cell as string) as unknown)),
});

const schema: StoreSchema = {
  text: (value) => JSON.stringify(value),
  entities: [
    { root: 'Loan', columns: [column('Id'), column('Title'), column('Copies'), column('Shelf', true)] },
    { root: 'Shelf', columns: [column('Id'), column('Name')] },
  ],
};

export function conforms({ name, open, reopen }: StoreMaker): void {
  const opened = (): Store => {
    const store = open();
    store.define(schema);
    return store;
  };
  const begun = (): [Transaction, Store] => {
    const store = opened();
    const tx = store.begin();
    tx.enter();
    return [tx, store];
  };

  describe(`${name}: rows`, () => {
    test('are found by id and listed in order of creation', () => {
      const [tx] = begun();
      const a = loan(tx, 'a');
      const b = loan(tx, 'b');
      tx.commit();
      expect(tx.row('Loan', a.id)).toBe(a);
      expect(tx.rows('Loan')).toEqual([a, b]);
      expect(tx.row('Loan', 'nobody')).toBeUndefined();
    });

    test('written members are seen at once, and undone by a rollback', () => {
      const [tx] = begun();
      const a = loan(tx, 'a');
      tx.commit();
      tx.write(a, 'Title', 'other', 1);
      expect(tx.rows('Loan').map((r) => r.v['Title'])).toEqual(['other']);
      tx.rollback();
      expect(a.v['Title']).toBe('a');
      expect(a.pending).toBe(0);
      expect(tx.dirty).toBe(false);
    });

    test('created and rolled back, they were never there; deleted and rolled back, they stand in their old place', () => {
      const [tx] = begun();
      const a = loan(tx, 'a');
      const b = loan(tx, 'b');
      tx.commit();
      const c = loan(tx, 'c');
      tx.remove(a);
      expect(tx.rows('Loan')).toEqual([b, c]);
      expect(tx.row('Loan', a.id)).toBeUndefined();
      tx.rollback();
      expect(tx.rows('Loan')).toEqual([a, b]);
    });

    test('are found by an indexed member, with what is not committed', () => {
      const [tx] = begun();
      const a = loan(tx, 'a', 's1');
      const b = loan(tx, 'b', 's2');
      tx.commit();
      tx.write(b, 'Shelf', 's1', 1);
      expect(tx.rowsBy('Loan', 'Shelf', 's1')).toEqual([a, b]);
      expect(tx.rowsBy('Loan', 'Shelf', 's2')).toEqual([]);
      tx.rollback();
      expect(tx.rowsBy('Loan', 'Shelf', 's1')).toEqual([a]);
      expect(tx.rowsBy('Loan', 'Shelf', 's2')).toEqual([b]);
      tx.remove(b);
      tx.commit();
      expect(tx.rowsBy('Loan', 'Shelf', 's2')).toEqual([]);
    });
  });

  describe(`${name}: savepoints`, () => {
    test('undo what was done since, in any depth, and may be used again', () => {
      const [tx] = begun();
      const a = loan(tx, 'a');
      const run = runOn(tx, a);
      tx.commit();
      tx.write(a, 'Title', 'one', 1);
      const outer = tx.savepoint();
      tx.write(a, 'Title', 'two', 1);
      tx.touch(run);
      run.state = 'Out';
      const inner = tx.savepoint();
      tx.write(a, 'Title', 'three', 1);
      tx.touch(run);
      run.state = 'Back';
      tx.rollbackTo(inner);
      expect([a.v['Title'], run.state]).toEqual(['two', 'Out']);
      tx.touch(run);
      run.state = 'Lost';
      tx.rollbackTo(outer);
      expect([a.v['Title'], run.state]).toEqual(['one', 'Asked']);
      tx.write(a, 'Title', 'four', 1);
      tx.rollbackTo(outer);
      tx.commit();
      expect(a.v['Title']).toBe('one');
    });

    test('a record made and removed inside one leaves no trace', () => {
      const [tx, store] = begun();
      const a = loan(tx, 'a');
      const run = runOn(tx, a);
      tx.commit();
      const before = store.dump();
      const savepoint = tx.savepoint();
      arm(tx, run, 5n);
      tx.insert(new InboxRecord('k', tx.next('seq'), 1n));
      tx.rollbackTo(savepoint);
      expect(tx.inbox('k')).toBeUndefined();
      expect(tx.changed).toEqual([]);
      tx.commit();
      expect(store.dump()).toBe(before);
    });
  });

  describe(`${name}: runs`, () => {
    test('compare-and-set lets one through', () => {
      const [tx] = begun();
      const run = runOn(tx, loan(tx, 'a'));
      run.status = 'A';
      tx.commit();
      expect(tx.casStatus(run, 'A', 'B', 7)).toBe(true);
      expect(tx.casStatus(run, 'A', 'B', 8)).toBe(false);
      expect([run.status, run.owner]).toEqual(['B', 7]);
      tx.rollback();
      expect([run.status, run.owner]).toEqual(['A', 0]);
    });

    test('are found by id and by row, oldest first', () => {
      const [tx] = begun();
      const a = loan(tx, 'a');
      const first = runOn(tx, a);
      const second = runOn(tx, a);
      tx.commit();
      expect(tx.run(first.id)).toBe(first);
      expect(tx.runsOf(a)).toEqual([first, second]);
      expect([...tx.runs()]).toEqual([first, second]);
      expect([...tx.runs('Other')]).toEqual([]);
      const third = runOn(tx, a);
      expect(tx.runsOf(a)).toEqual([first, second, third]);
      tx.rollback();
      expect(tx.runsOf(a)).toEqual([first, second]);
    });
  });

  describe(`${name}: due work`, () => {
    test('comes by instant, then by arming order, timers and deliveries together', () => {
      const [tx] = begun();
      const run = runOn(tx, loan(tx, 'a'));
      const late = arm(tx, run, 20n);
      const first = arm(tx, run, 10n);
      const queued = queue(tx, run, 10n);
      const third = arm(tx, run, 10n);
      tx.commit();
      const order: unknown[] = [];
      for (let due = tx.firstDue(15n); due !== undefined; due = tx.firstDue(15n)) {
        order.push(due);
        cancel(tx, due);
        tx.commit();
      }
      expect(order).toEqual([first, queued, third]);
      expect(tx.firstDue(20n)).toBe(late);
      expect(tx.firstDue(19n)).toBeUndefined();
    });

    test('what is cancelled or parked is passed over, and back after a rollback', () => {
      const [tx] = begun();
      const run = runOn(tx, loan(tx, 'a'));
      const one = arm(tx, run, 1n);
      const two = arm(tx, run, 2n);
      tx.commit();
      cancel(tx, one);
      expect(tx.firstDue(9n)).toBe(two);
      tx.setParked(two, true);
      expect(tx.firstDue(9n)).toBeUndefined();
      const three = arm(tx, run, 3n);
      expect(tx.firstDue(9n)).toBe(three);
      tx.rollback();
      expect(tx.firstDue(9n)).toBe(one);
      expect(tx.firstDue(9n, (due) => due === two)).toBe(two);
      tx.setParked(one, true);
      tx.commit();
      expect(tx.firstDue(9n)).toBe(two);
      tx.setParked(one, false);
      tx.commit();
      expect(tx.firstDue(9n)).toBe(one);
    });

    test('many armed and cancelled leave the order right', () => {
      const [tx] = begun();
      const run = runOn(tx, loan(tx, 'a'));
      const kept: TimerRecord[] = [];
      for (let i = 0; i < 1500; i++) {
        const timer = arm(tx, run, BigInt((i * 7919) % 1009));
        if (i % 5 === 0) kept.push(timer);
        else cancel(tx, timer);
        if (i % 100 === 0) tx.commit();
      }
      tx.commit();
      kept.sort((a, b) => (a.due === b.due ? a.seq - b.seq : a.due < b.due ? -1 : 1));
      const order: number[] = [];
      for (let due = tx.firstDue(2000n); due !== undefined; due = tx.firstDue(2000n)) {
        order.push(due.seq);
        cancel(tx, due);
        tx.commit();
      }
      expect(order).toEqual(kept.map((t) => t.seq));
    });
  });

  describe(`${name}: keys`, () => {
    test('inbox, locks and unique values are held until they are given up', () => {
      const [tx] = begun();
      const row = loan(tx, 'a');
      const run = runOn(tx, row);
      tx.insert(new InboxRecord('in', tx.next('seq'), 1n));
      const lock = new LockRecord('l', tx.next('seq'), run.id, 9n);
      tx.insert(lock);
      const unique = new UniqueRecord('Loan(Title)["a"]', tx.next('seq'), row.id);
      tx.insert(unique);
      tx.commit();
      expect(tx.inbox('in')).toMatchObject({ key: 'in', at: 1n });
      expect(tx.lock('l')?.fields()).toEqual(lock.fields());
      expect(tx.locksOf(run.id).map((l) => l.key)).toEqual(['l']);
      expect(tx.unique(unique.key)?.row).toBe(row.id);
      expect(tx.uniquesOf(row.id).map((u) => u.key)).toEqual([unique.key]);
      tx.remove(tx.unique(unique.key) as UniqueRecord);
      const held = tx.lock('l') as LockRecord;
      tx.touch(held);
      held.until = 12n;
      expect(tx.unique(unique.key)).toBeUndefined();
      tx.rollback();
      expect(tx.unique(unique.key)?.row).toBe(row.id);
      expect(tx.lock('l')?.until).toBe(9n);
    });

    test('a value that is given up may be taken in the same transaction', () => {
      const [tx] = begun();
      const [a, b] = [loan(tx, 'a'), loan(tx, 'b')];
      const [ua, ub] = [
        new UniqueRecord('T["a"]', tx.next('seq'), a.id),
        new UniqueRecord('T["b"]', tx.next('seq'), b.id),
      ];
      tx.insert(ua);
      tx.insert(ub);
      tx.commit();
      tx.remove(ua);
      tx.remove(ub);
      tx.insert(new UniqueRecord('T["a"]', tx.next('seq'), b.id));
      tx.insert(new UniqueRecord('T["b"]', tx.next('seq'), a.id));
      tx.commit();
      expect(tx.unique('T["a"]')?.row).toBe(b.id);
      expect(tx.unique('T["b"]')?.row).toBe(a.id);
    });
  });

  describe(`${name}: several transactions`, () => {
    test('what one has not committed another does not see', () => {
      const store = opened();
      const one = store.begin();
      const two = store.begin();
      one.enter();
      const a = loan(one, 'a');
      const run = runOn(one, a);
      one.commit();
      one.write(a, 'Title', 'mine', 1);
      one.touch(run);
      run.status = 'B';
      run.owner = 3;
      const fresh = loan(one, 'new');
      two.enter();
      expect(two.row('Loan', a.id)?.v['Title']).toBe('a');
      expect(two.rows('Loan')).toEqual([a]);
      expect(run.owner).toBe(0);
      expect(two.heldElsewhere(run)).toBe(true);
      expect(two.heldElsewhere(fresh)).toBe(true);
      one.enter();
      expect(a.v['Title']).toBe('mine');
      expect(one.rows('Loan')).toEqual([a, fresh]);
      one.commit();
      two.enter();
      expect(a.v['Title']).toBe('mine');
      expect(two.heldElsewhere(run)).toBe(false);
    });

    test('the first to commit a change of one record wins', () => {
      const store = opened();
      const one = store.begin();
      const two = store.begin();
      one.enter();
      const [a, b] = [loan(one, 'a'), loan(one, 'b')];
      one.commit();
      one.write(a, 'Title', 'one', 1);
      two.enter();
      two.write(a, 'Title', 'two', 1);
      two.commit();
      expect(() => one.enter()).toThrow(StoreConflict);
      expect(a.v['Title']).toBe('two');
      one.write(b, 'Title', 'later', 1);
      one.commit();
      expect(b.v['Title']).toBe('later');
    });

    test('of two that take one key the second fails', () => {
      const store = opened();
      const one = store.begin();
      const two = store.begin();
      one.enter();
      one.insert(new InboxRecord('k', one.next('seq'), 1n));
      two.enter();
      two.insert(new InboxRecord('k', two.next('seq'), 2n));
      two.commit();
      expect(() => one.enter()).toThrow(StoreConflict);
      expect(one.inbox('k')?.at).toBe(2n);
    });

    test('a transaction that is closed leaves nothing, entered or not', () => {
      const store = opened();
      const one = store.begin();
      const two = store.begin();
      one.enter();
      const a = loan(one, 'a');
      one.commit();
      one.write(a, 'Title', 'x', 1);
      two.enter();
      one.close();
      expect(a.v['Title']).toBe('a');
      two.write(a, 'Title', 'y', 1);
      two.close();
      expect(a.v['Title']).toBe('a');
    });
  });

  describe(`${name}: numbers`, () => {
    test('grow, and a rollback does not give them back', () => {
      const [tx] = begun();
      const first = tx.next('seq');
      tx.rollback();
      expect(tx.next('seq')).toBeGreaterThan(first);
    });
  });

  statesConform(name, opened);

  if (reopen === undefined) return;
  describe(`${name}: opened again`, () => {
    test('everything is there, and numbers go on', () => {
      const [tx, store] = begun();
      const a = loan(tx, 'a', 's1');
      const run = runOn(tx, a);
      run.status = 'A';
      run.slots = [{ slot: 'S', person: 'p', answered: false }];
      run.times = [{ state: 'Asked', stays: 2, ticks: 12_345_678_901_234_567n }];
      run.parent = { run: 9, visit: 2, name: 'Pay' };
      arm(tx, run, 3_155_378_975_999_999_999n);
      queue(tx, run, 7n);
      const transition = new TransitionRecord({
        seq: tx.next('seq'),
        run: run.id,
        delivery: 1,
        hop: 1,
        key: 'Asked/Push',
        kind: 'stateTransition',
        from: 'Asked',
        attempt: 1,
        at: 5n,
      });
      tx.insert(transition);
      transition.to = 'Out';
      tx.insert(
        new IncidentRecord({
          seq: tx.next('seq'),
          run: run.id,
          transition: 'Asked/Push',
          step: 'OnExit',
          body: 'a.osy:3',
          type: 'Exception',
          message: 'no',
          stack: ['F (a.osy:3)'],
          at: 5n,
          delivery: '{}',
        }),
      );
      tx.insert(new LockRecord('l', tx.next('seq'), run.id, 9n));
      tx.insert(new InboxRecord('in', tx.next('seq'), 1n));
      tx.insert(new UniqueRecord('U["a"]', tx.next('seq'), a.id));
      tx.commit();
      const dump = store.dump();
      const last = tx.next('seq');
      const again = reopen(store);
      again.define(schema);
      expect(again.dump()).toBe(dump);
      expect(again.openings).toBe(store.openings + 1);
      const later = again.begin();
      later.enter();
      expect(later.next('seq')).toBeGreaterThan(last);
      const run2 = later.run(run.id) as RunRecord;
      expect(run2.timers).toHaveLength(1);
      expect(later.firstDue(7n)).toMatchObject({ table: 'deliveries', due: 7n });
      expect(later.rowsBy('Loan', 'Shelf', 's1')).toEqual([run2.row]);
      later.write(run2.row, 'Title', 'changed', 1);
      later.commit();
      expect(again.count('rows')).toBe(1);
      again.close();
    });
  });
}

function loan(tx: Transaction, title: string, shelf: string | null = null): RowRecord {
  const n = tx.next('row');
  const row = new RowRecord('Loan', 'Loan', `loan-${n}`, n, { Id: `loan-${n}`, Title: title, Copies: 1, Shelf: shelf });
  row.runs = [];
  tx.insert(row);
  return row;
}

function runOn(tx: Transaction, row: RowRecord): RunRecord {
  const run = new RunRecord({
    id: tx.next('run'),
    workflow: 'F',
    version: 'v',
    row,
    state: 'Asked',
    at: 1n,
    parent: null,
  });
  tx.insert(run);
  return run;
}

function arm(tx: Transaction, run: RunRecord, due: bigint): TimerRecord {
  const timer = new TimerRecord({
    seq: tx.next('seq'),
    run,
    key: 'Asked/Expire',
    kind: 'expire',
    slot: null,
    visit: 0,
    armedAt: 0n,
    due,
    round: 0,
  });
  tx.insert(timer);
  tx.touch(run);
  run.timers = [...run.timers, timer];
  return timer;
}

function cancel(tx: Transaction, due: TimerRecord | DeliveryRecord): void {
  tx.remove(due);
  if (due.table !== 'timers') return;
  tx.touch(due.run);
  due.run.timers = due.run.timers.filter((t) => t !== due);
}

function queue(tx: Transaction, run: RunRecord, due: bigint): DeliveryRecord {
  const delivery = new DeliveryRecord({
    seq: tx.next('seq'),
    kind: 'event',
    workflow: 'F',
    run: run.id,
    entity: 'Loan',
    row: run.row.id,
    name: 'Push',
    payload: '[]',
    actor: null,
    attempt: 1,
    due,
    visit: -1,
    key: null,
    origin: 0,
    createdAt: 0n,
    error: null,
  });
  tx.insert(delivery);
  return delivery;
}
