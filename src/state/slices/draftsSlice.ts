import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { entryQueued, entryReplayed, idMapped, queueReloaded } from '../../offline/actions';
import { cachesCleared } from './cacheSlice';

/** The content of a form. The key among the drafts is the form's write id. */
export interface Draft {
  /** Names the form and what it is about, such as `edit delivery 7`. */
  form: string;
  /** As its screen saves it; the screen that reads it back checks its shape. */
  value: unknown;
  /** ms since 1970 */
  savedAt: number;
  /**
   * The outcome of its write. 'sending': this tab waits for the response. 'unknown': the server may have recorded it.
   * 'sendingAgain': both. `null`: before the first try, and after a refusal.
   */
  outcome: 'sending' | 'sendingAgain' | 'unknown' | null;
}

export type Drafts = Record<string, Draft>;

/** A draft to save, under its write id. */
export type SavedDraft = { id: string } & Omit<Draft, 'outcome'> & Partial<Pick<Draft, 'outcome'>>;

const initialState: Drafts = {};

/** Renames the drafts of a record from its local id to its server id. */
function rename(drafts: Drafts, localId: string, serverId: string): void {
  for (const draft of Object.values(drafts)) draft.form = draft.form.replace(localId, serverId);
}

/**
 * The contents of forms, by write id. A draft survives a killed tab. It ends with its write, a Discard or a sign-out.
 */
const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    /** Without an `outcome` the draft keeps the known one. */
    draftSaved: (drafts, { payload: { id, ...draft } }: PayloadAction<SavedDraft>) => {
      drafts[id] = { outcome: drafts[id]?.outcome ?? null, ...draft };
    },
    draftSettled: (drafts, { payload }: PayloadAction<{ id: string } & Pick<Draft, 'outcome'>>) => {
      const draft = drafts[payload.id];
      if (draft) draft.outcome = payload.outcome;
    },
    draftDropped: (drafts, { payload: id }: PayloadAction<string>) => {
      delete drafts[id];
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(cachesCleared, () => initialState)
      .addCase(entryQueued, (drafts, { payload }) => {
        delete drafts[payload.id];
      })
      .addCase(entryReplayed, (drafts, { payload: { entry, mapping } }) => {
        delete drafts[entry.id];
        if (mapping) rename(drafts, mapping.localId, mapping.serverId);
      })
      .addCase(idMapped, (drafts, { payload }) => rename(drafts, payload.localId, payload.serverId))
      .addCase(queueReloaded, (drafts, { payload }) => {
        const queued = [...payload.entries, ...payload.newer].map(({ id }) => id);
        for (const id of [...queued, ...payload.ended]) delete drafts[id];
        for (const ids of Object.values(payload.serverIds))
          for (const [localId, serverId] of Object.entries(ids)) rename(drafts, localId, serverId);
      });
  },
});

export const { draftSaved, draftSettled, draftDropped } = draftsSlice.actions;
export const draftsReducer = draftsSlice.reducer;
