// @vitest-environment node
import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { NewerDatabase, type RecordTransaction, StorageTimeout } from '../../../../src/offline/storage/recordStore';
import { setUpHangingDatabase } from '../../../support/app/hangingDatabase';

const database = setUpHangingDatabase();
const { disk } = database;

const write = (work: (tx: RecordTransaction) => Promise<void>) => {
  const settled = vi.fn<(outcome: unknown) => void>();
  const done = database.store.transact('readwrite', ['meta'], work).then(
    () => settled('written'),
    (error: unknown) => settled(error),
  );
  return { settled, done };
};
const untilHanging = async () => {
  while (!disk.isHanging) await vi.advanceTimersByTimeAsync(0);
};
const seqOnDisk = () => database.store.transact('readonly', ['meta'], (tx) => tx.get('meta', 'queue'));

/** Asks for its last change and ends: from then on the commit is under way. */
const changeAndHang = async (tx: RecordTransaction) => {
  await tx.get('meta', 'queue');
  disk.isHanging = true;
  void tx.put('meta', { name: 'queue', seq: 2 });
};

it('a transaction without a response of the disk is aborted after 5 s, with nothing written', async () => {
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

it('each response gives the disk the whole 5 s again, however many it takes', async () => {
  const { settled, done } = write(async (tx) => {
    disk.isHanging = true;
    for (let reads = 0; reads < 12; reads += 1) await tx.get('meta', 'queue');
    disk.isHanging = false;
  });
  await untilHanging();
  // Every step of the disk takes 4 s.
  for (let steps = 0; disk.isHanging && steps < 100; steps += 1) {
    await vi.advanceTimersByTimeAsync(4_000);
    for (const work of disk.held.splice(0)) work();
  }
  disk.letGo();
  await done;
  expect(settled).toHaveBeenCalledExactlyOnceWith('written');
});

it('a transaction that waits for another one is not aborted while the disk responds to that one', async () => {
  const first = write(async (tx) => {
    disk.isHanging = true;
    for (let reads = 0; reads < 4; reads += 1) await tx.get('meta', 'queue');
  });
  await untilHanging();
  const second = write(async (tx) => {
    await tx.get('meta', 'queue');
    await tx.put('meta', { name: 'queue', seq: 2 });
  });
  for (let steps = 0; first.settled.mock.calls.length === 0 && steps < 100; steps += 1) {
    await vi.advanceTimersByTimeAsync(4_000);
    for (const work of disk.held.splice(0)) work();
  }
  disk.letGo();
  await second.done;
  expect(second.settled).toHaveBeenCalledExactlyOnceWith('written');
});

it('a commit under way is waited for, because it cannot be aborted', async () => {
  const { settled, done } = write(changeAndHang);
  await untilHanging();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(settled).not.toHaveBeenCalled();
  disk.letGo();
  await done;
  expect(settled).toHaveBeenCalledExactlyOnceWith('written');
  expect(await seqOnDisk()).toMatchObject({ seq: 2 });
});

it('a commit that does not end fails after another minute', async () => {
  const { settled } = write(changeAndHang);
  await untilHanging();
  await vi.advanceTimersByTimeAsync(65_000);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(StorageTimeout));
  disk.letGo();
});

it('the time that a page was suspended does not count as the disk’s', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { settled, done } = write(async (tx) => {
    await tx.get('meta', 'queue');
    disk.isHanging = true;
    await tx.put('meta', { name: 'queue', seq: 2 });
    await tx.get('meta', 'queue');
  });
  await untilHanging();
  now = 25_000;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(settled).not.toHaveBeenCalled();
  disk.letGo();
  await done;
  expect(settled).toHaveBeenCalledExactlyOnceWith('written');
});

it('a database connection that the system closed is reopened once', async () => {
  const cut = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  const opened = vi.spyOn(indexedDB, 'open');
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const throwCut = () => {
    throw cut;
  };
  begun.mockImplementationOnce(throwCut);
  expect(await seqOnDisk()).toMatchObject({ seq: 1 });
  expect(opened).toHaveBeenCalledTimes(1);
  begun.mockImplementationOnce(throwCut).mockImplementationOnce(throwCut);
  await expect(seqOnDisk()).rejects.toBe(cut);
});

it('a long store is read in parts, smaller ones from a slow disk, and each part has a timeout of its own', async () => {
  const records = Array.from({ length: 60 }, (_, n) => ({ id: `e${String(n).padStart(4, '0')}` }));
  await database.store.transact('readwrite', ['states'], async (tx) => {
    await Promise.all(records.map((record) => tx.put('states', record)));
  });
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const settled = vi.fn<(outcome: unknown) => void>();
  const read = database.store.transact('readonly', ['states'], (tx) => tx.getAll('states')).then(settled, settled);
  disk.isHanging = true;
  for (let seconds = 0; seconds < 60 && settled.mock.calls.length === 0; seconds += 2) {
    await vi.advanceTimersByTimeAsync(2_000);
    disk.letGo();
    disk.isHanging = true;
  }
  disk.letGo();
  await read;
  expect(settled).toHaveBeenCalledExactlyOnceWith(records);
  expect(getAll.mock.calls.map(([, count]) => count)).toEqual([8, 32, 16, 8]);
});

describe('the database', () => {
  const name = 'field-sales-queue';

  it('is opened at the version that a newer build gave it, and keeps that version', async () => {
    const newer = await openDB(name, 7, { upgrade: (db) => void db.createObjectStore('ofTheNewerBuild') });
    newer.close();
    expect(await seqOnDisk()).toMatchObject({ seq: 1 });
    await write((tx) => tx.put('meta', { name: 'queue', seq: 2 })).done;
    expect(await seqOnDisk()).toMatchObject({ seq: 2 });
    const after = await openDB(name);
    expect([after.version, [...after.objectStoreNames]]).toEqual([7, expect.arrayContaining(['ofTheNewerBuild'])]);
    after.close();
  });

  it('that lacks a store of this build is reported, and left unchanged', async () => {
    const newer = await openDB(name, 2, { upgrade: (db) => db.deleteObjectStore('quarantine') });
    newer.close();
    await expect(seqOnDisk()).rejects.toBeInstanceOf(NewerDatabase);
    const after = await openDB(name);
    expect(await after.get('meta', 'queue')).toMatchObject({ seq: 1 });
    after.close();
  });
});
