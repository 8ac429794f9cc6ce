import type { UnknownAction } from '@reduxjs/toolkit';
import type { ApiError } from '../../api/client/errors';
import { entryFailed, entryReplayed, serverReachable } from '../actions';
import { isUnmoved } from '../dependencies';
import type { EntryState, EntrySummary, IdMapping, QueueEntry } from '../entry';
import type { QueueEnvironment } from '../environment';
import { haveServerIds, type ResolveId } from '../localIds';
import { nextBaseVersion, queuedCall } from '../queuedWrites';
import type { SentResult } from '../storage/completeEntries';
import type { ReplayLock } from '../tabs/locks';
import { retryDelayMs } from './backoff';
import { classify, entryErrorOf, isUnexplained } from './classify';
import { isEligible } from './eligibility';
import type { ClaimedEntry, Pipeline } from './pipeline';
import type { ReplayCounts, ReplayEnd, ReplayTrigger } from './replaySummary';
import { isServerReachable, sendEntry } from './sendEntry';

export interface TryOptions extends Omit<QueueEnvironment, 'locks' | 'schedule'> {
  pipeline: Pipeline;
  lock: ReplayLock;
  counts: ReplayCounts;
  resolve: ResolveId;
  trigger: ReplayTrigger;
  /** When the pass was requested, ms since 1970. */
  requestedAt: number;
  /** Whether the server's last response still says that the user of the pass is signed in. */
  isConfirmed(): boolean;
  /** Whether the server has asked a call outside the pass, of any tab, for a pause since the pass began. */
  mustPause(): boolean;
  dispatch(action: UnknownAction): unknown;
}

/** The result of a try for the pass. */
export interface TryResult {
  /** Why the pass must end; `null` when it continues. */
  end: ReplayEnd | null;
  mapping: IdMapping | null;
  /** The server has recorded it. It is being removed from the disk. */
  isGone: boolean;
  /**
   * Nothing was tried. Since the queue was read, a command of a person has changed the position of the entry, another
   * tab has tried it, or a delivery was saved for which it waits.
   */
  isMoved: boolean;
}

const NO_RESULT: TryResult = { end: null, mapping: null, isGone: false, isMoved: false };

/** After this number of broken connections the server is asked whether it is reachable: the entry may be the cause. */
const MAX_CONNECTION_FAILURES = 3;

/** Reads a success response: the server's id of the created record, and the resulting version. */
export function resultOf(entry: QueueEntry, response: unknown, now: number): SentResult {
  const { id, creates, call } = entry;
  const serverId = creates ? queuedCall(call).responseId(response) : '';
  const mapping = creates && serverId ? { localId: creates, serverId, at: now } : null;
  return { id, mapping, version: nextBaseVersion(call, response) };
}

const CREATOR_GONE = 'What it belongs to was discarded, or can’t be read on this device.';

/**
 * Sends one entry, and writes the result to the disk before it is reported. `next`: the id of the entry that is read
 * while this one is being sent; `null` for none.
 */
export async function tryEntry(options: TryOptions, summary: EntrySummary, next: string | null): Promise<TryResult> {
  await options.pipeline.beginSending(summary.seq);
  const claimed = await options.pipeline.claim(summary.id);
  // It is gone, or another tab is sending it. Entries that wait for it wait for the next pass.
  if (!claimed) return NO_RESULT;
  const isOrphan = !haveServerIds(claimed.summary.localIdRefs, options.resolve);
  // A submit of a visit that is not going to exist waits for no delivery.
  const isHeld = claimed.hasLaterDelivery && !isOrphan;
  const isDue = isEligible(claimed.summary, options.trigger, options.requestedAt, options.now());
  if (isHeld || !isDue || !isUnmoved(claimed.summary, summary, options.resolve)) {
    claimed.release();
    return { ...NO_RESULT, isMoved: true };
  }
  try {
    const result = await (isOrphan ? refuseOrphan(options, claimed) : send(options, claimed, next));
    if (!result.isGone) claimed.release();
    return result;
  } catch (error) {
    options.pipeline.keepLocked(claimed);
    throw error;
  }
}

/**
 * Refuses an entry that names a record which is not going to exist: the entry that creates it is gone or quarantined,
 * and there is no id of the server.
 */
