import { asRecord, type UnknownRecord } from '../../api/parsers/values';
import { RETRY_READ_AFTER_MS, type Schedule } from '../root/lateReads';
import type { PersistStorage, SliceStorage } from '../root/persistence';

const PREFIX = 'draft:';
/** The field that redux-persist writes beside the drafts. */
const PERSIST_MARK = '_persist';

/** The storage of the drafts, as redux-persist takes it. */
export interface DraftStorage extends PersistStorage {
  /** Removes the drafts of every tab; those of this tab with its next write. Retries while the disk fails. */
  clear(): Promise<void>;
}

type Texts = Record<string, string>;

/** The fields of an object in JSON; none if the text cannot be read. */
function fieldsOf(text: unknown): UnknownRecord {
  try {
    return asRecord(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

/** Whether a text is a draft. Other texts stay stored and are ignored. */
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

/**
 * Stores each draft under a key of its own, so that two tabs never overwrite each other's: redux-persist would store
 * all that one tab knows as one text. Drafts that an older build stored as one text are read too.
 */
export function createDraftStorage(storage: SliceStorage, schedule: Schedule): DraftStorage {
  /** The texts that this tab has read or written, by draft; an empty text where a write failed. */
  const stored = new Map<string, string>();
  let isMarked = false;
  const storedKeys = async () => (await storage.keys()).filter((key) => key.startsWith(PREFIX));

  async function put([id, text]: [string, string]): Promise<void> {
    stored.set(id, text);
    try {
      await storage.setItem(PREFIX + id, text);
    } catch (error) {
      stored.set(id, '');
      throw error;
    }
  }

  async function remove(id: string): Promise<void> {
    stored.delete(id);
    await storage.removeItem(PREFIX + id);
  }

  async function clear(): Promise<void> {
    try {
      const ids = (await storedKeys()).map((key) => key.slice(PREFIX.length));
      // The next user may have typed something by the time of the retry.
      await Promise.all(ids.filter((id) => !stored.has(id)).map(remove));
    } catch {
      schedule(() => void clear(), RETRY_READ_AFTER_MS);
    }
  }

  return {
    async getItem(key) {
      const [whole, keys] = await Promise.all([storage.getItem(key), storedKeys()]);
      const texts = await Promise.all(keys.map((one) => storage.getItem(one)));
      for (const [at, one] of keys.entries()) {
        const text = texts[at];
        if (isDraft(text)) stored.set(one.slice(PREFIX.length), text);
      }
      if (whole === null && keys.length === 0) return null;
      const isKnown = ([name, text]: [string, unknown]) =>
        name === PERSIST_MARK ? 'version' in fieldsOf(text) : isDraft(text);
      const old = Object.entries(fieldsOf(whole)).filter(isKnown);
      return JSON.stringify({ ...Object.fromEntries(old), ...Object.fromEntries(stored) });
    },
    async setItem(key, whole) {
      const { [PERSIST_MARK]: mark = '', ...drafts } = JSON.parse(String(whole)) as Texts;
      const changed = Object.entries(drafts).filter(([id, text]) => contentOf(stored.get(id)) !== contentOf(text));
      const gone = [...stored.keys()].filter((id) => !(id in drafts));
      await Promise.all([...changed.map(put), ...gone.map(remove)]);
      // Once, for redux-persist's own field: it replaces the text of an older build.
      if (!isMarked) await storage.setItem(key, JSON.stringify({ [PERSIST_MARK]: mark }));
      isMarked = true;
    },
    async removeItem(key) {
      await storage.removeItem(key);
    },
    clear,
  };
}
