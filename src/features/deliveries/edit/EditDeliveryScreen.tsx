import { useParams } from 'react-router';
import { errorStatus } from '../../../api/client/errors';
import { deliveryLoadMessage } from '../../../domain/deliveryRules';
import { itemsLoadMessage } from '../../../domain/itemRules';
import { isOthersVisit } from '../../../domain/visitOwner';
import { paths } from '../../../paths';
import { useConnectivity } from '../../../state/device/connectivity';
import { useDeliveryRead } from '../../../state/deliveries/deliveryReads';
import { useItemsRead } from '../../../state/reads/listReads';
import { useUser } from '../../../state/session/session';
import { ErrorText } from '../../../ui/ErrorText';
import { OthersVisitNotice } from '../../../ui/OthersVisitNotice';
import { Page } from '../../../ui/Page';
import { PageHeader } from '../../../ui/PageHeader';
import { CachedAtNote } from '../../../ui/CachedAtNote';
import { Skeleton } from '../../../ui/Skeleton';
import { useGoBack } from '../../../ui/useGoBack';
import { EditDeliveryForm } from './EditDeliveryForm';

/** Edit Delivery (spec §2). */
export function EditDeliveryScreen() {
  const { id = '' } = useParams();
  const goBack = useGoBack(paths.delivery(id));
  const delivery = useDeliveryRead(id);
  const items = useItemsRead();
  const { online } = useConnectivity();
  const found = delivery.data?._id ? delivery.data : undefined;
  const user = useUser();
  const isOthers = found !== undefined && isOthersVisit(found.visit ?? found, user);
  return (
    <Page>
      <PageHeader title="Edit Delivery" back={{ onBack: goBack }} />
      <CachedAtNote savedAt={delivery.savedAt} />
      {delivery.loading || (found && items.loading) ? (
        <Skeleton label="Loading the delivery…" shape="form" rows={4} />
      ) : null}
      {!found && !delivery.loading ? (
        <ErrorText
          text={deliveryLoadMessage(errorStatus(delivery.error))}
          onRetry={delivery.retry}
          retrying={delivery.refreshing}
        />
      ) : null}
      {found && !isOthers && !items.data && items.error ? (
        <ErrorText
          text={itemsLoadMessage(errorStatus(items.error), online)}
          onRetry={items.retry}
          retrying={items.refreshing}
        />
      ) : null}
      {found && isOthers ? <OthersVisitNotice repName={found.repName} what="delivery" /> : null}
      {found && !isOthers && !items.loading ? (
        <EditDeliveryForm delivery={found} items={items.data ?? []} onCancel={goBack} />
      ) : null}
    </Page>
  );
}
