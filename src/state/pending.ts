import { createSelector } from '@reduxjs/toolkit';
import { pendingDeliveries, pendingVisits } from '../offline/pending';
import { selectHeadsOf, selectServerIds } from '../offline/queueSlice';
import type { EntryHead } from '../offline/types';
import { useAppSelector } from './hooks';
import { pendingDeliveryView, pendingVisitView, type ShownDelivery, type ShownVisit } from './pendingViews';
import type { RootState } from './rootReducer';

/** The signed-in user's entries, in the order made. Nobody sees another's. */
export function selectOwnHeads(state: RootState): EntryHead[] {
  return selectHeadsOf(state, state.session.user?._id ?? null);
}

/** The server's id where one is known by now, else the id itself. Screens move to it (deviation T2). */
export function useKnownId(id: string): string {
  return useAppSelector((state) => selectServerIds(state)[id] ?? id);
}

const selectPendingDeliveries = createSelector(
  [
    selectOwnHeads,
    selectServerIds,
    (state: RootState) => state.visitsCache,
    (state: RootState) => state.itemsCache,
    (state: RootState) => state.boxesCache,
    (state: RootState) => state.locationsCache,
  ],
  (heads, serverIds, visits, items, boxes, locations): ShownDelivery[] =>
    pendingDeliveries(heads, serverIds).map((pending) => {
      const visitId = pending.visitId ? (serverIds[pending.visitId] ?? pending.visitId) : '';
      const visit = visits.byKey[visitId]?.value ?? null;
      return pendingDeliveryView(pending, heads, visit, { items, boxes, locations });
    }),
);

/** All deliveries of this device that wait to be sent, in the order made. */
export function usePendingDeliveries(): ShownDelivery[] {
  return useAppSelector(selectPendingDeliveries);
}

/** All visits that were started on this device and wait to be sent, in the order made. */
export const selectPendingVisits = createSelector(
  [
    selectOwnHeads,
    selectServerIds,
    (state: RootState) => state.session.user,
    (state: RootState) => state.locationsCache,
  ],
  (heads, serverIds, user, locations): ShownVisit[] =>
    pendingVisits(heads, serverIds).map((visit) => pendingVisitView(visit, heads, user, locations)),
);
