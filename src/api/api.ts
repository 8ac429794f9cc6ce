import { createApi, type TagDescription } from '@reduxjs/toolkit/query/react';
import { apiBaseQuery } from './client/apiBaseQuery';
import { isQueued, type Queued } from './client/writes';

/** The types of cache tags, one for each noun. */
export const TAGS = ['Items', 'Locations', 'Boxes', 'Users', 'Visits', 'Deliveries', 'Reports'] as const;
type TagType = (typeof TAGS)[number];

/** The tag of one thing. */
export const idTag = (type: TagType, id: string) => ({ type, id });

/** `providesTags` of the query for one thing by its id. */
export const providesId = (type: TagType) => (_result: unknown, _error: unknown, id: string) => [idTag(type, id)];

/** The tag of all lists of a noun, for a write that may add something to a list or change what a list shows of it. */
export const listTag = (type: TagType) => idTag(type, 'LIST');

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
 * and a queued write has changed nothing on the server yet. A type without an id names everything of that type.
 */
export function invalidatesOnSuccess(...tags: TagDescription<TagType>[]) {
  return (result: unknown, error: unknown) => (error || isQueued(result) ? [] : tags);
}

/**
 * `invalidatesTags` of a change of one thing: its tag, that of the lists, and `more`. The id is the server's where the
 * response names it, because the form may know the thing by its local id.
 */
export function invalidatesRecord(type: TagType, ...more: TagType[]) {
  return (result: { _id: string } | Queued | null | undefined, error: unknown, { id }: { id: string }) => {
    const changed = result && '_id' in result ? result._id : null;
    return invalidatesOnSuccess(idTag(type, changed || id), listTag(type), ...more)(result, error);
  };
}

/** Parses the server's response to a write that can be queued; returns the `Queued` marker unchanged. */
export function unlessQueued<T>(read: (raw: unknown) => T) {
  return (raw: unknown) => (isQueued(raw) ? raw : read(raw));
}
