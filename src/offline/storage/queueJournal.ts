import { type EntryMark, type EntrySummary, freshState, type NewEntry, type QueueEntry, summarize } from '../entry';
import { completeEntries, mapWaitingStart, type SentResult } from './completeEntries';
import { hasEnded } from './endedWrites';
import { ifMatchVersion } from './entryVersions';
import { findEarlier, hasLaterDelivery, rebuildIndex, removeUnreadable } from './orderIndex';
import { createPassJournal, type PassJournal } from './passJournal';
import { removeEntries } from './removeEntries';
import { changedMeta, idOf, isReported, type QueueMeta, readMeta, type StoredEntry } from './queueRecords';
import { expiredMappings, type ParsedQueue, parseQueue, QUEUE_STORES, readRawQueue } from './readQueue';
import type { RecordStore, RecordTransaction } from './recordStore';
import { eraseEntry, findEntry, isOfNewerBuild, putEntry, putMark } from './storedEntries';
import { putTried, wasTried } from './triedWrites';

/** The result of an append. `wasSaved`: the entry was on disk already and reported as saved; nothing was written. */
export interface Appended {
  entry: QueueEntry;
  summary: EntrySummary;
  wasSaved: boolean;
  /** Ids of earlier entries on disk, first tries of any tab included (invariant 16). */
  waitsFor: string[];
  /** The version to send as `If-Match`; `null` for none. */
  ifMatch: number | null;
  /** Whether the write may have reached the server before, from any tab. */
  wasTried: boolean;
}

/** An entry as it is to be sent. */
export interface EntryToSend extends StoredEntry {
  /** The version to send as `If-Match`; `null` for none. */
  ifMatch: number | null;
  /** true: the entry is a submit, and its visit has a delivery that was saved after it and that it can still take. */
  hasLaterDelivery: boolean;
}

/** Another tab, or another press, has the lock of the entry; or a newer build has stored it. */
export class HeldElsewhere extends Error {
  override name = 'HeldElsewhere';
}

/** How long a transaction waits for the lock of its entry, ms. The other transactions of all tabs wait behind it. */
const LOCK_TIMEOUT_MS = 5_000;

/** Throws if this tab does not have the lock. Repeated reads keep the transaction open until that is known. */
async function assertHeld(tx: RecordTransaction, isHeld = Promise.resolve(true)): Promise<void> {
  const startedAt = performance.now();
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  isHeld.then(settle, settle);
  await Promise.resolve();
  while (!isSettled && performance.now() - startedAt < LOCK_TIMEOUT_MS) await tx.get('meta', 'queue');
  if (!isSettled || !(await isHeld)) throw new HeldElsewhere();
}

