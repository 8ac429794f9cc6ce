import type { Visit } from '../../contract/visits';
import { resolverOf } from '../../offline/localIds';
import { selectServerIds } from '../../offline/queueSlice';
import { isOwnVisit } from '../../domain/visitOwner';
import { isSubmitted } from '../../domain/visitRules';
import { selectShownEntries, selectPendingVisits, type VisitsState } from '../pending/pendingSelectors';
import { type VisitView, withPendingChanges } from '../pending/pendingViews';
import type { RootState } from '../root/rootReducer';
import type { CacheState } from '../slices/cacheSlice';

/** Whether a visit is open: without a submit, sent or queued, and not closed in the cache. */
export const isOpenIn =
  (known: CacheState<Visit>['byKey']) =>
  (visit: Visit): boolean =>
    !isSubmitted(visit) && !known[visit._id]?.isClosed;

type VisitFilter = (visit: Visit) => boolean;

/** The visits on this device that match: those started here that still wait, and known ones. */
function visitsOnDevice(state: VisitsState, matches: VisitFilter): VisitView[] {
  const entries = selectShownEntries(state);
  const serverIds = selectServerIds(state);
  const known = Object.values(state.visitsCache.byKey)
    .map(({ value }) => value)
    .filter(matches)
    .map((visit) => withPendingChanges(visit, entries, serverIds));
  return [...selectPendingVisits(state).filter(matches), ...known];
}

/** Those of them that are open. */
export const openVisits = (state: VisitsState, matches: VisitFilter = () => true): VisitView[] =>
  visitsOnDevice(state, matches).filter(isOpenIn(state.visitsCache.byKey));

/** Whether a visit is one of a rep at a location. `repId`: as in `findOpenVisit`. */
function isVisitOf({ session: { user } }: VisitsState, locationId: string, repId: string | null): VisitFilter {
  const _id = repId ?? user?._id ?? '';
  const name = _id === user?._id ? user.name : '';
  return (visit) => visit.location._id === locationId && isOwnVisit(visit, { _id, name });
}

/** Whether this device knows a visit of a rep at a location that was submitted after `since`, in ms since 1970. */
export const wasSubmittedSince = (state: VisitsState, locationId: string, repId: string | null, since: number) =>
  visitsOnDevice(state, isVisitOf(state, locationId, repId)).some(
    ({ submittedAt }) => Date.parse(submittedAt ?? '') > since,
  );

/**
 * The open visit of a rep at a location that this device knows, as the server would send it; `null` when
 * there is none. `repId` is `null` for the signed-in user, whom a visit may name without an id (spec §3).
 * `isCandidate`: whether it may be the visit with this id.
 */
export function findOpenVisit(
  state: VisitsState,
  locationId: string,
  repId: string | null,
  isCandidate: (id: string) => boolean,
): VisitView | null {
  const isOfRep = isVisitOf(state, locationId, repId);
  const [found = null] = openVisits(state, (visit) => isOfRep(visit) && isCandidate(visit._id));
  return found;
}

/** The location of a visit, by its local or server id; `null` when unknown. */
export function locationOfVisit(state: RootState, visitId: string): string | null {
  const known = state.visitsCache.byKey[resolverOf(selectServerIds(state))(visitId)]?.value;
  if (known) return known.location._id;
  return state.queue.entries.find(({ creates }) => creates === visitId)?.locationId ?? null;
}
