import { type ApiError, asApiError, GATEWAY_STATUSES } from '../../api/client/errors';
import type { CachedValue } from '../slices/cacheSlice';

/** The result of a read: network first, the device's copy on failure, marked with its age. */
export interface CachedQuery<T> {
  /** What there is to show; `undefined` until there is anything. */
  data: T | undefined;
  /** Nothing to show yet; a response is awaited. */
  loading: boolean;
  /** A response is awaited; old data, if any, stays on the screen. */
  refreshing: boolean;
  /** Why there is nothing to show, or why what is shown is a copy. */
  error: ApiError | null;
  /** When the copy shown was saved, ms since 1970; `null` while what is shown is the server's latest response. */
  savedAt: number | null;
  retry: () => void;
}

/** Nothing is known under this id, on the device or, for all that can be asked, elsewhere. */
export const NOT_FOUND: ApiError = { kind: 'http', status: 404, message: null, body: '', retryAfterMs: null };

/** Nothing is shown of what waits here, or of what it changes, before the queue was first read. */
export const NOT_READ_YET: CachedQuery<never> = {
  data: undefined,
  loading: true,
  refreshing: false,
  error: null,
  savedAt: null,
  retry: () => undefined,
};

/** The part of what a query hook gives that is read. */
export interface QueryResult<T> {
  currentData?: T | undefined;
  /** Why it failed; stays while it is asked again, until there is a response. */
  error?: unknown;
  isFetching: boolean;
  isUninitialized: boolean;
  refetch: () => unknown;
}

/**
 * After which failures the device's copy is shown: any; only when the server was not reached; or also when a gateway
 * reports that it did not reach the server.
 */
type FallbackPolicy = 'anyFailure' | 'unreachable' | 'gatewayError';

function isFallbackBarred(error: ApiError | null, fallback: FallbackPolicy): boolean {
  if (error?.kind !== 'http' || fallback === 'anyFailure') return false;
  return fallback === 'unreachable' || !GATEWAY_STATUSES.has(error.status);
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
  const copyStands = query.isFetching || !isFallbackBarred(error, fallback);
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

/** The same read seen through a change of its data. */
export function mapCachedQuery<T, U>(read: CachedQuery<T>, change: (data: T) => U): CachedQuery<U> {
  return { ...read, data: read.data === undefined ? undefined : change(read.data) };
}
