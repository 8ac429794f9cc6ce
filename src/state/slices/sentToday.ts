import { isAnyOf, original } from '@reduxjs/toolkit';
import { DAY_MS } from '../../domain/durations';
import { entryReplayed, entrySentAtOnce } from '../../offline/actions';
import type { EntrySummary } from '../../offline/entry';
import { rowOf } from '../../offline/queuedWrites';
import { createCacheSlice } from './cacheSlice';

/** Enough for a rep's day. */
export const SENT_MAX = 100;

/** A change of this device that the server recorded. */
export interface SentChange extends Pick<EntrySummary, 'userId' | 'call' | 'about'> {
  /** The server's id of the visit or delivery; empty when the response has none. */
  serverId: string;
}

/** The newest changes that this device sent within a day, by the entry's id; `savedAt` is when the response came. */
export const sentToday = createCacheSlice<SentChange>('sentToday', (builder) => {
  builder.addMatcher(isAnyOf(entryReplayed, entrySentAtOnce), (state, { payload: { entry, response, at } }) => {
    const { id, userId, call, about } = entry;
    const value = { userId, call, about, serverId: rowOf(call).responseId(response) };
    // `original` avoids an Immer draft of each value; a long pass adds thousands.
    const before = Object.entries(original(state.byKey) ?? state.byKey);
    const recent = before.filter(([sent, { savedAt }]) => sent !== id && at - savedAt < DAY_MS);
    state.byKey = Object.fromEntries([...recent.slice(1 - SENT_MAX), [id, { value, savedAt: at }]]);
  });
});
