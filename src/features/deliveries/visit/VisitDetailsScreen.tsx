import { useState } from 'react';
import { useParams } from 'react-router';
import { isoDay } from '../../../domain/dates';
import { screenMessages } from '../../../domain/screenMessages';
import { visitCsv, visitCsvFileName } from '../../../domain/visitCsv';
import { isLocalId } from '../../../domain/ids';
import { isOthersVisit } from '../../../domain/visitOwner';
import { isSubmitted } from '../../../domain/visitRules';
import { pluralize } from '../../../domain/wholeNumbers';
import { paths } from '../../../paths';
import { useShowAlert } from '../../../state/alerts/alerts';
import { useVisitDeliveriesRead } from '../../../state/deliveries/deliveryReads';
import { useUser } from '../../../state/session/session';
import { useVisitView } from '../../../state/visits/visitReads';
import { Button } from '../../../ui/Button';
import { ButtonLink } from '../../../ui/ButtonLink';
import { Card } from '../../../ui/Card';
import { DataTable } from '../../../ui/DataTable';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorText } from '../../../ui/ErrorText';
import { OthersVisitNotice } from '../../../ui/OthersVisitNotice';
import { Page } from '../../../ui/Page';
import { PageHeader } from '../../../ui/PageHeader';
import { PendingBadge } from '../../../ui/PendingBadge';
import { CachedAtNote } from '../../../ui/CachedAtNote';
import { SavedFile } from '../../../ui/SavedFile';
import { saveFile } from '../../../ui/saveFile';
import { Skeleton } from '../../../ui/Skeleton';
import { useGoBack } from '../../../ui/useGoBack';
import { VisitDetailsFacts } from './VisitDetailsFacts';
import { visitDeliveryColumns } from './visitDeliveryColumns';

/** Visit Details (spec §2): a visit with its deliveries, as a table and as a CSV that the client creates (spec §7). */
export function VisitDetailsScreen() {
  const { visitId = '' } = useParams();
  const goBack = useGoBack(paths.deliveries());
  const showAlert = useShowAlert('export');
  const [saved, setSaved] = useState<string | null>(null);
  const { data: visit, failure, loading, savedAt, refreshing, retry } = useVisitView(visitId);
  const deliveries = useVisitDeliveriesRead(visitId);
  const all = deliveries.isComplete ? deliveries.data : undefined;
  const failed = !all && deliveries.error !== null;
  const retryBoth = () => {
    retry?.();
    deliveries.retry?.();
  };

  const exportLines = () => {
    setSaved(null);
    showAlert(null);
    if (!visit) return showAlert(screenMessages.visitNotLoaded);
    if (failed) return showAlert(screenMessages.deliveriesForVisitFailed);
    const exported = all?.filter(({ _id, pending }) => !(isLocalId(_id) && pending?.state === 'refused')) ?? [];
    if (exported.length === 0) return showAlert(screenMessages.noDeliveriesForVisit);
    const fileName = visitCsvFileName(visit, isoDay(new Date()));
    saveFile(fileName, visitCsv(visit, exported), 'text/csv;charset=utf-8');
    const refused = (all?.length ?? 0) - exported.length;
    // A delivery that waits itself says so in its row.
    const edited = exported.filter(({ _id, pending }) => pending && !isLocalId(_id)).length;
    setSaved(
      [
        fileName,
        edited > 0 && `with unsent edits of ${pluralize(edited, 'delivery', 'deliveries')}`,
        refused > 0 && `without ${pluralize(refused, 'refused delivery', 'refused deliveries')}`,
      ]
        .filter(Boolean)
        .join(', '),
    );
  };

  const user = useUser();
  const isOthers = visit !== undefined && isOthersVisit(visit, user);
  return (
    <Page>
      <PageHeader
        title="Visit Details"
        subtitle={visit ? <PendingBadge pending={visit.pending} /> : null}
        back={{ onBack: goBack }}
        actions={
          <>
            <Button disabled={loading || deliveries.loading} onClick={exportLines}>
              Export Lines (CSV)
            </Button>
            <ButtonLink to={paths.printVisit(visitId)}>Print Summary</ButtonLink>
          </>
        }
      />
      <SavedFile saved={saved} />
      <CachedAtNote savedAt={savedAt ?? deliveries.savedAt} />
      {loading ? <Skeleton label="Loading the visit…" shape="facts" rows={8} /> : null}
      {failure ? <ErrorText text={failure} onRetry={retry && retryBoth} retrying={refreshing} /> : null}
      {visit && isOthers ? <OthersVisitNotice repName={visit.repName} /> : null}
      {visit ? <VisitDetailsFacts visit={visit} deliveries={all} mayChange={!isOthers} /> : null}
      {deliveries.loading ? <Skeleton label="Loading deliveries…" shape="table" rows={4} /> : null}
      {failed && !failure ? (
        <ErrorText
          text={screenMessages.deliveriesForVisitFailed}
          onRetry={deliveries.retry}
          retrying={deliveries.refreshing}
        />
      ) : null}
      {visit && all?.length === 0 ? (
        <EmptyState
          text={screenMessages.noVisitDeliveries}
          action={
            !isOthers && !isSubmitted(visit) ? <ButtonLink to={paths.visit(visitId)}>Go to the visit</ButtonLink> : null
          }
        />
      ) : null}
      {deliveries.data && deliveries.data.length > 0 ? (
        <Card flush>
          <DataTable
            caption="Deliveries of this visit"
            columns={visitDeliveryColumns(!isOthers)}
            rows={deliveries.data}
            rowKey={(delivery) => delivery._id}
          />
        </Card>
      ) : null}
    </Page>
  );
}
