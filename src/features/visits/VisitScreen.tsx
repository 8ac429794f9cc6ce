import { useLocation, useNavigate, useNavigationType, useParams, useSearchParams } from 'react-router';
import { isActive } from '../../domain/catalogue';
import { formatAddress } from '../../domain/locationRules';
import { screenMessages } from '../../domain/screenMessages';
import { isOthersVisit } from '../../domain/visitOwner';
import { isSubmitted } from '../../domain/visitRules';
import { paths, visitSavedFor } from '../../paths';
import type { VisitView } from '../../state/pending/pendingViews';
import { useKnownLocations } from '../../state/catalogue/knownLocations';
import { useUser } from '../../state/session/session';
import { isSameScreen } from '../../state/url/urlWithServerIds';
import { useVisitView } from '../../state/visits/visitReads';
import { ErrorText } from '../../ui/ErrorText';
import { Notice } from '../../ui/Notice';
import { OthersVisitNotice } from '../../ui/OthersVisitNotice';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { PendingBadge } from '../../ui/PendingBadge';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Skeleton } from '../../ui/Skeleton';
import { useFocusOnce } from '../../ui/focusOnMount';
import { useGoBack } from '../../ui/useGoBack';
import { SubmitVisitCard } from './SubmitVisitCard';
import { useVisitBoxes } from './useVisitBoxes';
import { VisitBoxes } from './VisitBoxes';
import styles from './VisitBoxes.module.css';
import { VisitFacts } from './VisitFacts';

/** `afterRefill`: a box has just been refilled, so the focus goes to the next step. */
function VisitParts({ visit, afterRefill }: { visit: VisitView; afterRefill: boolean }) {
  const boxes = useVisitBoxes(visit);
  const isOthers = isOthersVisit(visit, useUser());
  const location = useKnownLocations()?.find(({ _id }) => _id === visit.location._id);
  const isClosed = location !== undefined && !isActive(location);
  const open = !isSubmitted(visit) && !isOthers;
  const focusOnce = useFocusOnce();
  const nextStepRef = afterRefill ? focusOnce : null;
  return (
    <>
      {isOthers ? <OthersVisitNotice repName={visit.repName} /> : null}
      {open && isClosed ? (
        <Notice kind="warning">This location was deactivated. Its boxes take no refill.</Notice>
      ) : null}
      <VisitFacts visit={visit} />
      <div className={styles.columns}>
        <VisitBoxes visitId={visit._id} open={open && !isClosed} read={boxes} nextStepRef={nextStepRef} />
        {isOthers ? null : (
          <SubmitVisitCard
            visit={visit}
            everyBoxRefilled={boxes.everyBoxRefilled}
            areBoxesKnown={boxes.rows !== undefined}
            nextStepRef={nextStepRef}
          />
        )}
      </div>
    </>
  );
}

/** Visit (spec §2): boxes to refill, then outcome, note and submit. */
export function VisitScreen() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state, key } = useLocation();
  // Not when Back returns to this entry of the history, or a sync changes its URL: nothing was recorded since.
  const isFirstTime = (useNavigationType() !== 'POP' && !isSameScreen(state)) || key === 'default';
  const goBack = useGoBack(paths.locations());
  const fromDelivery = params.get('done') === 'delivery';
  const { data: visit, failure, loading, savedAt, refreshing, retry } = useVisitView(id);
  return (
    <Page>
      <PageHeader
        title={visit?.location.name || 'Visit'}
        subtitle={
          visit ? (
            <>
              {formatAddress(visit.location.address)} <PendingBadge pending={visit.pending} />
            </>
          ) : null
        }
        // After a delivery the previous page in the history is this visit again.
        back={{ onBack: fromDelivery ? () => void navigate(paths.locations()) : goBack }}
      />
      {fromDelivery && isFirstTime ? <Notice kind="success">{screenMessages.deliveryRecorded}</Notice> : null}
      <CachedAtNote savedAt={savedAt} />
      {loading ? <Skeleton label="Loading the visit…" shape="table" rows={5} /> : null}
      {failure ? <ErrorText text={failure} onRetry={retry} retrying={refreshing} /> : null}
      {visit ? (
        <VisitParts visit={visit} afterRefill={isFirstTime && (fromDelivery || visitSavedFor(state) !== null)} />
      ) : null}
    </Page>
  );
}
