import { useState } from 'react';
import { currentRecord, errorMessage } from '../../api/client/errors';
import { messages } from '../../domain/messages';
import { screenMessages } from '../../domain/screenMessages';
import { CANCELLED } from '../../offline/replay/classify';
import { useAppDispatch, useAppSelector, useAppStore } from '../root/hooks';
import { type Draft, draftDropped } from '../slices/draftsSlice';
import { newWriteId, saveDraft, sendDraft, type SendWrite, type Sent } from './drafts';
import { draftMayBeRecorded, offeredId } from './leftDraft';

/** A draft that was left behind, until the person restores or discards it. */
export interface RestorableDraft {
  /** ms since 1970 */
  savedAt: number;
  /** The server may have recorded it. */
  mayBeRecorded: boolean;
  restore: () => void;
  discard: () => void;
}

/** A write and the draft of its content. */
export interface DraftedWrite<Result> {
  draft: Pick<Draft, 'form' | 'value'>;
  call: SendWrite<Result>;
  /** true: it creates another record instead of an update, and the form continues with this write. */
  isOther?: boolean;
}

/** The server has recorded this form's write already, with earlier content of the form. */
export interface RecordedOtherwise {
  /** The server's response to the earlier content. */
  response: unknown;
  /**
   * Sends the form's content as an update of the recorded write. The update has its own write id, and its draft belongs
   * to the edit form. If another user has changed the record meanwhile (412), the choice is offered again, with that
   * content.
   */
  sendAsUpdate: <Result>(write: DraftedWrite<Result>) => Promise<Sent<Result>>;
}

/** The functions of a form for its write and its draft. */
export interface DraftOf<T> {
  /** The draft of an earlier opening of the form. `fill` sets the fields when it is restored. */
  offered: (fill: (value: T) => void) => RestorableDraft | null;
  /** Saves the form as it is now; call with every change. */
  save: (value: T) => void;
  /** Sends the form's content with the form's id. After a success the form gets a new id. */
  send: <Result>(value: T, call: SendWrite<Result>) => Promise<Sent<Result>>;
  recordedOtherwise: RecordedOtherwise | null;
  /** Drops the draft. The form gets a new id. */
  drop: () => void;
}

const validationFailure = (text: string) => ({ response: null, failure: { kind: 'validation' as const, text } });

/**
 * The write of one form and its draft. `form` names the form and its record, such as `edit delivery 7`. `read` parses a
 * stored value; `null` for an invalid one.
 */
export function useDraft<T>(form: string, read: (raw: unknown) => T | null): DraftOf<T> {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [id, setId] = useState(() => dispatch(newWriteId()));
  const [recorded, setRecorded] = useState<{ response: unknown; changeId: string } | null>(null);
  const own = [id, recorded?.changeId];
  const restorableId = useAppSelector((state) => offeredId(state, form, (raw) => read(raw) !== null, own));
  const restorable = useAppSelector((state) => (restorableId === null ? undefined : state.drafts[restorableId]));
  const isInDoubt = useAppSelector((state) => restorableId !== null && draftMayBeRecorded(state, restorableId));

  const saveAs = (writeId: string, value: T) => dispatch(saveDraft({ id: writeId, form, value }));
  /** The form continues with that write id. */
  const continueAs = (writeId: string) => {
    setId(writeId);
    setRecorded(null);
    return writeId;
  };
  /** This write is finished. The form continues with a new id. */
  const renew = () => {
    dispatch(draftDropped(id));
    return continueAs(dispatch(newWriteId()));
  };
  /** `changeId`: the write id of a correction that was sent already, if one was. */
  function conclude<Result>(sent: Sent<Result>, changeId?: string): Sent<Result> {
    const { failure } = sent;
    if (failure === null) renew();
    if (failure?.kind !== 'http' || !failure.earlier) return sent;
    setRecorded({ response: failure.earlier.response, changeId: changeId ?? dispatch(newWriteId()) });
    return validationFailure(messages.recordedOtherwise);
  }

  return {
    offered: (fill) => {
      const value = restorable && read(restorable.value);
      if (!restorable || restorableId === null || value === undefined || value === null) return null;
      const restore = () => {
        // A draft of an older build has the name of its form instead of an id.
        if (restorableId === form) {
          dispatch(draftDropped(restorableId));
          saveAs(id, value);
        } else continueAs(restorableId);
        fill(value);
      };
      const discard = () => void dispatch(draftDropped(restorableId));
      return { savedAt: restorable.savedAt, mayBeRecorded: isInDoubt, restore, discard };
    },
    save: (value) => saveAs(id, value),
    send: async (value, call) => {
      const sent = conclude(await sendDraft(store, id, { form, value }, call), recorded?.changeId);
      if (sent.failure?.kind !== 'http' || sent.failure.status !== CANCELLED) return sent;
      saveAs(renew(), value);
      return validationFailure(screenMessages.discardedBefore);
    },
    recordedOtherwise: recorded && {
      response: recorded.response,
      sendAsUpdate: async ({ draft, call, isOther = false }) => {
        dispatch(draftDropped(id));
        const result = await sendDraft(store, recorded.changeId, draft, call);
        if (isOther && result.failure) continueAs(recorded.changeId);
        const sent = conclude(result);
        const current = sent.failure?.kind === 'http' ? currentRecord(sent.failure) : undefined;
        if (!sent.failure || current === undefined) return sent;
        setRecorded({ ...recorded, response: current });
        return validationFailure(errorMessage(sent.failure));
      },
    },
    drop: () => {
      if (recorded) dispatch(draftDropped(recorded.changeId));
      renew();
    },
  };
}
