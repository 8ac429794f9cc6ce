import { original } from '@reduxjs/toolkit';
import { DAY_MS } from '../../domain/durations';
import type { SentChange, SentRecord } from '../../offline/actions';
import { type CacheState, createCacheSlice } from './cacheSlice';
import { isSent, sentRecordsOf } from './sentRecords';

/** Enough for a rep's day. */
export const SENT_MAX = 100;

type Sent = CacheState<SentChange>['byKey'];

/**
 * Adds changes; the newest stay, none of them older than a day before those added. One of a later time was sent before
 * the clock was set back.
 */
function withSent(before: Sent, added: readonly SentRecord[]): Sent {
  const all = { ...before };
  for (const { id, value, savedAt } of added) all[id] = { value, savedAt };
  const inOrder = Object.entries(all).sort(([, a], [, b]) => a.savedAt - b.savedAt);
  const now = added.at(-1)?.savedAt ?? 0;
  const recent = inOrder.filter(([, { savedAt }]) => now - savedAt < DAY_MS);
  return Object.fromEntries(recent.slice(-SENT_MAX));
}

/** The newest changes that this device sent within a day, by the entry's id; `savedAt` is when the response came. */
export const sentToday = createCacheSlice<SentChange>('sentToday', (builder) => {
  builder.addMatcher(isSent, (state, action) => {
    const added = sentRecordsOf(action).filter(({ isRecordedOtherwise }) => !isRecordedOtherwise);
    // `original` avoids an Immer draft of each value; a long pass adds thousands.
    if (added.length > 0) state.byKey = withSent(original(state.byKey) ?? state.byKey, added);
  });
});
