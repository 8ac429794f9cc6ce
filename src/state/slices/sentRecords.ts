import { isAnyOf } from '@reduxjs/toolkit';
import type { QueuedCallName } from '../../contract/calls';
import { entryReplayed, entrySentAtOnce, sentElsewhere, type SentRecord } from '../../offline/actions';
import type { Noun } from '../../offline/nouns';
import { queuedCall } from '../../offline/queuedWrites';

type SentHere = ReturnType<typeof entryReplayed | typeof entrySentAtOnce>;
type Sent = SentHere | ReturnType<typeof sentElsewhere>;

/** This tab sent a change. */
export const isSentHere = isAnyOf(entryReplayed, entrySentAtOnce);
/** This tab or another one of the device sent changes. */
export const isSent = isAnyOf(isSentHere, sentElsewhere);

/** The change that this tab sent. */
export function sentRecordOf(action: SentHere): SentRecord {
  const { entry, response, at, isRecordedOtherwise } = action.payload;
  const mapping = entryReplayed.match(action) ? action.payload.mapping : null;
  const { id, userId, call, about } = entry;
  const value = { userId, call, about, serverId: queuedCall(call).responseId(response) };
  return { id, value, savedAt: at, response, mapping, isRecordedOtherwise };
}

/** The changes that an action reports as sent. */
export const sentRecordsOf = (action: Sent): SentRecord[] =>
  sentElsewhere.match(action) ? action.payload : [sentRecordOf(action)];

/** The server's response to a change. */
interface SentResponse {
  call: QueuedCallName;
  /** Not parsed; absent in the message of an older build. */
  response?: unknown;
  /** When it came, ms since 1970. */
  at: number;
}

function responsesIn(action: Sent): SentResponse[] {
  if (sentElsewhere.match(action)) {
    return action.payload.map(({ value, response, savedAt }) => ({ call: value.call, response, at: savedAt }));
  }
  const { entry, response, at } = action.payload;
  return [{ call: entry.call, response, at }];
}

/** The responses in an action to changes of the records of a noun. */
export const sentResponses = (noun: Noun, action: Sent): SentResponse[] =>
  responsesIn(action).filter(({ call }) => queuedCall(call).noun === noun);
