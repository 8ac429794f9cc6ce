import type { Schedule } from '../root/rehydrationRetry';
import type { SliceStorage } from '../root/sliceStorage';
import { createRecordStorage, fieldsOf, type RecordStorage, type Texts } from '../root/recordStorage';

/** The storage key of a draft: this, then its write id. */
export const DRAFT_PREFIX = 'draft:';

/** Whether a text is a draft. */
function isDraft(text: unknown): text is string {
  const { savedAt, form = '' } = fieldsOf(text);
  return typeof text === 'string' && typeof savedAt === 'number' && typeof form === 'string';
}

/**
 * The part of a draft whose change causes a write. It excludes `outcome`, which is read back as one value, and `form`,
 * which is renamed after each read. A tab that only read a draft must not write it: another tab may have dropped it.
 */
function contentOf(text: unknown): string {
  const { value, savedAt, outcome = null } = fieldsOf(text);
  return JSON.stringify([value, savedAt, outcome !== null]);
}

/** Stores each draft under a key of its own. The slice has a field for each. */
export const createDraftStorage = (storage: SliceStorage, schedule: Schedule): RecordStorage =>
  createRecordStorage(storage, schedule, {
    prefix: DRAFT_PREFIX,
    isRecord: isDraft,
    contentOf,
    split: (fields) => fields,
    join: (drafts: Texts) => drafts,
  });
