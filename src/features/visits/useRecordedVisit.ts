import { parseVisit } from '../../api/parsers/visit';
import type { Queued } from '../../api/client/writes';
import { useUpdateVisitMutation } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import type { Sent } from '../../state/drafts/drafts';
import { recordedChoice } from '../../state/drafts/recordedChoice';
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
  draft: DraftOf<VisitDraft>,
  { outcome, note }: VisitDraft,
  done: (sent: Sent<Visit | Queued>) => Promise<boolean>,
): Recorded | null {
  const [updateVisit] = useUpdateVisitMutation();
  const choice = recordedChoice<Visit>(draft, {
    parse: parseVisit,
    write: (_recorded, base) => ({
      draft: { form: editVisitForm(id), value: { outcome, note, base } },
      call: (writeId) => updateVisit({ writeId, id, body: { note, ...(outcome ? { outcome } : {}) }, base }),
    }),
    done,
  });
  const [change, changing] = useSingleFlight(async () => choice !== null && choice.change());
  return choice && { what: visitText(choice.recorded), change: () => void change(), changing, leave: choice.leave };
}
