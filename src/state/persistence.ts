import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import {
  createMigrate,
  createTransform,
  type MigrationManifest,
  type PersistConfig,
  persistReducer,
  type Transform,
} from 'redux-persist';
import { STORAGE_VERSION } from '../domain/constants';
import { REMEMBERED_DEVICE_KEYS } from './deviceSlice';
import type { Draft } from './draftsSlice';
import { plainReducers, type RootState } from './rootReducer';
import { REMEMBERED_SESSION_KEYS } from './sessionSlice';

type SliceName = keyof typeof plainReducers;

/** Where redux-persist writes: promises or not, the text of each slice by its key. */
export type SliceStorage = PersistConfig<unknown>['storage'];

/**
 * What is kept in the browser beside the offline queue (`offline/storage/queueJournal.ts`), and why. Each is one
 * versioned record; a new shape takes a new version and a numbered migration below.
 */
const KEPT: { slice: SliceName; only?: string[]; transforms?: Transform<Draft, Draft>[] }[] = [
  /** Spec §3, local caches. */
  { slice: 'itemsCache' },
  { slice: 'locationsCache' },
  { slice: 'boxesCache' },
  { slice: 'visitsCache' },
  /** What a day without signal needs beside them. */
  { slice: 'visitDeliveriesCache' },
  { slice: 'recentVisitsCache' },
  /** The last answers of the deliveries list and the dashboard. */
  { slice: 'deliveryPagesCache' },
  { slice: 'itemsUsageCache' },
  { slice: 'repProductivityCache' },
  { slice: 'outcomesCache' },
  /** Half-filled forms; what is read back was left by an earlier opening of the app. */
  { slice: 'drafts', transforms: [createTransform(null, (draft: Draft): Draft => ({ ...draft, found: true }))] },
  { slice: 'device', only: REMEMBERED_DEVICE_KEYS },
  { slice: 'session', only: REMEMBERED_SESSION_KEYS },
];

/** Numbered steps from one version to the next, one for each version after the first. */
const migrations: MigrationManifest = {};

/** Every kept slice behind redux-persist, the rest as it is. */
export function persistedReducer(caches: SliceStorage): Reducer<RootState, UnknownAction> {
  const reducers: Record<string, Reducer> = { ...plainReducers } as Record<string, Reducer>;
  for (const { slice, only, transforms } of KEPT) {
    const config: PersistConfig<unknown> = {
      key: slice,
      version: STORAGE_VERSION,
      storage: caches,
      /** Slow storage must not start the app empty and then be overwritten. */
      timeout: 0,
      migrate: createMigrate(migrations, { debug: false }),
      /** A cache that could not be written is fetched again; the queue does not pass through here. */
      writeFailHandler: () => undefined,
      ...(only ? { whitelist: only } : {}),
      ...(transforms ? { transforms } : {}),
    };
    reducers[slice] = persistReducer(config, plainReducers[slice] as Reducer) as Reducer;
  }
  return combineReducers(reducers) as unknown as Reducer<RootState, UnknownAction>;
}
