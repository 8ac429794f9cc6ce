import { useSearchParams } from 'react-router';
import { errorMessage } from '../../../api/client/errors';
import { isOthersVisit } from '../../../domain/visitOwner';
import { isSubmitted } from '../../../domain/visitRules';
import { paths } from '../../../paths';
import { useBoxRead } from '../../../state/reads/listReads';
import { useUser } from '../../../state/session/session';
import { useRecordKey } from '../../../state/url/urlWithServerIds';
import { useVisitView } from '../../../state/visits/visitReads';
import { ErrorText } from '../../../ui/ErrorText';
import { OthersVisitNotice } from '../../../ui/OthersVisitNotice';
import { Page } from '../../../ui/Page';
import { PageHeader } from '../../../ui/PageHeader';
import { Skeleton } from '../../../ui/Skeleton';
import { useGoBack } from '../../../ui/useGoBack';
import { NewDeliveryForm } from './NewDeliveryForm';
import { SubmittedVisitNotice } from './SubmittedVisitNotice';

/** A box of a visit: rep and location come from the visit. */
function DeliveryOfVisit({ visitId, boxId }: { visitId: string; boxId: string | null }) {
  const { data: visit, failure, loading, refreshing, retry } = useVisitView(visitId);
  const user = useUser();
  if (loading) return <Skeleton label="Loading the visit…" shape="form" rows={5} />;
  if (!visit) return <ErrorText text={failure ?? ''} onRetry={retry} retrying={refreshing} />;
  if (isOthersVisit(visit, user)) return <OthersVisitNotice repName={visit.repName} />;
  if (isSubmitted(visit)) return <SubmittedVisitNotice visitId={visitId} boxId={boxId} />;
  // A visit that was started for another rep without a connection has their id only.
  const isOfAnother = visit.rep._id !== '' && visit.rep._id !== user._id;
  const repName = visit.repName || (isOfAnother ? '' : null);
  const preset = { visitId, boxId, repName, location: visit.location };
  return <NewDeliveryForm preset={preset} />;
}

/** A box outside a visit: the location comes from the box. */
function DeliveryOfBox({ boxId }: { boxId: string }) {
  const { data: box, error, loading, refreshing, retry } = useBoxRead(boxId);
  if (loading) return <Skeleton label="Loading the box…" shape="form" rows={5} />;
  if (!box && error) return <ErrorText text={errorMessage(error)} onRetry={retry} retrying={refreshing} />;
  return <NewDeliveryForm preset={{ visitId: null, boxId, repName: null, location: box?.location ?? null }} />;
}

/** New Delivery (spec §2). Its URL may name the visit and the box. */
export function NewDeliveryScreen() {
  const [params] = useSearchParams();
  const visitId = params.get('visit');
  const boxId = params.get('box') || null;
  const key = useRecordKey(`${visitId}/${boxId}`);
  const goBack = useGoBack(visitId ? paths.visit(visitId) : paths.deliveries());
  return (
    <Page narrow>
      <PageHeader title="New Delivery" back={{ onBack: goBack }} />
      {visitId ? <DeliveryOfVisit key={key} visitId={visitId} boxId={boxId} /> : null}
      {!visitId && boxId ? <DeliveryOfBox key={key} boxId={boxId} /> : null}
      {!visitId && !boxId ? (
        <NewDeliveryForm preset={{ visitId: null, boxId: null, repName: null, location: null }} />
      ) : null}
    </Page>
  );
}
