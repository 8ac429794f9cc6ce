import { asRecord } from '../../api/parsers/values';
import { may } from '../../domain/roles';
import { isSubmitted } from '../../domain/visitRules';
import type { EntryAbout, EntryError, EntrySummary } from '../../offline/entry';
import { resolverOf } from '../../offline/localIds';
import { isOfVisit } from '../../offline/pending';
import { type QueueState, selectServerIds } from '../../offline/queueSlice';
import { createsVisit, isVisitOver, queuedCall, VISIT_REASONS } from '../../offline/queuedWrites';
import type { VisitsState } from '../pending/pendingSelectors';
import type { VisitView } from '../pending/pendingViews';
import { recordedUnder } from '../pending/recordedUnder';
import { findOpenVisit } from '../visits/openVisits';
import { type Conflict, conflictOf, contentOf } from './conflict';

/** The further actions for a refused entry, besides editing and discarding. */
export type RefusedResolution =
  /** Another user changed the record meanwhile (412): "Send mine" or "Keep theirs". */
  | ({ kind: 'conflict' } & Conflict)
  /**
   * The server has recorded something else under this id (422), or the visit is submitted, also by another user (412):
   * "Change it to this". `isFromCache`: the response is the visit as the device knows it now, which may be newer than
   * the refusal. `otherBox`: the label of the box of a delivery that is recorded for another box: "Record this too".
   */
  | {
      kind: 'recorded';
      recorded: EntryAbout | null;
      response: unknown;
      id: string;
      isFromCache: boolean;
      otherBox: string | null;
    }
  | ({ kind: 'move' } & Move);

/** Its visit is submitted, gone or not going to start: "Put into a new visit". */
export interface Move {
  visitId: string;
  locationId: string;
  /** Whose visit it is; `null` for the signed-in user. */
  repId: string | null;
  /** The open visit of that rep at the location; `null`: a new one is started. */
  into: VisitView | null;
  /** What is put there, in order. */
  moving: EntrySummary[];
}

const CONFLICTING = 409;
/** A server that was restored from an older backup does not know the visit any more. */
const UNKNOWN_VISIT = 404;

/**
 * Whether a refusal names its reason. One that does not (`isUnexplained`) may come from a gateway whose server is being
 * restarted, and the entry has a time for its next try.
 */
const isExplained = ({ nextTryAt }: EntrySummary) => nextTryAt === 0;

/**
 * Whether the visit is the reason of a refusal. A server of the specification names no reason: then the status decides,
 * and what this device knows of the visit. Without a status this device refused it, because the start is gone.
 */
function isRefusedByVisit(entry: EntrySummary, { status, present }: EntryError, isSubmittedAtServer: boolean): boolean {
  const { reason } = asRecord(present);
  if (reason !== undefined) return VISIT_REASONS.has(reason);
  if (status === null || status === CONFLICTING || isSubmittedAtServer) return true;
  return status === UNKNOWN_VISIT && isExplained(entry);
}

/**
 * The entries of a user that go together from a visit into another one: all of the visit. A submit as completed stays,
 * because other boxes are refilled in a new visit. Every submit stays if the other visit is open, because the rep is
 * still working there. An edit goes with its delivery.
 */
function entriesOfVisit(
  { entries, serverIds }: QueueState,
  userId: string,
  { visitId, into }: Pick<Move, 'visitId' | 'into'>,
): EntrySummary[] {
  const isOfThisVisit = isOfVisit(visitId, serverIds);
  const stays = ({ call, about }: EntrySummary) =>
    about.outcome === 'completed' || (into !== null && queuedCall(call).kind === 'submit');
  const found = entries.filter((one) => one.userId === userId && isOfThisVisit(one) && !stays(one));
  const created = new Set(found.map(({ creates }) => creates));
  return found.filter(({ about, localIdRefs }) => !about.delivery || localIdRefs.some((id) => created.has(id)));
}

/**
 * Where the entries of a visit move, and which. `null` while this device does not know whose visit it is: an admin may
 * have worked in the visit of a rep.
 */
function moveOf(state: VisitsState, { userId, about }: EntrySummary, visitId: string, locationId: string): Move | null {
  const { user } = state.session;
  const repId = state.visitsCache.byKey[visitId]?.value.rep._id || null;
  if (repId === null && user && may(user, 'changeOthersVisits') && about.repName !== user.name) return null;
  const into = findOpenVisit(state, locationId, repId, (id) => id !== visitId);
  return { visitId, locationId, repId, into, moving: entriesOfVisit(state.queue, userId, { visitId, into }) };
}

/** The further action for a refused entry; `null` for none. */
export function resolutionOf(state: VisitsState, entry: EntrySummary): RefusedResolution | null {
  const { lastError, visitId, locationId } = entry;
  if (entry.state !== 'refused' || !lastError) return null;
  const { noun, kind, responseId } = queuedCall(entry.call);
  const present = asRecord(lastError.present);
  const conflict = conflictOf(noun, lastError);
  // A submitted visit takes no second submit, only a change.
  if (conflict?.isSubmitted && kind === 'submit') {
    const response = present.current;
    const id = responseId(response);
    return { kind: 'recorded', recorded: conflict.theirs, response, id, isFromCache: false, otherBox: null };
  }
  if (conflict) return { kind: 'conflict', ...conflict };
  const earlier = recordedUnder(entry);
  if (earlier) {
    const recorded = contentOf(noun, earlier.response);
    return { kind: 'recorded', recorded, ...earlier, id: responseId(earlier.response), isFromCache: false };
  }
  const known = visitId === null ? '' : resolverOf(selectServerIds(state))(visitId);
  const visit = state.visitsCache.byKey[known]?.value;
  if (!known) return null;
  const isSubmittedAtServer = visit !== undefined && isSubmitted(visit);
  // A submit may also be refused because boxes are not refilled. Only a submitted visit has a recorded submit.
  if (kind === 'submit') {
    if (!isSubmittedAtServer) return null;
    const recorded = contentOf('visit', visit);
    return { kind: 'recorded', recorded, response: visit, id: known, isFromCache: true, otherBox: null };
  }
  const isMovable = isRefusedByVisit(entry, lastError, isSubmittedAtServer) && noun === 'delivery' && kind === 'create';
  const move = isMovable && locationId !== null ? moveOf(state, entry, known, locationId) : null;
  return move && { kind: 'move', ...move };
}

/** Whether the visit of a submit is open at the server, or will be, as far as the refusal says. */
function isVisitOpen(submit: EntrySummary, resolution: RefusedResolution | null): boolean {
  const isUnknown = submit.lastError?.status === UNKNOWN_VISIT && isExplained(submit);
  return resolution?.kind !== 'recorded' && !isVisitOver(submit) && !isUnknown;
}

/**
 * Whether the visit of a submit goes on in the next visit at its location if the submit is discarded: a start continues
 * an open visit. `entries`: the waiting ones of the same user.
 */
export function isContinuedWithout(
  submit: EntrySummary,
  resolution: RefusedResolution | null,
  entries: readonly EntrySummary[],
): boolean {
  if (queuedCall(submit.call).kind !== 'submit' || !isVisitOpen(submit, resolution)) return false;
  return entries.some(
    ({ call, locationId, seq }) => createsVisit(call) && locationId === submit.locationId && seq > submit.seq,
  );
}
