import { isQueued, type WriteResult } from '../../api/client/writes';
import { messages } from '../../domain/messages';
import type { EntrySummary, NewEntry } from '../entry';
import { SUSPENDED_AFTER_MS } from '../replay/timing';
import type { QueueJournal } from '../storage/queueJournal';

/** The result of a submit without a signed-in user: the change would have no owner. */
export const SIGNED_OUT: WriteResult = {
  error: { kind: 'http', status: 401, message: null, body: '', retryAfterMs: null },
};

/** The result of a submit that the disk does not accept, and that was not sent. */
export const NOT_SAVED: WriteResult = { error: { kind: 'storage', mayHaveArrived: false } };

/**
 * The result of a submit whose id is on disk with other content. What a newer build has saved cannot be compared, and
 * counts as other content.
 */
export const SAVED_OTHERWISE: WriteResult = { error: { kind: 'validation', text: messages.savedOtherwise } };

/** The result of a submit that is on disk. */
export const queuedAs = ({ id, creates }: Pick<EntrySummary, 'id' | 'creates'>) => ({
  data: { queued: true as const, id, localId: creates },
});

/** The result of a submit whose id is on disk already. The body of that entry never changes (invariant 5). */
export const resultOfSaved = (saved: NewEntry, { body }: NewEntry): WriteResult =>
  JSON.stringify(saved.body) === JSON.stringify(body) ? queuedAs(saved) : SAVED_OTHERWISE;

/**
 * The result to show after `tookMs`: a suspended tab may have lost the entry to another one, in which a person has
 * discarded or replaced it.
 */
export async function unlessEnded(
  result: WriteResult,
  id: string,
  tookMs: number,
  journal: Pick<QueueJournal, 'hasEnded'>,
): Promise<WriteResult> {
  // Negative when the clock was set back meanwhile.
  const isLate = Math.abs(tookMs) >= SUSPENDED_AFTER_MS;
  const hasEnded =
    isLate && 'data' in result && isQueued(result.data) && (await journal.hasEnded(id).catch(() => false));
  return hasEnded ? { error: { kind: 'validation', text: messages.endedElsewhere } } : result;
}