/** The queue on disk, which Redux copies. Every method is one durable transaction, or rejects with nothing changed. */
export interface QueueJournal extends PassJournal {
  /**
   * Writes an entry and assigns its position. It replaces an unmarked entry of the same id: no screen has shown that
   * one as saved, and its form may have changed since. A marked entry stays, whatever the new content is. `isHeld`:
   * whether this tab has the entry's lock; it may resolve while the disk is read. Without the lock nothing is written,
   * and the call rejects with `HeldElsewhere`. `mark`: the state to store at once, for an entry that is reported as
   * saved although the write may have been sent. Without `isHeld` another tab may be sending it, so that one stays. An
   * entry without a first try is reported as saved: an earlier try is marked at once.
   */
  append(entry: NewEntry, isHeld?: Promise<boolean>, mark?: EntryMark): Promise<Appended>;
  /**
   * The ids of the entries that this one would wait for if it were appended now; those of all entries if an older build
   * has written since. Writes nothing.
   */
  waitsFor(entry: NewEntry): Promise<string[]>;
  /**
   * Stores the result of a try, or that the entry was reported as saved. `attempts`: how many tries the entry had when
   * this one began. If it has had more since, another tab took over the entry, and what is stored stays, except that
   * the server may have got this try. Returns the state on disk; `null` when the entry is gone.
   */
  mark(id: string, mark: EntryMark, attempts?: number): Promise<EntrySummary | null>;
  /** Stores that a suspended tab lost the lock of the entry: its try counts, and may have reached the server. */
  markStolen(id: string): Promise<void>;
  /**
   * Removes entries that the server recorded, and stores their id mappings and resulting versions in the same
   * transaction. Returns the ids of those that were still there.
   */
  complete(results: readonly SentResult[]): Promise<string[]>;
  /** Stores the server's id of a record that a waiting entry creates, as `mapWaitingStart`. */
  mapStart(id: string, mapping: NonNullable<SentResult['mapping']>): Promise<boolean>;
  /** Stores that a write without an entry may have reached the server. */
  noteTried(id: string): Promise<void>;
  /** Whether a command of a person has ended the write: discarded it, or replaced it under another id. */
  hasEnded(id: string): Promise<boolean>;
  /** Removes entries, as `removeEntries`. */
  remove(ids: readonly string[], unreported?: { mayHaveArrived: boolean }): Promise<string[]>;
  /**
   * Runs what only a command of a person does, in one transaction. `meta`: the counters of the queue, whose index is
   * complete.
   */
  change<T>(work: (tx: RecordTransaction, meta: QueueMeta) => Promise<T>): Promise<T>;
  /**
   * The whole entry, for a try or a command of a person; `null` when it is gone. `activities`: the activities as read
   * before. If the stored pass is not among them, the entries up to its position count as possibly sent. `null` skips
   * this check.
   */
  read(id: string, activities: ReadonlySet<string> | null): Promise<EntryToSend | null>;
  /** The version to send as `If-Match` for an entry that is not on disk; `null` for none. */
  ifMatch(entry: NewEntry): Promise<number | null>;
  /**
   * Reads the whole queue. Also quarantines unreadable records, deletes old id mappings and completes the index.
   * `activities` as in `read`.
   */
  load(now: number, activities: ReadonlySet<string> | null): Promise<ParsedQueue>;
  /** Every record of the queue as it is on disk, quarantined ones included. */
  exportAll(): Promise<{ entries: unknown[]; quarantine: unknown[] }>;
}

/** An entry at the end of the order. */
const atEnd = (added: NewEntry): QueueEntry => ({ ...added, seq: Number.MAX_SAFE_INTEGER });

