import { useLocation, useParams, useSearchParams } from 'react-router';
import { errorStatus } from '../../../api/client/errors';
import { deliveryLoadMessage } from '../../../domain/deliveryRules';
import { screenMessages } from '../../../domain/screenMessages';
import { isOthersVisit } from '../../../domain/visitOwner';
import { paths } from '../../../paths';
import { useDeliveryRead } from '../../../state/deliveries/deliveryReads';
import { useUser } from '../../../state/session/session';
import { ButtonLink } from '../../../ui/ButtonLink';
import { Card } from '../../../ui/Card';
import { DataTable } from '../../../ui/DataTable';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorText } from '../../../ui/ErrorText';
import { Notice } from '../../../ui/Notice';
import { OthersVisitNotice } from '../../../ui/OthersVisitNotice';
import { Page } from '../../../ui/Page';
import { PageHeader } from '../../../ui/PageHeader';
import { PendingBadge } from '../../../ui/PendingBadge';
import { CachedAtNote } from '../../../ui/CachedAtNote';
import { Skeleton } from '../../../ui/Skeleton';
import { useGoBack } from '../../../ui/useGoBack';
import { isQueuedEdit } from '../queuedEdit';
import { DeliveryFacts } from './DeliveryFacts';
import { deliveryLineColumns } from './deliveryLineColumns';

/** Delivery detail (spec §2). After an edit, Back opens the list instead of the form. */
export function DeliveryDetailScreen() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const { state } = useLocation();
  const fromEdit = params.get('from') === 'edit';
  const goBack = useGoBack(paths.deliveries());
  const { data, loading, error, savedAt, refreshing, retry } = useDeliveryRead(id);
  const delivery = data?._id ? data : undefined;
  const pending = delivery?.pending ?? null;
  // What was saved on the device only may still be refused or discarded. The status line reports its sending.
  const isUpdated = fromEdit && !isQueuedEdit(state) && pending === null;
  const user = useUser();
  const isOthers = delivery !== undefined && isOthersVisit(delivery.visit ?? delivery, user);
  return (
    <Page>
      <PageHeader
        title="Delivery"
        subtitle={<PendingBadge pending={pending} />}
        back={fromEdit ? { to: paths.deliveries() } : { onBack: goBack }}
        actions={delivery && !isOthers ? <ButtonLink to={paths.editDelivery(id)}>Edit</ButtonLink> : null}
      />
      {delivery && isUpdated ? <Notice kind="success">{screenMessages.deliveryUpdated}</Notice> : null}
      <CachedAtNote savedAt={savedAt} />
      {pending?.reason ? <ErrorText text={pending.reason} /> : null}
      {loading ? <Skeleton label="Loading the delivery…" shape="facts" rows={6} /> : null}
      {!delivery && !loading ? (
        <ErrorText text={deliveryLoadMessage(errorStatus(error))} onRetry={retry} retrying={refreshing} />
      ) : null}
      {delivery ? (
        <>
          {isOthers ? <OthersVisitNotice repName={delivery.repName} what="delivery" /> : null}
          <DeliveryFacts delivery={delivery} />
          <Card title="Lines" flush>
            {delivery.lines.length === 0 ? (
              <EmptyState text="This delivery has no lines." />
            ) : (
              <DataTable
                caption="Lines"
                columns={deliveryLineColumns}
                rows={delivery.lines}
                rowKey={(_, index) => String(index)}
              />
            )}
          </Card>
        </>
      ) : null}
    </Page>
  );
}
