import type { Dispatch } from '@reduxjs/toolkit';
import type { ApiError } from '../../api/client/errors';
import type { WriteResult } from '../../api/client/writes';
import type { Transport, HttpResponse } from '../../api/client/transport';
import { FIRST_TRY_TIMEOUT_MS } from '../../domain/constants';
import { entryFailed, entryReplayed, entrySentAtOnce } from '../actions';
import type { EntryState, EntrySummary } from '../entry';
import type { ResolveId } from '../localIds';
import { retryDelayMs } from '../replay/backoff';
import { classify, entryErrorOf } from '../replay/classify';
import { sendEntry } from '../replay/sendEntry';
import { lacksId, outcomeOf } from '../replay/tryEntry';
import type { Appended, QueueJournal } from '../storage/queueJournal';

export interface FirstTryOptions {
  journal: QueueJournal;
  transport: Transport;
  resolve: ResolveId;
  /** ms since 1970 */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs the work once after the delay. Returns a function that cancels it. */
  schedule(work: () => void, delayMs: number): () => void;
  dispatch: Dispatch;
  /** Whether an earlier try of the same form has an unknown outcome. */
  hasDoubt: boolean;
  /** Whether the person who pressed is still signed in here. */
  isOwnerHere(): boolean;
  /** Reports to the person that the change is on disk, and stores the given state. */
  announce(summary: EntrySummary, mark: Partial<EntryState>): Promise<WriteResult>;
  /** Reports the result of a try that ended after the person was told "Saved locally", like the result of a replay. */
  reportLate(entry: EntrySummary, counts: { pushed: number; refused: number }): void;
}

/** One first try: the result for the person, and whether the entry was removed from the disk in the end. */
export interface FirstTry {
  result: Promise<WriteResult>;
  wasRemoved: Promise<boolean>;
}

/** Does it, and once more when it fails; what fails twice is left to the next pass, and gives `undefined`. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work()
    .catch(work)
    .catch(() => undefined);
}

/**
 * Sends an entry for the first time. `others`: the first tries of this tab that it waits for; `null` stands for an
 * entry that is not on its first try in this tab.
 */
export function startFirstTry(
  saved: Appended,
  blockers: readonly (FirstTry | null)[],
  options: FirstTryOptions,
): FirstTry {
  const { journal, transport, resolve, now, random, schedule, dispatch, announce, hasDoubt } = options;
  const { entry, summary } = saved;
  let hasTimedOut = false;
  let isSent = false;
  /** Whether the entry stays on the disk although there was a response. */
  let isKept = false;

  /** Returns the response; `null` when the entry cannot be sent yet. */
  async function send(): Promise<HttpResponse | null> {
    const removed = await Promise.all(blockers.map((blocker) => blocker?.wasRemoved ?? Promise.resolve(false)));
    const isKnown = summary.localIdRefs.every((id) => resolve(id) !== id);
    if (hasTimedOut || !isKnown || !options.isOwnerHere() || !removed.every((one) => one)) return null;
    isSent = true;
    const current = blockers.length > 0 && entry.over !== null ? await journal.read(entry.id, null) : saved;
    return sendEntry(transport, entry, { resolve, ifMatch: (current ?? saved).ifMatch, attempts: 0 });
  }

  const retryMark = (failure: ApiError): Partial<EntryState> => ({
    mayHaveArrived: true,
    attempts: 1,
    lastError: entryErrorOf(failure, now()),
    nextTryAt: now() + retryDelayMs(0, random(), null),
  });

  /** Takes it off the disk, unless another tab has told a person meanwhile that it is saved: then it stays. */
  async function removeUnlessReported(): Promise<boolean> {
    const dropped = await retryOnce(() => journal.remove([entry.id], true));
    return dropped === undefined || dropped.length > 0;
  }

  /** The try ended while the person waits: returns the result for the form. */
  async function settle(response: HttpResponse | null): Promise<WriteResult> {
    if (response === null) return announce(summary, { mayHaveArrived: hasDoubt });
    if (response.ok) {
      await retryOnce(() => journal.complete(entry.id, outcomeOf(entry, response.data, now())));
      dispatch(entrySentAtOnce({ entry: summary, response: response.data, at: now() }));
      return { data: response.data };
    }
    if (classify(response.failure) === 'noResponse') return announce(summary, retryMark(response.failure));
    // The form goes with the session, and what it holds with the next person's: the change waits for its owner.
    const isOwnerGone = !options.isOwnerHere() || classify(response.failure) === 'signedOut';
    if (isOwnerGone) await announce(summary, { mayHaveArrived: hasDoubt });
    isKept = isOwnerGone || !(await removeUnlessReported());
    if (isKept) await settleLate(response);
    return { error: response.failure };
  }

  /** The try ended after the person was told "Saved locally". */
  async function settleLate(response: HttpResponse | null): Promise<void> {
    if (response === null) return;
    if (response.ok) {
      const outcome = outcomeOf(entry, response.data, now());
      if (lacksId(entry, outcome.mapping)) return;
      const existed = await journal.complete(entry.id, outcome);
      if (!existed) return;
      dispatch(entryReplayed({ entry: summary, response: response.data, mapping: outcome.mapping, at: now() }));
      options.reportLate(summary, { pushed: 1, refused: 0 });
      return;
    }
    const verdict = classify(response.failure);
    if (verdict === 'signedOut') return;
    const isRefused = verdict === 'refused';
    const change = isRefused
      ? {
          state: 'refused' as const,
          attempts: 1,
          lastError: entryErrorOf(response.failure, now()),
          mayHaveArrived: hasDoubt,
        }
      : retryMark(response.failure);
    const marked = await journal.mark(entry.id, change);
    if (marked) dispatch(entryFailed(marked));
    if (marked && isRefused) options.reportLate(summary, { pushed: 0, refused: 1 });
  }

  let settleRemoved: (isGone: boolean) => void = () => undefined;
  const wasRemoved = new Promise<boolean>((resolveRemoved) => {
    settleRemoved = resolveRemoved;
  });
  const result = new Promise<WriteResult>((resolveResult) => {
    let announced: Promise<WriteResult> | null = null;
    const reportSaved = () => {
      hasTimedOut = true;
      const timeout = entryErrorOf({ kind: 'network', reason: 'timeout' }, now());
      announced = announce(
        summary,
        isSent ? { mayHaveArrived: true, lastError: timeout } : { mayHaveArrived: hasDoubt },
      );
      resolveResult(announced);
    };
    const cancel = schedule(reportSaved, FIRST_TRY_TIMEOUT_MS);
    void send()
      .catch(() => null)
      .then(async (response) => {
        cancel();
        // The result is reported after "Saved locally".
        await announced;
        if (hasTimedOut) await settleLate(response).catch(() => undefined);
        else resolveResult(await settle(response));
        const isSuccess = response?.ok === true;
        const isAnswered = !hasTimedOut && !isKept;
        settleRemoved(response !== null && (isSuccess || (isAnswered && classify(response.failure) !== 'noResponse')));
      });
  });
  return { result, wasRemoved };
}
