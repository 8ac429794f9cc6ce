import type { UnknownAction } from '@reduxjs/toolkit';
import type { ApiError } from '../../api/client/errors';
import type { Transport } from '../../api/client/transport';
import { entryFailed, entryReplayed, serverReachable } from '../actions';
import { isInPlace } from '../dependencies';
import type { EntryState, EntrySummary, IdMapping, QueueEntry } from '../entry';
import type { ResolveId } from '../localIds';
import { rowOf, versionAfter } from '../queuedWrites';
import type { QueueJournal } from '../storage/queueJournal';
import type { ReplayLead } from '../tabs/locks';
import { retryDelayMs } from './backoff';
import { classify, entryErrorOf } from './classify';
import type { Pipeline, TakenEntry } from './pipeline';
import type { ReplayCounts, ReplayEnd } from './replaySummary';
import { isServerThere, sendEntry } from './sendEntry';

export interface TryOptions {
  journal: QueueJournal;
  transport: Transport;
  pipeline: Pipeline;
  lead: ReplayLead;
  counts: ReplayCounts;
  resolve: ResolveId;
  /** Whether the server's last response still says that the user of the pass is signed in. */
  isConfirmed(): boolean;
  now(): number;
  random(): number;
  dispatch(action: UnknownAction): unknown;
}

/** The result of a try for the pass. */
export interface TryResult {
  /** Why the pass must end; `null` when it continues. */
  end: ReplayEnd | null;
  mapping: IdMapping | null;
  /** The server has recorded it. It is being removed from the disk. */
  isGone: boolean;
  /** Its position has changed since it was read, by a command of a person. Nothing was tried. */
  isMoved: boolean;
}

const STAYS: TryResult = { end: null, mapping: null, isGone: false, isMoved: false };

/** After so many broken connections with a reachable server, the entry itself is considered the cause. */
const MAX_CONNECTION_FAILURES = 3;

const RESPONSE_WITHOUT_ID = 'The answer of the server names no visit.';

/** Reads a success response: the server's id of the created record, and the resulting version. */
export function outcomeOf(
  entry: QueueEntry,
  response: unknown,
  now: number,
): { mapping: IdMapping | null; version: number | null } {
  const serverId = entry.creates ? rowOf(entry.call).responseId(response) : '';
  const mapping = entry.creates && serverId ? { localId: entry.creates, serverId, at: now } : null;
  return { mapping, version: versionAfter(entry.call, response) };
}

/** Whether a success response lacks the id of the created visit, which later entries need. */
export function lacksId(entry: QueueEntry, mapping: IdMapping | null): boolean {
  const { noun, kind } = rowOf(entry.call);
  return noun === 'visit' && kind === 'create' && mapping === null;
}

/**
 * Sends one entry, and writes the result to the disk before it is reported. `next`: the id of the entry that is read
 * while this one is being sent; `null` for none.
 */
export async function tryEntry(options: TryOptions, summary: EntrySummary, next: string | null): Promise<TryResult> {
  const taken = await options.pipeline.take(summary.id);
  // Gone, or being sent by another tab. Entries that wait for it wait for the next pass.
  if (!taken) return STAYS;
  if (!isInPlace(taken.summary, summary, options.resolve)) {
    taken.release();
    return { ...STAYS, isMoved: true };
  }
  let isCommitting = false;
  try {
    const result = await send(options, taken, next);
    isCommitting = result.isGone;
    return result;
  } finally {
    if (!isCommitting) taken.release();
  }
}

