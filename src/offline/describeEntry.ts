import { asRecord } from '../api/parsers/values';
import type { EntrySummary } from './entry';
import { type OutboxNames, queuedCall } from './queuedWrites';
import { CANCELLED } from './replay/classify';
import type { QueueJournal } from './storage/queueJournal';

/** The server was asked to cancel it, and then it was kept on this device. */
const NOT_DISCARDED = 'a discard was begun and not finished. Try again to send it.';

/** A short text for the person who made the entry: what it will do. */
export function describeEntry({ call, about }: Pick<EntrySummary, 'call' | 'about'>, names: OutboxNames): string {
  return queuedCall(call).describe(about, names);
}

/** The reason why an entry is not sent, for a person; `null` for none. `isBlocked`: it waits for another entry. */
export function describeObstacle({ state, lastError }: EntrySummary, isBlocked: boolean): string | null {
  if (state === 'refused') {
    const { status, text } = lastError ?? { status: null, text: '' };
    const said = status === CANCELLED ? NOT_DISCARDED : text || `the server responded with ${status}`;
    const reason = `Not sent: ${said}`;
    return isBlocked ? `${reason} (waits for another change)` : reason;
  }
  return isBlocked ? 'Waits for another change' : null;
}

interface ExportOptions {
  journal: QueueJournal;
  userId: string;
  now: number;
}

const isOf = (record: unknown, userId: string) => asRecord(record).userId === userId;

/**
 * All unsent entries of a user as JSON, for a download: every entry as it is on disk, and the quarantined records that
 * are the user's or whose owner cannot be read.
 */
export async function exportUnsent({ journal, userId, now }: ExportOptions): Promise<string> {
  const { entries, quarantine } = await journal.exportAll();
  const owned = entries.filter((entry) => isOf(entry, userId));
  const quarantined = quarantine.filter((record) => {
    const { entry } = asRecord(record);
    return typeof asRecord(entry).userId !== 'string' || isOf(entry, userId);
  });
  const exportedAt = new Date(now).toISOString();
  return JSON.stringify({ exportedAt, userId, entries: owned, setAside: quarantined }, null, 2);
}
