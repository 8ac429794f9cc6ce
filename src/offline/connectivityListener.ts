import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { Transport } from '../api/transport';
import { retryDelayMs } from './backoff';
import type { TabLocks } from './locks';
import {
  connectivityChanged,
  entryQueued,
  queueReloaded,
  queueUnreadable,
  replayReported,
  retryTimerFired,
  serverAnswered,
  ownerConfirmed,
  syncRequested,
  windowFocused,
} from './queueActions';
import type { QueueChannel } from './queueChannel';
import type { WithQueue } from './queueSlice';
import type { QueueJournal } from './queueStore';
import { reloadQueue } from './reloadQueue';
import { replayQueue } from './replayQueue';
import type { ReplayReport, ReplayTrigger } from './types';

export interface ConnectivityListenerOptions<State extends WithQueue> {
  journal: QueueJournal;
  /** The bare one: the replay's own answers start no further pass. */
  transport: Transport;
  locks: TabLocks;
  channel: QueueChannel;
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs the work once, later; gives what cancels it. */
  schedule(work: () => void, delayMs: number): () => void;
  /** Who is signed in as far as this device knows; `null` for nobody. */
  userId(state: State): string | null;
  /** The same, once the server has confirmed it; else `null`. */
  confirmedUserId(state: State): string | null;
  /** Whether this says that the server could not be asked who is signed in, as at a start without a signal. */
  isUnconfirmed(action: unknown): boolean;
  /** Asks the server who is signed in. Resolves when the state tells; never rejects. */
  confirmSession(): Promise<unknown>;
  /** What makes the reads stale that sent entries have changed; dispatched once after a pass. */
  staleAfterReplay(): UnknownAction;
}

interface Run {
  trigger: ReplayTrigger;
  only?: string | undefined;
}

/** The pass an action asks for; `null` for an action that asks for none. */
function runOf(action: unknown): Run | null {
  if (syncRequested.match(action)) return { trigger: 'asked', only: action.payload.only };
  if (ownerConfirmed.match(action)) return { trigger: action.payload.by };
  if (connectivityChanged.match(action)) return action.payload.online ? { trigger: 'online' } : null;
  if (windowFocused.match(action)) return { trigger: 'focus' };
  if (serverAnswered.match(action)) return { trigger: 'answered' };
  return retryTimerFired.match(action) ? { trigger: 'timer' } : null;
}

/** What was sent last may not have been noted, when the storage failed. */
const mayHaveSent = ({ pushed, ended }: ReplayReport) => pushed > 0 || ended === 'storageFailed';

/** How often an idle tab looks for what a tab that died may have left behind, ms. */
const IDLE_LOOK_MS = 5 * 60_000;

const PATIENT_TRIGGERS: ReadonlySet<ReplayTrigger> = new Set(['focus', 'answered', 'timer']);

/**
 * Decides when a pass runs: one at a time in this tab, and one per device by the drain lock. While anything
 * that may succeed by itself waits, a timer is armed, whatever the browser says of the connection; an idle tab
 * looks now and then, since the tab that knew of an entry may have died.
 */
export function createConnectivityListener<State extends WithQueue>(
  options: ConnectivityListenerOptions<State>,
): Middleware<unknown, State> {
  const { journal, channel, now } = options;
  let isRunning = false;
  let next: Run | null = null;
  let failedPasses = 0;
  /** The last Retry-After: how long, and from when. */
  let retryAfter = { ms: 0, since: 0 };
  let lastEnd: ReplayReport['ended'] = 'noConnection';
  let cancelTimer: (() => void) | null = null;

  return ({ dispatch, getState }) => {
    const reload = () => reloadQueue({ journal, now, dispatch, getState });

    function somethingWaits(): boolean {
      const userId = options.userId(getState());
      const { heads, unreadable } = getState().queue;
      if (userId === null) return false;
      return unreadable || heads.some((head) => head.userId === userId && head.state === 'waiting' && !head.heldBehind);
    }

    /** What is left of it. A clock that was set back would make it endless, so then nothing is. */
    function holdOffMs(): number {
      const elapsed = now() - retryAfter.since;
      return elapsed < 0 ? 0 : Math.max(0, retryAfter.ms - elapsed);
    }

    function arm(): void {
      cancelTimer?.();
      cancelTimer = null;
      if (isRunning || options.userId(getState()) === null) return;
      const delay = somethingWaits() ? retryDelayMs(failedPasses, options.random(), holdOffMs()) : IDLE_LOOK_MS;
      cancelTimer = options.schedule(() => dispatch(retryTimerFired()), delay);
    }

    /** A wish for everything that came while the session was asked for, or by its answer, is this pass and no second one. */
    function widest(run: Run): Run {
      if (!next || next.only) return run;
      const wish = next;
      next = null;
      return wish;
    }

    async function pass(run: Run): Promise<void> {
      if (options.userId(getState()) === null) return;
      if (options.confirmedUserId(getState()) === null) await options.confirmSession();
      const userId = options.confirmedUserId(getState());
      const { transport, locks } = options;
      const { trigger, only } = widest(run);
      const report = await replayQueue({ trigger, only, journal, transport, locks, now, dispatch, userId });
      await reload();
      // Another tab is at it. That it was is no failure, and should it die, this one takes over soon.
      if (report.ended === 'notRun' && userId !== null) return;
      const isProgress = report.pushed > 0 || (report.ended === 'finished' && !somethingWaits());
      failedPasses = isProgress ? 0 : failedPasses + 1;
      if (report.ended === 'notRun') return;
      lastEnd = report.ended;
      retryAfter = { ms: report.retryAfterMs ?? 0, since: now() };
      if (mayHaveSent(report)) dispatch(options.staleAfterReplay());
      channel.post({ type: 'queueChanged', report });
      if (report.ended === 'signedOut') await options.confirmSession();
    }

    /** Whether this moment starts a pass. A Retry-After holds for all but a person's wish and a fresh start. */
    function isDue({ trigger }: Run): boolean {
      if (!PATIENT_TRIGGERS.has(trigger)) return true;
      if (holdOffMs() > 0) return false;
      return trigger !== 'answered' || (somethingWaits() && lastEnd === 'noConnection');
    }

    async function start(run: Run): Promise<void> {
      if (isRunning) {
        // A person's wish and a fresh start are not lost to a pass that is under way.
        if (!PATIENT_TRIGGERS.has(run.trigger)) next = run;
        return;
      }
      isRunning = true;
      cancelTimer?.();
      try {
        for (let current: Run | null = run; current; current = next) {
          next = null;
          await pass(current);
        }
      } finally {
        isRunning = false;
        arm();
      }
    }

    /** Another tab changed the queue: this one shows the same. */
    async function follow(report: ReplayReport | null): Promise<void> {
      if (report) dispatch(replayReported(report));
      await reload();
      if (report && mayHaveSent(report)) dispatch(options.staleAfterReplay());
    }

    channel.subscribe(({ report }) => void follow(report));

    return (forward) => (action) => {
      const result = forward(action);
      const run = runOf(action);
      if (run && isDue(run)) void start(run);
      // A clock that was set back a little finds the wait not over yet.
      else if (run?.trigger === 'timer') arm();
      const isQueueNews = entryQueued.match(action) || queueReloaded.match(action) || queueUnreadable.match(action);
      if (isQueueNews || options.isUnconfirmed(action)) arm();
      return result;
    };
  };
}
