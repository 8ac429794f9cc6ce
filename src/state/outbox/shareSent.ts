import { addListener } from '@reduxjs/toolkit';
import { asRecord } from '../../api/parsers/values';
import { sentElsewhere, type SentRecord } from '../../offline/actions';
import type { IdMapping } from '../../offline/entry';
import type { TabChannel } from '../root/tabChannels';
import type { AppStore } from '../root/types';
import { parseSentChange } from '../root/storedSlices';
import { isSentHere, sentRecordOf } from '../slices/sentRecords';
import { cacheUserId } from '../slices/sessionSlice';

function readMapping(raw: unknown): IdMapping | null {
  const { localId, serverId, at } = asRecord(raw);
  const isMapping = typeof localId === 'string' && typeof serverId === 'string' && typeof at === 'number';
  return isMapping ? { localId, serverId, at } : null;
}

/** The sent changes in a message; those that this build can't read are left out. */
function readMessage(data: unknown): SentRecord[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((raw) => {
    const { id, value, savedAt, response, mapping, isRecordedOtherwise } = asRecord(raw);
    const change = parseSentChange(value);
    if (!change || typeof id !== 'string' || typeof savedAt !== 'number') return [];
    const otherwise = isRecordedOtherwise === true ? ({ isRecordedOtherwise } as const) : {};
    return [{ id, value: change, savedAt, response, mapping: readMapping(mapping), ...otherwise }];
  });
}

/**
 * Makes all tabs of a device know what any of them sent, with the responses: one tab sends what another one saved, and
 * each tab stores its own copy of the visits and deliveries that it knows.
 */
export function shareSent(store: AppStore, channel: TabChannel): void {
  const share = addListener({
    matcher: isSentHere,
    effect: (action) => channel.postMessage([sentRecordOf(action)]),
  });
  store.dispatch(share);
  channel.addEventListener('message', ({ data }) => {
    // A person who signs out meanwhile leaves nothing here. One whose session ended keeps the caches.
    const userId = cacheUserId(store.getState().session);
    const own = readMessage(data).filter(({ value }) => value.userId === userId);
    if (own.length > 0) store.dispatch(sentElsewhere(own));
  });
}
