// @vitest-environment node
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewEntry } from '../../../../src/offline/entry';
import { retryDelayMs } from '../../../../src/offline/replay/backoff';
import { createQueueJournal, type QueueJournal } from '../../../../src/offline/storage/queueJournal';
import { NO_PAUSE, pauseFrom } from '../../../../src/offline/storage/queueRecords';
import type { RecordStore } from '../../../../src/offline/storage/recordStore';
import { type Replacement, replaceEntries } from '../../../../src/offline/storage/replaceEntries';
import { CrashableDisk } from '../../../support/app/crashableDisk';
import { SimClock } from '../../../support/app/simClock';
import { anEntry } from '../../../support/queue/anEntry';

let disk: CrashableDisk;
let journal: QueueJournal;

beforeEach(() => {
  disk = new CrashableDisk(new SimClock());
  journal = createQueueJournal(disk.open(() => true));
});

function newEntry(given: Partial<NewEntry> = {}): NewEntry {
  const { seq: _seq, ...entry } = anEntry({ id: 'e1', ...given });
  return entry;
}

const idsOnDisk = () =>
  disk
    .records<{ id: string; seq: number }>('entries')
    .sort((a, b) => a.seq - b.seq)
    .map(({ id }) => id);
const edit = (id: string, given: Partial<NewEntry> = {}) =>
  newEntry({ id, call: 'updateDelivery', method: 'PATCH', path: '/deliveries/d1', ...given });

describe('append', () => {
  it('gives sequence numbers in the order of the appends', async () => {
    for (const id of ['z', 'a', 'm']) await journal.append(newEntry({ id }));
    expect(idsOnDisk()).toEqual(['z', 'a', 'm']);
  });

  it('returns the earlier entries that it must wait for, first tries of other tabs included', async () => {
    const otherTab = createQueueJournal(disk.open(() => true));
    await otherTab.append(edit('first', { firstTry: true }));
    await journal.append(edit('elsewhere', { path: '/deliveries/d2' }));
    expect(await journal.append(edit('second'))).toMatchObject({ waitsFor: ['first'] });
  });

  it('replaces the content of an id that was not reported as saved yet', async () => {
    await journal.append(newEntry({ firstTry: true }));
    await journal.append(newEntry({ id: 'e2' }));
    await journal.append(newEntry({ firstTry: true, body: { edited: true } }));
    expect(idsOnDisk()).toEqual(['e2', 'e1']);
    expect((await journal.read('e1', null))?.entry.body).toEqual({ edited: true });
  });

  it('returns the stored content of an id that was reported as saved, whatever the new content is', async () => {
    await journal.append(newEntry());
    await journal.mark('e1', { state: 'refused' });
    expect(await journal.append(newEntry({ ts: 9 }))).toMatchObject({
      entry: { ts: 1_000 },
      summary: { state: 'refused' },
    });
    const other = newEntry({ body: { other: true } });
    expect(await journal.append(other)).toMatchObject({ entry: { body: newEntry().body }, wasSaved: true });
  });
});

describe('complete', () => {
  const sent = { id: 'e1', mapping: { localId: 'local-e1', serverId: 'd1', at: 5 }, version: 2 };

  it('removes the entry and stores id and version in one transaction', async () => {
    await journal.append(newEntry({ creates: 'local-e1' }));
    const commits: (readonly string[])[] = [];
    disk.onCommit = (moment, written) => {
      if (moment === 'after') commits.push(written);
    };
    expect(await journal.complete([sent])).toEqual(['e1']);
    expect(commits).toEqual([expect.arrayContaining(['delete entries e1', 'delete states e1', 'put idMap local-e1'])]);
    expect(await journal.complete([sent])).toEqual([]);
  });

  it('leaves no trace of the entry in the index', async () => {
    await journal.append(newEntry({ creates: 'local-e1', visitId: 'v1' }));
    await journal.complete([{ id: 'e1', mapping: null, version: 2 }]);
    expect(disk.records('meta').map(({ name }) => name)).toEqual(['queue', 'version\te1']);
  });
});

describe('a change made over the user’s own queued change', () => {
  it('carries the version that this one led to', async () => {
    await journal.append(edit('first', { baseVersion: 1 }));
    await journal.append(edit('second', { baseVersion: 1, over: 'first' }));
    expect((await journal.read('second', null))?.ifMatch).toBe(1);
    await journal.complete([{ id: 'first', mapping: null, version: 4 }]);
    expect((await journal.read('second', null))?.ifMatch).toBe(4);
  });

  it('carries the version that the entry below led to, once this one is discarded', async () => {
    await journal.append(newEntry({ id: 'made', creates: 'local-made' }));
    await journal.append(edit('first', { over: 'made' }));
    await journal.append(edit('second', { over: 'first' }));
    expect(await journal.remove(['first', 'unknown'])).toEqual(['first']);
    await journal.complete([{ id: 'made', mapping: null, version: 4 }]);
    expect((await journal.read('second', null))?.ifMatch).toBe(4);
  });

  it('carries the version that its own form showed, once all below it are discarded', async () => {
    await journal.append(edit('first', { baseVersion: 7 }));
    await journal.append(edit('second', { baseVersion: 3, over: 'first' }));
    await journal.append(edit('third', { baseVersion: 3, over: 'second' }));
    expect(await journal.remove(['first', 'second'])).toEqual(['first', 'second']);
    expect((await journal.read('third', null))?.ifMatch).toBe(3);
  });
});

