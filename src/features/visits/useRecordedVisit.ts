import { parseVisit } from '../../api/parsers/visit';
import type { Queued } from '../../api/client/writes';
import { useUpdateVisitMutation } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import type { Sent } from '../../state/drafts/drafts';
import type { DraftOf } from '../../state/drafts/useDraft';
import type { Recorded } from '../../ui/RecordedNotice';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { editVisitForm, type VisitDraft, visitText } from './visitDraft';

/**
 * The notice of a form whose visit was recorded with another outcome or note; `null` for none. `done` handles the
 * result like any other send, and returns whether the form is finished.
 */
export function useRecordedVisit(
  id: string,
  { recordedOtherwise, drop }: DraftOf<VisitDraft>,
  { outcome, note }: VisitDraft,
  done: (sent: Sent<Visit | Queued>) => Promise<boolean>,
): Recorded | null {
  const [updateVisit] = useUpdateVisitMutation();
  const recorded = recordedOtherwise && parseVisit(recordedOtherwise.response);
  const [change, changing] = useSingleFlight(async () => {
    if (!recorded || !recordedOtherwise) return false;
    const base = { baseVersion: recorded.version ?? null, over: null };
    const draft = { form: editVisitForm(id), value: { outcome, note, base } };
    const body = { note, ...(outcome ? { outcome } : {}) };
    return done(await recordedOtherwise.sendAsUpdate(draft, (writeId) => updateVisit({ writeId, id, body, base })));
  });
  const leave = () => {
    drop();
    if (recorded) void done({ response: recorded, failure: null });
  };
  return recorded && { what: visitText(recorded), change: () => void change(), changing, leave };
}
