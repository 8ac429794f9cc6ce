import { queuedWriteFailureText } from '../api/failures';
import { isQueued, type Queued } from '../api/queuedWrites';
import { useStartVisitMutation } from '../api/visitsApi';
import type { StartVisitBody } from '../contract/visits';
import { messages } from '../domain/messages';
import { draftDropped } from './draftsSlice';
import { newWriteId, useSendDraft } from './drafts';
import { useAppDispatch, useAppStore } from './hooks';
import { useUser } from './session';

/** What came of a press of Start Visit: the visit's id and what to say of it, or the words for why not. */
export type StartedVisit = { visitId: string; done: string | Queued } | { error: string };

/**
 * Starts or continues a visit. The write's id is made at the press and belongs to user, location and rep: it stays
 * until the server has said yes or no, so that a press after a lost response starts no second visit.
 */
export function useStartVisit(): { start: (body: StartVisitBody) => Promise<StartedVisit>; starting: boolean } {
  const [startVisit, { isLoading: starting }] = useStartVisitMutation();
  const user = useUser();
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const sendDraft = useSendDraft();

  const start = async (body: StartVisitBody): Promise<StartedVisit> => {
    const form = `start visit ${user._id} ${body.location} ${body.rep ?? ''}`;
    const drafts = () => store.getState().drafts;
    const [known] = Object.entries(drafts()).find(([, draft]) => draft.form === form) ?? [];
    const id = known ?? dispatch(newWriteId());
    const { answer, failure } = await sendDraft(id, { form, value: null }, (writeId) => startVisit({ writeId, body }));
    if (failure) {
      if (drafts()[id]?.outcome === null) dispatch(draftDropped(id));
      return { error: queuedWriteFailureText(failure) };
    }
    const visitId = isQueued(answer) ? answer.localId : answer._id;
    const done = isQueued(answer) ? answer : messages.visitStarted;
    return visitId ? { visitId, done } : { error: messages.visitFailed };
  };
  return { start, starting };
}
