import { asShape, asText } from '../api/answers/shape';
import { type CountKeeper, type KeptCount, missingEntries } from './countKeeper';
import { headOf } from './entryHead';
import { freshState, type QueueMeta, type ReadQueue, readEntry, readMeta, readStates } from './queueRecords';
import type { RecordStore, RecordTransaction } from './recordStore';
import type { EntryHead, EntryState, IdMapping, NewEntry, QueueEntry, QueueSnapshot } from './types';
import { mappingsToForget, QUEUE_STORES, rawQueue, readWholeQueue } from './wholeQueue';

/** The queue on disk: the truth that Redux shows. Every method is one durable transaction, or rejects with nothing changed. */
export interface QueueJournal {
  /**
   * Writes a new entry in the hand of a tab and gives it its place. The same write under the same id is on disk
   * already when an earlier try was cut off after it landed: then that one stands. Another under it rejects.
   */
  append(entry: NewEntry, tab: string): Promise<EntryHead>;
  /** sending → waiting. `null` when it is gone: another tab has sent it. */
  release(id: string): Promise<EntryHead | null>;
  /** Takes an entry in hand for a try of a pass; `null` when it is gone, or in another hand. */
  claim(id: string, tab: string): Promise<QueueEntry | null>;
  /** Notes how a try ended and lets go of the entry; `null` when it is gone. */
  mark(id: string, outcome: Partial<Pick<EntryState, 'state' | 'attempts' | 'lastError'>>): Promise<EntryState | null>;
  /** The server carried it out: its id mapping is kept and the entry removed, in one. */
  complete(id: string, mapping: IdMapping | null): Promise<void>;
  /** The server answered an online try: there is nothing to send later. */
  remove(id: string): Promise<void>;
  /** A person drops an entry. False when it is gone, being sent or next to be. */
  discard(id: string): Promise<boolean>;
  /** A person edited a refused entry: one with a new id takes its place in the order. `null` when it is gone, being sent or next to be. */
  replace(id: string, newId: string, body: unknown): Promise<EntryHead | null>;
  /** The whole entry, for editing and export; `null` when it is gone. */
  read(id: string): Promise<QueueEntry | null>;
  /** Everything, with unreadable records set aside and old mappings that no entry needs pruned. */
  load(now: number): Promise<QueueOnDisk>;
  /** The same as Redux shows it. Tells of missing entries once: whoever asks shows them. */
  snapshot(now: number): Promise<QueueSnapshot>;
  /**
   * Lets go of what tabs that are gone had in hand, and of what passes of the tab itself, none of which runs, could not
   * let go of; gives the entries that nobody has been told of yet, first tries that were cut off.
   */
  adopt(liveTabs: ReadonlySet<string>, tab: string): Promise<EntryHead[]>;
  /** Every record of the queue as it is, the set aside ones too. */
  exportAll(): Promise<{ entries: unknown[]; quarantine: unknown[] }>;
}

export interface QueueOnDisk extends ReadQueue {
  mappings: IdMapping[];
  /** The ids of the records set aside. */
  setAside: string[];
  /** Entries by the count kept elsewhere that are not on disk. */
  missing: number;
  counted: KeptCount;
}

/** What Redux shows of the queue on disk: an entry on its first online try is nobody's news yet. */
function snapshotOf(disk: QueueOnDisk): QueueSnapshot {
  return {
    heads: disk.entries.filter(({ state }) => state.state !== 'sending').map(({ head }) => head),
    serverIds: Object.fromEntries(disk.mappings.map(({ localId, serverId }) => [localId, serverId])),
    setAside: disk.setAside.length,
    newer: disk.newer,
    missing: disk.missing,
  };
}

function isSameWrite(a: NewEntry, b: NewEntry): boolean {
  const essence = ({ path, method, userId, body }: NewEntry) => JSON.stringify([path, method, userId, body]);
  return essence(a) === essence(b);
}

/** The entry and its state as they are now, or `null`. */
async function find(tx: RecordTransaction, id: string) {
  const [raw, state] = await Promise.all([tx.get('entries', id), tx.get('states', id)]);
  if (raw === undefined) return null;
  const read = readEntry(raw, state);
  return read.kind === 'entry' ? read : null;
}

/** Removes an entry with its state; `null` when there was none. The disk is asked twice, as it is for an append. */
async function erase(tx: RecordTransaction, id: string): Promise<QueueMeta | null> {
  const [entry, rawMeta] = await Promise.all([tx.get('entries', id), tx.get('meta', 'queue')]);
  if (entry === undefined) return null;
  const { name, seq, count, rev } = readMeta(rawMeta);
  const next: QueueMeta = { name, seq, count: count - 1, rev: rev + 1 };
  await Promise.all([tx.delete('entries', id), tx.delete('states', id), tx.put('meta', next)]);
  return next;
}

