import { type ApiError, asApiError } from '../../api/client/errors';
import { classify } from '../../offline/replay/classify';
import { recordable } from '../../recording/core/intents';
import { type Draft, draftDropped, draftSaved, draftSettled, type SavedDraft } from '../slices/draftsSlice';
import type { RootState } from '../root/rootReducer';
import type { AppStore, AppThunk } from '../root/types';

/** Creates the id of a write: when its form opens, or at the press of a button without a form. */
export const newWriteId = recordable(
  'newWriteId',
  (): AppThunk<string> =>
    (_dispatch, _getState, { newId }) =>
      newId(),
);

/** The prefix of a start's name among the drafts. Start Visit is a button, so the draft holds no content of a form. */
export const START_FORM = 'start visit ';

/** The result of a submit: the response or the `Queued` marker, or the failure. */
export type Sent<Result> = { response: Result; failure: null } | { response: null; failure: ApiError };

/** Sends a write under an id, as the mutations of RTK Query do. */
export type SendWrite<Result> = (writeId: string) => PromiseLike<{ data?: Result | undefined; error?: unknown }>;

/** Whether the server may have recorded a write that failed with this error. */
function mayBeRecorded(failure: ApiError): boolean {
  if (failure.kind === 'storage') return failure.mayHaveArrived;
  if (failure.kind !== 'http') return failure.kind !== 'validation';
  const verdict = classify(failure);
  return failure.earlier !== undefined || (verdict !== 'refused' && verdict !== 'signedOut');
}

/** Saves a draft with the time of the store's clock. */
export const saveDraft =
  (draft: Omit<SavedDraft, 'savedAt'>): AppThunk<void> =>
  (dispatch, _getState, { now }) =>
    void dispatch(draftSaved({ ...draft, savedAt: now() }));

/** Sends the content of a draft with the draft's id, and stores the outcome. */
export async function sendDraft<Result>(
  { dispatch, getState }: AppStore,
  id: string,
  draft: Pick<Draft, 'form' | 'value'>,
  call: SendWrite<Result>,
): Promise<Sent<Result>> {
  const outcomeBefore = getState().drafts[id]?.outcome;
  dispatch(saveDraft({ id, ...draft, outcome: outcomeBefore ? 'sendingAgain' : 'sending' }));
  const { data, error } = await call(id);
  // An error without a kind comes from RTK Query: a sign-out aborted the call.
  const failure = error ? (asApiError(error) ?? { kind: 'aborted' as const }) : null;
  if (!failure) {
    dispatch(draftDropped(id));
    return { response: data as Result, failure: null };
  }
  dispatch(draftSettled({ id, outcome: outcomeBefore || mayBeRecorded(failure) ? 'unknown' : null }));
  return { response: null, failure };
}

/** Whether an earlier try of a form's write may have reached the server. */
export const hasDoubt = ({ drafts }: RootState, writeId: string): boolean =>
  drafts[writeId]?.outcome === 'sendingAgain';

export const isBeingSent = ({ outcome }: Draft) => outcome === 'sending' || outcome === 'sendingAgain';
