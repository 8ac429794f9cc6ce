import { createSelector } from '@reduxjs/toolkit';
import { newestInstantMs } from '../../domain/visitRules';
import { selectPendingVisits } from '../pending/pendingSelectors';
import { useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';

const selectLastVisits = createSelector(
  [(state: RootState) => state.visitsCache.byKey, selectPendingVisits],
  (known, pending): ReadonlyMap<string, number> => {
    const last = new Map<string, number>();
    for (const visit of [...Object.values(known).map(({ value }) => value), ...pending]) {
      const { _id } = visit.location;
      last.set(_id, Math.max(last.get(_id) ?? 0, newestInstantMs(visit)));
    }
    return last;
  },
);

/**
 * The time of the last known visit of each location, by any user, waiting visits included; by location id, ms since
 * 1970.
 */
export function useLastVisits(): ReadonlyMap<string, number> {
  return useAppSelector(selectLastVisits);
}
