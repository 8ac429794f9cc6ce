import { createAction, isAnyOf } from '@reduxjs/toolkit';
import { entryReplayed, entrySentAtOnce } from '../../offline/actions';
import type { EntrySummary } from '../../offline/entry';
import { queuedCall } from '../../offline/queuedWrites';

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
  /** See `entryReplayed`. Only of this tab: other tabs hear nothing of it. */
  isRecordedOtherwise?: true | undefined;
}

/** Another tab of this device sent changes. */
export const sentElsewhere = createAction<SentRecord[]>('sentToday/sentElsewhere');

type SentHere = ReturnType<typeof entryReplayed | typeof entrySentAtOnce>;

/** This tab sent a change. */
export const isSentHere = isAnyOf(entryReplayed, entrySentAtOnce);
/** This tab or another one of the device sent changes. */
export const isSent = isAnyOf(entryReplayed, entrySentAtOnce, sentElsewhere);

/** The change that this tab sent. */
export function sentRecordOf({ payload }: SentHere): SentRecord {
  const { entry, response, at, isRecordedOtherwise } = payload;
  const { id, userId, call, about } = entry;
  const value = { userId, call, about, serverId: queuedCall(call).responseId(response) };
  return { id, value, savedAt: at, response, isRecordedOtherwise };
}

/** The changes that an action reports as sent. */
export const sentRecordsOf = (action: SentHere | ReturnType<typeof sentElsewhere>): SentRecord[] =>
  sentElsewhere.match(action) ? action.payload : [sentRecordOf(action)];
