import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { screenMessages } from '../../domain/screenMessages';
import { isSavedAlert, useAlerts } from '../../state/alerts/alerts';
import { useRefusedCount, useWaitingCount } from '../../state/device/connectivity';
import { paths, savedForVisit, visitSavedFor } from '../../paths';
import { ButtonLink } from '../../ui/ButtonLink';
import { ReservedSpace } from '../../ui/ReservedSpace';
import { Notice } from '../../ui/Notice';

/**
 * A change that waits on this device, with the link back to its visit and the next box. Until the person leaves the
 * screen, the alert of that save above says the same.
 */
function QueuedNotice() {
  const visitId = visitSavedFor(useLocation().state);
  const isSaid = useAlerts().some(isSavedAlert);
  const refused = useRefusedCount();
  const isWaiting = useWaitingCount() > refused;
  const back = visitId ? (
    <ButtonLink variant="primary" to={paths.visit(visitId)} state={savedForVisit(visitId)}>
      Back to visit
    </ButtonLink>
  ) : null;
  const isNoted = isWaiting && !isSaid;
  const [wasNoted, setWasNoted] = useState(isNoted);
  if (isNoted && !wasNoted) setWasNoted(true);
  if (!wasNoted) return back;
  return (
    <>
      <ReservedSpace isOver={!isNoted}>
        <Notice>{screenMessages.queuedNotice}</Notice>
      </ReservedSpace>
      {back}
    </>
  );
}

/** The last action, from the URL (spec §2, Dashboard): `done=delivery`, `done=visit`, `queued=1`. */
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
