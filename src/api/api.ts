import { createApi } from '@reduxjs/toolkit/query/react';
import { apiBaseQuery } from './client/apiBaseQuery';
import { isQueued } from './client/writes';
import { TAGS } from './tags';

/** The one RTK Query api. Its endpoints are injected noun by noun (`itemsApi.ts`, …). */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: apiBaseQuery,
  tagTypes: TAGS,
  refetchOnMountOrArgChange: true,
  // After a reconnect the queue is sent first; then `refetchOnReconnect.ts` invalidates all tags.
  refetchOnReconnect: false,
  // Invalidation waits for the running requests. With 'immediately', RTK Query drops the refetch of a query that is
  // running, so a list that was requested before a write would stay without it. The wait has an end: every read has a
  // time limit, and a screen that opens meanwhile fetches anyway.
  invalidationBehavior: 'delayed',
  endpoints: () => ({}),
});

/** Parses the server's response to a write that can be queued; returns the `Queued` marker unchanged. */
export function unlessQueued<T>(read: (raw: unknown) => T) {
  return (raw: unknown) => (isQueued(raw) ? raw : read(raw));
}
