import type { UnknownAction } from '@reduxjs/toolkit';
import { type QueueSnapshot, queueReloaded, queueUnreadable } from '../actions';
import { serverIdsOf } from '../localIds';
import type { WithQueue } from '../queueSlice';
import type { TabLocks } from '../tabs/locks';
import type { QueueJournal } from './queueJournal';
import type { StoredEntry } from './queueRecords';
import type { ParsedQueue } from './readQueue';
import { NewerDatabase } from './recordStore';

export interface ReloadOptions {
  journal: QueueJournal;
  locks: TabLocks;
  now(): number;
  dispatch(action: UnknownAction): unknown;
  getState(): WithQueue;
}

/**
 * Whether a person waits in some tab for what comes of a first try: nobody was told of the entry yet. One that a tab
 * left behind, or has told its person of, waits like any other, whoever sends it now.
 */
export function isFirstTry({ entry, isMarked }: StoredEntry, activities: ReadonlySet<string>): boolean {
  return entry.firstTry && !isMarked && activities.has(entry.id);
}

/** What Redux shows of the queue on disk. */
function snapshotOf(queue: ParsedQueue, activities: ReadonlySet<string>): QueueSnapshot {
  return {
    entries: queue.entries.filter((one) => !isFirstTry(one, activities)).map(({ summary }) => summary),
    firstTries: queue.entries.filter((one) => isFirstTry(one, activities)).map(({ entry }) => entry.id),
    serverIds: serverIdsOf(queue.mappings),
    quarantined: queue.quarantined.length,
    newer: queue.newer,
  };
}

/** Reads the disk once and shows what lies there. False when that was out of date before it could be shown. */
async function readOnce({ journal, locks, now, dispatch, getState }: ReloadOptions): Promise<boolean> {
  const { changes } = getState().queue;
  try {
    const before = await locks.activities();
    const queue = await journal.load(now(), before);
    const after = await locks.activities();
    const hasEnded = queue.entries.some((one) => isFirstTry(one, before) && !after.has(one.entry.id));
    if (getState().queue.changes !== changes || hasEnded) return false;
    dispatch(queueReloaded(snapshotOf(queue, after)));
  } catch (error) {
    dispatch(queueUnreadable({ isNewer: error instanceof NewerDatabase }));
  }
  return true;
}

/**
 * Gives what brings the screens to what lies on disk. A read that the queue changed under, or during which a first try
 * ended, is out of date and done again; one that fails is reported, and what was shown stays. One read runs at a time,
 * so that an older one never takes the place of a newer one; what is asked for meanwhile is one more read after it.
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
