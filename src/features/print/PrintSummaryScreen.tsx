import Printer from 'lucide-react/icons/printer';
import { useParams } from 'react-router';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useVisitDeliveriesRead } from '../../state/deliveries/deliveryReads';
import { useVisitView } from '../../state/visits/visitReads';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Skeleton } from '../../ui/Skeleton';
import { useGoBack } from '../../ui/useGoBack';
import { CompanyHeader } from './CompanyHeader';
import { PrintedDeliveries } from './PrintedDeliveries';
import { PrintedVisit } from './PrintedVisit';

/** Print summary (spec §2): a visit on paper, A4 or Letter, in light colours; also from the device's copy. */
export function PrintSummaryScreen() {
  const { visitId = '' } = useParams();
  const goBack = useGoBack(paths.visitDetails(visitId));
  const { data: visit, failure, loading, savedAt, refreshing, retry } = useVisitView(visitId);
  const deliveries = useVisitDeliveriesRead(visitId);
  const all = deliveries.isComplete ? deliveries.data : undefined;
  const retryBoth = () => {
    retry?.();
    deliveries.retry?.();
  };
  return (
    <Page>
      <PageHeader
        title="Visit summary"
        back={{ onBack: goBack }}
        actions={
          <Button
            variant="primary"
            icon={<Printer aria-hidden />}
            disabled={!visit || !all}
            onClick={() => window.print()}
          >
            Print / Save PDF
          </Button>
        }
      />
      <CachedAtNote savedAt={savedAt ?? deliveries.savedAt} />
      <Card>
        <CompanyHeader />
        {loading ? <Skeleton label="Loading the visit…" rows={6} /> : null}
        {failure ? <ErrorText text={failure} onRetry={retry && retryBoth} retrying={refreshing} /> : null}
        {visit ? <PrintedVisit visit={visit} deliveries={all} /> : null}
        {visit && deliveries.loading ? <Skeleton label="Loading deliveries…" rows={6} /> : null}
        {!all && !failure && deliveries.error ? (
          <ErrorText
            text={screenMessages.visitDeliveriesFailed}
            onRetry={deliveries.retry}
            retrying={deliveries.refreshing}
          />
        ) : null}
        {visit && all?.length === 0 ? <EmptyState text={screenMessages.noVisitDeliveries} /> : null}
        {visit && deliveries.data && deliveries.data.length > 0 ? (
          <PrintedDeliveries deliveries={deliveries.data} areAll={deliveries.isComplete} />
        ) : null}
      </Card>
    </Page>
  );
}
