import { useState } from 'react';
import { type ApiError, asApiError } from '../../api/client/errors';
import { messages } from '../../domain/messages';
import { CANCELLED, classify } from '../../offline/replay/classify';
import { recordable } from '../../recording/core/intents';
import { type Draft, draftDropped, draftSaved, draftSettled } from '../slices/draftsSlice';
import { useAppDispatch, useAppSelector, useAppStore } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { AppStore, AppThunk } from '../root/types';

/** Makes the id of a write: where its form opens, or at the press of a button without a form. */
export const newWriteId = recordable(
  'newWriteId',
  (): AppThunk<string> =>
    (_dispatch, _getState, { newId }) =>
      newId(),
);

/** What came of a press: the response or the queue's marker, or why neither. */
export type Sent<Result> = { response: Result; failure: null } | { response: null; failure: ApiError };

/** Sends a write under an id, as the mutations of RTK Query do. */
export type SendWrite<Result> = (writeId: string) => PromiseLike<{ data?: Result | undefined; error?: unknown }>;

/** A draft that was left behind, until the person restores or discards it. */
export interface RestorableDraft {
  /** ms since 1970 */
  savedAt: number;
  /** The server may have recorded it. */
  mayBeRecorded: boolean;
  restore: () => void;
  discard: () => void;
}

/** The server has recorded this form's write already, with the content that the form had before. */
export interface RecordedOtherwise {
  /** The server's response of then. */
  response: unknown;
  /** Sends the form's content as a change of what was recorded: a write of its own, drafted for the form of such changes. */
  change: <Result>(draft: Pick<Draft, 'form' | 'value'>, call: SendWrite<Result>) => Promise<Sent<Result>>;
}

/** What a form does with its write and its draft. */
export interface DraftOf<T> {
  /** What an earlier opening of the form left behind; `fill` puts it into the fields when it is restored. */
  offered: (fill: (value: T) => void) => RestorableDraft | null;
  /** Saves the form as it is now; call with every change. */
  save: (value: T) => void;
  /** Sends what the form holds under the form's id. After a success the form, if it stays, is a new write. */
  send: <Result>(value: T, call: SendWrite<Result>) => Promise<Sent<Result>>;
  earlier: RecordedOtherwise | null;
  /** The person gives the form up: what comes after it is a new write. */
  drop: () => void;
}

/** Whether the server may have recorded what failed so. */
function mayBeRecorded(failure: ApiError): boolean {
  if (failure.kind === 'storage') return failure.mayHaveArrived;
  if (failure.kind !== 'http') return failure.kind !== 'validation';
  const verdict = classify(failure);
  return failure.earlier !== undefined || (verdict !== 'no' && verdict !== 'signedOut');
}

const ruledOut = (text: string) => ({ response: null, failure: { kind: 'validation' as const, text } });

/** Sends the content of a draft under the draft's id, and notes what became of it. */
export async function sendDraft<Answer>(
  { dispatch, getState }: AppStore,
  id: string,
  draft: Pick<Draft, 'form' | 'value'>,
  call: SendWrite<Answer>,
): Promise<Sent<Answer>> {
  const before = getState().drafts[id]?.outcome;
  dispatch(draftSaved({ id, ...draft, savedAt: Date.now(), outcome: before ? 'sendingAgain' : 'sending' }));
  const { data, error } = await call(id);
  // An error without a kind is the library's own: a sign-out cut the press off.
  const failure = error ? (asApiError(error) ?? { kind: 'aborted' as const }) : null;
  if (!failure) {
    dispatch(draftDropped(id));
    return { response: data as Answer, failure: null };
  }
  dispatch(draftSettled({ id, outcome: before || mayBeRecorded(failure) ? 'unknown' : null }));
  return { response: null, failure };
}

/** Whether an earlier try of a form's write may have reached the server. */
export const hasDoubt = ({ drafts }: RootState, writeId: string): boolean =>
  drafts[writeId]?.outcome === 'sendingAgain';

export const isBeingSent = ({ outcome }: Draft) => outcome === 'sending' || outcome === 'sendingAgain';

/**
 * The newest draft of a form that another opening of it left behind; `null` for none. What is sent or queued is not
 * offered, and nothing is before the queue was first read.
 */
function offeredId(
  { drafts, queue }: RootState,
  form: string,
  own: readonly (string | undefined)[],
  isReadable: (raw: unknown) => boolean,
) {
  if (queue.status === 'loading') return null;
  const offered = Object.entries(drafts).filter(
    ([id, draft]) =>
      draft.form === form &&
      !own.includes(id) &&
      !isBeingSent(draft) &&
      !queue.entries.some((entry) => entry.id === id) &&
      !queue.firstTries.includes(id) &&
      isReadable(draft.value),
  );
  return offered.sort(([, a], [, b]) => b.savedAt - a.savedAt)[0]?.[0] ?? null;
}

/**
 * The write of one form and its draft. `form` names the form and what it is about, such as `edit delivery 7`; `read`
 * turns what is found on the device into a value, or `null` when it is not one.
 */
export function useDraft<T>(form: string, read: (raw: unknown) => T | null): DraftOf<T> {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [id, setId] = useState(() => dispatch(newWriteId()));
  const [recorded, setRecorded] = useState<{ response: unknown; changeId: string } | null>(null);
  const own = [id, recorded?.changeId];
  const restorableId = useAppSelector((state) => offeredId(state, form, own, (raw) => read(raw) !== null));
  const restorable = useAppSelector((state) => (restorableId === null ? undefined : state.drafts[restorableId]));

  const saveAs = (writeId: string, value: T) => dispatch(draftSaved({ id: writeId, form, value, savedAt: Date.now() }));
  /** The form goes on as that write. */
  const continueAs = (writeId: string) => {
    setId(writeId);
    setRecorded(null);
    return writeId;
  };
  /** This write is done with: the form goes on as a new one. */
  const renew = () => {
    dispatch(draftDropped(id));
    return continueAs(dispatch(newWriteId()));
  };
  function conclude<Result>(sent: Sent<Result>): Sent<Result> {
    const { failure } = sent;
    if (failure === null) renew();
    if (failure?.kind !== 'http' || !failure.earlier) return sent;
    setRecorded({ response: failure.earlier.response, changeId: dispatch(newWriteId()) });
    return ruledOut(messages.recordedOtherwise);
  }

  return {
    offered: (fill) => {
      const value = restorable && read(restorable.value);
      if (!restorable || restorableId === null || value === undefined || value === null) return null;
      const restore = () => {
        // A draft of an older build has no id of its own, but the name of its form.
        if (restorableId === form) {
          dispatch(draftDropped(restorableId));
          saveAs(id, value);
        } else continueAs(restorableId);
        fill(value);
      };
      const discard = () => void dispatch(draftDropped(restorableId));
      return { savedAt: restorable.savedAt, mayBeRecorded: restorable.outcome === 'unknown', restore, discard };
    },
    save: (value) => void saveAs(id, value),
    send: async (value, call) => {
      const sent = conclude(await sendDraft(store, id, { form, value }, call));
      if (sent.failure?.kind !== 'http' || sent.failure.status !== CANCELLED) return sent;
      saveAs(renew(), value);
      return ruledOut(messages.discardedBefore);
    },
    earlier: recorded && {
      response: recorded.response,
      change: async (draft, call) => {
        dispatch(draftDropped(id));
        return conclude(await sendDraft(store, recorded.changeId, draft, call));
      },
    },
    drop: () => void renew(),
  };
}
