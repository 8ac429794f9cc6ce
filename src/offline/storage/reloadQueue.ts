import type { UnknownAction } from '@reduxjs/toolkit';
import { type QueueSnapshot, queueReloaded, queueUnreadable } from '../actions';
import type { QueueEnvironment } from '../environment';
import { editEntries, type QueueEdit } from '../entryList';
import { serverIdsOf } from '../localIds';
import type { WithQueue } from '../queueSlice';
import { isReported, type StoredEntry } from './queueRecords';
import type { ParsedQueue } from './readQueue';
import { NewerDatabase } from './recordStore';

export interface ReloadOptions extends Pick<QueueEnvironment, 'journal' | 'locks' | 'now'> {
  dispatch(action: UnknownAction): unknown;
  getState(): WithQueue;
}

/**
 * Whether a person in some tab waits for the result of a first try, so that the entry was not reported as saved yet. An
 * entry of a dead tab, or one that was reported, waits like any other, whichever tab sends it.
 */
export function isFirstTry(stored: StoredEntry, activities: ReadonlySet<string>): boolean {
  return !isReported(stored) && activities.has(stored.entry.id);
}

/** The snapshot of the queue for Redux, with the edits that were made during the read. */
function snapshotOf(queue: ParsedQueue, activities: ReadonlySet<string>, edits: readonly QueueEdit[]): QueueSnapshot {
  const saved = queue.entries.filter((one) => !isFirstTry(one, activities)).map(({ summary }) => summary);
  const firstTries = queue.entries.filter((one) => isFirstTry(one, activities)).map(({ entry }) => entry.id);
  const reported = edits.flatMap(({ put = [] }) => put.map(({ id }) => id));
  return {
    entries: edits.reduce(editEntries, saved),
    firstTries: firstTries.filter((id) => !reported.includes(id)),
    serverIds: serverIdsOf([...queue.mappings, ...edits.flatMap(({ mappings = [] }) => mappings)]),
    quarantined: queue.quarantined,
    newer: queue.newer,
    ended: queue.ended,
  };
}

/**
 * Reads the disk once and updates Redux. Returns false when a first try ended meanwhile; then nothing is updated. A
 * pass may change the queue many times during the read, so its edits are applied to what was read.
 */
async function readOnce({ journal, locks, now, dispatch, getState }: ReloadOptions): Promise<boolean> {
  const editsBefore = getState().queue.edits.length;
  try {
    const before = await locks.activities();
    const queue = await journal.load(now(), before);
    const after = await locks.activities();
    const hasEnded = queue.entries.some((one) => isFirstTry(one, before) && !after.has(one.entry.id));
    if (hasEnded) return false;
    dispatch(queueReloaded(snapshotOf(queue, after, getState().queue.edits.slice(editsBefore))));
  } catch (error) {
    dispatch(queueUnreadable({ isNewer: error instanceof NewerDatabase }));
  }
  return true;
}

/**
 * Returns a function that updates Redux from the disk. A read is repeated when a first try ended during it. A failed
 * read is reported, and Redux keeps its entries. One read runs at a time, so that an older one never overwrites a newer
 * one. Requests during a read lead to one more read after it.
 */
export function createReloader(options: ReloadOptions): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function read(): Promise<void> {
    for (let isShown = false; !isShown; ) isShown = await readOnce(options);
  }

  function begin(): Promise<void> {
    next = null;
    const reading = read().finally(() => {
      if (running === reading) running = null;
    });
    running = reading;
    return reading;
  }

  return () => {
    if (!running) return begin();
    next ??= running.then(begin);
    return next;
  };
}
