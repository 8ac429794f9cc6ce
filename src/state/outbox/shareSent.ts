import { addListener } from '@reduxjs/toolkit';
import { asRecord } from '../../api/parsers/values';
import type { AppStore } from '../root/types';
import { parseSentChange } from '../root/storedSlices';
import { isSentHere, sentElsewhere, type SentRecord, sentRecordOf } from '../slices/sentRecords';

const SENT_CHANNEL = 'field-sales-sent';

/** The part of a BroadcastChannel that is used. A message never comes back to its sender. */
export type SentChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** The sent changes in a message; those that this build can't read are left out. */
function readMessage(data: unknown): SentRecord[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((raw) => {
    const { id, value, savedAt, response } = asRecord(raw);
    const change = parseSentChange(value);
    if (!change || typeof id !== 'string' || typeof savedAt !== 'number') return [];
    return [{ id, value: change, savedAt, response }];
  });
}

/**
 * Makes all tabs of a device know what any of them sent, with the responses: one tab sends what another one saved, and
 * each tab stores its own copy of the visits and deliveries that it knows.
 */
export function shareSent(store: AppStore, channel: SentChannel = new BroadcastChannel(SENT_CHANNEL)): void {
  const share = addListener({
    matcher: isSentHere,
    effect: (action) => {
      const { isRecordedOtherwise, ...record } = sentRecordOf(action);
      if (!isRecordedOtherwise) channel.postMessage([record]);
    },
  });
  store.dispatch(share);
  channel.addEventListener('message', (event) => {
    const userId = store.getState().session.user?._id;
    // A person who signs out meanwhile leaves nothing here.
    const own = readMessage((event as MessageEvent<unknown>).data).filter(({ value }) => value.userId === userId);
    if (own.length > 0) store.dispatch(sentElsewhere(own));
  });
}
