import type { Middleware } from '@reduxjs/toolkit';
import {
  entryQueued,
  queueReloaded,
  queueUnreadable,
  replayReported,
  retryTimerFired,
  serverBusy,
  sessionConfirmedForQueue,
} from '../actions';
import type { ConnectivityEnvironment } from '../environment';
import type { WithQueue } from '../queueSlice';
import { isPaused, pauseFrom } from '../storage/queueRecords';
import { retryDelayMs, timeLeft } from './backoff';
import { nextTryOf, wasTriedLater } from './eligibility';
import { createPauseTimer } from './pauseTimer';
import { replayQueue } from './replayQueue';
import { mayHaveSent, type ReplaySummary } from './replaySummary';
import {
  broadestTrigger,
  isDeferrable,
  lastRequestedAt,
  isSingle,
  mergeRequests,
  type PendingReplay,
  pendingReplayOf,
  type ReplayRequest,
  requestOf,
  requestsAfterPause,
} from './pendingReplay';
import { CLOCK_READ_MS, FIRST_TRY_READ_MS, IDLE_READ_MS, MIN_PASS_GAP_MS } from './timing';

/**
 * Decides when a pass runs: one at a time in this tab, and one per device through the replay lock. Requests are merged
 * until a pass serves them. A timer is set while an entry waits that may succeed by itself, even if the browser reports
 * no connection. An idle tab reads the queue from time to time, because the tab of an entry may have died.
 */
