import { formatInstantByDay } from '../../../domain/dates';
import type { DeliveryGroup } from '../../../domain/deliveryGroups';
import { isOutcome } from '../../../domain/outcomes';
import { pluralize } from '../../../domain/wholeNumbers';
import { repLabel, shortRepLabel } from '../../../domain/names';
import { paths } from '../../../paths';
import { DateTime } from '../../../ui/DateTime';
import { Money } from '../../../ui/Money';
import { OutcomeBadge } from '../../../ui/OutcomeBadge';
import { RowLink } from '../../../ui/RowLink';
import type { Column } from '../../../ui/tableColumns';
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
    <RowLink to={paths.visitDetails(group.visitId)}>
      Details<VisuallyHidden>{` of the visit to ${group.locationName}`}</VisuallyHidden>
    </RowLink>
  );
}

function Outcome({ group }: { group: DeliveryGroup }) {
  return <OutcomeBadge outcome={isOutcome(group.outcome) ? group.outcome : null} />;
}

function VisitOutcome({ group }: { group: DeliveryGroup }) {
  return (
    <div className={styles.outcome}>
      <Outcome group={group} />
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
  {
    key: 'date',
    header: 'Date',
    rowHeader: true,
    cell: (group) => <DateOf group={group} />,
    phone: 'fact',
    phoneCell: (group) => <DateTime iso={group.date} format={formatInstantByDay} />,
  },
  {
    key: 'rep',
    header: 'Rep',
    cell: (group) => <span className={styles.rep}>{repLabel(group.repName)}</span>,
    // The number first, because the end is cut off when space is short.
    phoneCell: ({ boxes, repName, note }) => (
      <>
        {pluralize(boxes, 'box', 'boxes')} · <bdi>{shortRepLabel(repName)}</bdi>
        {note ? (
          <>
            {' '}
            · <bdi>{note}</bdi>
          </>
        ) : null}
      </>
    ),
  },
  { key: 'location', header: 'Location', cell: (group) => group.locationName, phone: 'lead' },
  {
    key: 'boxes',
    header: '# Boxes',
    numeric: true,
    cell: (group) => group.boxes,
    phoneCell: () => null,
  },
  { key: 'details', header: 'Details', cell: (group) => <Details group={group} />, phone: 'link' },
  {
    key: 'outcome',
    header: 'Visit Outcome',
    cell: (group) => <VisitOutcome group={group} />,
    phone: 'state',
    phoneCell: (group) => (group.outcome ? <Outcome group={group} /> : null),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: (group) => <Money amount={group.total} />,
    phone: 'figure',
  },
];
