// @vitest-environment node
import { expect, it } from 'vitest';
import { freshState } from '../../../src/offline/storage/queueRecords';
import { createQueueJournal } from '../../../src/offline/storage/queueJournal';
import type { RecordStore } from '../../../src/offline/storage/recordStore';
import { CrashableDisk } from '../../simulation/crashableDisk';
import { SimClock } from '../../simulation/simClock';
import { anEntry } from '../anEntry';

const NO_KEEPER = { read: () => null, write: () => {} };

/** A store that notes which entries are looked into while the transaction that read them is still open. */
function watched(inner: RecordStore) {
  const lookedInto = new Set<unknown>();
  const store: RecordStore = {
    transact: async (mode, stores, work) => {
      let isOpen = true;
      const get = (target: object, field: string | symbol): unknown => {
        // A promise asks what it is given whether it is one.
        if (isOpen && field !== 'then') lookedInto.add(Reflect.get(target, 'id'));
        return Reflect.get(target, field);
      };
      const watch = (raw: unknown) => (raw ? new Proxy(raw, { get }) : raw);
      const result = await inner.transact(mode, stores, async (tx) => {
        const done = await work({
          ...tx,
          get: async (name, key) => (name === 'entries' ? watch(await tx.get(name, key)) : tx.get(name, key)),
          getAll: async (name) => (name === 'entries' ? (await tx.getAll(name)).map(watch) : tx.getAll(name)),
        });
        isOpen = false;
        return done;
      });
      return result;
    },
  };
  return { store, lookedInto };
}

async function aDiskWith(count: number) {
  const inner = new CrashableDisk(new SimClock()).open(() => true);
  const { store, lookedInto } = watched(inner);
  const entries = Array.from({ length: count }, (_, n) => anEntry({ id: `e${n + 1}`, seq: n + 1 }));
  await inner.transact('readwrite', ['entries', 'states', 'meta'], async (tx) => {
    for (const entry of entries) {
      await tx.put('entries', entry);
      await tx.put('states', { ...freshState(entry.id), tab: entry.id === 'e2' ? 'gone' : null });
    }
    await tx.put('meta', { name: 'queue', seq: count, count, rev: count });
  });
  return { journal: createQueueJournal(store, NO_KEEPER), lookedInto };
}

it('parses a long queue when the storage has answered: parsing takes none of its time', async () => {
  const { journal, lookedInto } = await aDiskWith(5);
  const { entries } = await journal.load(0);
  expect(entries.map(({ entry }) => entry.id)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5']);
  expect([...lookedInto]).toEqual([]);
});

it('adopts by looking into none but the entries in a hand', async () => {
  const { journal, lookedInto } = await aDiskWith(5);
  await journal.adopt(new Set(['alive']), 'alive');
  expect([...lookedInto]).toEqual(['e2']);
  lookedInto.clear();
  await journal.adopt(new Set(['alive']), 'alive');
  expect([...lookedInto]).toEqual([]);
});
