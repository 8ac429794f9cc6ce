import { useNavigate } from 'react-router';
import { paths } from '../../../paths';
import { useLeftDraft } from '../../../state/drafts/leftDraft';
import { LeftDraftNotice } from '../../../ui/LeftDraftNotice';
import { Notice } from '../../../ui/Notice';
import { newDeliveryForm, readNewDeliveryDraft } from './newDeliveryDraft';

/** Shown because a submitted visit takes no new box. Offers what was entered to the form of a box without a visit. */
export function SubmittedVisitNotice({ visitId, boxId }: { visitId: string; boxId: string | null }) {
  const navigate = useNavigate();
  const left = useLeftDraft(newDeliveryForm({ visitId, boxId }), readNewDeliveryDraft);
  return (
    <>
      <Notice kind="warning">This visit was already submitted. It takes no new box.</Notice>
      {left ? (
        <LeftDraftNotice
          text="What you entered for this box is kept."
          mayBeRecorded={left.mayBeRecorded}
          action="Record outside the visit"
          onUse={() => {
            left.moveTo(newDeliveryForm({ visitId: null, boxId }));
            void navigate(paths.newDelivery(boxId ? { box: boxId } : {}), { replace: true });
          }}
          onDiscard={() => {
            left.discard();
            void navigate(paths.visit(visitId), { replace: true });
          }}
        />
      ) : null}
    </>
  );
}
