import { type ActionReducerMapBuilder, createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiMeta } from '../../api/client/apiBaseQuery';

/** A value with the moment the server gave it, ms since 1970. */
export interface CachedValue<T> {
  value: T;
  savedAt: number;
  /** Of the items: the server's ISO instant of these prices; `null` or absent when it is not known. */
  pricesAsOf?: string | null;
  /** When the last change of this device that it contains was recorded or refused, ms since 1970; absent for none. */
  changedAt?: number;
  /** A list that has only what this device sent: the server may have more. */
  isPartial?: true;
  /** A visit of which a refusal has said, since it was read, that it is submitted or missing. */
  isClosed?: true;
}

export interface CacheState<T> {
  byKey: Record<string, CachedValue<T>>;
}

/** A record of the server; `null` or absent from a server without versions. */
interface Versioned {
  version?: number | null | undefined;
}

/** What the action of a read says of its response. */
export interface ReadMeta {
  fulfilledTimeStamp: number;
  /** `ApiMeta`; absent in the actions of an older recording. */
  baseQueryMeta?: unknown;
}

/**
 * Whether a read was sent before a change of this device was recorded, and got its response after that: it may not
 * contain the change. A change later than the response is from before the clock was set back.
 */
export function mayLackChange<T>(cached: CachedValue<T> | undefined, { baseQueryMeta }: ReadMeta): boolean {
  const { sentAt = 0, receivedAt = 0 } = (baseQueryMeta ?? {}) as Partial<ApiMeta>;
  const { changedAt = 0 } = cached ?? {};
  return sentAt < changedAt && changedAt <= receivedAt;
}

/** Empties all caches and drafts: on sign-out, and when another person signs in. */
export const cachesCleared = createAction('caches/cleared');
/**
 * Empties all caches and drafts in this tab only, until they are read from the disk again: another tab may have stored
 * those of the next person by now.
 */
export const cachesForgotten = createAction('caches/forgotten');
/**
 * The disk holds another person's caches and drafts. What this tab has made since `cachesForgotten` replaces them.
 */
export const cachesReplaced = createAction('caches/replaced');

/** The maximum number of values, and which of them are removed last. */
interface CacheLimit<T> {
  max: number;
  keepLonger?: (value: T) => boolean;
}

/**
 * Puts values, and keeps when each was last changed. Beyond `max` values it removes the oldest ones. It removes those
 * of `keepLonger` last.
 */
export function putAllCached<T>(
  state: CacheState<T>,
  values: readonly (readonly [key: string, value: T])[],
  savedAt: number,
  { max, keepLonger = () => false }: CacheLimit<T>,
): void {
  for (const [key, value] of values) {
    const { changedAt } = state.byKey[key] ?? {};
    state.byKey[key] = changedAt === undefined ? { value, savedAt } : { value, savedAt, changedAt };
  }
  const tooMany = Object.keys(state.byKey).length - max;
  if (tooMany <= 0) return;
  const all = Object.entries(state.byKey).map(([id, cached]) => ({
    id,
    age: cached.savedAt,
    last: keepLonger(cached.value),
  }));
  const firstToGo = all.sort((a, b) => Number(a.last) - Number(b.last) || a.age - b.age);
  for (const { id } of firstToGo.slice(0, tooMany)) delete state.byKey[id];
}

/** Whether what is cached has a newer version than the response to a change: the server repeats its first response. */
export const isNewer = (cached: Versioned | undefined, response: Versioned): boolean =>
  (response.version ?? Number.POSITIVE_INFINITY) < (cached?.version ?? 0);

/** Notes that the cached value contains a change of this device, which was recorded at `at`, ms since 1970. */
export function noteChange<T>(state: CacheState<T>, key: string, at: number): void {
  const cached = state.byKey[key];
  if (cached) cached.changedAt = at;
}

/** Puts one value. For several values use `putAllCached`: each call counts the whole cache. */
export function putCached<T>(state: CacheState<T>, key: string, value: T, savedAt: number, max: number): void {
  putAllCached(state, [[key, value]], savedAt, { max });
}

/** A versioned cache as a slice of its own: filled by the responses named in `fill`, emptied by `cachesCleared`. */
export function createCacheSlice<T>(name: string, fill: (builder: ActionReducerMapBuilder<CacheState<T>>) => void) {
  const initialState: CacheState<T> = { byKey: {} };
  const slice = createSlice({
    name,
    initialState: initialState as CacheState<T>,
    reducers: {
      /**
       * Frees space on the device: removes everything except the given keys. Nothing changes if there is nothing to
       * remove: a listener of the cache that writes to a full disk would be called by its own failure.
       */
      retainedOnly: (state, { payload: keys }: PayloadAction<readonly string[]>) => {
        for (const key of Object.keys(state.byKey)) if (!keys.includes(key)) delete state.byKey[key];
      },
    },
    extraReducers: (builder) => {
      builder.addCase(cachesCleared, () => initialState);
      fill(builder as ActionReducerMapBuilder<CacheState<T>>);
    },
  });
  return slice;
}
