import type { UnknownAction } from '@reduxjs/toolkit';
import { replayFinished, replayStarted } from '../actions';
import { createBlockers } from '../dependencies';
import type { EntrySummary } from '../entry';
import type { QueueEnvironment } from '../environment';
import type { ResolveId } from '../localIds';
import { queuedCall } from '../queuedWrites';
import { isPaused, NO_PAUSE, pauseFrom, type ServerPause, type StoredEntry } from '../storage/queueRecords';
import type { ParsedQueue } from '../storage/readQueue';
import { isFirstTry } from '../storage/reloadQueue';
import type { ReplayLock } from '../tabs/locks';
import { retryDelayMs } from './backoff';
import { isEligible } from './eligibility';
import { createPipeline, type Pipeline } from './pipeline';
import type { ReplayCounts, ReplayEnd, ReplaySummary, ReplayTrigger } from './replaySummary';
import { tryEntry } from './tryEntry';

export interface ReplayOptions extends Omit<QueueEnvironment, 'schedule'> {
  dispatch(action: UnknownAction): unknown;
  /** The user whom the server has confirmed; `null` for nobody, then nothing is tried. */
  userId: string | null;
  /** Whether the server's last response still says that this user is signed in. */
  isConfirmed(): boolean;
  /** The pause that the server asked for before the pass began (invariant 35). */
  currentPause(): Promise<ServerPause>;
  /** Whether the server has asked a call outside the pass, of any tab, for a pause since the pass began. */
  mustPause(): boolean;
  /** Called when the server responds that the user is not signed in, before another tab may begin its pass. */
  onSignedOut(report: ReplaySummary): void;
  trigger: ReplayTrigger;
  /** When the pass was requested, ms since 1970. */
  requestedAt: number;
  /** When a person pressed Sync now for this pass, ms since 1970; `null` for not at all. */
  syncRequestedAt: number | null;
  /** Only these entries; `null` for all. */
  only: ReadonlySet<string> | null;
  /** Entries up to this position ended the last pass, so this one sends them last. 0 for none. */
  sendLastUpToSeq: number;
  /** The unique name of this pass. */
  passId: string;
  /** Passes in a row without progress. */
  failedPasses: number;
}

export interface ReplayResult {
  report: ReplaySummary;
  /** Entries up to this position ended the pass; the next pass sends them last. 0 for none. */
  sendLastUpToSeq: number;
  /** Whether anything was tried. */
  hasTried: boolean;
  /** The pause that the server asked for; zeros for none. */
  pause: ServerPause;
}

/** Triggers that need no pass of this tab while another tab is running one. */
const SERVED_BY_ANY_TAB: ReadonlySet<ReplayTrigger> = new Set(['focus', 'responded']);

/**
 * One pass over the queue of one user (README, "The life of an entry"): every eligible entry once, in the order
 * made, one at a time, by one tab of the device. Never throws.
 */
export async function replayQueue(options: ReplayOptions): Promise<ReplayResult> {
  const { userId, locks, now, trigger } = options;
  const notRun: ReplaySummary = {
    userId: userId ?? '',
    pushed: 0,
    refused: 0,
    remaining: 0,
    ended: 'notRun',
    retryAfterMs: null,
    at: now(),
  };
  if (userId === null) return notTried(notRun);
  try {
    const run = async (lock: ReplayLock) => {
      // The user may have signed out while another tab sent.
      if (!options.isConfirmed()) return notTried(notRun);
      // The server may have asked for one while this pass waited for the lock.
      const pause = await options.currentPause();
      if (isPaused(pause, options.syncRequestedAt, now())) return { ...notTried(notRun), pause };
      // Tells other tabs that this pass is running, and its record is not one of an interrupted pass.
      const end = await locks.beginActivity(options.passId);
      const pipeline = createPipeline(options);
      const result = await runPass({ ...options, userId, lock, pipeline }).finally(() => {
        end?.();
        pipeline.releaseKept();
      });
      if (result.report.ended === 'signedOut') options.onSignedOut(result.report);
      return result;
    };
    const result = await locks.replayExclusively(!SERVED_BY_ANY_TAB.has(trigger), run);
    return result ?? notTried(notRun);
  } catch {
    // The disk or the locks failed before the pass began. The summary says so, and the timer starts another pass.
    return notTried({ ...notRun, ended: 'storageFailed' });
  }
}

const notTried = (report: ReplaySummary): ReplayResult => ({
  report,
  sendLastUpToSeq: 0,
  hasTried: false,
  pause: NO_PAUSE,
});

/** The user's entries that are not on their first try, in the order made. */
function sendableEntries({ entries }: ParsedQueue, userId: string, activities: ReadonlySet<string>): EntrySummary[] {
  const isSendable = (one: StoredEntry) => one.entry.userId === userId && !isFirstTry(one, activities);
  return entries.filter(isSendable).map(({ summary }) => summary);
}

