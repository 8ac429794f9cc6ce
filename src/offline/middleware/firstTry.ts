import type { Dispatch } from '@reduxjs/toolkit';
import type { ApiError } from '../../api/client/errors';
import type { HttpResponse } from '../../api/client/transport';
import type { WriteResult } from '../../api/client/writes';
import { entryFailed, entryReplayed, entrySentAtOnce } from '../actions';
import type { EntryMark, EntrySummary } from '../entry';
import type { QueueEnvironment } from '../environment';
import { haveServerIds, type ResolveId } from '../localIds';
import { retryDelayMs } from '../replay/backoff';
import { classify, entryErrorOf, isUnexplained } from '../replay/classify';
import { sendEntry } from '../replay/sendEntry';
import { SHORTEST_DELAY_MS } from '../replay/timing';
import { resultOf } from '../replay/tryEntry';
import type { Appended } from '../storage/queueJournal';
import { type Removals, retryOnce } from './removals';

export interface FirstTryOptions extends Omit<QueueEnvironment, 'locks'> {
  resolve: ResolveId;
  dispatch: Dispatch;
  /** Whether an earlier try of the same write may have reached the server. */
  hasDoubt: boolean;
  /** Resolves when the person has waited for 4 s since the press (invariant 26). Never rejects. */
  timeout: Promise<void>;
  /** Whether the person who submitted is still signed in here. */
  isOwnerHere(): boolean;
  /** Reports to the person that the change is on disk, and stores the given state. */
  reportSaved(summary: EntrySummary, mark: EntryMark): Promise<WriteResult>;
  /** The same, but `null` when the disk does not take the state; then nothing is reported. */
  reportIfMarked(summary: EntrySummary, mark: EntryMark): Promise<WriteResult | null>;
  removals: Removals;
  /** Reports the result of a try that ended after the person was told "Saved locally", like the result of a replay. */
  reportLate(entry: EntrySummary, counts: { pushed: number; refused: number }): void;
}

/** One first try. */
export interface FirstTry {
  /** The result for the person. */
  result: Promise<WriteResult>;
  /** Whether the entry was removed from the disk in the end. */
  wasRemoved: Promise<boolean>;
}

/**
 * Sends an entry for the first time. `blockers`: for each write that it waits for, whether the server has responded.
 */
