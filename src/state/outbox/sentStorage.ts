import { asRecord } from '../../api/parsers/values';
import type { Schedule } from '../root/rehydrationRetry';
import type { SliceStorage } from '../root/sliceStorage';
import { createRecordStorage, fieldsOf, type RecordStorage, type Texts } from '../root/recordStorage';

/** Whether a text is a sent change, with the moment it was sent. */
const isSent = (text: unknown): text is string =>
  typeof text === 'string' && typeof fieldsOf(text).savedAt === 'number';

/** The values of a record as texts. */
const asTexts = (values: object): Texts =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, JSON.stringify(value)]));

/** Stores each sent change under a key of its own. The slice has all of them in one field, `byKey`. */
export const createSentStorage = (storage: SliceStorage, schedule: Schedule): RecordStorage =>
  createRecordStorage(storage, schedule, {
    prefix: 'sent:',
    isRecord: isSent,
    contentOf: String,
    split: ({ byKey }) => asTexts(fieldsOf(byKey)),
    join: (sent) => {
      const values = Object.entries(sent).map(([id, text]) => [id, asRecord(JSON.parse(text))]);
      return { byKey: JSON.stringify(Object.fromEntries(values)) };
    },
  });