export function createConnectivityListener<State extends WithQueue>(
  options: ConnectivityEnvironment<State>,
): Middleware<unknown, State> {
  const { journal, locks, channel, now, random, reload } = options;
  let isRunning = false;
  let pending: PendingReplay | null = null;
  /** What waits for the end of a pause while a person sends single entries. */
  let paused: PendingReplay | null = null;
  let failedPasses = 0;
  let passesBegun = 0;
  let sendLastUpToSeq = 0;
  const serverPause = createPauseTimer(now, journal);
  const isServerPaused = () => serverPause.remainingMs() > 0;
  /** The responses of a busy server to calls outside a pass, those of other tabs included. */
  let busyResponses = 0;
  let lastPassAt = 0;
  let lastEnd: ReplaySummary['ended'] = 'noConnection';
  /** Whether the last pass tried anything. If not, what is due waits for an entry that this build cannot send. */
  let hasTriedLast = true;
  let cancelTimer: (() => void) | null = null;
  /** While a pass checks the session: when it was requested, ms since 1970. What was tried since is not tried again. */
  let checkRequestedAt: number | null = null;
  /** The user whose session is being checked because another tab got a 401; `null` for nobody. */
  let doubtedUserId: string | null = null;

  return ({ dispatch, getState }) => {
    const nextTry = () => nextTryOf(getState(), options.userId(getState()));

    function timerDelay(): number {
      const { status, firstTries } = getState().queue;
      const next = nextTry();
      if (next === null && status === 'ready') return firstTries.length > 0 ? FIRST_TRY_READ_MS : IDLE_READ_MS;
      const pauseMs = serverPause.remainingMs();
      const isStuck = next !== null && next <= now() && !hasTriedLast;
      if (lastEnd !== 'finished' || next === null || isStuck) return retryDelayMs(failedPasses, random(), pauseMs);
      return Math.max(MIN_PASS_GAP_MS, pauseMs, Math.min(next - now(), IDLE_READ_MS));
    }

    function delayOf({ triggers }: PendingReplay): number {
      const pauseMs = triggers.has('syncNow') ? 0 : serverPause.remainingMs();
      return Math.max(pauseMs, timeLeft(MIN_PASS_GAP_MS, lastPassAt, now()));
    }

    function arm(): void {
      cancelTimer?.();
      if (isRunning || options.userId(getState()) === null) return;
      setTimer(pending ? delayOf(pending) : timerDelay());
    }

    /** Sets the timer, in steps: a clock that is set back meanwhile ends the wait. */
    function setTimer(ms: number): void {
      const onStep = () => {
        if (ms > CLOCK_READ_MS && !wasTriedLater(getState(), now())) setTimer(ms - CLOCK_READ_MS);
        else dispatch(retryTimerFired());
      };
      cancelTimer = options.schedule(onStep, Math.min(ms, CLOCK_READ_MS));
    }

    /** Asks the server who is signed in, unless it asked for a pause. Returns whether a user is confirmed. */
    async function confirm(requested: PendingReplay): Promise<boolean> {
      checkRequestedAt = lastRequestedAt(requested);
      const before = await serverPause.current();
      const mustWait = isPaused(before, requested.triggers.get('syncNow') ?? null, now());
      if (!mustWait) await options.confirmSession();
      checkRequestedAt = null;
      if (options.confirmedUserId(getState()) !== null) return true;
      // A session check without a response counts as a pass without progress, so that the next delay grows.
      if (!mustWait) failedPasses += 1;
      lastEnd = 'noConnection';
      serverPause.extendTo(mustWait ? before : await serverPause.current());
      pending = isServerPaused() ? mergeRequests(requestsAfterPause(requested), pending) : null;
      return false;
    }

    async function pass(requested: PendingReplay): Promise<void> {
      if (options.userId(getState()) === null) return;
      if (options.confirmedUserId(getState()) === null && !(await confirm(requested))) return;
      // Two reads of a long queue at once would show its number later.
      await options.whenQueueRead();
      const userId = options.confirmedUserId(getState());
      // Requests that came meanwhile, or by the result of the session check, are served by this pass. A single entry
      // that a person sends during a pause stays alone.
      const isAlone = isSingle(requested) && isServerPaused();
      const served = isAlone ? requested : (mergeRequests(requested, pending) ?? requested);
      if (!isAlone) pending = null;
      const begunAt = now();
      const busyBefore = busyResponses;
      passesBegun += 1;
      const result = await replayQueue({
        ...options,
        ...{ dispatch, userId, sendLastUpToSeq, failedPasses },
        passId: `pass ${locks.tabId} ${passesBegun}`,
        isConfirmed: () => options.confirmedUserId(getState()) === userId,
        currentPause: serverPause.current,
        mustPause: () => busyResponses > busyBefore,
        onSignedOut: (report) => channel.post({ type: 'queueChanged', report }),
        trigger: broadestTrigger(served),
        requestedAt: lastRequestedAt(served),
        syncRequestedAt: served.triggers.get('syncNow') ?? null,
        only: served.only,
      });
      const { report, hasTried } = result;
      // A single entry that a person sends leaves the pause as it is.
      if (hasTried && served.only === null) serverPause.endIfBegunBefore(begunAt);
      serverPause.extendTo(result.pause);
      await reload();
      // What the pass did not come to is tried after the pause.
      const delayed = report.ended === 'finished' || !isServerPaused() ? null : requestsAfterPause(served);
      // Single entries that a person sent meanwhile stay alone.
      if (isSingle(pending) && !isSingle(delayed)) paused = mergeRequests(paused, delayed);
      else pending = mergeRequests(delayed, pending);
      if (report.ended === 'notRun' && report.pushed === 0) return;
      if (hasTried) lastPassAt = now();
      sendLastUpToSeq = result.sendLastUpToSeq;
      failedPasses = report.pushed > 0 || (report.ended === 'finished' && nextTry() === null) ? 0 : failedPasses + 1;
      lastEnd = report.ended;
      hasTriedLast = hasTried;
      if (mayHaveSent(report)) dispatch(options.staleAfterReplay());
      if (report.ended === 'signedOut') await options.confirmSession();
      else channel.post({ type: 'queueChanged', report });
      // A 401 in a valid session is about its entry, which is sent last. After a sign-in the order is as made.
      if (options.confirmedUserId(getState()) !== userId) sendLastUpToSeq = 0;
    }

    /**
     * Whether a pass may start now. While the server is busy, only a person's Sync now starts one (invariant 35), or
     * the timer of one that came too soon after a pass.
     */
    function mayStart({ trigger }: ReplayRequest): boolean {
      if (trigger === 'syncNow' || (trigger === 'timer' && pending?.triggers.has('syncNow'))) return true;
      if (isServerPaused()) return false;
      return trigger !== 'responded' || (lastEnd === 'noConnection' && nextTry() !== null);
    }

    function addRequest(request: ReplayRequest): void {
      const isByCheck = request.trigger === 'start' || request.trigger === 'signIn';
      pending = mergeRequests(pending, pendingReplayOf(request, (isByCheck && checkRequestedAt) || now()));
    }

    async function runPending(): Promise<void> {
      if (isRunning) return;
      isRunning = true;
      cancelTimer?.();
      try {
        while (pending && delayOf(pending) === 0) {
          const served: PendingReplay = pending;
          pending = null;
          await pass(served);
        }
      } finally {
        isRunning = false;
        // A single entry that still waits for its pass stays alone.
        if (!isServerPaused() || !isSingle(pending)) {
          pending = mergeRequests(paused, pending);
          paused = null;
        }
        arm();
      }
    }

    function start(request: ReplayRequest): void {
      // A pass that runs, or is about to, serves a request that does not need one of its own.
      const isServed = isDeferrable(request.trigger) && (isRunning || pending !== null);
      if (request.only !== undefined && isServerPaused() && !isSingle(pending)) {
        paused = mergeRequests(paused, pending);
        pending = null;
      }
      if (!isServed) addRequest(request);
      void runPending();
    }

    /** Another tab changed the queue: reads the queue again. */
    async function syncFromOtherTab(report: ReplaySummary | null): Promise<void> {
      if (report) dispatch(replayReported(report));
      // A waiting pass of this tab would send the same session check again.
      const isDoubted = report?.ended === 'signedOut' && report.userId === options.confirmedUserId(getState());
      if (isDoubted) {
        doubtedUserId = report.userId;
        void options.doubtSession().then(() => (doubtedUserId = null));
      }
      await reload();
      if (report && mayHaveSent(report)) dispatch(options.staleAfterReplay());
    }

    channel.subscribe(({ type, report }) => {
      if (type === 'queueChanged') void syncFromOtherTab(report);
      // It ends a running pass. The next one reads the end of the pause from the disk.
      if (type === 'serverBusy') busyResponses += 1;
    });

    return (forward) => (action) => {
      const result = forward(action);
      if (serverBusy.match(action)) {
        busyResponses += 1;
        serverPause.extendTo(action.payload);
      }
      // Another tab got a 401 although the session is valid. The next pass may get a 401 too, so it starts later.
      const isDoubtOver = sessionConfirmedForQueue.match(action) && action.payload.userId === doubtedUserId;
      if (isDoubtOver) serverPause.extendTo(pauseFrom(now(), retryDelayMs(failedPasses, random(), null)));
      const request = requestOf(action);
      if (request && mayStart(request)) start(request);
      else if (request) {
        if (!isDeferrable(request.trigger)) addRequest(request);
        // If the clock was set back a little, the wait is not over yet.
        if (request.trigger === 'timer' || pending) arm();
      }
      if (entryQueued.match(action)) hasTriedLast = true;
      const hasQueueChanged = entryQueued.match(action) || queueReloaded.match(action) || queueUnreadable.match(action);
      if (hasQueueChanged || options.isUnconfirmed(action)) arm();
      return result;
    };
  };
}
