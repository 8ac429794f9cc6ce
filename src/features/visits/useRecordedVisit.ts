import { readVisit } from '../../api/answers/readVisit';
import type { Queued } from '../../api/queuedWrites';
import { useUpdateVisitMutation } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import type { DraftOf, Sent } from '../../state/drafts';
import { useOnce } from '../../ui/useOnce';
import { editVisitForm, type VisitDraft, visitText } from './visitDraft';

/** A visit that was recorded with another outcome or note than its form has now. */
export interface RecordedVisit {
  /** Its outcome and note in words. */
  what: string;
  /** Changes it to what the form says. */
  change: (values: VisitDraft) => Promise<void>;
  changing: boolean;
  leave: () => void;
}

/**
 * What a form about a visit shows when the server recorded its write otherwise; `null` while it did not. `done` goes
 * on as after any send of the form; it answers whether the form is done with.
 */
export function useRecordedVisit(
  visitId: string,
  { earlier, drop }: DraftOf<VisitDraft>,
  done: (sent: Sent<Visit | Queued>) => Promise<boolean>,
): RecordedVisit | null {
  const [updateVisit] = useUpdateVisitMutation();
  const [change, changing] = useOnce(async ({ outcome, note }: VisitDraft) => {
    if (!earlier) return false;
    const base = { baseVersion: readVisit(earlier.response).version ?? null, over: null };
    const draft = { form: editVisitForm(visitId), value: { outcome, note, base } };
    const write = { id: visitId, body: { note, ...(outcome ? { outcome } : {}) }, base };
    return done(await earlier.change(draft, (writeId) => updateVisit({ writeId, ...write })));
  });
  if (!earlier) return null;
  const recorded = readVisit(earlier.response);
  return {
    what: visitText(recorded),
    change,
    changing,
    leave: () => {
      drop();
      void done({ answer: recorded, failure: null });
    },
  };
}
