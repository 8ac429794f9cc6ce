import type { Dispatch } from '@reduxjs/toolkit';
import type { WriteResult } from '../../api/client/writes';
import { entrySentAtOnce } from '../actions';
import { createBlockers } from '../dependencies';
import { type EntrySummary, freshState, type NewEntry, type OrderedEntry, type QueueEntry, summarize } from '../entry';
import type { QueueEnvironment } from '../environment';
import { haveServerIds, type ResolveId } from '../localIds';
import { classify } from '../replay/classify';
import { sendEntry } from '../replay/sendEntry';
import { NOT_SAVED, SAVED_OTHERWISE, SIGNED_OUT } from './writeResults';

export interface SendUnsavedOptions extends Pick<QueueEnvironment, 'journal' | 'transport' | 'now'> {
  resolve: ResolveId;
  dispatch: Dispatch;
  /** Whether the person who submitted is still signed in here. */
  isOwnerHere(): boolean;
  /** The unsaved writes of this tab that are on their way, with their results. */
  unsavedWrites: Map<OrderedEntry, Promise<WriteResult>>;
}

/** Whether a write waits for an earlier unsaved one. */
export function isBlockedBy(write: NewEntry, other: OrderedEntry, resolve: ResolveId): boolean {
  const blockers = createBlockers(resolve);
  blockers.add(other);
  return blockers.find(summarize({ ...write, seq: Number.MAX_SAFE_INTEGER }, freshState(write))) !== null;
}

/**
 * Waits for the earlier unsaved writes that a write depends on. Returns whether the server has responded to each. A
 * write that it refused stays in its form and holds nothing back.
 */
export async function haveResponses(
  write: NewEntry,
  earlier: readonly [OrderedEntry, Promise<WriteResult>][],
  resolve: ResolveId,
): Promise<boolean> {
  for (const [other, result] of earlier) {
    if (!isBlockedBy(write, other, resolve)) continue;
    const known = await result;
    if ('error' in known && known.error.kind === 'storage') return false;
  }
  return true;
}

/** Sends the write, unless it waits for an entry on the disk. */
async function trySend(entry: QueueEntry, summary: EntrySummary, options: SendUnsavedOptions): Promise<WriteResult> {
  const { journal, transport, resolve, now, dispatch, isOwnerHere } = options;
  // This read also shows which entries are on a first try in other tabs.
  const queue = await journal.load(now(), null).catch(() => null);
  const blockers = createBlockers(resolve);
  for (const other of queue?.entries ?? []) if (other.entry.id !== entry.id) blockers.add(other.summary);
  for (const stub of queue?.newer ?? []) blockers.add(stub);
  // Read after the queue: an entry that was sent in between has stored its version by then.
  const version = await journal.ifMatch(entry).then(
    (ifMatch) => ({ ifMatch }),
    () => null,
  );
  if (!isOwnerHere()) return SIGNED_OUT;
  const hasServerIds = haveServerIds(summary.localIdRefs, resolve);
  if (queue?.newer.some(({ id }) => id === entry.id)) return SAVED_OTHERWISE;
  if (!version || !queue || !hasServerIds || blockers.find(summary) !== null) return NOT_SAVED;
  // The form may be open in another tab. A full disk may have room for this small record.
  void journal.noteTried(entry.id).catch(() => undefined);
  const response = await sendEntry(transport, entry, { resolve, ifMatch: version.ifMatch, attempts: 0 });
  if (response.ok) {
    dispatch(entrySentAtOnce({ entry: summary, response: response.data, at: now() }));
    return { data: response.data };
  }
  const hasResponse = classify(response.failure) !== 'noResponse';
  return { error: hasResponse ? response.failure : { kind: 'storage', mayHaveArrived: true } };
}

/**
 * Sends a write that the disk does not accept, after earlier unsaved writes that it depends on, if it waits for no
 * entry on the disk. It is never reported as saved: without a response the result is the error 'storage'.
 */
export async function sendUnsaved(write: NewEntry, options: SendUnsavedOptions): Promise<WriteResult> {
  const { unsavedWrites, resolve } = options;
  const entry = { ...write, seq: Number.MAX_SAFE_INTEGER };
  const summary = summarize(entry, freshState(entry));
  const isFree = haveResponses(write, [...unsavedWrites], resolve);
  const result = isFree.then((free) => (free ? trySend(entry, summary, options) : NOT_SAVED));
  // An unsaved write has no position. Position 0 is before every later write.
  const own = { ...summary, seq: 0 };
  unsavedWrites.set(own, result);
  return result.finally(() => unsavedWrites.delete(own));
}
