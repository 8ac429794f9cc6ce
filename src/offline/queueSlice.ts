import { createSelector, createSlice, original } from '@reduxjs/toolkit';
import { withChange, withHead, withHoldsOf, withoutHead } from './headList';
import {
  entryDiscarded,
  entryFailed,
  entryHeld,
  entryQueued,
  entryReplaced,
  entryReplayed,
  missingAcknowledged,
  queueReloaded,
  queueUnreadable,
  replayFinished,
  replayReported,
  replayStarted,
} from './queueActions';
import type { Dependable, EntryHead, ReplayEnd, ReplayReport } from './types';

/* The life of an entry is drawn in the README. The disk goes first, always; these events follow it. */

export interface QueueState {
  /** Every entry that a person has been told is saved, in the order made; of all users of this device. */
  heads: EntryHead[];
  /** The server's id of each local one. */
  serverIds: Record<string, string>;
  replaying: boolean;
  /** How this tab's last pass came to its end; `null` before the first. */
  lastEnd: ReplayEnd | null;
  /** The last pass that has something to tell: it pushed or was refused something. */
  lastReplay: ReplayReport | null;
  /** Records that can't be read, kept aside. */
  setAside: number;
  /** Records of a newer build of the app: "reload to update". */
  newer: Dependable[];
  /** Changes that vanished from the disk, until a person has seen it. */
  missing: number;
  /** True while the queue can't be read: then `heads` is not the truth, and nothing says "empty". */
  unreadable: boolean;
  /** Counts every change of `heads`, so that a slow read of the disk can tell that it is out of date. */
  changes: number;
}

const initialState: QueueState = {
  heads: [],
  serverIds: {},
  replaying: false,
  lastEnd: null,
  lastReplay: null,
  setAside: 0,
  newer: [],
  missing: 0,
  unreadable: false,
  changes: 0,
};

/** The list under the draft (`headList.ts`). */
function headsOf(state: QueueState): readonly EntryHead[] {
  return original(state.heads) ?? state.heads;
}

/** A pass is told when it pushed or was refused something, also when the network then ended it. */
function tell(state: QueueState, report: ReplayReport): void {
  if (report.pushed > 0 || report.refused > 0) state.lastReplay = report;
}

/** The part of the store's state that this layer reads. */
export interface WithQueue {
  queue: QueueState;
}

/** The queue as the screens see it. Its truth is the disk (`queueStore.ts`). */
export const queueSlice = createSlice({
  name: 'queue',
  initialState,
  reducers: {},
  extraReducers: (build) => {
    build
      .addCase(entryQueued, (state, { payload }) => {
        state.heads = withHead(headsOf(state), payload);
        state.changes += 1;
      })
      .addCase(entryReplayed, (state, { payload: { head, mapping } }) => {
        state.heads = withoutHead(headsOf(state), head.id);
        if (mapping) state.serverIds[mapping.localId] = mapping.serverId;
        state.changes += 1;
      })
      .addCase(entryFailed, (state, { payload }) => {
        state.heads = withChange(headsOf(state), payload.id, { ...payload, heldBehind: null });
        state.changes += 1;
      })
      .addCase(entryHeld, (state, { payload }) => {
        state.heads = withChange(headsOf(state), payload.id, { heldBehind: payload.behind });
      })
      .addCase(entryDiscarded, (state, { payload }) => {
        state.heads = withoutHead(headsOf(state), payload.id);
        // What a person dropped since the last pass is left no more.
        if (state.lastReplay) state.lastReplay.remaining = Math.max(0, state.lastReplay.remaining - 1);
        state.changes += 1;
      })
      .addCase(entryReplaced, (state, { payload }) => {
        state.heads = withHead(withoutHead(headsOf(state), payload.oldId), payload.head);
        state.changes += 1;
      })
      .addCase(replayStarted, (state) => {
        state.replaying = true;
      })
      .addCase(replayFinished, (state, { payload }) => {
        state.replaying = false;
        state.lastEnd = payload.ended;
        tell(state, payload);
      })
      .addCase(replayReported, (state, { payload }) => tell(state, payload))
      .addCase(queueReloaded, (state, { payload }) => {
        const missing = Math.max(state.missing, payload.missing);
        const heads = withHoldsOf(payload.heads, headsOf(state));
        Object.assign(state, payload, { heads, missing, unreadable: false });
      })
      .addCase(queueUnreadable, (state) => {
        state.unreadable = true;
      })
      .addCase(missingAcknowledged, (state) => {
        state.missing = 0;
      });
  },
  selectors: {
    selectQueue: (state) => state,
    /** Entries of one user, in the order made. Nobody sees another's. */
    selectHeadsOf: createSelector(
      [(state: QueueState) => state.heads, (_state: QueueState, userId: string | null) => userId],
      (heads, userId) => heads.filter((head) => head.userId === userId),
    ),
    selectServerIds: (state) => state.serverIds,
    /** The last pass of this user that pushed or was refused something; `null` for none. */
    selectLastReplayOf: (state, userId: string | null) =>
      state.lastReplay?.userId === userId ? state.lastReplay : null,
  },
});

export const { selectQueue, selectHeadsOf, selectServerIds, selectLastReplayOf } = queueSlice.selectors;
