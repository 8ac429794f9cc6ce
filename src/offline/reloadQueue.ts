import type { UnknownAction } from '@reduxjs/toolkit';
import { queueReloaded, queueUnreadable } from './queueActions';
import type { QueueJournal } from './queueStore';
import type { WithQueue } from './queueSlice';

export interface ReloadOptions {
  journal: QueueJournal;
  now(): number;
  dispatch(action: UnknownAction): unknown;
  getState(): WithQueue;
}

const ROUNDS_MAX = 5;

/**
 * Brings what the screens show to what lies on disk. A read that the queue changed under is out of date and
 * done again; one that fails is told, and what was shown stays.
 */
export async function reloadQueue({ journal, now, dispatch, getState }: ReloadOptions): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { changes } = getState().queue;
    try {
      const snapshot = await journal.snapshot(now());
      if (getState().queue.changes !== changes) continue;
      dispatch(queueReloaded(snapshot));
    } catch {
      dispatch(queueUnreadable());
    }
    return;
  }
}
