import { addListener, isAnyOf } from '@reduxjs/toolkit';
import { deliveriesApi } from '../../api/deliveriesApi';
import { asRecord, asText } from '../../api/parsers/values';
import { visitsApi } from '../../api/visitsApi';
import { entryFailed, queueReloaded } from '../../offline/actions';
import type { EntrySummary } from '../../offline/entry';
import { resolverOf } from '../../offline/localIds';
import { selectServerIds } from '../../offline/queueSlice';
import { isVisitClosed } from '../../offline/queuedWrites';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { RootState } from '../root/rootReducer';
import type { AppDispatch, AppStore, AppThunk } from '../root/types';
import { visitsClosed } from '../slices/visitsCache';

const { submitVisit, updateVisit } = visitsApi.endpoints;
const { createDelivery, updateDelivery } = deliveriesApi.endpoints;

/** A change was refused while the person waited: it is not in the queue. */
const isFormRefused = isAnyOf(
  submitVisit.matchRejected,
  updateVisit.matchRejected,
  createDelivery.matchRejected,
  updateDelivery.matchRejected,
);

/** The visit that an action says is submitted or missing; `''` for none. */
function closedBy(action: unknown): string {
  if (!isFormRefused(action) || !isVisitClosed(asRecord(action.payload).present)) return '';
  const { id, visitId, body } = asRecord(action.meta.arg.originalArgs);
  return asText(visitId) || asText(asRecord(body).visit) || asText(id);
}

/** Closes the cached visit of this id, and those that refused entries say are submitted or missing. */
const closeVisits =
  (id: string, entries?: readonly EntrySummary[]): AppThunk<void> =>
  (dispatch, getState, { now }) => {
    const state = getState();
    const refused = (entries ?? selectOwnEntries(state)).filter(
      ({ state: phase, lastError }) => phase === 'refused' && isVisitClosed(lastError?.present),
    );
    const ids = [id, ...refused.map(({ visitId }) => visitId ?? '')].map(resolverOf(selectServerIds(state)));
    const open = ids.filter((one) => state.visitsCache.byKey[one] && !state.visitsCache.byKey[one].isClosed);
    if (open.length > 0) dispatch(visitsClosed({ ids: open, at: now() }));
  };

/**
 * A refusal which says that a visit is submitted or missing is newer than the cached copy of the visit. It is noted
 * there, because a person may discard the refusal or send the change again.
 */
export function listenForClosedVisits(store: AppStore): void {
  const listen = addListener.withTypes<RootState, AppDispatch>()({
    predicate: (action, { visitsCache }, before) =>
      visitsCache.byKey !== before.visitsCache.byKey || isAnyOf(entryFailed, queueReloaded, isFormRefused)(action),
    effect: (action) =>
      // A pass may refuse thousands of entries.
      store.dispatch(closeVisits(closedBy(action), entryFailed.match(action) ? [action.payload] : undefined)),
  });
  store.dispatch(listen);
  store.dispatch(closeVisits(''));
}
