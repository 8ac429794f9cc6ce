import { queuedWriteErrorMessage } from '../../api/client/errors';
import { isQueued, type Queued } from '../../api/client/writes';
import { asRecord, asText } from '../../api/parsers/values';
import { useStartVisitMutation } from '../../api/visitsApi';
import type { StartVisitBody } from '../../contract/visits';
import { HOUR_MS } from '../../domain/durations';
import { messages } from '../../domain/messages';
import { CANCELLED } from '../../offline/replay/classify';
import { draftDropped } from '../slices/draftsSlice';
import { newWriteId, sendDraft, START_FORM } from '../drafts/drafts';
import { useAppDispatch, useAppStore, useStoreClock } from '../root/hooks';
import { openVisits, wasSubmittedSince } from './openVisits';
import type { RootState } from '../root/rootReducer';
import { useUser } from '../session/session';

/** The result of Start Visit: the visit's id with the text or marker to show, or the error message. */
export type StartedVisit = { visitId: string; done: string | Queued } | { error: string };

/** Whether this device knows that the visit was submitted. */
function isKnownSubmitted(state: RootState, visitId: string): boolean {
  return visitId in state.visitsCache.byKey && !openVisits(state).some(({ _id }) => _id === visitId);
}

/** The write ids of all starts that are more than an hour old, or whose visit may have been submitted since. */
function expiredStarts(state: RootState, now: number): string[] {
  return Object.entries(state.drafts).flatMap(([id, { form, value, savedAt }]) => {
    if (!form?.startsWith(START_FORM)) return [];
    const { location, rep } = asRecord(value);
    const isOver = wasSubmittedSince(state, asText(location), asText(rep) || null, savedAt);
    return isOver || now - savedAt > HOUR_MS ? [id] : [];
  });
}

/**
 * Starts or continues a visit. The write id is created at the press and belongs to user, location and rep. It stays for
 * an hour, or until the server has accepted or refused it, so that a press after a lost response starts no second
 * visit. It goes sooner when a visit of that rep there is submitted: that may be the one that it started. The body of
 * the first press stays with the id: the location card omits `rep`, the start screen names it, and both mean one start.
 */
export function useStartVisit(): { start: (body: StartVisitBody) => Promise<StartedVisit>; starting: boolean } {
  const [startVisit, { isLoading: starting }] = useStartVisitMutation();
  const user = useUser();
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const now = useStoreClock();

  /** Sends a start. Returns `null` when a repeated one cannot be used, so that the press needs a new id. */
  async function send(id: string, form: string, body: StartVisitBody, isRepeat: boolean): Promise<StartedVisit | null> {
    const stateBefore = store.getState();
    const sent = await sendDraft(store, id, { form, value: body }, (writeId) => startVisit({ writeId, body }));
    const { failure } = sent;
    const isCancelled = failure?.kind === 'http' && failure.status === CANCELLED;
    const isSettled = failure !== null && store.getState().drafts[id]?.outcome === null;
    if (isSettled || (isCancelled && isRepeat)) dispatch(draftDropped(id));
    if (isCancelled && isRepeat) return null;
    if (failure) return { error: queuedWriteErrorMessage(failure) };
    const { response } = sent;
    const visitId = isQueued(response) ? response.localId : response?._id;
    if (!visitId) return { error: messages.visitFailed };
    // The visit of this id was submitted meanwhile, so this press starts a new one.
    if (isRepeat && isKnownSubmitted(stateBefore, visitId)) return null;
    return { visitId, done: isQueued(response) ? response : messages.visitStarted };
  }

  const start = async (body: StartVisitBody): Promise<StartedVisit> => {
    const form = `${START_FORM}${user._id} ${body.location} ${body.rep ?? user._id}`;
    for (;;) {
      for (const id of expiredStarts(store.getState(), now())) dispatch(draftDropped(id));
      const { drafts } = store.getState();
      // The draft of a start that an older build made has no body.
      const [pendingId, pending] = Object.entries(drafts).find(([, one]) => one.form === form && one.value) ?? [];
      const bodyToSend = (pending?.value ?? body) as StartVisitBody;
      const started = await send(pendingId ?? dispatch(newWriteId()), form, bodyToSend, pendingId !== undefined);
      // A repeat that cannot be used has dropped its draft, and a start under a new id always has a result.
      if (started) return started;
    }
  };
  return { start, starting };
}
