import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import {
  createMigrate,
  createTransform,
  type MigrationManifest,
  type PersistConfig,
  persistReducer,
  type Transform,
} from 'redux-persist';
import { asRecord } from '../../api/parsers/values';
import { STORAGE_VERSION } from '../../domain/constants';
import { PERSISTED_DEVICE_KEYS } from '../slices/deviceSlice';
import { plainReducers, type RootState } from './rootReducer';
import { PERSISTED_SESSION_KEYS } from '../slices/sessionSlice';

type SliceName = keyof typeof plainReducers;

/** Where the slices are stored: texts by their keys. */
export interface SliceStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, text: string): Promise<unknown>;
  removeItem(key: string): Promise<unknown>;
  keys(): Promise<string[]>;
}

/** What redux-persist asks of a storage engine. */
export interface PersistStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: unknown): Promise<void>;
  removeItem(key: string): Promise<void>;
}

/**
 * What is kept in the browser beside the offline queue (`offline/storage/queueJournal.ts`), and why. Each is one
 * versioned record; a new shape takes a new version and a numbered migration below.
 */
const KEPT: { slice: SliceName; only?: string[]; transforms?: Transform<unknown, unknown>[] }[] = [
  /** Spec §3, local caches. */
  { slice: 'itemsCache' },
  { slice: 'locationsCache' },
  { slice: 'boxesCache' },
  { slice: 'visitsCache' },
  /** What a day without signal needs beside them. */
  { slice: 'visitDeliveriesCache' },
  { slice: 'recentVisitsCache' },
  { slice: 'lastTakenCache' },
  /** The last answers of the deliveries list and the dashboard. */
  { slice: 'deliveryPagesCache' },
  { slice: 'itemsUsageCache' },
  { slice: 'repProductivityCache' },
  { slice: 'outcomesCache' },
  /** Half-filled forms, each under a key of its own (`draftStorage.ts`). */
  { slice: 'drafts', transforms: [createTransform(null, readDraft)] },
  { slice: 'device', only: PERSISTED_DEVICE_KEYS },
  { slice: 'session', only: PERSISTED_SESSION_KEYS },
];

/**
 * A draft as it is read back. What was being sent when the tab ended may be recorded. Older builds stored a draft
 * under the name of its form and without an id: it stays under that name until a form takes it over.
 */
function readDraft(raw: unknown, key: unknown): unknown {
  const draft = asRecord(raw);
  if (!('savedAt' in draft)) return raw;
  if ('form' in draft) return { ...draft, outcome: draft.outcome === null ? null : 'unknown' };
  return { form: String(key), value: draft.value, savedAt: draft.savedAt, outcome: null };
}

/** Numbered steps from one version to the next, one for each version after the first. */
const migrations: MigrationManifest = {};

/** Every kept slice behind redux-persist, the rest as it is. */
export function persistedReducer(caches: SliceStorage, drafts: PersistStorage): Reducer<RootState, UnknownAction> {
  const reducers: Record<string, Reducer> = { ...plainReducers } as Record<string, Reducer>;
  for (const { slice, only, transforms } of KEPT) {
    const config: PersistConfig<unknown> = {
      key: slice,
      version: STORAGE_VERSION,
      storage: slice === 'drafts' ? drafts : caches,
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
