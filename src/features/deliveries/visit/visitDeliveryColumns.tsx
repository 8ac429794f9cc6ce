import { Link } from 'react-router';
import { boxOptionText } from '../../../domain/boxes';
import { deliveryDate } from '../../../domain/deliveryRules';
import { paths } from '../../../paths';
import type { ShownDelivery } from '../../../state/pendingViews';
import type { Column } from '../../../ui/DataTable';
import { InstantText } from '../../../ui/InstantText';
import { Money } from '../../../ui/Money';
import { PendingBadge } from '../../../ui/PendingBadge';
import styles from './VisitDetails.module.css';

/** The deliveries of a visit, in the spec's columns (spec §2, Visit Details). */
export const visitDeliveryColumns: readonly Column<ShownDelivery>[] = [
  {
    key: 'date',
    header: 'Date',
    rowHeader: true,
    cell: (delivery) => (
      <>
        <InstantText iso={deliveryDate(delivery)} /> <PendingBadge pending={delivery.pending} />
      </>
    ),
  },
  { key: 'box', header: 'Box', cell: (delivery) => boxOptionText(delivery.box) },
  { key: 'lines', header: 'Lines', numeric: true, cell: (delivery) => delivery.lines.length },
  { key: 'total', header: 'Total', numeric: true, cell: (delivery) => <Money amount={delivery.total} /> },
  {
    key: 'actions',
    header: 'Actions',
    numeric: true,
    cell: (delivery) => (
      <span className={styles.links}>
        <Link to={paths.delivery(delivery._id)}>view box</Link>
        <Link to={paths.editDelivery(delivery._id)}>Edit</Link>
      </span>
    ),
  },
];
