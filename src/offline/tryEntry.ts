import type { UnknownAction } from '@reduxjs/toolkit';
import { readDelivery } from '../api/answers/readDelivery';
import { readVisit } from '../api/answers/readVisit';
import { type ApiFailure, GATEWAY_STATUSES } from '../api/failures';
import type { Transport } from '../api/transport';
import { ERROR_BODY_QUOTE_CHARS } from '../domain/constants';
import { classify, type Verdict } from './classify';
import type { Hand } from './hand';
import type { ResolveId } from './localIds';
import { entryFailed, entryReplayed } from './queueActions';
import type { QueueJournal } from './queueStore';
import { isServerThere, sendEntry } from './sendEntry';
import type { EntryHead, EntryState, IdMapping, QueueEntry, ReplayEnd } from './types';

/** What a pass has done so far. */
export interface ReplayTally {
  pushed: number;
  refused: number;
  retryAfterMs: number | null;
}

export interface TryOptions {
  journal: QueueJournal;
  transport: Transport;
  hand: Hand;
  now(): number;
  dispatch(action: UnknownAction): unknown;
}

/** How a try ended for the pass. */
export interface TryResult {
  /** Why the pass must end; `null` when it goes on. */
  end: ReplayEnd | null;
  mapping: IdMapping | null;
  /** The server has carried it out: it goes off the disk, which the hand notes. */
  isGone: boolean;
}

const STAYS: TryResult = { end: null, mapping: null, isGone: false };

/** A connection that broke over the same entry this often, with the server there, breaks because of the entry. */
const TRIES_BEFORE_DOUBT = 3;

const ANSWER_WITHOUT_ID = 'The answer of the server names no visit.';
const NO_ANSWER_IN_TIME = 'The server did not answer this change.';

/** Why it failed, as it is kept beside the entry and shown to a person: at most 160 characters. */
function refusalReason(failure: ApiFailure): string {
  if (failure.kind !== 'refused') return NO_ANSWER_IN_TIME;
  return (failure.message ?? failure.body).slice(0, ERROR_BODY_QUOTE_CHARS);
}

/** The server's id of what an entry created; `''` when the answer names none. */
function createdId(entry: QueueEntry, answer: unknown): string {
  return (entry.call === 'startVisit' ? readVisit(answer) : readDelivery(answer))._id;
}

/**
 * Sends one entry and has noted on disk what came of it, before anything is told. `next` is taken while this one is
 * on the wire.
 */
export async function tryEntry(
  options: TryOptions,
  head: EntryHead,
  next: EntryHead | null,
  resolve: ResolveId,
  tally: ReplayTally,
): Promise<TryResult> {
  const { transport, hand } = options;
  const entry = await hand.take(head.id);
  // Gone, or in another hand: what waits for it waits for the next pass.
  if (!entry) return STAYS;
  const answered = sendEntry(transport, entry, resolve);
  if (next) hand.reachFor(next.id);
  const answer = await answered;
  // The ends of tries are told in the order of the queue.
  await hand.noted();
  if (answer.ok) return complete(options, head, entry, answer.data, tally);
  return keep(options, head, answer.failure, classify(answer), tally);
}

async function complete(
  options: TryOptions,
  head: EntryHead,
  entry: QueueEntry,
  answer: unknown,
  tally: ReplayTally,
): Promise<TryResult> {
  const { journal, hand, dispatch, now } = options;
  const serverId = entry.creates ? createdId(entry, answer) : '';
  if (entry.call === 'startVisit' && !serverId) {
    return fail(options, head, { state: 'waiting', lastError: { status: null, text: ANSWER_WITHOUT_ID, at: now() } });
  }
  const mapping = entry.creates && serverId ? { localId: entry.creates, serverId, at: now() } : null;
  hand.note(async () => {
    await journal.complete(head.id, mapping);
    tally.pushed += 1;
    dispatch(entryReplayed({ head, answer, mapping }));
  });
  return { end: null, mapping, isGone: true };
}

async function fail(
  { journal, dispatch }: TryOptions,
  head: EntryHead,
  outcome: Partial<Pick<EntryState, 'state' | 'lastError'>>,
  end: ReplayEnd | null = null,
): Promise<TryResult> {
  const state = await journal.mark(head.id, { ...outcome, attempts: head.attempts + 1 });
  if (state) dispatch(entryFailed(state));
  return { ...STAYS, end };
}

async function keep(
  options: TryOptions,
  head: EntryHead,
  failure: ApiFailure,
  verdict: Verdict,
  tally: ReplayTally,
): Promise<TryResult> {
  const { journal, transport, now } = options;
  const status = failure.kind === 'refused' ? failure.status : null;
  const lastError = { status, text: refusalReason(failure), at: now() };
  const retryAfterMs = failure.kind === 'refused' ? failure.retryAfterMs : null;
  switch (verdict) {
    case 'signedOut':
      await journal.mark(head.id, {});
      return { ...STAYS, end: 'signedOut' };
    case 'refused':
      tally.refused += 1;
      return fail(options, head, { state: 'refused', lastError });
    case 'retriable': {
      tally.retryAfterMs = Math.max(tally.retryAfterMs ?? 0, retryAfterMs ?? 0) || null;
      const isServerAway = status === 429 || (GATEWAY_STATUSES.has(status ?? 0) && !(await isServerThere(transport)));
      return fail(options, head, { state: 'waiting', lastError }, isServerAway ? 'serverBusy' : null);
    }
    default: {
      if (!(await isServerThere(transport))) {
        await journal.mark(head.id, {});
        return { ...STAYS, end: 'noConnection' };
      }
      const isItsOwnFault = verdict === 'unclear' || head.attempts + 1 >= TRIES_BEFORE_DOUBT;
      return fail(options, head, { state: 'waiting', lastError }, isItsOwnFault ? null : 'noConnection');
    }
  }
}
