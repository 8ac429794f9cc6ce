import type { Delivery } from '../../../contract/deliveries';
import { boxOptionText } from '../../../domain/boxes';
import { deliveryDate } from '../../../domain/deliveryRules';
import { withoutSame } from '../../../domain/deliveryGroups';
import { paths } from '../../../paths';
import { usePendingDeliveries } from '../../../state/deliveries/pendingDeliveries';
import type { DeliveryView } from '../../../state/pending/pendingDeliveryViews';
import { ButtonLink } from '../../../ui/ButtonLink';
import { Card } from '../../../ui/Card';
import { DataTable } from '../../../ui/DataTable';
import type { Column } from '../../../ui/tableColumns';
import { DateTime } from '../../../ui/DateTime';
import { Money } from '../../../ui/Money';
import { PendingBadge } from '../../../ui/PendingBadge';
import { RowLink } from '../../../ui/RowLink';

const COLUMNS: readonly Column<DeliveryView>[] = [
  {
    key: 'date',
    header: 'Date',
    rowHeader: true,
    cell: (delivery) => (
      <RowLink to={paths.delivery(delivery._id)}>
        <DateTime iso={deliveryDate(delivery)} />
      </RowLink>
    ),
  },
  { key: 'location', header: 'Location', cell: (delivery) => delivery.location.name },
  { key: 'box', header: 'Box', cell: (delivery) => boxOptionText(delivery.box) },
  { key: 'state', header: 'State', cell: (delivery) => <PendingBadge pending={delivery.pending} />, phone: 'state' },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: (delivery) => <Money amount={delivery.total} />,
    phone: 'figure',
  },
];

/** The deliveries of this device that wait to be sent, above the list. Filters and counts of the list do not apply. */
export function WaitingDeliveries({ sent }: { sent: readonly Delivery[] }) {
  const waiting = withoutSame(usePendingDeliveries(), sent);
  if (waiting.length === 0) return null;
  return (
    <Card
      flush
      title="On this device, not counted below"
      actions={
        <ButtonLink variant="quiet" to={paths.outbox()}>
          Outbox
        </ButtonLink>
      }
    >
      <DataTable
        caption="Deliveries waiting to send"
        columns={COLUMNS}
        rows={waiting}
        rowKey={(delivery) => delivery._id}
      />
    </Card>
  );
}
