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

/** The open visits on this device that match: visits started here that still wait, and known ones. */
export function openVisits(state: VisitsState, matches: (visit: Visit) => boolean = () => true): VisitView[] {
  const entries = selectShownEntries(state);
  const serverIds = selectServerIds(state);
  const { byKey } = state.visitsCache;
  const known = Object.values(byKey)
    .map(({ value }) => value)
    .filter(matches)
    .map((visit) => withPendingChanges(visit, entries, serverIds));
  return [...selectPendingVisits(state).filter(matches), ...known].filter(isOpenIn(byKey));
}

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
  const { user } = state.session;
  const _id = repId ?? user?._id ?? '';
  const name = _id === user?._id ? user.name : '';
  const [found = null] = openVisits(
    state,
    (visit) => visit.location._id === locationId && isCandidate(visit._id) && isOwnVisit(visit, { _id, name }),
  );
  return found;
}

/** The location of a visit, by its local or server id; `null` when unknown. */
export function locationOfVisit(state: RootState, visitId: string): string | null {
  const known = state.visitsCache.byKey[resolverOf(selectServerIds(state))(visitId)]?.value;
  if (known) return known.location._id;
  return state.queue.entries.find(({ creates }) => creates === visitId)?.locationId ?? null;
}
