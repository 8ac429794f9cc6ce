import { asRecord, type UnknownRecord } from '../../api/parsers/values';
import { RETRY_READ_AFTER_MS, type Schedule } from './rehydrationRetry';
import type { PersistStorage, SliceStorage } from './sliceStorage';
import { PERSIST_MARK } from './storedSlices';

/** The texts of a slice by name: its fields, or its records. */
export type Texts = Record<string, string>;

/** How a slice is divided into records. */
export interface SliceRecords {
  /** The prefix of a record's storage key; the id follows. */
  prefix: string;
  /** Whether a text is a record. A text that is not stays on the disk and is not read. */
  isRecord(text: unknown): text is string;
  /** The part of a record whose change is stored. */
  contentOf(text: unknown): string;
  /** The records in the fields of a slice, by id. */
  split(fields: UnknownRecord): UnknownRecord;
  /** The fields of a slice with these records. */
  join(records: Texts): Texts;
}

/** The storage of one slice, as redux-persist takes it. */
export interface RecordStorage extends PersistStorage {
  /** Removes the records of all tabs, except those that this tab writes from now on. Resolves once they are removed. */
  clear(): Promise<void>;
}

/** Parses the fields of a stored text; returns none if it is not JSON. */
export function fieldsOf(text: unknown): UnknownRecord {
  try {
    return asRecord(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

/**
 * Stores each record of a slice under a key of its own, so that two tabs never overwrite each other's: redux-persist
 * would store all that one tab knows as one text. Records that an older build stored as one text are read too.
 */
export function createRecordStorage(storage: SliceStorage, schedule: Schedule, records: SliceRecords): RecordStorage {
  const { prefix, isRecord, contentOf } = records;
  /** The texts that this tab has read or written, by id. The storage repeats a write that fails (`withWriteRetry`). */
  let stored = new Map<string, string>();
  let isMarked = false;
  const storedKeys = async () => (await storage.keys()).filter((key) => key.startsWith(prefix));

  async function put([id, text]: [string, string]): Promise<void> {
    stored.set(id, text);
    await storage.setItem(prefix + id, text);
  }

  async function remove(id: string): Promise<void> {
    stored.delete(id);
    await storage.removeItem(prefix + id);
  }

  async function removeOthers(): Promise<void> {
    try {
      const ids = (await storedKeys()).map((key) => key.slice(prefix.length));
      await Promise.all(ids.filter((id) => !stored.has(id)).map(remove));
    } catch {
      await new Promise<void>((wake) => void schedule(wake, RETRY_READ_AFTER_MS));
      await removeOthers();
    }
  }

  return {
    async getItem(key) {
      // Those of an earlier read may be another person's.
      const read = new Map<string, string>();
      stored = read;
      const [whole, keys] = await Promise.all([storage.getItem(key), storedKeys()]);
      const texts = await Promise.all(keys.map((one) => storage.getItem(one)));
      for (const [at, one] of keys.entries()) {
        const text = texts[at];
        if (isRecord(text)) read.set(one.slice(prefix.length), text);
      }
      if (whole === null && keys.length === 0) return null;
      const { [PERSIST_MARK]: mark, ...fields } = fieldsOf(whole);
      const marked = 'version' in fieldsOf(mark) ? { [PERSIST_MARK]: mark } : {};
      const old = Object.entries(records.split(fields)).filter((entry): entry is [string, string] =>
        isRecord(entry[1]),
      );
      const known = records.join({ ...Object.fromEntries(old), ...Object.fromEntries(read) });
      return JSON.stringify({ ...marked, ...known });
    },
    async setItem(key, whole) {
      const { [PERSIST_MARK]: mark = '', ...fields } = JSON.parse(String(whole)) as Texts;
      const known = records.split(fields) as Texts;
      const changed = Object.entries(known).filter(([id, text]) => contentOf(stored.get(id)) !== contentOf(text));
      const gone = [...stored.keys()].filter((id) => !(id in known));
      await Promise.all([...changed.map(put), ...gone.map(remove)]);
      // Once, for redux-persist's own field. It replaces the text of an older build.
      if (!isMarked) await storage.setItem(key, JSON.stringify({ [PERSIST_MARK]: mark }));
      isMarked = true;
    },
    clear() {
      stored = new Map();
      return removeOthers();
    },
  };
}
