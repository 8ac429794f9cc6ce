import { createSelector, createSlice, original } from '@reduxjs/toolkit';
import {
  connectivityChanged,
  entriesDiscarded,
  entriesReplaced,
  entryFailed,
  entryQueued,
  entryReplayed,
  queueReloaded,
  queueUnreadable,
  replayFinished,
  replayReported,
  replayStarted,
  serverReachable,
} from './actions';
import { createBlockedBy } from './dependencies';
import type { EntrySummary, OrderedEntry } from './entry';
import { upsertEntry, withoutEntries } from './entryList';
import { addServerId, type ServerIds } from './localIds';
import type { ReplayEnd, ReplaySummary } from './replay/replaySummary';

/* The life of an entry is drawn in the README. The disk goes first, always; these events follow it. */

export interface QueueState {
  /** 'loading' until the disk was first read; 'unreadable' while it can't be: then `entries` is not the truth. */
  status: 'loading' | 'ready' | 'unreadable';
  /** The database was made by a newer build that this one can't read: "reload to update". */
  isNewerDatabase: boolean;
  /** Every entry that a person has been told is saved, in the order made; of all users of this device. */
  entries: EntrySummary[];
  /** Ids of entries on disk whose first try is under way in some tab: nobody was told of them yet. */
  firstTries: string[];
  /** The server's id of each local one. */
  serverIds: ServerIds;
  replaying: boolean;
  /** False since a try had no response, until there is one: further saves do not try at once. */
  reachable: boolean;
  /** How this tab's last pass came to its end; `null` before the first. */
  lastEnd: ReplayEnd | null;
  /** The last pass that has something to tell: it pushed or was refused something. */
  lastReplay: ReplaySummary | null;
  /** Records that can't be read, quarantined. */
  quarantined: number;
  /** Records of a newer build of the app: "reload to update". */
  newer: OrderedEntry[];
  /** Counts every change of `entries`, so that a slow read of the disk can tell that it is out of date. */
  changes: number;
}

const initialState: QueueState = {
  status: 'loading',
  isNewerDatabase: false,
  entries: [],
  firstTries: [],
  serverIds: {},
  replaying: false,
  reachable: true,
  lastEnd: null,
  lastReplay: null,
  quarantined: 0,
  newer: [],
  changes: 0,
};

/** The list under the draft (`entryList.ts`). */
function entriesOf(state: QueueState): readonly EntrySummary[] {
  return original(state.entries) ?? state.entries;
}

function setEntries(state: QueueState, entries: EntrySummary[]): void {
  state.entries = entries;
  state.changes += 1;
}

/** A pass is reported when it pushed or was refused something, also when the network then ended it. */
function report(state: QueueState, replay: ReplaySummary): void {
  if (replay.pushed > 0 || replay.refused > 0) state.lastReplay = replay;
}

/** The part of the store's state that this layer reads. */
export interface WithQueue {
  queue: QueueState;
}

/** The queue as the screens see it. Its truth is the disk (`storage/queueJournal.ts`). */
export const queueSlice = createSlice({
  name: 'queue',
  initialState,
  reducers: {},
  extraReducers: (build) => {
    build
      .addCase(entryQueued, (state, { payload }) => {
        setEntries(state, upsertEntry(entriesOf(state), payload));
        // It was sent, and no response came in time.
        if (payload.lastError) state.reachable = false;
      })
      .addCase(entryReplayed, (state, { payload: { entry, mapping } }) => {
        setEntries(state, withoutEntries(entriesOf(state), [entry.id]));
        if (mapping) addServerId(state.serverIds, mapping);
        state.reachable = true;
      })
      .addCase(entryFailed, (state, { payload }) => {
        setEntries(state, upsertEntry(entriesOf(state), payload));
        if (typeof payload.lastError?.status === 'number') state.reachable = true;
        else if (payload.state === 'waiting') state.reachable = false;
      })
      .addCase(entriesDiscarded, (state, { payload: { ids } }) => {
        setEntries(state, withoutEntries(entriesOf(state), ids));
        // What a person dropped since the last pass is left no more.
        if (state.lastReplay) state.lastReplay.remaining = Math.max(0, state.lastReplay.remaining - ids.length);
      })
      .addCase(entriesReplaced, (state, { payload: { oldIds, entries } }) => {
        const others: readonly EntrySummary[] = withoutEntries(entriesOf(state), oldIds);
        setEntries(state, entries.reduce<readonly EntrySummary[]>(upsertEntry, others) as EntrySummary[]);
      })
      .addCase(replayStarted, (state) => {
        state.replaying = true;
      })
      .addCase(replayFinished, (state, { payload }) => {
        state.replaying = false;
        state.lastEnd = payload.ended;
        report(state, payload);
      })
      .addCase(replayReported, (state, { payload }) => {
        if (payload.pushed > 0) state.reachable = true;
        report(state, payload);
      })
      .addCase(connectivityChanged, (state, { payload }) => {
        if (payload.online) state.reachable = true;
      })
      .addCase(serverReachable, (state) => {
        state.reachable = true;
      })
      .addCase(queueReloaded, (state, { payload }) => {
        // A frozen list is taken as it is; else each of its thousands of entries would be walked through.
        const entries = Object.freeze(payload.entries);
        Object.assign(state, payload, { entries, status: 'ready', isNewerDatabase: false });
      })
      .addCase(queueUnreadable, (state, { payload }) => {
        state.status = 'unreadable';
        state.isNewerDatabase = payload.isNewer;
      });
  },
  selectors: {
    selectQueue: (state) => state,
    /** Entries of one user, in the order made. Nobody sees another's. */
    selectEntriesOf: createSelector(
      [(state: QueueState) => state.entries, (_state: QueueState, userId: string | null) => userId],
      (entries, userId) => entries.filter((entry) => entry.userId === userId),
    ),
    selectServerIds: (state) => state.serverIds,
    /** For each entry that waits for an earlier one, the id of that one. */
    selectBlockers: createSelector(
      [(state: QueueState) => state.entries, (state: QueueState) => state.serverIds],
      createBlockedBy(),
    ),
    /** The last pass of this user that pushed or was refused something; `null` for none. */
    selectLastReplayOf: (state, userId: string | null) =>
      state.lastReplay?.userId === userId ? state.lastReplay : null,
  },
});

export const { selectQueue, selectEntriesOf, selectServerIds, selectBlockers, selectLastReplayOf } =
  queueSlice.selectors;
