import type { TagDescription } from '@reduxjs/toolkit/query/react';
import { isQueued, type Queued } from './client/writes';

/** The types of cache tags, one for each noun. */
export const TAGS = ['Items', 'Locations', 'Boxes', 'Users', 'Visits', 'Deliveries', 'Reports'] as const;
type TagType = (typeof TAGS)[number];
type Tag = TagDescription<TagType>;

/** The tag of everything of a type: records, lists and reports. */
export const allTag = (type: TagType): Tag => type;

/** The tag of one record. */
export const idTag = (type: TagType, id: string) => ({ type, id });

/** The tag of all lists of a noun, for a write that may add a record to a list or change what a list shows of it. */
export const listTag = (type: TagType) => idTag(type, 'LIST');

/** `providesTags` of the query for one record by its id. */
export const providesId = (type: TagType) => (_result: unknown, _error: unknown, id: string) => [idTag(type, id)];

/** What a queued write may have changed. */
export const QUEUED_WRITE_TAGS: readonly Tag[] = (['Visits', 'Deliveries', 'Reports'] as const).map(allTag);

/**
 * `invalidatesTags` of a write: its tags once the server carried it out, else none. RTK Query calls this after failures
 * too, and a queued write has changed nothing on the server yet.
 */
export function invalidatesOnSuccess(...tags: Tag[]) {
  return (result: unknown, error: unknown) => (error || isQueued(result) ? [] : tags);
}

/**
 * `invalidatesTags` of a change of one record: its tag, that of the lists, and `more`. The id is the server's where the
 * response names it, because the form may know the record by its local id.
 */
export function invalidatesRecord(type: TagType, ...more: Tag[]) {
  return (result: { _id: string } | Queued | null | undefined, error: unknown, { id }: { id: string }) => {
    const changed = result && '_id' in result ? result._id : null;
    return invalidatesOnSuccess(idTag(type, changed || id), listTag(type), ...more)(result, error);
  };
}

/** `invalidatesTags` of a change of a visit, which deliveries and reports show too. */
export const invalidatesVisit = invalidatesRecord('Visits', allTag('Deliveries'), allTag('Reports'));
