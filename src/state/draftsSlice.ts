import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { entryQueued, entryReplayed, queueReloaded } from '../offline/actions';
import type { EntrySummary } from '../offline/entry';
import { cachesWiped } from './caches/cacheSlice';
import { isSpent } from './spentDrafts';

/** A half-filled form, as its screen keeps it; the screen that reads it back checks its shape. */
export interface Draft {
  value: unknown;
  /** ms since 1970 */
  savedAt: number;
  /** Left behind by an earlier opening of the app: the person decides what becomes of it. */
  found: boolean;
}

type Drafts = Record<string, Draft>;

const initialState: Drafts = {};

/** A form about something that the server has named meanwhile goes on under that name. */
function rename(drafts: Drafts, localId: string, serverId: string): void {
  for (const [key, draft] of Object.entries(drafts)) {
    if (!key.includes(localId)) continue;
    delete drafts[key];
    drafts[key.replace(localId, serverId)] = draft;
  }
}

/** Forgets the forms that these entries were made with. */
function dropSpent(drafts: Drafts, entries: readonly EntrySummary[]): void {
  for (const [key, draft] of Object.entries(drafts)) {
    if (entries.some((head) => isSpent(key, draft, head))) delete drafts[key];
  }
}

/** Half-filled forms by the screen they belong to. They survive a killed tab and end with a submit or a sign-out. */
const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    draftKept: (drafts, { payload }: PayloadAction<{ key: string; value: unknown; savedAt: number }>) => {
      drafts[payload.key] = { value: payload.value, savedAt: payload.savedAt, found: false };
    },
    draftDropped: (drafts, { payload: key }: PayloadAction<string>) => {
      delete drafts[key];
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(cachesWiped, () => initialState)
      .addCase(entryQueued, (drafts, { payload }) => dropSpent(drafts, [payload]))
      .addCase(entryReplayed, (drafts, { payload: { mapping } }) => {
        if (mapping) rename(drafts, mapping.localId, mapping.serverId);
      })
      .addCase(queueReloaded, (drafts, { payload }) => {
        dropSpent(drafts, payload.entries);
        for (const [localId, serverId] of Object.entries(payload.serverIds)) rename(drafts, localId, serverId);
      });
  },
});

export const { draftKept, draftDropped } = draftsSlice.actions;
export const draftsReducer = draftsSlice.reducer;
