import { asRecord } from '../api/parsers/values';
import type { EntrySummary } from './entry';
import { type OutboxNames, rowOf } from './queuedWrites';
import type { QueueJournal } from './storage/queueJournal';

/** What an entry would do, in words for the person who made it. */
export function describeEntry({ call, about }: Pick<EntrySummary, 'call' | 'about'>, names: OutboxNames): string {
  return rowOf(call).describe(about, names);
}

/** How it stands with an entry, in words. `isBlocked`: it waits for an earlier one. */
export function describeState({ state, lastError }: EntrySummary, isBlocked: boolean): string {
  if (state === 'refused') {
    const { status, text } = lastError ?? { status: null, text: '' };
    return `Not sent: ${text || `the server answered ${status}`}`;
  }
  if (isBlocked) return 'Waits for an earlier change';
  if (lastError) return `Waiting to send. Last try: ${lastError.text}`;
  return 'Waiting to send';
}

interface ExportOptions {
  journal: QueueJournal;
  userId: string;
  now: number;
}

const isOf = (record: unknown, userId: string) => asRecord(record).userId === userId;

/**
 * All unsent work of a user as JSON, to be kept elsewhere: every entry as it lies on disk, and the quarantined records
 * that are theirs or whose owner can't be read.
 */
export async function exportUnsent({ journal, userId, now }: ExportOptions): Promise<string> {
  const { entries, quarantine } = await journal.exportAll();
  const owned = entries.filter((entry) => isOf(entry, userId));
  const setAside = quarantine.filter((record) => {
    const { entry } = asRecord(record);
    return typeof asRecord(entry).userId !== 'string' || isOf(entry, userId);
  });
  return JSON.stringify({ exportedAt: new Date(now).toISOString(), userId, entries: owned, setAside }, null, 2);
}
