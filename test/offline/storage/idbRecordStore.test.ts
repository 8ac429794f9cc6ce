// @vitest-environment node
import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdbRecordStore } from '../../../src/offline/storage/idbRecordStore';
import { type RecordStore, type RecordTransaction, StorageTimeout } from '../../../src/offline/storage/recordStore';

/** What the database does next goes through here, so that it can be held back. */
const disk = { isHanging: false, held: [] as (() => void)[], letGo: () => {} };
let store: RecordStore;

beforeEach(async () => {
  // First: moving the clock takes turns of the real setImmediate.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const now = globalThis.setImmediate;
  disk.isHanging = false;
  disk.held = [];
  disk.letGo = () => {
    disk.isHanging = false;
    for (const work of disk.held.splice(0)) now(work);
  };
  vi.stubGlobal('setImmediate', (work: () => void) => (disk.isHanging ? disk.held.push(work) : now(work)));
  vi.stubGlobal('indexedDB', new IDBFactory());
  store = createIdbRecordStore();
  await store.transact('readwrite', ['meta'], (tx) => tx.put('meta', { name: 'queue', seq: 1 }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const write = (work: (tx: RecordTransaction) => Promise<void>) => {
  const settled = vi.fn<(outcome: unknown) => void>();
  const done = store.transact('readwrite', ['meta'], work).then(
    () => settled('written'),
    (error: unknown) => settled(error),
  );
  return { settled, done };
};
const untilHanging = async () => {
  while (!disk.isHanging) await vi.advanceTimersByTimeAsync(0);
};
const seqOnDisk = () => store.transact('readonly', ['meta'], (tx) => tx.get('meta', 'queue'));

/** Asks for its last change and ends: from then on the commit is under way. */
const changeAndHang = async (tx: RecordTransaction) => {
  await tx.get('meta', 'queue');
  disk.isHanging = true;
  void tx.put('meta', { name: 'queue', seq: 2 });
};

it('a disk that does not answer is given up after 5 s, with nothing written', async () => {
  const { settled, done } = write(async (tx) => {
    await tx.get('meta', 'queue');
    disk.isHanging = true;
    await tx.put('meta', { name: 'queue', seq: 2 });
    await tx.get('meta', 'queue');
  });
  await untilHanging();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(StorageTimeout));
  disk.letGo();
  await done;
  expect(await seqOnDisk()).toMatchObject({ seq: 1 });
});

it('a commit under way is waited for: what it writes can not be called back', async () => {
  const { settled, done } = write(changeAndHang);
  await untilHanging();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(settled).not.toHaveBeenCalled();
  disk.letGo();
  await done;
  expect(settled).toHaveBeenCalledExactlyOnceWith('written');
  expect(await seqOnDisk()).toMatchObject({ seq: 2 });
});

it('a commit that does not end is given up after a minute more', async () => {
  const { settled } = write(changeAndHang);
  await untilHanging();
  await vi.advanceTimersByTimeAsync(65_000);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(StorageTimeout));
  disk.letGo();
});

it('a page that stood still does not put that on the disk', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { settled, done } = write(async (tx) => {
    disk.isHanging = true;
    await tx.get('meta', 'queue');
  });
  await untilHanging();
  now = 25_000;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(settled).not.toHaveBeenCalled();
  disk.letGo();
  await done;
  expect(settled).toHaveBeenCalledExactlyOnceWith('written');
});

it('a connection that the system has cut is opened anew, once', async () => {
  const cut = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  const opened = vi.spyOn(indexedDB, 'open');
  const asked = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const throwCut = () => {
    throw cut;
  };
  asked.mockImplementationOnce(throwCut);
  expect(await seqOnDisk()).toMatchObject({ seq: 1 });
  expect(opened).toHaveBeenCalledTimes(1);
  asked.mockImplementationOnce(throwCut).mockImplementationOnce(throwCut);
  await expect(seqOnDisk()).rejects.toBe(cut);
});
