import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { FLUSH, REHYDRATE } from 'redux-persist';
import { asRecord, type UnknownRecord } from '../../api/parsers/values';
import { queueUnreadable } from '../../offline/actions';
import { cachesCleared, cachesReplaced } from '../slices/cacheSlice';
import type { StartListening } from './types';

/*
 * A slice whose read failed must not be written: the empty state would replace the stored one. A slice without
 * redux-persist's field `_persist` is not written, and each PERSIST action reads it again.
 */

export const RETRY_READ_AFTER_MS = 2_000;

export type Schedule = (work: () => void, delayMs: number) => unknown;

/** redux-persist has read a slice, or failed to. */
interface Rehydrated extends UnknownAction {
  key: string;
  payload?: UnknownRecord;
  err?: unknown;
}

export const isRehydrated = (action: UnknownAction): action is Rehydrated => action.type === REHYDRATE;

/** Whether a read failed. Invalid JSON counts as no stored state, because a retry would read the same text. */
const isReadFailure = (action: UnknownAction): action is Rehydrated =>
  isRehydrated(action) && action.err !== undefined && !(action.err instanceof SyntaxError);

/**
 * Writes a slice only after it was read. `cachesCleared` and `cachesReplaced` need no read, because they replace the
 * stored state anyway.
 */
export function blockWritesUntilRead(key: string, version: number, stored: Reducer): Reducer {
  return (state, action) => {
    const isRead = state?._persist?.rehydrated === true;
    // redux-persist would add `_persist` without a value.
    if (action.type === FLUSH && state && !state._persist) return state;
    if (isRehydrated(action) && action.key === key) {
      // It was cleared while it was being read.
      if (isRead) return state;
      if (isReadFailure(action)) {
        const { _persist, ...unread } = state;
        return unread;
      }
    }
    const isReplaced = cachesReplaced.match(action);
    if (!state || !(isReplaced || cachesCleared.match(action))) return stored(state, action);
    // A failed read was repeated meanwhile: the slice has another person's values too.
    if (isRead) return stored(state, cachesCleared());
    const read = { type: REHYDRATE, key, payload: {} };
    return stored({ ...state, _persist: { version, rehydrated: true } }, isReplaced ? read : action);
  };
}

/**
 * Merges the stored state under the state that the tab has set since it started: by key in a cache, by draft, and as a
 * whole where only some fields are stored, so that two users' sessions are never mixed.
 */
export const mergeRehydrated =
  (initial: UnknownRecord, only?: string[]) => (read: UnknownRecord, _: unknown, now: UnknownRecord) => {
    if (only) return only.some((field) => now[field] !== initial[field]) ? now : { ...now, ...read };
    const byKey = 'byKey' in now ? { byKey: { ...asRecord(read.byKey), ...asRecord(now.byKey) } } : {};
    return { ...read, ...now, ...byKey };
  };

/** The queue could not be read either, and no newer build has to open its database. */
const isQueueUnread = (action: UnknownAction): boolean => queueUnreadable.match(action) && !action.payload.isNewer;

/** Repeats failed reads until every slice and the queue were read. */
export function retryFailedReads(startListening: StartListening, schedule: Schedule, readAgain: () => void): void {
  startListening({
    predicate: (action) => isReadFailure(action) || isQueueUnread(action),
    effect: async (_, { cancelActiveListeners, pause }) => {
      cancelActiveListeners();
      await pause(new Promise<void>((resolve) => void schedule(resolve, RETRY_READ_AFTER_MS)));
      readAgain();
    },
  });
}
