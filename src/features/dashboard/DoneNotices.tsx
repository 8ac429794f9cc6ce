import { useLocation, useSearchParams } from 'react-router';
import { screenMessages } from '../../domain/screenMessages';
import { paths, savedForVisit, visitSavedFor } from '../../paths';
import { ButtonLink } from '../../ui/ButtonLink';
import { Notice } from '../../ui/Notice';

/** A save on this device, and the way back to the visit whose box it filled: the next box is there. */
function QueuedNotice() {
  const visitId = visitSavedFor(useLocation().state);
  return (
    <Notice
      actions={
        visitId ? (
          <ButtonLink variant="primary" to={paths.visit(visitId)} state={savedForVisit(visitId)}>
            Back to visit
          </ButtonLink>
        ) : null
      }
    >
      {screenMessages.queuedNotice}
    </Notice>
  );
}

/** What has just been done, from the address (spec §2, Dashboard): `done=delivery`, `done=visit`, `queued=1`. */
export function DoneNotices() {
  const [params] = useSearchParams();
  const done = params.get('done');
  return (
    <>
      {done === 'delivery' ? <Notice kind="success">{screenMessages.deliveryRecorded}</Notice> : null}
      {done === 'visit' ? <Notice kind="success">{screenMessages.visitSubmitted}</Notice> : null}
      {params.get('queued') === '1' ? <QueuedNotice /> : null}
    </>
  );
}
