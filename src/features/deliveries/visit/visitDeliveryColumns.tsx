import { Link } from 'react-router';
import { boxOptionText } from '../../../domain/boxes';
import { deliveryDate } from '../../../domain/deliveryRules';
import { paths } from '../../../paths';
import type { DeliveryView } from '../../../state/pending/pendingViews';
import type { Column } from '../../../ui/DataTable';
import { DateTime } from '../../../ui/DateTime';
import { Money } from '../../../ui/Money';
import { PendingBadge } from '../../../ui/PendingBadge';
import styles from './VisitDetails.module.css';

/** The deliveries of a visit, in the spec's columns (spec §2, Visit Details); without Edit where the visit is another rep's. */
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
        {mayEdit ? <Link to={paths.editDelivery(delivery._id)}>Edit</Link> : null}
      </span>
    ),
  },
];
