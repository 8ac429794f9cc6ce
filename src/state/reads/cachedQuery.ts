import { type ApiError, asApiError } from '../../api/client/errors';
import type { CachedValue } from '../slices/cacheSlice';

/** The result of a read: network first, the device's copy on failure, marked with its age. */
export interface CachedQuery<T> {
  /** The data to show; `undefined` until there is any. */
  data: T | undefined;
  /** true while there is nothing to show and a request runs. */
  loading: boolean;
  /** true while a request runs. Old data, if any, stays on the screen. */
  refreshing: boolean;
  /** Why there is nothing to show, or why a copy is shown. */
  error: ApiError | null;
  /** When the copy shown was saved, ms since 1970; `null` while what is shown is the server's latest response. */
  savedAt: number | null;
  /** `null` for a record that is only on this device, and before the first read of the queue. */
  retry: (() => void) | null;
}

/** No record with this id is known, on the device or at the server. */
const NOT_FOUND: ApiError = { kind: 'http', status: 404, message: null, body: '', retryAfterMs: null };

/** Before the first read of the queue, data that waiting entries may change is not shown. */
export const NOT_READ_YET: CachedQuery<never> = {
  data: undefined,
  loading: true,
  refreshing: false,
  error: null,
  savedAt: null,
  retry: null,
};

/** A record that waits on this device and has no server id; `undefined` for none. */
export const readOnlyHere = <T>(data: T | undefined): CachedQuery<T> => ({
  ...NOT_READ_YET,
  loading: false,
  data,
  error: data ? null : NOT_FOUND,
});

/** A record in one of several cached lists, with the age of its list. */
export function findInLists<T extends { _id: string }>(
  lists: Record<string, CachedValue<readonly T[]>>,
  id: string,
): CachedValue<T> | undefined {
  for (const { value, savedAt } of Object.values(lists)) {
    const found = value.find(({ _id }) => _id === id);
    if (found) return { value: found, savedAt };
  }
  return undefined;
}

/** The used part of a query hook's result. */
export interface QueryResult<T> {
  currentData?: T | undefined;
  /** The error of the last request. It stays during a retry, until there is a response. */
  error?: unknown;
  isFetching: boolean;
  isUninitialized: boolean;
  refetch: () => unknown;
}

/**
 * After which failures the device's copy is shown: all; only when the server was not reached; or, for a record, also
 * when a gateway reports that it did not reach the server. A record that is on the screen already stays there while the
 * server is busy or fails: somebody may be filling in a form below it.
 */
type FallbackPolicy = 'anyFailure' | 'unreachable' | 'record';

/** Too many requests (429) and every status of a server that fails. */
const BUSY_FROM = 429;
/** The statuses by which a gateway reports that it did not reach the server. */
const GATEWAY_ERROR_FROM = 502;

function isFallbackBarred(error: ApiError | null, fallback: FallbackPolicy, isShown: boolean): boolean {
  if (error?.kind !== 'http' || fallback === 'anyFailure') return false;
  return fallback !== 'record' || error.status < (isShown ? BUSY_FROM : GATEWAY_ERROR_FROM);
}

/**
 * Merges a query with the device's copy of its response. The same responses fill the cache, so after a success `cached`
 * is the newest value, later writes of this device included.
 */
export function mergeWithCache<T>(
  query: QueryResult<T>,
  cached: CachedValue<T> | undefined,
  fallback: FallbackPolicy,
): CachedQuery<T> {
  const error = asApiError(query.error);
  const copyStands = query.isFetching || !isFallbackBarred(error, fallback, query.currentData !== undefined);
  const data = copyStands ? (cached?.value ?? query.currentData) : undefined;
  return {
    data,
    loading: data === undefined && error === null,
    refreshing: query.isFetching,
    error,
    savedAt: error && data !== undefined ? (cached?.savedAt ?? null) : null,
    retry: () => {
      if (!query.isUninitialized) query.refetch();
    },
  };
}

/** A read with its data mapped by a function. */
export function mapCachedQuery<T, U>(read: CachedQuery<T>, change: (data: T) => U): CachedQuery<U> {
  return { ...read, data: read.data === undefined ? undefined : change(read.data) };
}
