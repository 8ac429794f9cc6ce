// @vitest-environment node
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import type { NewEntry } from '../../../../src/offline/entry';
import { createIdbRecordStore } from '../../../../src/offline/storage/idbRecordStore';
import { ENTRY_VERSION } from '../../../../src/offline/storage/entryMigrations';
import { createQueueJournal } from '../../../../src/offline/storage/queueJournal';
import { NewerDatabase, RECORD_KEYS } from '../../../../src/offline/storage/recordStore';
import { anEntry } from '../../../support/queue/anEntry';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const DATABASE_NAME = 'field-sales-queue';

const setUp = setUpQueueFixture();

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

const thisBuild = () => createQueueJournal(createIdbRecordStore());

function newEntry(id: string): NewEntry {
  const { seq: _seq, ...entry } = anEntry({ id });
  return entry;
}

/** Stands in for the first build, which opened the database in version 1 and no other, with these stores. */
function openAsFirstBuild() {
  return openDB(DATABASE_NAME, 1, {
    upgrade: (created) => {
      for (const [store, keyPath] of Object.entries(RECORD_KEYS)) created.createObjectStore(store, { keyPath });
    },
  });
}

/** It appends an entry of version 1, as it did for a first try, with the tab that has it. */
async function appendAsFirstBuild(id: string): Promise<void> {
  const database = await openAsFirstBuild();
  const tx = database.transaction(['entries', 'states', 'meta'], 'readwrite');
  const meta = (await tx.objectStore('meta').get('queue')) ?? { name: 'queue', seq: 0, count: 0, rev: 0 };
  const { baseVersion, over, pricesAsOf, firstTry, ...entry } = { ...anEntry({ id, seq: meta.seq + 1 }), v: 1 };
  await tx.objectStore('entries').put(entry);
  await tx.objectStore('states').put({ id, state: 'sending', attempts: 0, lastError: null, tab: 'a-tab' });
  const counters = { name: 'queue', seq: entry.seq, count: meta.count + 1, rev: meta.rev + 1 };
  await tx.objectStore('meta').put(counters);
  await tx.done;
  database.close();
}

it('37 the first build and this one both save, whichever created the database', async () => {
  await appendAsFirstBuild('by-the-first');
  const journal = thisBuild();
  await journal.append(newEntry('by-this'));
  await appendAsFirstBuild('by-the-first-again');
  const { entries } = await journal.load(0, new Set());
  expect(entries.map(({ summary }) => [summary.id, summary.state, summary.mayHaveArrived])).toEqual([
    ['by-the-first', 'waiting', true],
    ['by-this', 'waiting', false],
    ['by-the-first-again', 'waiting', true],
  ]);
  expect((await openAsFirstBuild()).version).toBe(1);
});

/** A newer build, which has a store more, and entries that this one can't read. */
function openAsNewerBuild() {
  return openDB(DATABASE_NAME, 5, {
    upgrade: (database) => {
      if (!database.objectStoreNames.contains('ofTheNewerBuild')) database.createObjectStore('ofTheNewerBuild');
    },
  });
}

async function appendAsNewerBuild(id: string): Promise<void> {
  const database = await openAsNewerBuild();
  const tx = database.transaction(['entries', 'meta'], 'readwrite');
  const meta = await tx.objectStore('meta').get('queue');
  const seq = meta.seq + 1;
  await tx.objectStore('entries').put({ ...anEntry({ id, seq }), v: ENTRY_VERSION + 1, ofTheNewerBuild: true });
  await tx.objectStore('meta').put({ ...meta, seq, count: meta.count + 1, rev: meta.rev + 1 });
  await tx.done;
  database.close();
}

it('37 builds with a newer and an older database version side by side both save, and nothing is lost', async () => {
  const journal = thisBuild();
  await journal.append(newEntry('by-this'));
  // Stands in for the newer build: its database of version 5 with one more store, its entries with one more field.
  const newer = await openAsNewerBuild();
  await journal.append(newEntry('by-this-while-both-are-open'));
  await appendAsNewerBuild('by-the-newer');
  await journal.append(newEntry('by-this-again'));
  const { entries, newer: held, bad } = await thisBuild().load(0, new Set());
  expect(entries.map(({ entry }) => [entry.id, entry.seq])).toEqual([
    ['by-this', 1],
    ['by-this-while-both-are-open', 2],
    ['by-this-again', 4],
  ]);
  expect(held).toMatchObject([{ id: 'by-the-newer', seq: 3 }]);
  expect(bad).toEqual([]);
  expect(await newer.get('entries', 'by-the-newer')).toMatchObject({ ofTheNewerBuild: true });
  expect(await newer.count('entries')).toBe(4);
  newer.close();
});

it('34 a pass marks what an interrupted pass of a newer build may have sent', async () => {
  const journal = thisBuild();
  await journal.append(newEntry('by-this'));
  await appendAsNewerBuild('by-the-newer');
  await appendAsNewerBuild('by-the-newer-tried');
  const newer = await openAsNewerBuild();
  const tried = { id: 'by-the-newer-tried', state: 'waiting', attempts: 2, lastError: null, nextTryAt: 7 };
  await newer.put('states', { ...tried, mayHaveArrived: false });
  await journal.beginPass('a pass of the newer', null, 0);
  await appendAsNewerBuild('by-the-newer-later');
  await journal.beginPass('a pass of this', null, 0);
  expect(await newer.get('states', 'by-the-newer')).toMatchObject({ attempts: 0, mayHaveArrived: true });
  expect(await newer.get('states', 'by-the-newer-tried')).toEqual({ ...tried, mayHaveArrived: true });
  expect(await newer.get('states', 'by-the-newer-later')).toBeUndefined();
  newer.close();
});

it('37 a database that lacks a store of this build is reported and left unchanged, not treated as empty', async () => {
  await thisBuild().append(newEntry('before'));
  const newer = await openDB(DATABASE_NAME, 2, { upgrade: (db) => db.deleteObjectStore('states') });
  await expect(thisBuild().append(newEntry('after'))).rejects.toBeInstanceOf(NewerDatabase);
  await expect(thisBuild().load(0, new Set())).rejects.toBeInstanceOf(NewerDatabase);
  expect((await newer.getAll('entries')).map(({ id }) => id)).toEqual(['before']);
  newer.close();
});

it('16 a start waits for the submit at its location that a newer build has saved, and does not continue its visit', async () => {
  const { device, tab, work, workIn, openVisit, visitRows, deliveryRows } = await setUp();
  const first = await openVisit();
  await device.setOnline(false);
  await work.submit(first, 'morning');
  const [submit] = device.entries();
  if (!submit) throw new Error('The submit was not saved');
  const store = (change: object) => device.disk.durable.get('entries')?.set(submit.id, { ...submit, ...change });
  store({ v: ENTRY_VERSION + 1, ofTheNewerBuild: true });
  tab.kill();
  const later = await device.open();
  const { startVisit, deliver } = workIn(later);
  const second = (await startVisit()).result?.id ?? '';
  expect(second).not.toBe(first);
  await deliver(1, second);
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(device.entries().map(({ call }) => call)).toEqual(['submitVisit', 'startVisit', 'createDelivery']);
  // Stands in for the newer build, which sends its submit.
  store({});
  later.kill();
  await device.open();
  await device.clock.advance(60_000);
  expect(device.entries()).toEqual([]);
  const [delivery] = await deliveryRows();
  expect((await visitRows()).filter(({ submittedAt }) => submittedAt !== null).map(({ id }) => id)).toEqual([first]);
  expect(delivery?.visitId).not.toBe(first);
});
