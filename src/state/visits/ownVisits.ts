import { createSelector } from '@reduxjs/toolkit';
import type { Visit } from '../../contract/visits';
import { isOwnVisit } from '../../domain/visitOwner';
import { newestFirst } from '../../domain/visitRules';
import { selectServerIds } from '../../offline/queueSlice';
import { selectShownEntries, selectPendingVisits } from '../pending/pendingSelectors';
import type { VisitView } from '../pending/pendingViews';
import { withPendingChanges } from '../pending/pendingViews';
import { useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import { isOpenIn } from './openVisits';

const selectKnownVisits = (state: RootState) => state.visitsCache.byKey;

/** The signed-in user's visits as this device knows them, newest first. */
const selectOwnVisits = createSelector(
  [
    selectShownEntries,
    selectServerIds,
    selectPendingVisits,
    selectKnownVisits,
    (state: RootState) => state.session.user,
  ],
  (entries, serverIds, pending, known, user): VisitView[] => {
    const isOwn = (visit: Visit) => user !== null && isOwnVisit(visit, user);
    const own = Object.values(known).flatMap(({ value }) => (isOwn(value) ? value : []));
    const sent = own.map((visit) => withPendingChanges(visit, entries, serverIds));
    // An admin may have started a visit for a rep.
    return newestFirst([...pending.filter(isOwn), ...sent]);
  },
);

const selectOwnOpenVisits = createSelector([selectOwnVisits, selectKnownVisits], (visits, known) =>
  visits.filter(isOpenIn(known)),
);

/** The signed-in user's visits as this device knows them, newest first. */
export function useOwnVisits(): VisitView[] {
  return useAppSelector(selectOwnVisits);
}

/** Those of them that are open. */
export function useOwnOpenVisits(): VisitView[] {
  return useAppSelector(selectOwnOpenVisits);
}
