import { combineReducers } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { connectivitySlice } from '../offline/connectivitySlice';
import { queueSlice } from '../offline/queueSlice';
import { alertsReducer } from './alertsSlice';
import { boxesCache } from './caches/boxesCache';
import { deliveryPagesCache } from './caches/deliveryPagesCache';
import { itemsCache } from './caches/itemsCache';
import { lastTakenCache } from './caches/lastTakenCache';
import { locationsCache } from './caches/locationsCache';
import { recentVisitsCache } from './caches/recentVisitsCache';
import { itemsUsageCache, outcomesCache, repProductivityCache } from './caches/reportCaches';
import { visitDeliveriesCache } from './caches/visitDeliveriesCache';
import { visitsCache } from './caches/visitsCache';
import { dayReducer } from './daySlice';
import { deviceReducer } from './deviceSlice';
import { downloadReducer } from './downloadSlice';
import { draftsReducer } from './draftsSlice';
import { sessionReducer } from './sessionSlice';

/** The reducers as they are, before any of them is persisted (`persistence.ts`). */
export const plainReducers = {
  [api.reducerPath]: api.reducer,
  queue: queueSlice.reducer,
  connectivity: connectivitySlice.reducer,
  session: sessionReducer,
  alerts: alertsReducer,
  day: dayReducer,
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
};

export const rootReducer = combineReducers(plainReducers);

/** The whole state of the app. */
export type RootState = ReturnType<typeof rootReducer>;