export function startFirstTry(
  saved: Appended,
  blockers: readonly Promise<boolean>[],
  options: FirstTryOptions,
): FirstTry {
  const { journal, transport, resolve, now, random, schedule, dispatch, reportSaved, hasDoubt } = options;
  const { entry, summary } = saved;
  let hasTimedOut = false;
  let isSent = false;
  /** Whether the entry stays on the disk although there was a response. */
  let isKept = false;
  /** Whether the disk did not take the result, so that a pass is going to send the entry once more. */
  let isUnwritten = false;

  /** Returns the response; `null` when the entry cannot be sent yet. */
  async function send(): Promise<HttpResponse | null> {
    const areFree = await Promise.all(blockers);
    if (areFree.includes(false)) return null;
    // What the disk says now: a blocker has stored a new version, or a delivery was saved after this submit.
    const current = blockers.length > 0 ? await journal.read(entry.id, null) : null;
    const isKnown = haveServerIds(summary.localIdRefs, resolve);
    // After every wait: the person may have been told "Saved locally", or may have signed out.
    if (hasTimedOut || !isKnown || !options.isOwnerHere() || current?.hasLaterDelivery) return null;
    isSent = true;
    return sendEntry(transport, entry, { resolve, ifMatch: (current ?? saved).ifMatch, attempts: 0 });
  }

  const nextTry = () => now() + retryDelayMs(0, random(), null);

  const retryMark = (failure: ApiError): EntryMark => ({
    mayHaveArrived: true,
    attempts: 1,
    lastError: entryErrorOf(failure, now()),
    nextTryAt: nextTry(),
  });

  const refusalMark = (failure: ApiError): EntryMark => ({
    state: 'refused',
    mayHaveArrived: hasDoubt,
    attempts: 1,
    lastError: entryErrorOf(failure, now()),
    nextTryAt: isUnexplained(failure) ? nextTry() : 0,
  });

  /**
   * Removes the entry from the disk, unless another tab has reported it as saved. Returns whether it is gone. A removal
   * that failed twice counts as one: the form shows the refusal.
   */
  async function removeUnlessReported(mayHaveArrived: boolean): Promise<boolean> {
    const dropped = await options.removals.remove(entry.id, { mayHaveArrived });
    return dropped === undefined || dropped.length > 0;
  }

  /** Handles the end of a try for which the person waits. Returns the result for the form. */
  async function settle(response: HttpResponse | null): Promise<WriteResult> {
    if (response === null) return reportSaved(summary, { mayHaveArrived: hasDoubt });
    if (response.ok) {
      const at = now();
      const removed = await retryOnce(() => journal.complete([resultOf(entry, response.data, at)]));
      isUnwritten = removed === undefined;
      dispatch(entrySentAtOnce({ entry: summary, response: response.data, at }));
      return { data: response.data };
    }
    const verdict = classify(response.failure);
    if (verdict === 'noResponse') return reportSaved(summary, retryMark(response.failure));
    const isClear = verdict === 'signedOut' || verdict === 'refused';
    // The session has ended, so the form and its draft will be cleared. The entry stays on disk for its owner.
    const isOwnerGone = verdict === 'signedOut' || !options.isOwnerHere();
    if (isOwnerGone) await reportSaved(summary, isClear ? { mayHaveArrived: hasDoubt } : retryMark(response.failure));
    isKept = isOwnerGone || !(await removeUnlessReported(hasDoubt || !isClear));
    if (isKept) await settleLateIfWritable(response);
    return { error: response.failure };
  }

  /** Handles the end of a try after the person was told "Saved locally". */
  async function settleLate(response: HttpResponse | null): Promise<void> {
    if (response === null) return;
    if (response.ok) {
      const at = now();
      const result = resultOf(entry, response.data, at);
      const removed = await journal.complete([result]);
      if (removed.length === 0) return;
      dispatch(entryReplayed({ entry: summary, response: response.data, mapping: result.mapping, at }));
      options.reportLate(summary, { pushed: 1, refused: 0 });
      return;
    }
    const verdict = classify(response.failure);
    if (verdict === 'signedOut') return;
    const isRefused = verdict === 'refused';
    const { failure } = response;
    const mark = isRefused ? refusalMark(failure) : retryMark(failure);
    const marked = await journal.mark(entry.id, mark, 0);
    if (marked) dispatch(entryFailed(marked));
    // Otherwise another tab has tried the entry since.
    const isWritten = marked?.lastError === mark.lastError;
    if (isWritten && isRefused) options.reportLate(summary, { pushed: 0, refused: 1 });
  }

  /** If the result cannot be written, the next pass sends the entry again and gets the same response. */
  const settleLateIfWritable = (response: HttpResponse | null) =>
    settleLate(response).catch(() => {
      isUnwritten = true;
    });

  let setResult: (result: WriteResult | Promise<WriteResult>) => void = () => undefined;
  const result = new Promise<WriteResult>((resolveResult) => {
    setResult = resolveResult;
  });

  /** Returns whether the entry was removed from the disk. */
  async function run(): Promise<boolean> {
    let reported = null as Promise<void> | null;
    const endWait = async () => {
      hasTimedOut = true;
      const lastError = entryErrorOf({ kind: 'network', reason: 'timeout' }, now());
      const result = await (isSent
        ? options.reportIfMarked(summary, { mayHaveArrived: true, lastError })
        : reportSaved(summary, { mayHaveArrived: hasDoubt }));
      // A change that the disk cannot keep is not reported as saved: the person waits for the response.
      if (result) setResult(result);
      else hasTimedOut = false;
    };
    let hasEnded = false;
    void options.timeout.then(() => {
      if (!hasEnded) reported = endWait();
    });
    // A failed read of the disk: nothing was sent.
    const response = await send().catch(() => null);
    hasEnded = true;
    // The result is reported after "Saved locally".
    await reported;
    if (hasTimedOut) await settleLateIfWritable(response);
    else setResult(await settle(response));
    if (response === null) return false;
    // Nobody sends it meanwhile: this tab still has its lock.
    if (isUnwritten) await new Promise<void>((wake) => void schedule(wake, SHORTEST_DELAY_MS));
    return response.ok || (!hasTimedOut && !isKept && classify(response.failure) !== 'noResponse');
  }

  return { result, wasRemoved: run() };
}