async function refuseOrphan({ journal, pipeline, counts, dispatch, now }: TryOptions, { entry }: ClaimedEntry) {
  const lastError = { status: null, text: CREATOR_GONE, at: now() };
  const marked = await pipeline.write(() => journal.mark(entry.id, { state: 'refused', lastError, nextTryAt: 0 }));
  if (marked) {
    counts.refused += 1;
    dispatch(entryFailed(marked));
  }
  return NO_RESULT;
}

async function send(options: TryOptions, claimed: ClaimedEntry, next: string | null): Promise<TryResult> {
  const { transport, pipeline, lock, resolve, counts, dispatch, now } = options;
  // Nothing may be sent without the lock, or in the session of another user.
  if (lock.isLost() || !options.isConfirmed()) return { ...NO_RESULT, end: 'notRun' };
  if (options.mustPause()) return { ...NO_RESULT, end: 'serverBusy' };
  const { entry, ifMatch } = claimed;
  const sent = sendEntry(transport, entry, { resolve, ifMatch, attempts: claimed.summary.attempts });
  pipeline.overlap(next);
  const response = await sent;
  if (!response.ok) return failed(options, claimed, response.failure);
  counts.failedUpTo = 0;
  const at = now();
  const result = resultOf(entry, response.data, at);
  const { mapping } = result;
  const report = () => {
    counts.pushed += 1;
    dispatch(entryReplayed({ entry: claimed.summary, response: response.data, mapping, at }));
  };
  await pipeline.removeLater({ claimed, result, report });
  return { ...NO_RESULT, mapping, isGone: true };
}

/** Writes the error of a failed try to the disk, and reports it. The entry stays. */
async function keepWithError(
  { journal, pipeline, counts, dispatch }: TryOptions,
  claimed: ClaimedEntry,
  change: Partial<Omit<EntryState, 'id'>>,
  end: ReplayEnd | null,
): Promise<TryResult> {
  const { attempts } = claimed.summary;
  // If the mark cannot be written, the record of the pass stays on disk and counts this entry as possibly sent.
  const marked = await pipeline.write(() =>
    journal.mark(claimed.entry.id, { ...change, attempts: attempts + 1 }, attempts),
  );
  if (marked) {
    if (change.state === 'refused') counts.refused += 1;
    dispatch(entryFailed(marked));
  }
  return { ...NO_RESULT, end };
}

async function failed(options: TryOptions, claimed: ClaimedEntry, failure: ApiError): Promise<TryResult> {
  const { counts, transport, now, random } = options;
  const lastError = entryErrorOf(failure, now());
  const retryAfterMs = failure.kind === 'http' ? failure.retryAfterMs : null;
  const nextTryAt = now() + retryDelayMs(claimed.summary.attempts, random(), retryAfterMs);
  /** After a try that may have reached the server. */
  const change = { state: 'waiting', mayHaveArrived: true, nextTryAt, lastError } as const;
  const verdict = classify(failure);
  const failedBefore = counts.failedUpTo > 0;
  counts.failedUpTo = 0;
  /** Two faults of the server or a gateway in a row end the pass, and the next pass sends these entries last. */
  const keep = (kept: Partial<Omit<EntryState, 'id'>>, isFault: boolean) => {
    if (isFault) counts.failedUpTo = claimed.entry.seq;
    return keepWithError(options, claimed, kept, isFault && failedBefore ? 'serverBusy' : null);
  };
  switch (verdict) {
    case 'signedOut':
      counts.failedUpTo = claimed.entry.seq;
      return { ...NO_RESULT, end: 'signedOut' };
    case 'refused': {
      const isFault = isUnexplained(failure);
      return keep({ state: 'refused', lastError, nextTryAt: isFault ? nextTryAt : 0 }, isFault);
    }
    case 'busy':
      counts.retryAfterMs = Math.max(counts.retryAfterMs ?? 0, retryAfterMs ?? 0) || null;
      return keepWithError(options, claimed, change, 'serverBusy');
    case 'unknown':
      // 409: an earlier try of this entry is still in progress.
      return keep(change, lastError.status !== 409);
    case 'noResponse': {
      const isNetwork = failure.kind === 'network' && failure.reason === 'network';
      const isDoubtful = !isNetwork || claimed.summary.attempts + 1 >= MAX_CONNECTION_FAILURES;
      const isReachable = isDoubtful && (await isServerReachable(transport));
      if (!isReachable) return keepWithError(options, claimed, change, 'noConnection');
      const result = await keep(change, true);
      options.dispatch(serverReachable());
      return result;
    }
  }
}