export function createQueueJournal(store: RecordStore): QueueJournal {
  const change = <T>(work: (tx: RecordTransaction) => Promise<T>) => store.transact('readwrite', QUEUE_STORES, work);

  /** Returns the counters, and rebuilds the index if it is not complete. */
  async function indexedMeta(tx: RecordTransaction, { entries, mappings, meta }: ParsedQueue): Promise<QueueMeta> {
    if (meta.indexRev === meta.rev) return meta;
    const indexed = entries.map(({ entry }) => entry);
    await rebuildIndex(tx, indexed, mappings);
    return { ...meta, indexRev: meta.rev };
  }

  /** Returns the counters with a complete index, also when an older build has written since or they cannot be read. */
  async function withCompleteIndex(tx: RecordTransaction, meta: QueueMeta): Promise<QueueMeta> {
    return meta.indexRev === meta.rev ? meta : indexedMeta(tx, parseQueue(await readRawQueue(tx), null));
  }

  const readIndexedMeta = async (tx: RecordTransaction) =>
    withCompleteIndex(tx, readMeta(await tx.get('meta', 'queue')));

  /** Quarantines unreadable records and removes old mappings. */
  async function cleanUp(tx: RecordTransaction, now: number): Promise<void> {
    const found = parseQueue(await readRawQueue(tx), null);
    await tx.put('meta', await indexedMeta(tx, found));
    for (const { id, reason } of found.bad) {
      const record = { entry: await tx.get('entries', id), state: await tx.get('states', id) };
      await tx.put('quarantine', { id, reason, at: now, ...record });
      await tx.delete('entries', id);
      await tx.delete('states', id);
    }
    if (found.bad.length > 0) await removeUnreadable(tx, found.bad.map(idOf));
    for (const { localId } of expiredMappings(found, now)) await tx.delete('idMap', localId);
  }

  return {
    ...createPassJournal(store),

    append: (added, isHeld, mark) =>
      change(async (tx) => {
        const [stored, storedMeta, found, ifMatch, isTried] = await Promise.all([
          tx.get('entries', added.id),
          tx.get('meta', 'queue').then((raw) => readMeta(raw)),
          findEarlier(tx, atEnd(added)),
          ifMatchVersion(tx, added),
          wasTried(tx, added),
        ]);
        const meta = await withCompleteIndex(tx, storedMeta);
        const waitsFor = meta === storedMeta ? found : await findEarlier(tx, atEnd(added));
        const known = stored === undefined ? null : await findEntry(tx, added.id);
        if (stored !== undefined && isOfNewerBuild(stored)) throw new HeldElsewhere();
        if (known && (isReported(known) || (mark && !isHeld))) {
          await assertHeld(tx, isHeld);
          const summary = mark ? await putMark(tx, known, mark) : known.summary;
          return { entry: known.entry, summary, waitsFor: [], ifMatch: null, wasTried: true, wasSaved: true };
        }
        // An entry that no tab has reported is left from a try.
        const isDoubtful = isTried || known !== null;
        const entry: QueueEntry = { ...added, firstTry: added.firstTry || isDoubtful, seq: meta.seq + 1 };
        if (known) await eraseEntry(tx, known.entry);
        await Promise.all([
          putEntry(tx, entry),
          tx.put('meta', changedMeta(meta, { count: stored === undefined ? 1 : 0, seq: entry.seq })),
        ]);
        // The disk works while the lock is requested. Without the lock the transaction is aborted.
        await assertHeld(tx, isHeld);
        const fresh = summarize(entry, freshState(entry));
        const firstMark = mark ?? (isDoubtful && !added.firstTry ? { mayHaveArrived: true } : null);
        const summary = firstMark ? await putMark(tx, { entry, summary: fresh }, firstMark) : fresh;
        return { entry, summary, waitsFor, ifMatch, wasTried: isDoubtful, wasSaved: false };
      }),

    waitsFor: (added) =>
      store.transact('readonly', QUEUE_STORES, async (tx) => {
        const { rev, indexRev } = readMeta(await tx.get('meta', 'queue'));
        // Without a complete index it may be any entry.
        return indexRev === rev ? findEarlier(tx, atEnd(added)) : tx.keys('entries', '');
      }),

    mark: (id, mark, attempts) =>
      change(async (tx) => {
        const found = await findEntry(tx, id);
        if (!found) return null;
        const isSuperseded = attempts !== undefined && found.summary.attempts !== attempts;
        if (!isSuperseded) return putMark(tx, found, mark);
        return mark.mayHaveArrived ? putMark(tx, found, { mayHaveArrived: true }) : found.summary;
      }),

    markStolen: (id) =>
      change(async (tx) => {
        const found = await findEntry(tx, id);
        if (found) await putMark(tx, found, { mayHaveArrived: true, attempts: found.summary.attempts + 1 });
      }),

    noteTried: (id) => store.transact('readwrite', ['meta'], (tx) => putTried(tx, id)),

    hasEnded: (id) => store.transact('readonly', ['meta'], (tx) => hasEnded(tx, id)),

    complete: (results) => change((tx) => completeEntries(tx, results)),
    mapStart: (id, mapping) => change((tx) => mapWaitingStart(tx, id, mapping)),

    remove: (ids, unreported) => change(async (tx) => removeEntries(tx, await readIndexedMeta(tx), ids, unreported)),

    change: (work) => change(async (tx) => work(tx, await readIndexedMeta(tx))),

    read: (id, activities) =>
      store.transact('readonly', ['entries', 'states', 'meta', 'idMap'], async (tx) => {
        const found = await findEntry(tx, id, activities);
        if (!found) return null;
        const { entry } = found;
        const [ifMatch, isLater] = await Promise.all([ifMatchVersion(tx, entry), hasLaterDelivery(tx, entry)]);
        return { ...found, ifMatch, hasLaterDelivery: isLater };
      }),

    ifMatch: (entry) => store.transact('readonly', ['meta'], (tx) => ifMatchVersion(tx, entry)),

    async load(now, activities) {
      // Parsed after the storage has responded, so that the time to parse thousands of entries does not count against
      // its limit.
      const read = () => store.transact('readonly', QUEUE_STORES, readRawQueue);
      const queue = parseQueue(await read(), activities);
      const isClean =
        queue.bad.length === 0 && queue.meta.indexRev === queue.meta.rev && expiredMappings(queue, now).length === 0;
      if (isClean) return queue;
      await change((tx) => cleanUp(tx, now));
      return parseQueue(await read(), activities);
    },

    exportAll: () =>
      store.transact('readonly', ['entries', 'quarantine'], async (tx) => ({
        entries: await tx.getAll('entries'),
        quarantine: await tx.getAll('quarantine'),
      })),
  };
}
