import { isAnyOf } from '@reduxjs/toolkit';
import { entryReplayed, entrySentAtOnce, sentElsewhere, type SentRecord } from '../../offline/actions';
import { queuedCall } from '../../offline/queuedWrites';

type SentHere = ReturnType<typeof entryReplayed | typeof entrySentAtOnce>;

/** A change that this tab sent. */
interface OwnSentRecord extends SentRecord {
  /** See `entryReplayed`. Other tabs hear nothing of it. */
  isRecordedOtherwise?: true | undefined;
}

/** This tab sent a change. */
export const isSentHere = isAnyOf(entryReplayed, entrySentAtOnce);
/** This tab or another one of the device sent changes. */
export const isSent = isAnyOf(entryReplayed, entrySentAtOnce, sentElsewhere);

/** The change that this tab sent. */
export function sentRecordOf(action: SentHere): OwnSentRecord {
  const { entry, response, at, isRecordedOtherwise } = action.payload;
  const mapping = entryReplayed.match(action) ? action.payload.mapping : null;
  const { id, userId, call, about } = entry;
  const value = { userId, call, about, serverId: queuedCall(call).responseId(response) };
  return { id, value, savedAt: at, response, mapping, isRecordedOtherwise };
}

/** The changes that an action reports as sent. */
export const sentRecordsOf = (action: SentHere | ReturnType<typeof sentElsewhere>): OwnSentRecord[] =>
  sentElsewhere.match(action) ? action.payload : [sentRecordOf(action)];
