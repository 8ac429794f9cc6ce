import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { entryQueued, entryReplayed, queueReloaded } from '../../offline/actions';
import { cachesCleared } from './cacheSlice';

/** What a form holds. It stands among the drafts under the id of the form's write. */
export interface Draft {
  /** Names the form and what it is about, such as `edit delivery 7`. */
  form: string;
  /** As its screen saves it; the screen that reads it back checks its shape. */
  value: unknown;
  /** ms since 1970 */
  savedAt: number;
  /**
   * What became of its write: 'sending' while this tab waits for the response; 'unknown' when the server may have
   * recorded it; 'sendingAgain' for both; `null` before the first try, and when the server has said no.
   */
  outcome: 'sending' | 'sendingAgain' | 'unknown' | null;
}

type Drafts = Record<string, Draft>;

type SavedDraft = { id: string } & Omit<Draft, 'outcome'> & Partial<Pick<Draft, 'outcome'>>;

const initialState: Drafts = {};

/** A form about something that the server has named meanwhile goes on under that name. */
function rename(drafts: Drafts, localId: string, serverId: string): void {
  for (const draft of Object.values(drafts)) draft.form = draft.form.replace(localId, serverId);
}

/** What forms hold, by write id. It survives a killed tab; it ends with the write, a Discard or a sign-out. */
const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    /** Without an `outcome` what is known of the write stays. */
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
      .addCase(queueReloaded, (drafts, { payload }) => {
        for (const { id } of payload.entries) delete drafts[id];
        for (const ids of Object.values(payload.serverIds))
          for (const [localId, serverId] of Object.entries(ids)) rename(drafts, localId, serverId);
      });
  },
});

export const { draftSaved, draftSettled, draftDropped } = draftsSlice.actions;
export const draftsReducer = draftsSlice.reducer;
