import { createAction } from '@reduxjs/toolkit';
import type { EntryHead, EntryState, IdMapping, QueueSnapshot, ReplayReport } from './types';

/**
 * What happens to the queue, as past-tense events. Every id, time and random value comes in a payload, so a
 * recorded log replays to the same queue (invariant 28).
 */

/** A write is on disk and waits: the person is being told "Saved locally". */
export const entryQueued = createAction<EntryHead>('queue/entryQueued');
/** The server carried an entry out, and it is off the disk. `answer` is the server's, raw. */
export const entryReplayed = createAction<{ head: EntryHead; answer: unknown; mapping: IdMapping | null }>(
  'queue/entryReplayed',
);
/** A try failed; the entry stays, with what is now known of it. */
export const entryFailed = createAction<EntryState>('queue/entryFailed');
/** An entry was not tried, because it waits for another one. */
export const entryHeld = createAction<{ id: string; behind: string }>('queue/entryHeld');
/** A person chose to drop an entry. */
export const entryDiscarded = createAction<{ id: string }>('queue/entryDiscarded');
/** A person edited a refused entry: a new one stands in its place. */
export const entryReplaced = createAction<{ oldId: string; head: EntryHead }>('queue/entryReplaced');

export const replayStarted = createAction<{ userId: string }>('queue/replayStarted');
export const replayFinished = createAction<ReplayReport>('queue/replayFinished');
/** Another tab of this device finished a pass. */
export const replayReported = createAction<ReplayReport>('queue/replayReported');
/** The queue was read from disk. */
export const queueReloaded = createAction<QueueSnapshot>('queue/queueReloaded');
/** The queue could not be read; what lies on disk is untouched, and reading is tried again. */
export const queueUnreadable = createAction('queue/queueUnreadable');
/** A person has seen that changes are missing. */
export const missingAcknowledged = createAction('queue/missingAcknowledged');

// What may start a pass.
/** A person asked for it: for everything, or for one entry. */
export const syncRequested = createAction<{ only?: string }>('queue/syncRequested');
export const retryTimerFired = createAction('queue/retryTimerFired');
/** The browser's word for it (spec §4). */
export const connectivityChanged = createAction<{ online: boolean }>('connectivity/connectivityChanged');
export const windowFocused = createAction('connectivity/windowFocused');
/** Some other call got an answer, so the server is there. */
export const serverAnswered = createAction('connectivity/serverAnswered');
/** The server has confirmed who is signed in, so their entries may go: at the app's start, or by a fresh sign-in. */
export const ownerConfirmed = createAction<{ userId: string; by: 'start' | 'signIn' }>('queue/ownerConfirmed');
