import { asText } from '../../api/parsers/values';
import type { SliceStorage } from '../root/sliceStorage';
import { fieldsOf } from '../root/recordStorage';

const NOBODY = 'null';

/** The `cacheOwnerId` in a stored session, as JSON. */
const ownerIn = (text: unknown) => asText(fieldsOf(text).cacheOwnerId) || NOBODY;

/** The storage of the session. */
export interface SessionStorage extends SliceStorage {
  /** Whether what the device has is this user's or nobody's; with `null`, whether it is nobody's. */
  isOf(userId: string | null): Promise<boolean>;
}

/**
 * Stores the session of a tab. A tab that was suspended may store late that its session ended or that its user signed
 * out: it leaves the session of the next person alone.
 */
export function createSessionStorage(storage: SliceStorage): SessionStorage {
  /** Whose session this tab has last read or written; empty before the first read. */
  let known = '';
  /** The last text that this tab was to write. */
  let last = '';
  return {
    async getItem(key) {
      const text = await storage.getItem(key);
      known = ownerIn(text);
      return text;
    },
    async setItem(key, text) {
      last = text;
      if (fieldsOf(text).user === NOBODY) {
        const stored = known && ownerIn(await storage.getItem(key));
        // A sign-in during that read was written at once: a tab may end right after it.
        if (last !== text || ![known, ownerIn(text)].includes(stored)) return;
      }
      await storage.setItem(key, text);
      known = ownerIn(text);
    },
    removeItem: (key) => storage.removeItem(key),
    keys: () => storage.keys(),
    isOf: async (userId) =>
      [NOBODY, JSON.stringify(userId)].includes(ownerIn(await storage.getItem('persist:session'))),
  };
}