async function send(options: TryOptions, taken: TakenEntry, next: string | null): Promise<TryResult> {
  const { transport, pipeline, lead, resolve, counts, dispatch, journal, now } = options;
  await pipeline.beginSending(taken.entry.seq);
  // Nothing may be sent without the lock, or in the session of another user.
  if (lead.isLost() || !options.isConfirmed()) return { ...STAYS, end: 'notRun' };
  const { entry, ifMatch } = taken;
  const sent = sendEntry(transport, entry, { resolve, ifMatch, attempts: taken.summary.attempts });
  if (next !== null) pipeline.prefetch(next);
  const response = await sent;
  // The results of tries are reported in the order of the queue.
  await pipeline.settled();
  if (!response.ok) return failed(options, taken, response.failure);
  counts.failedUpTo = 0;
  const { mapping, version } = outcomeOf(entry, response.data, now());
  if (lacksId(entry, mapping)) {
    const lastError = { status: response.status, text: RESPONSE_WITHOUT_ID, at: now() };
    return stays(options, taken, { ...retryLater(options, taken, null), lastError }, null);
  }
  pipeline.commitLater(async () => {
    try {
      const wasThere = await journal.complete(entry.id, { mapping, version });
      if (!wasThere) return;
      counts.pushed += 1;
      dispatch(entryReplayed({ entry: taken.summary, response: response.data, mapping, at: now() }));
    } finally {
      taken.release();
    }
  });
  return { ...STAYS, mapping, isGone: true };
}

/** Writes the result of a failed try to the disk, and reports it. */
async function stays(
  { journal, pipeline, dispatch }: TryOptions,
  taken: TakenEntry,
  change: Partial<Omit<EntryState, 'id'>>,
  end: ReplayEnd | null,
): Promise<TryResult> {
  const attempts = taken.summary.attempts + 1;
  // If the mark cannot be written, the record of the pass stays on disk and counts this entry as possibly sent. The
  // same holds for a result that cannot be written.
  let marked = null as EntrySummary | null;
  pipeline.commitLater(async () => {
    marked = await journal.mark(taken.entry.id, { ...change, attempts });
  });
  await pipeline.settled();
  if (marked) dispatch(entryFailed(marked));
  return { ...STAYS, end };
}

/** The mark of a try that may have reached the server. The entry is tried again when it is due. */
function retryLater(
  { now, random }: Pick<TryOptions, 'now' | 'random'>,
  { summary }: TakenEntry,
  retryAfterMs: number | null,
): Pick<EntryState, 'state' | 'mayHaveArrived' | 'nextTryAt'> {
  const nextTryAt = now() + retryDelayMs(summary.attempts, random(), retryAfterMs);
  return { state: 'waiting', mayHaveArrived: true, nextTryAt };
}

async function failed(options: TryOptions, taken: TakenEntry, failure: ApiError): Promise<TryResult> {
  const { counts, transport, now } = options;
  const lastError = entryErrorOf(failure, now());
  const retryAfterMs = failure.kind === 'http' ? failure.retryAfterMs : null;
  const change = { ...retryLater(options, taken, retryAfterMs), lastError };
  const verdict = classify(failure);
  const failedBefore = counts.failedUpTo > 0;
  counts.failedUpTo = 0;
  switch (verdict) {
    case 'signedOut':
      return { ...STAYS, end: 'signedOut' };
    case 'no':
      counts.refused += 1;
      return stays(options, taken, { state: 'refused', lastError, nextTryAt: 0 }, null);
    case 'busy':
      counts.retryAfterMs = Math.max(counts.retryAfterMs ?? 0, retryAfterMs ?? 0) || null;
      return stays(options, taken, change, 'serverBusy');
    case 'unknown': {
      const isServerFault = (lastError.status ?? 0) >= 500;
      if (isServerFault) counts.failedUpTo = taken.entry.seq;
      return stays(options, taken, change, isServerFault && failedBefore ? 'serverBusy' : null);
    }
    case 'noResponse': {
      const isNetwork = failure.kind === 'network' && failure.reason === 'network';
      const isDoubtful = !isNetwork || taken.summary.attempts + 1 >= MAX_CONNECTION_FAILURES;
      const isThere = isDoubtful && (await isServerThere(transport));
      const result = await stays(options, taken, change, isThere ? null : 'noConnection');
      if (isThere) options.dispatch(serverReachable());
      return result;
    }
  }
}
