import { openDB, unwrap } from 'idb';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { isQueued } from '../../../../src/api/client/writes';
import { createIdbRecordStore } from '../../../../src/offline/storage/idbRecordStore';
import type { RecordStore } from '../../../../src/offline/storage/recordStore';
import { browserEnvironment } from '../../../../src/state/store/browserEnvironment';
import { makeStore } from '../../../../src/state/store/makeStore';
import { sessionConfirmed } from '../../../../src/state/slices/sessionSlice';
import type { Samples } from '../samples';
import { BENCH_USER, layWaitingEntries, queueShown, waitingEntry } from './waitingEntries';

/** A person's thumb is slower than this; the browser's own work gets its turn. */
const REST_MS = 2;

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** Tells when the first readwrite transaction since the last look was on disk. */
function timedStore(inner: RecordStore) {
  const first: { at: number | null } = { at: null };
  const store: RecordStore = {
    async transact(mode, stores, work) {
      const result = await inner.transact(mode, stores, work);
      if (mode === 'readwrite') first.at ??= performance.now();
      return result;
    },
  };
  return { store, first };
}

/** Runs requests in one strict transaction, by IndexedDB alone. Returns the time until it is complete, ms. */
function timedTransaction(database: IDBDatabase, work: (records: IDBObjectStore) => void): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const tx = database.transaction('leases', 'readwrite', { durability: 'strict' });
    work(tx.objectStore('leases'));
    tx.addEventListener('complete', () => resolve(performance.now() - from));
    tx.addEventListener('abort', () => reject(tx.error));
  });
}

/** One put of an entry. */
const rawPut = (database: IDBDatabase, n: number) =>
  timedTransaction(database, (records) => records.put({ ...waitingEntry(n), name: `raw ${n}` }));

/** One put of an entry at the position that a counter gives. */
const countedPut = (database: IDBDatabase, n: number) =>
  timedTransaction(database, (records) => {
    const counter = records.get('counter');
    counter.addEventListener('success', () => {
      const seq = (counter.result?.seq ?? 0) + 1;
      records.put({ name: 'counter', seq });
      records.put({ ...waitingEntry(n), seq, name: `counted ${n}` });
    });
  });

interface OpenedQueue {
  /** How long the store took until it showed what waits, ms. */
  openedInMs: number;
  press(presses: number): Promise<Samples>;
}

/** Opens the app's own store over that many waiting entries, without a signal. */
async function openQueue(waiting: number): Promise<OpenedQueue> {
  await layWaitingEntries(waiting);
  const from = performance.now();
  const { store: records, first } = timedStore(createIdbRecordStore());
  const transport = async () => ({ ok: false, failure: { kind: 'network', reason: 'network' } }) as const;
  const { store, ready } = makeStore({ ...browserEnvironment(), records, transport });
  await ready;
  await queueShown(store);
  const openedInMs = performance.now() - from;
  if (store.getState().queue.entries.length !== waiting) throw new Error('The store shows another number than waits');
  store.dispatch(
    sessionConfirmed({ _id: BENCH_USER, name: 'Rep', email: 'rep@example.com', roles: ['rep'], active: true }),
  );
  const database = await openDB('field-sales-queue');
  let pressed = 0;

  /** Presses "Submit box"; gives when the entry was on disk and when the marker came, ms after the press. */
  async function press(): Promise<{ durable: number; reported: number }> {
    pressed += 1;
    const lines = [{ item: 'item-1', quantity: 2, packaging: 'each' }];
    const body = { repName: 'Rep', location: 'location-1', box: `new-box-${pressed}`, lines, visit: 'visit-1' };
    const write = { writeId: crypto.randomUUID(), body, pricesAsOf: null };
    const from = performance.now();
    first.at = null;
    const { data } = await store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(write, { track: false }));
    const reported = performance.now() - from;
    if (!isQueued(data) || first.at === null) throw new Error('The press was not queued');
    return { durable: first.at - from, reported };
  }

  const pressAll = async (presses: number): Promise<Samples> => {
    const samples: Samples = { rawPut: [], countedPut: [], durable: [], reported: [] };
    for (let n = 0; n < presses; n += 1) {
      await rest();
      samples.rawPut.push(await rawPut(unwrap(database), n));
      await rest();
      samples.countedPut.push(await countedPut(unwrap(database), n));
      await rest();
      const { durable, reported } = await press();
      samples.durable.push(durable);
      samples.reported.push(reported);
    }
    return samples;
  };
  return { openedInMs, press: pressAll };
}

declare global {
  interface Window {
    openQueue?: typeof openQueue;
    pressAgain?: OpenedQueue['press'];
  }
}

window.openQueue = openQueue;
