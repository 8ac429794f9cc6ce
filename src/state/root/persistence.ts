import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { type PersistConfig, type PersistedState, persistReducer, type Storage, type Transform } from 'redux-persist';
import { parseDelivery, parseDeliveryPage } from '../../api/parsers/delivery';
import { parseItem } from '../../api/parsers/item';
import { parseBox, parseLocation } from '../../api/parsers/location';
import { parseItemsUsage, parseOutcomeCounts, parseRepProductivity } from '../../api/parsers/report';
import { asList, asText, parseList, type UnknownRecord } from '../../api/parsers/values';
import { parseVisit } from '../../api/parsers/visit';
import { STORAGE_VERSION } from '../../domain/constants';
import { cachesForgotten } from '../slices/cacheSlice';
import { PERSISTED_DEVICE_KEYS } from '../slices/deviceSlice';
import { PERSISTED_SESSION_KEYS } from '../slices/sessionSlice';
import { mergeRehydrated, blockWritesUntilRead } from './rehydrationRetry';
import { combineSlices, plainReducers, type RootState } from './rootReducer';
import {
  cacheOf,
  parseStoredDraft,
  parseStoredReport,
  parseSentChange,
  parseStoredSession,
  parseTaken,
  type StoredSlice,
  withShape,
} from './storedSlices';
import type { PersistStorage, SliceStorage } from './sliceStorage';

type SliceName = keyof RootState;
/** Entries of a list for stored slices, `Other`: the names that another list has already. */
type StoredSlices<Other extends SliceName = never> = {
  [Name in Exclude<SliceName, NeverStored | Other>]?: StoredSlice;
};

/*
 * Every slice is in exactly one of these lists; otherwise the types below report an error. The offline queue is stored
 * apart from them (`offline/storage/queueJournal.ts`).
 */

/** Slices that live as long as the tab. */
type NeverStored = 'api' | 'queue' | 'connectivity' | 'alerts' | 'offlineReadiness' | 'download';

/**
 * Slices that cannot be fetched again. After a change of their shape, the parser must accept the
 * earlier shape too, as `parseStoredSession` does.
 */
const STORED_FOR_GOOD = {
  /** Half-filled forms, each under a key of its own (`draftStorage.ts`). */
  drafts: { parseField: parseStoredDraft },
  device: { persistedFields: PERSISTED_DEVICE_KEYS },
  session: { persistedFields: PERSISTED_SESSION_KEYS, parseSlice: parseStoredSession },
} satisfies StoredSlices;

/** What this device sent today, each change under a key of its own (`sentStorage.ts`). A new shape loses the list. */
const STORED_FOR_A_DAY = {
  /** A long pass changes this list with every entry, so writes are throttled. */
  sentToday: { ...cacheOf(1, parseSentChange), throttleMs: 500 },
} satisfies StoredSlices<keyof typeof STORED_FOR_GOOD>;

/**
 * Copies of what the server has. Raise a cache's shape number when its parser cannot read the earlier shape: devices
 * then drop that cache and fetch it again. An added field that the parser fills needs no new number. All stay at the
 * version of spec §3.
 */
const CACHES = {
  /** Spec §3, local caches. */
  itemsCache: cacheOf(1, (raw) => parseList(raw, parseItem)),
  locationsCache: cacheOf(1, (raw) => parseList(raw, parseLocation)),
  boxesCache: cacheOf(1, (raw) => parseList(raw, parseBox)),
  visitsCache: cacheOf(1, (raw) => parseList([raw], parseVisit)[0]),
  /** Further caches for a day without signal. */
  visitDeliveriesCache: cacheOf(1, (raw) => parseList(raw, parseDelivery)),
  recentVisitsCache: cacheOf(1, (raw) => asList(raw).map(asText)),
  /** The preload changes it with the response for each location, and each write stores all of it: 90 ms on a phone. */
  lastTakenCache: { ...cacheOf(1, (raw) => asList(raw).map(parseTaken)), throttleMs: 5_000 },
  /** The last responses to the deliveries list and the dashboard. */
  deliveryPagesCache: cacheOf(1, parseDeliveryPage),
  itemsUsageCache: cacheOf(1, parseStoredReport(parseItemsUsage)),
  repProductivityCache: cacheOf(1, parseStoredReport(parseRepProductivity)),
  outcomesCache: cacheOf(1, parseStoredReport(parseOutcomeCounts)),
} satisfies StoredSlices<keyof typeof STORED_FOR_GOOD | keyof typeof STORED_FOR_A_DAY>;

/** All stored slices. Does not compile while a slice is in none of the lists. */
const STORED: Required<StoredSlices> = { ...STORED_FOR_GOOD, ...STORED_FOR_A_DAY, ...CACHES };

/** How redux-persist stores a slice. */
function persistConfigOf(
  slice: SliceName,
  { persistedFields, parseSlice, parseField = (raw) => raw, shape, throttleMs = 0 }: StoredSlice,
  storage: PersistStorage,
): PersistConfig<UnknownRecord> {
  const transform: Transform<unknown, unknown> = { in: withShape(shape), out: parseField };
  const initial = (plainReducers[slice] as Reducer)(undefined, { type: '' });
  return {
    key: slice,
    version: STORAGE_VERSION,
    storage: storage as Storage,
    throttle: throttleMs,
    // No timeout: otherwise the app would start empty on slow storage, and overwrite it.
    timeout: 0,
    // A cache that could not be written is fetched again. The queue is not stored here.
    writeFailHandler: () => undefined,
    transforms: [transform],
    stateReconciler: mergeRehydrated(initial, persistedFields),
    ...(persistedFields ? { whitelist: persistedFields } : {}),
    // redux-persist calls `migrate` with every stored slice, whatever its version. We use it to parse, not to migrate.
    ...(parseSlice ? { migrate: async (stored: PersistedState) => stored && parseSlice(stored) } : {}),
  };
}

/**
 * The reducer of a stored slice. `cachesForgotten` makes it unread, except the device and the session: each PERSIST
 * action reads it again.
 */
function storedReducer(slice: keyof typeof STORED, storage: SliceStorage | PersistStorage): Reducer {
  let isRead = false;
  let forgotten = 0;
  const config = persistConfigOf(slice, STORED[slice], {
    // What was read before the slice was forgotten may be another person's: that read never ends.
    getItem: async (key) => {
      const before = forgotten;
      const text = await storage.getItem(key);
      return before === forgotten ? text : new Promise(() => undefined);
    },
    // redux-persist writes a while after a change: by then the slice may be forgotten.
    setItem: async (key, text) => void (isRead && (await storage.setItem(key, String(text)))),
  });
  const stored = blockWritesUntilRead(slice, STORAGE_VERSION, persistReducer(config, plainReducers[slice] as Reducer));
  return (state, action) => {
    const isForgotten = !STORED[slice].persistedFields && cachesForgotten.match(action);
    forgotten += Number(isForgotten);
    const next = stored(isForgotten ? undefined : state, action);
    isRead = next._persist?.rehydrated === true;
    return next;
  };
}

/** The root reducer with persistence. Stores each slice in its own storage if `own` has one, otherwise in `caches`. */
export function persistedReducer(
  caches: SliceStorage,
  own: Partial<Record<SliceName, PersistStorage>>,
): Reducer<RootState, UnknownAction> {
  const reducers = { ...plainReducers };
  for (const slice of Object.keys(STORED) as (keyof typeof STORED)[]) {
    Object.assign(reducers, { [slice]: storedReducer(slice, own[slice] ?? caches) });
  }
  return combineSlices(reducers);
}