/** What a pass works with. */
interface Pass extends ReplayOptions {
  userId: string;
  lock: ReplayLock;
  pipeline: Pipeline;
}

async function runPass(pass: Pass): Promise<ReplayResult> {
  const { userId, pipeline, journal, locks, dispatch, now, random, failedPasses } = pass;
  const counts: ReplayCounts = { pushed: 0, refused: 0, retryAfterMs: null, failedUpTo: 0 };
  let ended: ReplayEnd = 'finished';
  /** Entries that this pass has seen: those on disk at the last read, and those already sent. */
  let seen = 0;
  const read = async () => {
    const queue = await journal.load(now(), null);
    seen = sendableEntries(queue, userId, await locks.activities()).length + counts.pushed;
    return queue;
  };
  /** The pause that the server has asked for in this pass. */
  const requestedPause = () => {
    const { retryAfterMs } = counts;
    if (ended !== 'serverBusy' && retryAfterMs === null) return NO_PAUSE;
    return pauseFrom(now(), retryDelayMs(failedPasses, random(), retryAfterMs));
  };
  let pause = NO_PAUSE;
  dispatch(replayStarted({ userId }));
  const tried = new Set<string>();
  try {
    let queue = await read();
    let triedBefore: number;
    do {
      triedBefore = tried.size;
      const end = await sendEligible({ ...pass, counts, tried }, queue);
      if (end) ended = end;
      await pipeline.settled();
      // Entries queued meanwhile are sent in the same pass.
      queue = await read();
    } while (ended === 'finished' && tried.size > triedBefore);
    pause = requestedPause();
    await pipeline.end(pause);
  } catch {
    // The disk failed, maybe for the result of a try that asked for a pause. The summary says so, unless the server has
    // given a reason to end the pass before.
    if (pause === NO_PAUSE) pause = requestedPause();
    if (ended === 'finished') ended = 'storageFailed';
    await pipeline.end(pause).catch(() => undefined);
  }
  const { failedUpTo, ...counted } = counts;
  const report: ReplaySummary = { userId, ...counted, remaining: seen - counts.pushed, ended, at: now() };
  dispatch(replayFinished(report));
  return { report, sendLastUpToSeq: failedUpTo, hasTried: tried.size > 0, pause };
}

/** A pass with its counts and the entries that it has tried. */
interface PassRun extends Pass {
  counts: ReplayCounts;
  tried: Set<string>;
}

/**
 * Whether an entry may be read while the one before it is being sent. Not a change whose base version may be in the
 * response to that one, and not a submit: it waits for deliveries that are saved meanwhile.
 */
const canPrefetch = ({ over, call }: EntrySummary) => over === null && queuedCall(call).kind !== 'submit';

/** Goes through the queue once. Returns the reason when the pass must end. */
async function sendEligible(run: PassRun, queue: ParsedQueue): Promise<ReplayEnd | null> {
  const { lock, now, tried, only, trigger, requestedAt, sendLastUpToSeq, userId } = run;
  const serverIds = new Map(queue.mappings.map(({ localId, serverId }) => [localId, serverId]));
  const resolve: ResolveId = (id) => serverIds.get(id) ?? id;
  const blockers = createBlockers(resolve);
  for (const stub of queue.newer) blockers.add(stub);
  const own = queue.entries.map(({ summary }) => summary).filter((entry) => entry.userId === userId);
  const isEligibleNow = (entry: EntrySummary) =>
    !tried.has(entry.id) && (only === null || only.has(entry.id)) && isEligible(entry, trigger, requestedAt, now());

  const mustWait = (entry: EntrySummary) => blockers.find(entry) !== null;

  // The entries that ended the last pass are sent last. What depends on them is sent the next time through the queue.
  const last = new Set(own.filter((entry) => entry.seq <= sendLastUpToSeq && isEligibleNow(entry)));
  const order = [...own.filter((entry) => !last.has(entry)), ...last];
  for (const entry of last) blockers.add(entry);

  for (const [at, entry] of order.entries()) {
    if (lock.isLost()) return 'notRun';
    if (!isEligibleNow(entry) || mustWait(entry)) {
      blockers.add(entry);
      continue;
    }
    tried.add(entry.id);
    const following = order[at + 1];
    const isNext = following && canPrefetch(following) && isEligibleNow(following) && !mustWait(following);
    const next = isNext ? following.id : null;
    const { end, mapping, isGone, isMoved } = await tryEntry({ ...run, resolve }, entry, next);
    // It is tried at its new position.
    if (isMoved) tried.delete(entry.id);
    if (mapping) serverIds.set(mapping.localId, mapping.serverId);
    if (!isGone) blockers.add(entry);
    if (end) return end;
  }
  return null;
}
