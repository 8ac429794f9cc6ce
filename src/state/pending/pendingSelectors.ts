import { createSelector } from '@reduxjs/toolkit';
import { resolverOf } from '../../offline/localIds';
import { pendingDeliveries, pendingVisits } from '../../offline/pending';
import { selectEntriesOf, selectServerIds } from '../../offline/queueSlice';
import type { EntrySummary } from '../../offline/entry';
import { useAppSelector } from '../root/hooks';
import { pendingDeliveryView, pendingVisitView, type DeliveryView, type VisitView } from './pendingViews';
import type { RootState } from '../root/rootReducer';

/** The signed-in user's entries, in the order made. Nobody sees another's. */
export function selectOwnEntries(state: RootState): EntrySummary[] {
  return selectEntriesOf(state, state.session.user?._id ?? null);
}

/** Whether the queue was read, or could not be within a second: until then nobody knows what waits. */
export function useIsQueueRead(): boolean {
  return useAppSelector((state) => state.queue.status !== 'loading');
}

/** The server's id where one is known by now, else the id itself. Screens move to it (deviation T2). */
export function useKnownId(id: string): string {
  return useAppSelector((state) => resolverOf(selectServerIds(state))(id));
}

const selectPendingDeliveries = createSelector(
  [
    selectOwnEntries,
    selectServerIds,
    (state: RootState) => state.visitsCache,
    (state: RootState) => state.itemsCache,
    (state: RootState) => state.boxesCache,
    (state: RootState) => state.locationsCache,
  ],
  (entries, serverIds, visits, items, boxes, locations): DeliveryView[] =>
    pendingDeliveries(entries, serverIds).map((entry) => {
      const visitId = entry.visitId ? resolverOf(serverIds)(entry.visitId) : '';
      const visit = visits.byKey[visitId]?.value ?? null;
      return pendingDeliveryView(entry, visit, { items, boxes, locations });
    }),
);

/** All deliveries of this device that wait to be sent, in the order made. */
export function usePendingDeliveries(): DeliveryView[] {
  return useAppSelector(selectPendingDeliveries);
}

/** All visits that were started on this device and wait to be sent, in the order made. */
export const selectPendingVisits = createSelector(
  [
    selectOwnEntries,
    selectServerIds,
    (state: RootState) => state.session.user,
    (state: RootState) => state.locationsCache,
  ],
  (entries, serverIds, user, locations): VisitView[] =>
    pendingVisits(entries).map((entry) => pendingVisitView(entry, entries, serverIds, { user, locations })),
);
