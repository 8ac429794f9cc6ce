import { combineReducers, type Reducer, type StateFromReducersMapObject, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { connectivitySlice } from '../../offline/connectivitySlice';
import { queueSlice } from '../../offline/queueSlice';
import { alertsReducer } from '../slices/alertsSlice';
import { boxesCache } from '../slices/boxesCache';
import { deliveryPagesCache } from '../slices/deliveryPagesCache';
import { itemsCache } from '../slices/itemsCache';
import { lastTakenCache } from '../slices/lastTakenCache';
import { locationsCache } from '../slices/locationsCache';
import { recentVisitsCache } from '../slices/recentVisitsCache';
import { itemsUsageCache, outcomesCache, repProductivityCache } from '../slices/reportCaches';
import { visitDeliveriesCache } from '../slices/visitDeliveriesCache';
import { visitsCache } from '../slices/visitsCache';
import { offlineReadinessReducer } from '../slices/offlineReadinessSlice';
import { isSentHere } from '../slices/sentRecords';
import { sentToday } from '../slices/sentToday';
import { deviceReducer } from '../slices/deviceSlice';
import { downloadReducer } from '../slices/downloadSlice';
import { draftsReducer } from '../slices/draftsSlice';
import { cacheUserId, sessionReducer, type SessionState } from '../slices/sessionSlice';

/** The reducers as they are, before any of them is persisted (`persistence.ts`). */
export const plainReducers = {
  [api.reducerPath]: api.reducer,
  queue: queueSlice.reducer,
  connectivity: connectivitySlice.reducer,
  session: sessionReducer,
  alerts: alertsReducer,
  offlineReadiness: offlineReadinessReducer,
  device: deviceReducer,
  drafts: draftsReducer,
  download: downloadReducer,
  itemsCache: itemsCache.reducer,
  locationsCache: locationsCache.reducer,
  boxesCache: boxesCache.reducer,
  visitsCache: visitsCache.reducer,
  visitDeliveriesCache: visitDeliveriesCache.reducer,
  lastTakenCache: lastTakenCache.reducer,
  recentVisitsCache: recentVisitsCache.reducer,
  deliveryPagesCache: deliveryPagesCache.reducer,
  itemsUsageCache: itemsUsageCache.reducer,
  repProductivityCache: repProductivityCache.reducer,
  outcomesCache: outcomesCache.reducer,
  sentToday: sentToday.reducer,
};

/** The whole state of the app. */
export type RootState = StateFromReducersMapObject<typeof plainReducers>;

/**
 * Combines the slices. The response to an entry may come after its user signed out. It then changes only the queue: the
 * caches belong to the next user (invariant 22).
 */
export function combineSlices(reducers: typeof plainReducers): Reducer<RootState, UnknownAction> {
  const reduce: Reducer<RootState, UnknownAction> = combineReducers(reducers);
  return (state, action) => {
    const isSentByOther = (session: SessionState) =>
      isSentHere(action) && cacheUserId(session) !== action.payload.entry.userId;
    return state && isSentByOther(state.session)
      ? { ...state, queue: reducers.queue(state.queue, action) }
      : reduce(state, action);
  };
}
