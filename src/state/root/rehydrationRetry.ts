import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { FLUSH, REHYDRATE } from 'redux-persist';
import { asRecord, type UnknownRecord } from '../../api/parsers/values';
import { cachesCleared } from '../slices/cacheSlice';
import type { StartListening } from './types';

/*
 * A slice whose read failed must not be written: the empty state would replace the stored one. Without redux-persist's
 * mark it is not written, and each further PERSIST action reads it again.
 */

export const RETRY_READ_AFTER_MS = 2_000;

export type Schedule = (work: () => void, delayMs: number) => unknown;

/** redux-persist has read a slice, or could not. */
interface Rehydrated extends UnknownAction {
  key: string;
  payload?: UnknownRecord;
  err?: unknown;
}

export const isRehydrated = (action: UnknownAction): action is Rehydrated => action.type === REHYDRATE;

/** The read failed. A text that is not JSON counts as none: it would be the same at the next read. */
const isReadFailure = (action: UnknownAction): action is Rehydrated =>
  isRehydrated(action) && action.err !== undefined && !(action.err instanceof SyntaxError);

/** Writes a slice only after it was read. `cachesCleared` needs no read: what is stored goes too. */
export function blockWritesUntilRead(key: string, version: number, stored: Reducer): Reducer {
  return (state, action) => {
    const isRead = state?._persist?.rehydrated === true;
    // The slice must not be written. redux-persist would add its mark as a field without a value.
    if (action.type === FLUSH && state && !state._persist) return state;
    if (isRehydrated(action) && action.key === key) {
      // It was cleared while it was being read.
      if (isRead) return state;
      if (isReadFailure(action)) {
        const { _persist, ...unread } = state;
        return unread;
      }
    }
    if (!state || isRead || !cachesCleared.match(action)) return stored(state, action);
    return stored({ ...state, _persist: { version, rehydrated: true } }, action);
  };
}

/**
 * Merges what was read with what the tab has set since its start, which wins: by key in a cache, by draft, and as a
 * whole where only some fields are stored. Another person's sign-out must not be mixed into this one's session.
 */
export const mergeRehydrated =
  (initial: UnknownRecord, only?: string[]) => (read: UnknownRecord, _: unknown, now: UnknownRecord) => {
    if (only) return only.some((field) => now[field] !== initial[field]) ? now : { ...now, ...read };
    const byKey = 'byKey' in now ? { byKey: { ...asRecord(read.byKey), ...asRecord(now.byKey) } } : {};
    return { ...read, ...now, ...byKey };
  };

/** Reads the slices that could not be read again, until all were. */
export function retryFailedReads(startListening: StartListening, schedule: Schedule, readAgain: () => void): void {
  startListening({
    predicate: isReadFailure,
    effect: async (_, { cancelActiveListeners, pause }) => {
      cancelActiveListeners();
      await pause(new Promise<void>((resolve) => void schedule(resolve, RETRY_READ_AFTER_MS)));
      readAgain();
    },
  });
}
