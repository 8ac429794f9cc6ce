import type { UnknownAction } from '@reduxjs/toolkit';
import type { Transport } from '../api/transport';
import { localIdOf } from '../domain/ids';
import { firstBefore } from './dependencies';
import { isEligible } from './eligibility';
import { createHand, type Hand } from './hand';
import { resolverOf } from './localIds';
import type { TabLocks } from './locks';
import { entryFailed, entryHeld, entryQueued, replayFinished, replayStarted } from './queueActions';
import type { QueueJournal, QueueOnDisk } from './queueStore';
import { type ReplayTally, tryEntry } from './tryEntry';
import type { Dependable, EntryHead, ReplayEnd, ReplayReport, ReplayTrigger } from './types';

export interface ReplayOptions {
  journal: QueueJournal;
  transport: Transport;
  locks: TabLocks;
  /** ms since 1970 */
  now(): number;
  dispatch(action: UnknownAction): unknown;
  /** The user whom the server has confirmed; `null` for nobody, then nothing is tried. */
  userId: string | null;
  trigger: ReplayTrigger;
  /** Only this entry. */
  only?: string | undefined;
}

const CREATOR_GONE = 'What this change belongs to was discarded on this device before it was sent.';

/**
 * One pass over the queue of one user (README, "The life of an entry"): every eligible entry once, in the order
 * made, one at a time, by one tab of the device. Never throws. Imports no React.
 */
export async function replayQueue(options: ReplayOptions): Promise<ReplayReport> {
  const { userId, locks, now } = options;
  const notRun = (): ReplayReport => ({
    userId: userId ?? '',
    pushed: 0,
    refused: 0,
    remaining: 0,
    ended: 'notRun',
    retryAfterMs: null,
    at: now(),
  });
  try {
    if (userId === null) {
      // Whatever is to come of it: a person can drop or edit what nobody has in hand.
      await takeFromTheGone(options);
      return notRun();
    }
    return (await locks.drainExclusively(() => drain(options, userId))) ?? notRun();
  } catch {
    return { ...notRun(), ended: 'storageFailed' };
  }
}

/**
 * Lets go of what tabs that are gone, and earlier passes of this one, have left in hand. What nobody has been told of is
 * told before anything else is done: what is made meanwhile may belong behind it.
 */
async function takeFromTheGone({ locks, journal, dispatch }: ReplayOptions): Promise<void> {
  await locks.holdTabLock();
  const untold = await journal.adopt(await locks.liveTabs(), locks.tabId);
  for (const head of untold) dispatch(entryQueued(head));
}

async function drain(options: ReplayOptions, userId: string): Promise<ReplayReport> {
  const { journal, dispatch, now } = options;
  const tally: ReplayTally = { pushed: 0, refused: 0, retryAfterMs: null };
  let ended: ReplayEnd = 'finished';
  /** Entries that a person was told of, as last read, and those sent before that. */
  let seen = 0;
  const look = async () => {
    const disk = await journal.load(now());
    seen = entriesOf(disk, userId).filter((head) => head.state !== 'sending').length + tally.pushed;
    return disk;
  };
  dispatch(replayStarted({ userId }));
  try {
    await takeFromTheGone(options);
    const tried = new Set<string>();
    let triedBefore: number;
    do {
      triedBefore = tried.size;
      const end = await sweep(options, userId, await look(), tried, tally);
      if (end) ended = end;
      // What was queued meanwhile has its turn in the same pass.
    } while (ended === 'finished' && tried.size > triedBefore);
    await look();
  } catch {
    ended = 'storageFailed';
  }
  const report: ReplayReport = { userId, ...tally, remaining: seen - tally.pushed, ended, at: now() };
  dispatch(replayFinished(report));
  return report;
}

function entriesOf(disk: QueueOnDisk, userId: string): EntryHead[] {
  return disk.entries.map(({ head }) => head).filter((head) => head.userId === userId);
}

/** Goes through the queue once; gives the reason when the pass must end. */
async function sweep(
  options: ReplayOptions,
  userId: string,
  disk: QueueOnDisk,
  tried: Set<string>,
  tally: ReplayTally,
): Promise<ReplayEnd | null> {
  const hand = createHand(options.journal, options.locks.tabId, options.now);
  try {
    return await tryInTurn({ ...options, hand }, userId, disk, tried, tally);
  } finally {
    await hand.empty();
  }
}

async function tryInTurn(
  options: ReplayOptions & { hand: Hand },
  userId: string,
  disk: QueueOnDisk,
  tried: Set<string>,
  tally: ReplayTally,
): Promise<ReplayEnd | null> {
  const { journal, hand, dispatch, now } = options;
  const serverIds = Object.fromEntries(disk.mappings.map(({ localId, serverId }) => [localId, serverId]));
  const resolve = resolverOf(serverIds);
  const unreadable = new Set(disk.setAside.map(localIdOf));
  const staying: Dependable[] = [...disk.newer];
  const heads = entriesOf(disk, userId);
  const isTurn = (head: EntryHead) =>
    !tried.has(head.id) && (!options.only || options.only === head.id) && isEligible(head.state, options.trigger);

  for (const [at, head] of heads.entries()) {
    if (!isTurn(head)) {
      staying.push(head);
      continue;
    }
    const blocker = firstBefore(head, staying, resolve);
    const unknownId = head.mentions.find((id) => resolve(id) === id);
    if (blocker || (unknownId && unreadable.has(unknownId))) {
      staying.push(head);
      if (blocker) dispatch(entryHeld({ id: head.id, behind: blocker.id }));
      continue;
    }
    tried.add(head.id);
    if (unknownId) {
      staying.push(head);
      await hand.noted();
      const lastError = { status: null, text: CREATOR_GONE, at: now() };
      const state = await journal.mark(head.id, { state: 'refused', lastError });
      // A person may have discarded it meanwhile.
      if (!state) continue;
      tally.refused += 1;
      dispatch(entryFailed(state));
      continue;
    }
    const following = heads[at + 1];
    const next = following && isTurn(following) && !firstBefore(following, staying, resolve) ? following : null;
    const { end, mapping, isGone } = await tryEntry(options, head, next, resolve, tally);
    if (mapping) serverIds[mapping.localId] = mapping.serverId;
    if (!isGone) staying.push(head);
    if (end) return end;
  }
  return null;
}
