import { useNavigate } from 'react-router';
import type { WriteBase } from '../../api/client/writes';
import { paths } from '../../paths';
import { useLeftDraft } from '../../state/drafts/leftDraft';
import { LeftDraftNotice } from '../../ui/LeftDraftNotice';
import { editVisitForm, readVisitDraft, submitVisitForm } from './visitDraft';

/** Offers the outcome and note of a submit that was not sent before somebody else submitted the visit. */
export function UnsentSubmitNotice({ visitId, base }: { visitId: string; base: WriteBase }) {
  const navigate = useNavigate();
  const left = useLeftDraft(submitVisitForm(visitId), (raw) => readVisitDraft(raw, base));
  if (!left) return null;
  return (
    <LeftDraftNotice
      text="This visit was already submitted. What you entered before is kept."
      mayBeRecorded={left.mayBeRecorded}
      action="Edit the visit"
      onUse={() => {
        left.moveTo(editVisitForm(visitId));
        void navigate(paths.editVisit(visitId));
      }}
      onDiscard={left.discard}
    />
  );
}