describe('a replacement', () => {
  const replace = (added: readonly NewEntry[], replacements: readonly Replacement[]) =>
    journal.change((tx, meta) => replaceEntries(tx, meta, added, replacements));

  it('replaces entries and appends new ones in one transaction', async () => {
    for (const id of ['a', 'b', 'c']) await journal.append(newEntry({ id }));
    let commits = 0;
    disk.onCommit = () => {
      commits += 1;
    };
    const replacements = [
      { oldId: 'a', entry: newEntry({ id: 'a2' }) },
      { oldId: 'b', entry: newEntry({ id: 'b2' }), toTheEnd: true },
    ];
    const placed = await replace([newEntry({ id: 'new' })], replacements);
    expect(placed?.map(({ id, mayHaveArrived }) => [id, mayHaveArrived])).toEqual([
      ['new', false],
      ['a2', false],
      ['b2', false],
    ]);
    expect(idsOnDisk()).toEqual(['a2', 'c', 'new', 'b2']);
    expect(commits).toBe(2);
  });
});

it('marking an entry that is gone changes nothing', async () => {
  expect(await journal.mark('gone', { attempts: 1 })).toBeNull();
  expect(disk.records('states')).toEqual([]);
});

/** A store that notes which entries are looked into while the transaction that read them is still open. */
function watched(inner: RecordStore) {
  const lookedInto = new Set<unknown>();
  const store: RecordStore = {
    transact: async (mode, stores, work) => {
      let isOpen = true;
      const get = (target: object, setUp: string | symbol): unknown => {
        // A promise asks what it is given whether it is one.
        if (isOpen && setUp !== 'then') lookedInto.add(Reflect.get(target, 'id'));
        return Reflect.get(target, setUp);
      };
      const watch = (raw: unknown) => (raw ? new Proxy(raw, { get }) : raw);
      return inner.transact(mode, stores, async (tx) => {
        const done = await work({
          ...tx,
          getAll: async (name) => (name === 'entries' ? (await tx.getAll(name)).map(watch) : tx.getAll(name)),
        });
        isOpen = false;
        return done;
      });
    },
  };
  return { store, lookedInto };
}

it('a long queue is parsed after the storage has responded, so that parsing does not use up its timeout', async () => {
  for (const id of ['a', 'b', 'c']) await journal.append(newEntry({ id }));
  const { store, lookedInto } = watched(disk.open(() => true));
  const { entries } = await createQueueJournal(store).load(0, new Set());
  expect(entries.map(({ entry }) => entry.id)).toEqual(['a', 'b', 'c']);
  expect([...lookedInto]).toEqual([]);
});

it('a busy server’s delay without a Retry-After is read from the disk as it was stored', async () => {
  const now = 1_767_600_000_000;
  const until = now + retryDelayMs(0, 0.123_456, null);
  await journal.storePause({ until, since: now });
  expect(await journal.currentPause(now)).toMatchObject({ until });
});

it('a Retry-After expires at its time, or when the clock was set back before it; a new one then counts', async () => {
  const now = 1_767_600_000_000;
  await journal.storePause(pauseFrom(now, 60_000));
  expect(await journal.currentPause(now + 60_000)).toMatchObject({ until: 0 });
  const setBack = now - 30 * 60_000;
  expect(await journal.currentPause(setBack)).toMatchObject({ until: 0 });
  await journal.storePause(pauseFrom(setBack, 5_000));
  expect(await journal.currentPause(setBack)).toMatchObject({ until: setBack + 5_000 });
});

it('a Retry-After of another call during a pass still holds when the pass ends', async () => {
  const now = 1_767_600_000_000;
  await journal.append(newEntry({ id: 'a' }));
  await journal.storePause(pauseFrom(now, 60_000));
  await journal.beginPass('a pass', now, now);
  expect(await journal.currentPause(now)).toMatchObject({ until: 0 });
  await journal.storePause({ until: now + 90_000, since: now + 1 });
  await journal.append(newEntry({ id: 'b' }));
  await journal.beginPass('a pass', now, now + 2);
  await journal.endPass('a pass', NO_PAUSE, now + 2);
  expect(await journal.currentPause(now + 2)).toMatchObject({ until: now + 90_000 });
});

it.each([
  ['keeps a pause that was asked for since it was requested', null, 9_000],
  ['keeps a pause that was asked for after Sync now was pressed', 900, 9_000],
  ['ends a pause from before Sync now was pressed', 1_100, 0],
])('a pass that begins %s', async (_, syncRequestedAt, until) => {
  await journal.storePause({ until: 9_000, since: 1_000 });
  await journal.beginPass('a pass', syncRequestedAt, 1_200);
  expect(await journal.currentPause(1_300)).toMatchObject({ until });
});

it('34 a pass marks what another one may have sent, and does not end the record of the other one', async () => {
  const mayHaveArrived = async (id: string) => (await journal.read(id, new Set()))?.summary.mayHaveArrived;
  await journal.append(newEntry({ id: 'a' }));
  await journal.beginPass('one', null, 0);
  await journal.append(newEntry({ id: 'b' }));
  await journal.beginPass('two', null, 0);
  await journal.endPass('one', NO_PAUSE, 0);
  await journal.append(newEntry({ id: 'c' }));
  expect(await Promise.all(['a', 'b', 'c'].map(mayHaveArrived))).toEqual([true, true, false]);
  await journal.endPass('two', NO_PAUSE, 0);
  expect(await Promise.all(['a', 'b', 'c'].map(mayHaveArrived))).toEqual([true, false, false]);
});
