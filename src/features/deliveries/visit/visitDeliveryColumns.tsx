import { Link } from 'react-router';
import { boxOptionText } from '../../../domain/boxes';
import { deliveryDate } from '../../../domain/deliveryRules';
import { pluralize } from '../../../domain/wholeNumbers';
import { paths } from '../../../paths';
import type { DeliveryView } from '../../../state/pending/pendingDeliveryViews';
import type { Column } from '../../../ui/tableColumns';
import { DateTime } from '../../../ui/DateTime';
import { Money } from '../../../ui/Money';
import { PendingBadge } from '../../../ui/PendingBadge';
import { RowLink } from '../../../ui/RowLink';
import styles from './VisitDetails.module.css';

/** The columns of a visit's deliveries (spec §2, Visit Details); without Edit if the visit is another rep's. */
export const visitDeliveryColumns = (mayEdit: boolean): readonly Column<DeliveryView>[] => [
  {
    key: 'date',
    header: 'Date',
    rowHeader: true,
    cell: (delivery) => (
      <>
        <DateTime iso={deliveryDate(delivery)} /> <PendingBadge pending={delivery.pending} />
      </>
    ),
    phone: 'fact',
  },
  { key: 'box', header: 'Box', cell: (delivery) => boxOptionText(delivery.box), phone: 'lead' },
  {
    key: 'lines',
    header: 'Lines',
    numeric: true,
    cell: (delivery) => delivery.lines.length,
    phoneCell: (delivery) => pluralize(delivery.lines.length, 'line'),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: (delivery) => <Money amount={delivery.total} />,
    phone: 'figure',
  },
  {
    key: 'actions',
    header: 'Actions',
    numeric: true,
    phone: 'action',
    cell: (delivery) => (
      <span className={styles.links}>
        <RowLink to={paths.delivery(delivery._id)}>view box</RowLink>
        {mayEdit ? <Link to={paths.editDelivery(delivery._id)}>Edit</Link> : null}
      </span>
    ),
  },
];
