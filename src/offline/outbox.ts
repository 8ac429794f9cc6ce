import { outcomeLabel } from '../domain/outcomes';
import { counted } from '../domain/wholeNumbers';
import type { QueueJournal } from './queueStore';
import type { EntryHead } from './types';

/** What the device calls things; an empty text for what it does not know. */
export interface OutboxNames {
  locationName(id: string): string;
  boxLabel(id: string): string;
}

/** What an entry would do, in words for the person who made it. */
export function describeEntry(head: EntryHead, names: OutboxNames): string {
  const { about } = head;
  const place = names.locationName(about.location ?? '') || 'a location';
  const lines = counted(about.lines?.length ?? 0, 'line');
  switch (head.call) {
    case 'startVisit':
      return `Start a visit at ${place}`;
    case 'createDelivery':
      return `Refill ${names.boxLabel(about.box ?? '') || 'a box'} at ${place}, ${lines}`;
    case 'updateDelivery':
      return `Change a delivery at ${place} to ${lines}`;
    case 'submitVisit':
      return `Submit the visit at ${place} as ${outcomeLabel(about.outcome ?? 'other')}`;
    case 'updateVisit':
      return `Change outcome or note of the visit at ${place}`;
  }
}

/** How it stands with an entry, in words. */
export function describeState(head: EntryHead): string {
  if (head.state === 'refused') {
    const { status, text } = head.lastError ?? { status: null, text: '' };
    return `Not sent: ${text || `the server answered ${status}`}`;
  }
  if (head.heldBehind) return 'Waits for an earlier change';
  if (head.lastError) return `Waiting to send. Last try: ${head.lastError.text}`;
  return 'Waiting to send';
}

interface ExportOptions {
  journal: QueueJournal;
  userId: string;
  now: number;
}

function isOf(record: unknown, userId: string): boolean {
  return typeof record === 'object' && record !== null && 'userId' in record && record.userId === userId;
}

/**
 * All unsent work of a user as JSON, to be kept elsewhere: every entry as it lies on disk, and the records set
 * aside that are theirs or whose owner can't be read.
 */
export async function exportUnsent({ journal, userId, now }: ExportOptions): Promise<string> {
  const { entries, quarantine } = await journal.exportAll();
  const owned = entries.filter((entry) => isOf(entry, userId));
  const setAside = quarantine.filter((record) => {
    const entry = (record as { entry?: unknown }).entry;
    const hasOwner =
      typeof entry === 'object' && entry !== null && 'userId' in entry && typeof entry.userId === 'string';
    return !hasOwner || isOf(entry, userId);
  });
  return JSON.stringify({ exportedAt: new Date(now).toISOString(), userId, entries: owned, setAside }, null, 2);
}
