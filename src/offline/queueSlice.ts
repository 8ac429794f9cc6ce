import { createSelector, createSlice, original } from '@reduxjs/toolkit';
import {
  connectivityChanged,
  entriesDiscarded,
  entriesReplaced,
  entryFailed,
  entryQueued,
  entryReplayed,
  entrySentAtOnce,
  idMapped,
  queueReloaded,
  queueUnreadable,
  replayFinished,
  replayReported,
  replayStarted,
  sentElsewhere,
  serverReachable,
} from './actions';
import { createBlockedBy } from './dependencies';
import type { EntrySummary } from './entry';
import { editEntries, type QueueEdit } from './entryList';
import { addServerId, type ServerIds } from './localIds';
import type { ReplayEnd, ReplaySummary } from './replay/replaySummary';

/* The README has a diagram of the life of an entry. The disk changes first; actions follow each commit. */

export interface QueueState {
  /**
   * 'loading' until the first read of the disk; 'unreadable' while reading fails: then `entries` may be out of date.
   */
  status: 'loading' | 'ready' | 'unreadable';
  /** The database was made by a newer build that this one can't read: "reload to update". */
  isNewerDatabase: boolean;
  /** Every entry that was reported as saved, in order, of all users of this device. */
  entries: EntrySummary[];
  /** Ids of entries on disk whose first try is under way in some tab. They were not reported as saved yet. */
  firstTries: string[];
  /** The server's id of each local one. */
  serverIds: ServerIds;
  replaying: boolean;
  /**
   * false after the browser's offline event (spec §4) or a try without a response, until the next response, sent entry
   * or online event. While false, a new write is queued without a first try.
   */
  reachable: boolean;
  /** How this tab's last pass ended; `null` before the first. */
  lastEnd: ReplayEnd | null;
  /** The last pass in which an entry was sent or refused. */
  lastReplay: ReplaySummary | null;
  /** Records that can't be read, quarantined. */
  quarantined: number;
  /** Records of a newer build of the app: "reload to update". */
  newer: EntrySummary[];
  /** The edits since the last read of the disk ended. The result of a read may lack those made while it ran. */
  edits: QueueEdit[];
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
  edits: [],
};

function edit(state: QueueState, change: QueueEdit): void {
  // The lists under the draft (`entryList.ts`).
  const { entries, edits } = original<object>(state) as QueueState;
  state.entries = editEntries(entries, change);
  for (const mapping of change.mappings ?? []) addServerId(state.serverIds, mapping);
  state.edits = Object.freeze([...edits, change]) as QueueEdit[];
}

/** A pass is reported when an entry was sent or refused, also if a network failure ended it. */
function setLastReplay(state: QueueState, replay: ReplaySummary): void {
  if (replay.pushed > 0 || replay.refused > 0) state.lastReplay = replay;
}

/** The part of the store's state that this layer reads. */
export interface WithQueue {
  queue: QueueState;
}

/** The queue for the screens, a copy of the disk (`storage/queueJournal.ts`). */
export const queueSlice = createSlice({
  name: 'queue',
  initialState,
  reducers: {},
  extraReducers: (build) => {
    build
      .addCase(entryQueued, (state, { payload }) => {
        edit(state, { put: [payload] });
        // It has an error if it was sent, and no response arrived in time.
        if (payload.lastError) state.reachable = false;
      })
      .addCase(entryReplayed, (state, { payload: { entry, mapping } }) => {
        edit(state, { removed: [entry.id], mappings: mapping ? [mapping] : [] });
        state.reachable = true;
      })
      // Together with the responses: the id map is read from the disk only at the end of the other tab's pass.
      .addCase(sentElsewhere, (state, { payload }) => {
        const mappings = payload.flatMap(({ mapping }) => mapping ?? []);
        edit(state, { removed: payload.map(({ id }) => id), mappings });
      })
      .addCase(idMapped, (state, { payload }) => edit(state, { mappings: [payload] }))
      .addCase(entryFailed, (state, { payload }) => {
        edit(state, { put: [payload] });
        if (typeof payload.lastError?.status === 'number') state.reachable = true;
        else if (payload.state === 'waiting') state.reachable = false;
      })
      .addCase(entriesDiscarded, (state, { payload: { ids } }) => {
        edit(state, { removed: ids });
      })
      .addCase(entriesReplaced, (state, { payload: { oldIds, entries } }) => {
        edit(state, { removed: oldIds, put: entries });
      })
      .addCase(replayStarted, (state) => {
        state.replaying = true;
      })
      .addCase(replayFinished, (state, { payload }) => {
        state.replaying = false;
        state.lastEnd = payload.ended;
        setLastReplay(state, payload);
      })
      .addCase(replayReported, (state, { payload }) => {
        if (payload.pushed > 0) state.reachable = true;
        setLastReplay(state, payload);
      })
      .addCase(connectivityChanged, (state, { payload }) => {
        state.reachable = payload.online;
      })
      .addCase(serverReachable, (state) => {
        state.reachable = true;
      })
      .addCase(entrySentAtOnce, (state) => {
        state.reachable = true;
      })
      .addCase(queueReloaded, (state, { payload: { ended: _ended, ...payload } }) => {
        // Immer does not visit the entries of a frozen list; there may be thousands.
        const entries = Object.freeze(payload.entries) as EntrySummary[];
        const loaded: Partial<QueueState> = { ...payload, entries, edits: [], status: 'ready', isNewerDatabase: false };
        Object.assign(state, loaded);
      })
      .addCase(queueUnreadable, (state, { payload }) => {
        state.status = 'unreadable';
        state.isNewerDatabase = payload.isNewer;
      });
  },
  selectors: {
    selectQueue: (state) => state,
    /** Entries of one user, in order. No user sees another's. */
    selectEntriesOf: createSelector(
      [(state: QueueState) => state.entries, (_state: QueueState, userId: string | null) => userId],
      (entries, userId) => entries.filter((entry) => entry.userId === userId),
    ),
    selectServerIds: (state) => state.serverIds,
    /** For each entry that waits for another one, the id of that one. */
    selectBlockers: createSelector(
      [(state: QueueState) => state.entries, (state: QueueState) => state.serverIds],
      createBlockedBy(),
    ),
    /** The last pass of this user in which an entry was sent or refused; `null` for none. */
    selectLastReplayOf: (state, userId: string | null) =>
      state.lastReplay?.userId === userId ? state.lastReplay : null,
  },
});

export const { selectQueue, selectEntriesOf, selectServerIds, selectBlockers, selectLastReplayOf } =
  queueSlice.selectors;
