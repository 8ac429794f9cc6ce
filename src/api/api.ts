import { createApi } from '@reduxjs/toolkit/query/react';
import { apiBaseQuery } from './client/apiBaseQuery';
import { isQueued } from './client/writes';

/** All cache tags. */
export const TAGS = ['Items', 'Locations', 'Boxes', 'Users', 'Visits', 'Deliveries', 'Reports'] as const;
export type Tag = (typeof TAGS)[number];

/**
 * The one RTK Query api. Its endpoints are injected noun by noun (`itemsApi.ts`, …), one per call of spec §7.
 * `refetchOnReconnect` stays off: after a reconnect the queue goes first, then its tags are invalidated.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: apiBaseQuery,
  tagTypes: TAGS,
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});

/**
 * `invalidatesTags` of a write: its tags once the server carried it out, else none. RTK Query asks after failures too,
 * and a queued write has changed nothing on the server yet.
 */
export function invalidates<T extends Tag>(...tags: T[]) {
  return (result: unknown, error: unknown): T[] => (error || isQueued(result) ? [] : tags);
}

/** Parses the server's response to a write that can be queued; returns the `Queued` marker unchanged. */
export function unlessQueued<T>(read: (raw: unknown) => T) {
  return (raw: unknown) => (isQueued(raw) ? raw : read(raw));
}
