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
  /** The server's response, not parsed; absent in the message of an older build. */
  response?: unknown;
  /** See `entryReplayed`. */
  isRecordedOtherwise?: boolean | undefined;
}

/** Another tab of this device sent changes. */
export const sentElsewhere = createAction<SentRecord[]>('sentToday/sentElsewhere');

/** This tab sent a change. */
export const isSentHere = isAnyOf(entryReplayed, entrySentAtOnce);
/** This tab or another one of the device sent changes. */
export const isSent = isAnyOf(entryReplayed, entrySentAtOnce, sentElsewhere);

/** The change that this tab sent. */
export function sentRecordOf({ payload }: ReturnType<typeof entryReplayed | typeof entrySentAtOnce>): SentRecord {
  const { entry, response, at, isRecordedOtherwise } = payload;
  const { id, userId, call, about } = entry;
  const value = { userId, call, about, serverId: queuedCall(call).responseId(response) };
  return { id, value, savedAt: at, response, isRecordedOtherwise };
}

/** The changes that an action reports as sent. */
export const sentRecordsOf = (
  action: ReturnType<typeof entryReplayed | typeof entrySentAtOnce | typeof sentElsewhere>,
) => (sentElsewhere.match(action) ? action.payload : [sentRecordOf(action)]);

type Sent = CacheState<SentChange>['byKey'];

/** Adds changes; the newest stay, none of them older than a day before the newest. */
function withSent(before: Sent, added: readonly SentRecord[]): Sent {
  const all = { ...before };
  for (const { id, value, savedAt, isRecordedOtherwise } of added) {
    if (!isRecordedOtherwise) all[id] = { value, savedAt };
  }
  const inOrder = Object.entries(all).sort(([, a], [, b]) => a.savedAt - b.savedAt);
  const newest = inOrder.at(-1)?.[1].savedAt ?? 0;
  const recent = inOrder.filter(([, { savedAt }]) => newest - savedAt < DAY_MS);
  return Object.fromEntries(recent.slice(-SENT_MAX));
}

/** The newest changes that this device sent within a day, by the entry's id; `savedAt` is when the response came. */
export const sentToday = createCacheSlice<SentChange>('sentToday', (builder) => {
  builder.addMatcher(isSent, (state, action) => {
    // `original` avoids an Immer draft of each value; a long pass adds thousands.
    state.byKey = withSent(original(state.byKey) ?? state.byKey, sentRecordsOf(action));
  });
});
