// @vitest-environment node
import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { StorageTimeout } from '../../../../src/offline/storage/recordStore';
import { setUpHangingDatabase } from '../../../support/app/hangingDatabase';

const database = setUpHangingDatabase();
const { disk } = database;

/** A write during which WebKit closes the connection. The database does not open again until `letGo`. */
async function writeWithoutReconnect() {
  const { open } = IDBFactory.prototype;
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...options) {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(function (this: IDBFactory, ...named) {
      disk.isHanging = true;
      return open.apply(this, named);
    });
    const tx = transaction.apply(this, options);
    vi.spyOn(tx, 'objectStore').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    return tx;
  });
  const settled = vi.fn<(outcome: unknown) => void>();
  const written = database.store.transact('readwrite', ['meta'], (tx) => tx.put('meta', { name: 'queue', seq: 2 }));
  written.then(settled, settled);
  while (!disk.isHanging) await vi.advanceTimersByTimeAsync(0);
  return settled;
}

it('a write whose connection does not open again fails after 5 s', async () => {
  const settled = await writeWithoutReconnect();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(StorageTimeout));
});

it('7 what was reported as failed is not written once the connection has opened again', async () => {
  const settled = await writeWithoutReconnect();
  await vi.advanceTimersByTimeAsync(70_000);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(StorageTimeout));
  disk.letGo();
  for (let ticks = 0; ticks < 50; ticks += 1) await vi.advanceTimersByTimeAsync(1);
  const onDisk = await database.store.transact('readonly', ['meta'], (tx) => tx.get('meta', 'queue'));
  expect(onDisk).toMatchObject({ seq: 1 });
});

it('7 a commit that was reported as failed, and then fails, is not written again', async () => {
  const begun: unknown[] = [];
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...options) {
    const tx = transaction.apply(this, options);
    begun.push(tx);
    return tx;
  });
  const settled = vi.fn<(outcome: unknown) => void>();
  const written = database.store.transact('readwrite', ['meta'], async (tx) => {
    await tx.get('meta', 'queue');
    disk.isHanging = true;
    void tx.put('meta', { name: 'queue', seq: 2 });
  });
  written.then(settled, settled);
  while (!disk.isHanging) await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(StorageTimeout));
  // The system closes the connection, so the commit fails. The double has no public way to do that.
  const [first] = begun as { _state: string; _abort(name: string): void }[];
  if (first) first._state = 'active';
  first?._abort('UnknownError');
  for (let ticks = 0; ticks < 50; ticks += 1) {
    disk.letGo();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(begun).toHaveLength(1);
});
