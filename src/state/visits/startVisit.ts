import { parseVisit } from '../../api/parsers/visit';
import { queuedWriteErrorMessage } from '../../api/client/errors';
import { isQueued, type Queued } from '../../api/client/writes';
import { useStartVisitMutation } from '../../api/visitsApi';
import type { StartVisitBody } from '../../contract/visits';
import { HOUR_MS } from '../../domain/durations';
import { messages } from '../../domain/messages';
import { CANCELLED } from '../../offline/replay/classify';
import { draftDropped } from '../slices/draftsSlice';
import { newWriteId, sendDraft } from '../drafts/drafts';
import { useAppDispatch, useAppStore } from '../root/hooks';
import { openVisits } from './openVisits';
import type { RootState } from '../root/rootReducer';
import { useUser } from '../session/session';

/** The result of Start Visit: the visit's id with the text or marker to show, or the error message. */
export type StartedVisit = { visitId: string; done: string | Queued } | { error: string };

/** The prefix of a start's name among the drafts. Its draft has no content. */
const START = 'start visit ';

/** Whether this device knows that the visit was submitted. */
function isKnownSubmitted(state: RootState, visitId: string): boolean {
  return visitId in state.visitsCache.byKey && !openVisits(state).some(({ _id }) => _id === visitId);
}

/**
 * Starts or continues a visit. The write id is created at the press and belongs to user, location and rep. It stays for
 * an hour, or until the server has accepted or refused it, so that a press after a lost response starts no second
 * visit.
 */
export function useStartVisit(): { start: (body: StartVisitBody) => Promise<StartedVisit>; starting: boolean } {
  const [startVisit, { isLoading: starting }] = useStartVisitMutation();
  const user = useUser();
  const store = useAppStore();
  const dispatch = useAppDispatch();

  /** The write id of the same start with an unknown outcome, if it is less than an hour old. */
  function earlierStart(form: string): string | undefined {
    const starts = Object.entries(store.getState().drafts).filter(([, draft]) => draft.form?.startsWith(START));
    const old = starts.filter(([, { savedAt }]) => Date.now() - savedAt > HOUR_MS);
    for (const [id] of old) dispatch(draftDropped(id));
    return starts.find((one) => one[1].form === form && !old.includes(one))?.[0];
  }

  const start = async (body: StartVisitBody): Promise<StartedVisit> => {
    const form = `${START}${user._id} ${body.location} ${body.rep ?? user._id}`;
    const before = earlierStart(form);
    const known = store.getState();
    const id = before ?? dispatch(newWriteId());
    const sent = await sendDraft(store, id, { form, value: null }, (writeId) => startVisit({ writeId, body }));
    const { failure } = sent;
    if (before && failure?.kind === 'http' && failure.status === CANCELLED) {
      dispatch(draftDropped(id));
      return start(body);
    }
    // The card of a location and the start screen name the same rep in two ways.
    const recorded = failure?.kind === 'http' && failure.earlier ? parseVisit(failure.earlier.response) : null;
    if (recorded || (failure && store.getState().drafts[id]?.outcome === null)) dispatch(draftDropped(id));
    if (failure && !recorded) return { error: queuedWriteErrorMessage(failure) };
    const response = recorded ?? sent.response;
    const visitId = isQueued(response) ? response.localId : response?._id;
    if (!visitId) return { error: messages.visitFailed };
    // The visit of this id was submitted meanwhile, so this press starts a new one.
    if (before && isKnownSubmitted(known, visitId)) return start(body);
    return { visitId, done: isQueued(response) ? response : messages.visitStarted };
  };
  return { start, starting };
}
