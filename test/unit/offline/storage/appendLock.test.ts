// @vitest-environment node
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import type { NewEntry } from '../../../../src/offline/entry';
import { createIdbRecordStore } from '../../../../src/offline/storage/idbRecordStore';
import { createQueueJournal, HeldElsewhere, type QueueJournal } from '../../../../src/offline/storage/queueJournal';
import { anEntry } from '../../../support/queue/anEntry';

let journal: QueueJournal;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  journal = createQueueJournal(createIdbRecordStore());
});

function newEntry(given: Partial<NewEntry> = {}): NewEntry {
  const { seq: _seq, ...entry } = anEntry({ id: 'e1', ...given });
  return entry;
}

const onDisk = async () => (await journal.load(0, new Set())).entries;

it('an append writes nothing without the lock of the entry, because another submit may be sending it', async () => {
  await journal.append(newEntry({ firstTry: true }));
  const other = newEntry({ firstTry: true, body: { edited: true } });
  await expect(journal.append(other, Promise.resolve(false))).rejects.toBeInstanceOf(HeldElsewhere);
  expect((await journal.read('e1', null))?.entry.body).toEqual(newEntry().body);
});

it('an append stays one transaction while the lock is requested', async () => {
  const later = (isHeld: boolean) => new Promise<boolean>((resolve) => setTimeout(() => resolve(isHeld), 20));
  await expect(journal.append(newEntry(), later(true))).resolves.toMatchObject({ entry: { seq: 1 } });
  await expect(journal.append(newEntry({ id: 'e2' }), later(false))).rejects.toBeInstanceOf(HeldElsewhere);
  expect(await onDisk()).toHaveLength(1);
});

it('an append writes nothing when the browser does not respond to the request for the lock within 5 s', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
  const unanswered = new Promise<boolean>(() => undefined);
  await expect(journal.append(newEntry(), unanswered)).rejects.toBeInstanceOf(HeldElsewhere);
  vi.restoreAllMocks();
  expect(await onDisk()).toEqual([]);
});
