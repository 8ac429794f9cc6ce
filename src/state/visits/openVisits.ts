import { resolverOf } from '../../offline/localIds';
import { selectServerIds } from '../../offline/queueSlice';
import { isOwnVisit } from '../../domain/visitOwner';
import { isSubmitted } from '../../domain/visitRules';
import { selectShownEntries, selectPendingVisits, type VisitsState } from '../pending/pendingSelectors';
import { type VisitView, withPendingChanges } from '../pending/pendingViews';
import type { RootState } from '../root/rootReducer';

/**
 * The open visits on this device: visits started here that still wait, and known visits without a submit, sent or
 * queued.
 */
export function openVisits(state: VisitsState): VisitView[] {
  const entries = selectShownEntries(state);
  const serverIds = selectServerIds(state);
  const known = Object.values(state.visitsCache.byKey).map(({ value }) =>
    withPendingChanges(value, entries, serverIds),
  );
  return [...selectPendingVisits(state), ...known].filter((visit) => !isSubmitted(visit));
}

/**
 * The open visit of a rep at a location that this device knows, as the server would send it; `null` when
 * there is none. `repId` is `null` for the signed-in user, whom a visit may name without an id (spec §3). `isCandidate`:
 * whether it may be the visit with this id.
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
  return (
    openVisits(state).find(
      (visit) => visit.location._id === locationId && isCandidate(visit._id) && isOwnVisit(visit, { _id, name }),
    ) ?? null
  );
}

/** The location of a visit, by its local or server id; `null` when unknown. */
export function locationOfVisit(state: RootState, visitId: string): string | null {
  const known = state.visitsCache.byKey[resolverOf(selectServerIds(state))(visitId)]?.value;
  if (known) return known.location._id;
  return state.queue.entries.find(({ creates }) => creates === visitId)?.locationId ?? null;
}
