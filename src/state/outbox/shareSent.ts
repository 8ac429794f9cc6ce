import { asRecord } from '../../api/parsers/values';
import type { AppStore } from '../root/types';
import { parseSentChange } from '../root/storedSlices';
import { sentElsewhere, type SentRecord } from '../slices/sentToday';

/** The part of a BroadcastChannel that is used. A message never comes back to its sender. */
export type SentChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** The sent changes in a message; those that this build can't read are left out. */
function readMessage(data: unknown): SentRecord[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((raw) => {
    const { id, value, savedAt } = asRecord(raw);
    const change = parseSentChange(value);
    return change && typeof id === 'string' && typeof savedAt === 'number' ? [{ id, value: change, savedAt }] : [];
  });
}

/** Makes all tabs of a device show what any of them sent: one tab sends what another one saved. */
export function shareSent(channel: SentChannel, store: AppStore): void {
  let known = store.getState().sentToday.byKey;
  let isReceiving = false;
  store.subscribe(() => {
    const { byKey } = store.getState().sentToday;
    if (byKey === known) return;
    const added = Object.entries(byKey).filter(([id, sent]) => sent !== known[id]);
    known = byKey;
    if (isReceiving || added.length === 0) return;
    channel.postMessage(added.map(([id, sent]): SentRecord => ({ id, value: sent.value, savedAt: sent.savedAt })));
  });
  channel.addEventListener('message', (event) => {
    const userId = store.getState().session.user?._id;
    // A person who signs out meanwhile leaves nothing here.
    const own = readMessage((event as MessageEvent<unknown>).data).filter(({ value }) => value.userId === userId);
    if (own.length === 0) return;
    isReceiving = true;
    store.dispatch(sentElsewhere(own));
    isReceiving = false;
  });
}
