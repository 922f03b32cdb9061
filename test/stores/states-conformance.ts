/** What every store must do with state records (src/stores/contract.ts, `StateStore`). */
import { describe, expect, test } from 'vitest';
import type { StateDraft, StateFilter, StateLock, StateRecord, Store } from '../../src/stores/contract.ts';

const key = { scope: 'Element|F|Open', itemKey: 'k', itemEntityKey: 'loan', subItemKey: '', subItemEntityKey: '' };
const draft = (more: Partial<StateDraft> = {}): StateDraft => ({
  ...key,
  status: 2,
  data: null,
  message: null,
  fingerprint: null,
  attempts: 1,
  createdAt: 1n,
  updatedAt: 1n,
  lockedUntil: 100n,
  expiresAt: null,
  token: 1,
  holder: 'd1',
  ...more,
});
const lock = (more: Partial<StateLock> = {}): StateLock => ({
  holder: 'd1',
  fingerprint: null,
  now: 1n,
  until: 100n,
  ...more,
});
const outcome = { status: 1, data: '"done"', message: null, expiresAt: null } as const;
const filter: StateFilter = { scope: key.scope, itemEntityKey: 'loan', status: null, since: null, now: 1n, take: 10 };

export function statesConform(name: string, open: () => Store): void {
  const live = (store: Store): StateRecord => {
    const found = store.states.get(key);
    if (found === undefined) throw new Error('no record');
    return found;
  };

  describe(`${name}: state records`, () => {
    test('survive the rollback of the transaction around them', () => {
      const store = open();
      const tx = store.begin();
      tx.enter();
      tx.next('seq');
      expect(store.states.acquire(key, lock())).toBe(1);
      tx.rollback();
      expect(live(store)).toMatchObject({ status: 2, token: 1, lockedUntil: 100n, holder: 'd1', attempts: 1 });
    });

    test('are replaced only by one who knows the present one', () => {
      const { states } = open();
      expect(states.replace(undefined, draft())).toBe(true);
      expect(states.replace(undefined, draft())).toBe(false);
      const first = states.get(key) as StateRecord;
      expect(states.replace(first, draft({ status: 1, data: '"x"' }))).toBe(true);
      expect(states.replace(first, draft())).toBe(false);
      expect(states.supersede(first, draft(), 5)).toBe(false);
      // What differs in nothing that a reader compares but its number is another record all the same.
      const second = states.get(key) as StateRecord;
      expect(states.replace(second, draft({ status: 1, data: '"y"' }))).toBe(true);
      expect(states.replace(second, draft({ status: 1, data: '"z"' }))).toBe(false);
      expect(states.get(key)?.data).toBe('"y"');
    });

    test('are kept as history when they are superseded, and queried newest first', () => {
      const { states } = open();
      states.replace(undefined, draft({ status: 1, data: '"x"' }));
      expect(states.supersede(states.get(key) as StateRecord, draft({ status: 1, data: '"y"', token: 2 }), 5)).toBe(
        true,
      );
      states.replace(undefined, draft({ itemKey: 'other', status: 3, updatedAt: 7n }));
      expect(states.query(filter).map((r) => [r.itemKey, r.status, r.data])).toEqual([
        ['other', 3, null],
        ['k', 1, '"y"'],
        ['k', 5, '"x"'],
      ]);
      expect(states.query({ ...filter, status: 1 }).map((r) => r.data)).toEqual(['"y"']);
      expect(states.query({ ...filter, take: 1 })).toHaveLength(1);
      expect(states.query({ ...filter, take: 0 })).toEqual([]);
      expect(states.query({ ...filter, since: 2n }).map((r) => r.itemKey)).toEqual(['other']);
      expect(states.query({ ...filter, itemEntityKey: 'shelf' })).toEqual([]);
      expect([...states.all()].map((r) => r.status)).toEqual([5, 1, 3]);
    });

    test('past their retention are Expired to a query, and history stays what it is', () => {
      const { states } = open();
      states.replace(undefined, draft({ status: 1, expiresAt: 50n }));
      states.supersede(states.get(key) as StateRecord, draft({ status: 1, expiresAt: 60n }), 5);
      const seen = (now: bigint, status: StateFilter['status'] = null): readonly number[] =>
        states.query({ ...filter, now, status }).map((r) => r.status);
      expect(seen(59n)).toEqual([1, 5]);
      expect(seen(60n)).toEqual([6, 5]);
      expect(seen(60n, 1)).toEqual([]);
      expect(seen(60n, 6)).toEqual([6]);
    });

    test('are told apart by each part of their key', () => {
      const { states } = open();
      const keys = [
        key,
        { ...key, scope: 'App' },
        { ...key, itemKey: '' },
        { ...key, itemEntityKey: '' },
        { ...key, subItemKey: 'k' },
        { ...key, subItemEntityKey: 'k' },
        { ...key, itemKey: 'kä\u0000"' },
      ];
      expect(keys.map((k) => states.acquire(k, lock()))).toEqual(keys.map(() => 1));
      expect(keys.map((k) => states.get(k)?.itemKey)).toEqual(keys.map((k) => k.itemKey));
      expect(keys.map((k) => states.acquire(k, lock({ holder: 'd2' })))).toEqual(keys.map(() => undefined));
    });
  });

  describe(`${name}: the lock of a key`, () => {
    test('is had by one, until it lapses; its holder takes it again with a new token', () => {
      const store = open();
      const { states } = store;
      expect(states.acquire(key, lock())).toBe(1);
      expect(states.acquire(key, lock({ holder: 'd2', now: 99n, until: 200n }))).toBeUndefined();
      expect(states.acquire(key, lock({ now: 50n, until: 150n, fingerprint: 'f' }))).toBe(2);
      expect(live(store)).toMatchObject({
        attempts: 2,
        createdAt: 1n,
        updatedAt: 50n,
        lockedUntil: 150n,
        fingerprint: 'f',
      });
      expect(states.acquire(key, lock({ holder: 'd2', now: 149n, until: 300n }))).toBeUndefined();
      expect(states.acquire(key, lock({ holder: 'd2', now: 150n, until: 300n }))).toBe(3);
      expect(live(store)).toMatchObject({ attempts: 3, holder: 'd2', lockedUntil: 300n });
    });

    test('is ended by its token alone, and while it is live', () => {
      const store = open();
      const { states } = store;
      states.acquire(key, lock());
      expect(states.finish(key, 2, 2n, outcome)).toBe(false);
      expect(states.finish(key, 1, 100n, outcome)).toBe(false);
      expect(states.finish({ ...key, subItemKey: 'x' }, 1, 2n, outcome)).toBe(false);
      expect(live(store)).toMatchObject({ status: 2, holder: 'd1' });
      expect(states.finish(key, 1, 99n, { ...outcome, expiresAt: 500n })).toBe(true);
      expect(live(store)).toMatchObject({
        ...outcome,
        token: 1,
        attempts: 1,
        updatedAt: 99n,
        expiresAt: 500n,
        lockedUntil: null,
        holder: null,
      });
      expect(states.finish(key, 1, 99n, outcome)).toBe(false);
    });

    test('is free after a failure, whose message stays, and never after a terminal status', () => {
      const store = open();
      const { states } = store;
      states.acquire(key, lock());
      states.finish(key, 1, 2n, { status: 3, data: null, message: 'why', expiresAt: null });
      expect(states.acquire(key, lock({ holder: 'd2', now: 3n }))).toBe(2);
      expect(live(store)).toMatchObject({ status: 2, message: 'why', attempts: 2 });
      states.finish(key, 2, 4n, outcome);
      expect(live(store)).toMatchObject({ status: 1, message: 'why' });
      for (const status of [1, 4, 5, 6] as const) {
        states.replace(live(store), draft({ status, token: 2, lockedUntil: null, holder: null }));
        expect(states.acquire(key, lock({ now: 1_000n, until: 2_000n }))).toBeUndefined();
      }
    });
  });
}
