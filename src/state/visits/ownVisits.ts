import { createSelector } from '@reduxjs/toolkit';
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
    const all = Object.values(known).map(({ value }) => value);
    const own = user === null ? [] : all.filter((visit) => isOwnVisit(visit, user));
    return newestFirst([...pending, ...own.map((visit) => withPendingChanges(visit, entries, serverIds))]);
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
