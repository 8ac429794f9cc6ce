import { createAction, isAnyOf, original } from '@reduxjs/toolkit';
import { DAY_MS } from '../../domain/durations';
import { entryReplayed, entrySentAtOnce } from '../../offline/actions';
import type { EntrySummary } from '../../offline/entry';
import { queuedCall } from '../../offline/queuedWrites';
import { type CacheState, createCacheSlice } from './cacheSlice';

/** Enough for a rep's day. */
export const SENT_MAX = 100;

/** A change of this device that the server recorded. */
export interface SentChange extends Pick<EntrySummary, 'userId' | 'call' | 'about'> {
  /** The server's id of the visit or delivery; empty when the response has none. */
  serverId: string;
}

/** A sent change with the entry's id and the moment its response came, ms since 1970. */
export interface SentRecord {
  id: string;
  value: SentChange;
  savedAt: number;
}

/** Another tab of this device sent changes. */
export const sentElsewhere = createAction<SentRecord[]>('sentToday/sentElsewhere');

type Sent = CacheState<SentChange>['byKey'];

/** Adds changes; the newest stay, none of them older than a day before the newest. */
function withSent(before: Sent, added: readonly SentRecord[]): Sent {
  const all = { ...before };
  for (const { id, value, savedAt } of added) all[id] = { value, savedAt };
  const inOrder = Object.entries(all).sort(([, a], [, b]) => a.savedAt - b.savedAt);
  const newest = inOrder.at(-1)?.[1].savedAt ?? 0;
  const recent = inOrder.filter(([, { savedAt }]) => newest - savedAt < DAY_MS);
  return Object.fromEntries(recent.slice(-SENT_MAX));
}

/** The newest changes that this device sent within a day, by the entry's id; `savedAt` is when the response came. */
export const sentToday = createCacheSlice<SentChange>('sentToday', (builder) => {
  // `original` avoids an Immer draft of each value; a long pass adds thousands.
  const listOf = (state: CacheState<SentChange>): Sent => original(state.byKey) ?? state.byKey;
  builder
    .addCase(sentElsewhere, (state, { payload }) => {
      state.byKey = withSent(listOf(state), payload);
    })
    .addMatcher(isAnyOf(entryReplayed, entrySentAtOnce), (state, { payload }) => {
      const { entry, response, at, isRecordedOtherwise } = payload;
      if (isRecordedOtherwise) return;
      const { id, userId, call, about } = entry;
      const value = { userId, call, about, serverId: queuedCall(call).responseId(response) };
      state.byKey = withSent(listOf(state), [{ id, value, savedAt: at }]);
    });
});
