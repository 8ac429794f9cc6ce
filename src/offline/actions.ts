import { createAction } from '@reduxjs/toolkit';
import type { EntrySummary, IdMapping } from './entry';
import type { ServerIds } from './localIds';
import type { ReplaySummary } from './replay/replaySummary';
import type { ServerPause } from './storage/queueRecords';

/**
 * What happens to the queue, as past-tense events. Every id, time and random value comes in a payload, so a
 * recorded log replays to the same queue (invariant 28).
 */

/** A write is on disk and waits. The person sees "Saved locally". */
export const entryQueued = createAction<EntrySummary>('queue/entryQueued');
/** An entry that the server recorded. */
interface SentEntry {
  entry: EntrySummary;
  /** The server's response, not parsed. */
  response: unknown;
  /** When the response came, ms since 1970. */
  at: number;
  /** The server has other content than the entry's. The person has accepted it, or corrects it. */
  isRecordedOtherwise?: true;
}

/** The server recorded a waiting entry, and the entry was removed from the disk. */
export const entryReplayed = createAction<SentEntry & { mapping: IdMapping | null }>('queue/entryReplayed');
/** The server recorded an entry on its first try, while the person waited. It was never shown in the queue. */
export const entrySentAtOnce = createAction<SentEntry>('queue/entrySentAtOnce');

/** A change of this device that the server recorded. */
export interface SentChange extends Pick<EntrySummary, 'userId' | 'call' | 'about'> {
  /** The server's id of the visit or delivery; empty when the response has none. */
  serverId: string;
}

/** A sent change with the entry's id and the moment its response came, ms since 1970. */
export interface SentRecord {
  id: string;
  value: SentChange;
  savedAt: number;
  /** The server's response, not parsed; absent in the message of an older build. */
  response?: unknown;
  /** The server's id of the created record; `null` for none. */
  mapping: IdMapping | null;
  /** See `SentEntry`: the change itself was not sent. */
  isRecordedOtherwise?: true | undefined;
}

/** Another tab of this device sent changes, and has removed their entries from the disk. */
export const sentElsewhere = createAction<SentRecord[]>('sentToday/sentElsewhere');

/** A read has shown the record that a waiting entry creates: its server's id is on the disk. */
export const idMapped = createAction<IdMapping>('queue/idMapped');

/** A try failed. The entry stays, with the state after this try. */
export const entryFailed = createAction<EntrySummary>('queue/entryFailed');
/** A person chose to drop entries. */
export const entriesDiscarded = createAction<{ ids: readonly string[] }>('queue/entriesDiscarded');
/** A person edited or moved entries: other entries have replaced them. */
export const entriesReplaced = createAction<{ oldIds: readonly string[]; entries: readonly EntrySummary[] }>(
  'queue/entriesReplaced',
);

export const replayStarted = createAction<{ userId: string }>('queue/replayStarted');
export const replayFinished = createAction<ReplaySummary>('queue/replayFinished');
/** Another tab of this device finished a pass. */
export const replayReported = createAction<ReplaySummary>('queue/replayReported');
/** The queue as read from disk. */
export interface QueueSnapshot {
  entries: EntrySummary[];
  firstTries: string[];
  serverIds: ServerIds;
  quarantined: number;
  newer: EntrySummary[];
  /** The ids of writes that a person discarded, or replaced under another id. */
  ended: string[];
}

/** The queue was read from disk. */
export const queueReloaded = createAction<QueueSnapshot>('queue/queueReloaded');
/** The queue could not be read. The disk is unchanged, and the read will be repeated. */
export const queueUnreadable = createAction<{ isNewer: boolean }>('queue/queueUnreadable');

// What may start a pass.
/** A person pressed Sync now, or asked for one entry. */
export const syncRequested = createAction<{ only?: string }>('queue/syncRequested');
export const retryTimerFired = createAction('queue/retryTimerFired');
/** The browser's online or offline event (spec §4). */
export const connectivityChanged = createAction<{ online: boolean }>('connectivity/connectivityChanged');
export const windowFocused = createAction('connectivity/windowFocused');
/** Another call got a response, so the server is reachable. */
export const serverReachable = createAction('connectivity/serverReachable');
/** A call outside the queue got a response that asks for a pause (invariant 35). */
export const serverBusy = createAction<ServerPause>('connectivity/serverBusy');
/** The server has confirmed who is signed in, at the app's start or by a sign-in. Their entries may be sent. */
export const sessionConfirmedForQueue = createAction<{ userId: string; by: 'start' | 'signIn' }>(
  'queue/sessionConfirmedForQueue',
);
