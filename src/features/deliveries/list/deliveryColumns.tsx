import { Link } from 'react-router';
import type { DeliveryGroup } from '../../../domain/deliveryGroups';
import { isOutcome } from '../../../domain/outcomes';
import { repLabel } from '../../../domain/names';
import { paths } from '../../../paths';
import type { Column } from '../../../ui/DataTable';
import { DateTime } from '../../../ui/DateTime';
import { Money } from '../../../ui/Money';
import { OutcomeBadge } from '../../../ui/OutcomeBadge';
import { VisuallyHidden } from '../../../ui/VisuallyHidden';
import styles from './DeliveriesPage.module.css';

function DateOf({ group }: { group: DeliveryGroup }) {
  return (
    <span className={styles.date}>
      <DateTime iso={group.date} />
    </span>
  );
}

function Details({ group }: { group: DeliveryGroup }) {
  if (!group.visitId) return <span>–</span>;
  return (
    <Link to={paths.visitDetails(group.visitId)}>
      Details<VisuallyHidden>{` of the visit to ${group.locationName}`}</VisuallyHidden>
    </Link>
  );
}

function VisitOutcome({ group }: { group: DeliveryGroup }) {
  return (
    <div className={styles.outcome}>
      <OutcomeBadge outcome={isOutcome(group.outcome) ? group.outcome : null} />
      {group.note ? (
        <span className={styles.note} title={group.note}>
          {group.note}
        </span>
      ) : null}
    </div>
  );
}

/** The columns of the deliveries list, in the spec's order (spec §2). */
export const deliveryColumns: readonly Column<DeliveryGroup>[] = [
  { key: 'date', header: 'Date', rowHeader: true, cell: (group) => <DateOf group={group} /> },
  { key: 'rep', header: 'Rep', cell: (group) => repLabel(group.repName) },
  { key: 'location', header: 'Location', cell: (group) => group.locationName },
  { key: 'boxes', header: '# Boxes', numeric: true, cell: (group) => group.boxes },
  { key: 'details', header: 'Details', cell: (group) => <Details group={group} /> },
  { key: 'outcome', header: 'Visit Outcome', cell: (group) => <VisitOutcome group={group} /> },
  { key: 'total', header: 'Total', numeric: true, cell: (group) => <Money amount={group.total} /> },
];
