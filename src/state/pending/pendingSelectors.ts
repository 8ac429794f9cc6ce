import { createSelector } from '@reduxjs/toolkit';
import { resolverOf } from '../../offline/localIds';
import { createdId, pendingVisits } from '../../offline/pending';
import { selectEntriesOf, selectServerIds } from '../../offline/queueSlice';
import { bySeq, type EntrySummary } from '../../offline/entry';
import { queuedCall } from '../../offline/queuedWrites';
import { useAppSelector } from '../root/hooks';
import { pendingVisitView, type VisitView } from './pendingViews';
import type { RootState } from '../root/rootReducer';

type QueueAndUser = Pick<RootState, 'queue' | 'session'>;

/** The signed-in user's entries, in order. No user sees another's. */
export function selectOwnEntries(state: QueueAndUser): EntrySummary[] {
  return selectEntriesOf(state, state.session.user?._id ?? null);
}

/**
 * The entries whose changes the screens show: the signed-in user's, and the submits that a newer build in another tab
 * has saved for them. A visit that is going to be submitted must not be continued.
 */
export const selectShownEntries = createSelector(
  [selectOwnEntries, ({ queue }: QueueAndUser) => queue.newer, ({ session }: QueueAndUser) => session.user?._id],
  (entries, newer, userId) => {
    const submits = newer.filter((one) => one.userId === userId && queuedCall(one.call).kind === 'submit');
    return submits.length === 0 ? entries : [...entries, ...submits].sort(bySeq);
  },
);

/** Whether the queue was read, or the read took more than a second. Before that the waiting entries are unknown. */
export function useIsQueueRead(): boolean {
  return useAppSelector((state) => state.queue.status !== 'loading');
}

/** The server's id if it is known, else the id itself. Screens replace the id in their URL (deviation T2). */
export function useKnownId(id: string): string {
  return useAppSelector((state) => resolverOf(selectServerIds(state))(id));
}

/** The parts of the state that a list of visits with their waiting changes needs. */
export type VisitsState = Pick<RootState, 'queue' | 'session' | 'visitsCache' | 'locationsCache'>;

/**
 * The visits that were started on this device and wait to be sent, in the order made. Not those that a read has shown:
 * the device knows them under the server's id.
 */
export const selectPendingVisits = createSelector(
  [
    selectShownEntries,
    selectServerIds,
    (state: VisitsState) => state.session.user,
    (state: VisitsState) => state.locationsCache,
    (state: VisitsState) => state.visitsCache.byKey,
  ],
  (entries, serverIds, user, locations, known): VisitView[] => {
    const resolve = resolverOf(serverIds);
    return pendingVisits(entries)
      .filter((entry) => !(resolve(createdId(entry)) in known))
      .map((entry) => pendingVisitView(entry, entries, serverIds, { user, locations }));
  },
);