export function createQueueJournal(store: RecordStore, keeper: CountKeeper): QueueJournal {
  const change = <T>(work: (tx: RecordTransaction) => Promise<T>) => store.transact('readwrite', QUEUE_STORES, work);

  function keep(meta: QueueMeta | null): void {
    const kept = keeper.read();
    // Another tab may have told of a later revision already.
    if (meta && (kept === null || kept.rev < meta.rev)) keeper.write({ count: meta.count, rev: meta.rev });
  }

  async function load(now: number): Promise<QueueOnDisk> {
    // Read first: the disk as read afterwards is never older than it, unless something vanished.
    const kept = keeper.read();
    // Parsed when the storage has answered: how long thousands of entries take to parse is not its fault.
    let disk = readWholeQueue(await store.transact('readonly', QUEUE_STORES, rawQueue));
    const staleIn = (queue: typeof disk) => mappingsToForget(queue, now);
    if (disk.bad.length > 0 || staleIn(disk).length > 0) {
      disk = await change(async (tx) => {
        const found = readWholeQueue(await rawQueue(tx));
        for (const { id, reason } of found.bad) {
          const record = { entry: await tx.get('entries', id), state: await tx.get('states', id) };
          await tx.put('quarantine', { id, reason, at: now, ...record });
          await tx.delete('entries', id);
          await tx.delete('states', id);
        }
        for (const { localId } of staleIn(found)) await tx.delete('idMap', localId);
        return readWholeQueue(await rawQueue(tx));
      });
    }
    const { meta, ...queue } = disk;
    const count = queue.entries.length + queue.newer.length + queue.setAside.length;
    const counted = { count, rev: meta.rev };
    return { ...queue, missing: missingEntries(kept, counted), counted };
  }

  return {
    async append(entry, tab) {
      const { head, meta } = await change(async (tx) => {
        // A person waits for this one: the disk is asked twice, whatever there is to read and to write.
        const [known, rawMeta] = await Promise.all([find(tx, entry.id), tx.get('meta', 'queue')]);
        if (known && !isSameWrite(known.entry, entry)) throw new Error('This id belongs to another queue entry');
        const state: EntryState = { ...(known?.state ?? freshState(entry.id)), state: 'sending', tab };
        if (known) {
          await tx.put('states', state);
          return { head: headOf(known.entry, state), meta: null };
        }
        const { name, seq, count, rev } = readMeta(rawMeta);
        const next: QueueMeta = { name, seq: seq + 1, count: count + 1, rev: rev + 1 };
        const placed: QueueEntry = { ...entry, seq: next.seq };
        await Promise.all([tx.put('meta', next), tx.put('states', state), tx.put('entries', placed)]);
        return { head: headOf(placed, state), meta: next };
      });
      keep(meta);
      return head;
    },

    release: (id) =>
      change(async (tx) => {
        const found = await find(tx, id);
        if (!found) return null;
        const state: EntryState = { ...found.state, state: 'waiting', tab: null };
        await tx.put('states', state);
        return headOf(found.entry, state);
      }),

    claim: (id, tab) =>
      change(async (tx) => {
        const found = await find(tx, id);
        if (!found || found.state.state === 'sending') return null;
        // What this tab itself has in hand it may take again: its pass asks anew for what it took long ago.
        if (found.state.tab !== null && found.state.tab !== tab) return null;
        await tx.put('states', { ...found.state, tab });
        return found.entry;
      }),

    mark: (id, outcome) =>
      change(async (tx) => {
        const found = await find(tx, id);
        if (!found) return null;
        const state: EntryState = { ...found.state, ...outcome, tab: null };
        await tx.put('states', state);
        return state;
      }),

    async complete(id, mapping) {
      const meta = await change(async (tx) => {
        const [, erased] = await Promise.all([mapping && tx.put('idMap', mapping), erase(tx, id)]);
        return erased;
      });
      keep(meta);
    },

    async remove(id) {
      keep(await change((tx) => erase(tx, id)));
    },

    async discard(id) {
      const meta = await change(async (tx) => {
        const found = await find(tx, id);
        return found && found.state.tab === null ? erase(tx, id) : null;
      });
      keep(meta);
      return meta !== null;
    },

    replace: (id, newId, body) =>
      change(async (tx) => {
        const found = await find(tx, id);
        if (!found || found.state.tab !== null) return null;
        // Its local id stays: entries that wait for it go on mentioning that one.
        const locationId = asText(asShape(body).location) || found.entry.locationId;
        const entry: QueueEntry = { ...found.entry, id: newId, body, locationId };
        const state = freshState(newId);
        await tx.delete('entries', id);
        await tx.delete('states', id);
        await tx.put('entries', entry);
        await tx.put('states', state);
        return headOf(entry, state);
      }),

    read: (id) => store.transact('readonly', ['entries', 'states'], async (tx) => (await find(tx, id))?.entry ?? null),

    load,

    async snapshot(now) {
      const disk = await load(now);
      if (disk.missing > 0) keeper.write(disk.counted);
      return snapshotOf(disk);
    },

    adopt: (liveTabs, tab) =>
      change(async (tx) => {
        const isOrphan = (one: EntryState) =>
          one.tab !== null && (one.tab === tab ? one.state !== 'sending' : !liveTabs.has(one.tab));
        // At every pass: of a long queue only the few records in a hand are looked at.
        const orphans = readStates(await tx.getAll('states')).filter(isOrphan);
        const untold: EntryHead[] = [];
        for (const { id } of orphans) {
          const found = await find(tx, id);
          if (!found) continue;
          const isUntold = found.state.state === 'sending';
          const state: EntryState = { ...found.state, tab: null, ...(isUntold && { state: 'waiting' }) };
          await tx.put('states', state);
          if (isUntold) untold.push(headOf(found.entry, state));
        }
        return untold;
      }),

    exportAll: () =>
      store.transact('readonly', ['entries', 'quarantine'], async (tx) => ({
        entries: await tx.getAll('entries'),
        quarantine: await tx.getAll('quarantine'),
      })),
  };
}
