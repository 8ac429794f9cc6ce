import { Link } from 'react-router';
import type { Visit } from '../../../contract/visits';
import { formatAddress } from '../../../domain/locationRules';
import { repLabel } from '../../../domain/names';
import { boxCount } from '../../../domain/refills';
import { shownSum } from '../../../domain/shownPrices';
import { paths } from '../../../paths';
import type { ShownDelivery } from '../../../state/pending/pendingDeliveryViews';
import { Card } from '../../../ui/Card';
import { type Definition, DefinitionList } from '../../../ui/DefinitionList';
import { DateTime } from '../../../ui/DateTime';
import { Money } from '../../../ui/Money';
import { OutcomeBadge } from '../../../ui/OutcomeBadge';
import styles from '../Delivery.module.css';

interface VisitDetailsFactsProps {
  visit: Visit;
  /** `undefined` while they are not known. */
  deliveries: ShownDelivery[] | undefined;
  /** Whether outcome and note may be changed. */
  mayChange: boolean;
}

/** The facts above a visit's deliveries (spec §2, Visit Details). */
export function VisitDetailsFacts({ visit, deliveries, mayChange }: VisitDetailsFactsProps) {
  const address = formatAddress(visit.location.address);
  const facts: Definition[] = [
    {
      term: 'Location',
      value: (
        <>
          {visit.location.name}
          {address ? <span className={styles.address}>{address}</span> : null}
        </>
      ),
    },
    { term: 'Rep', value: repLabel(visit.repName) },
    { term: 'Started', value: <DateTime iso={visit.startedAt} /> },
    { term: 'Submitted', value: <DateTime iso={visit.submittedAt} /> },
    { term: 'Outcome', value: <OutcomeBadge outcome={visit.outcome} /> },
    { term: 'Note', value: visit.note ? <span className={styles.note}>{visit.note}</span> : '–' },
    { term: 'Boxes', value: deliveries ? boxCount(deliveries) : '–' },
    {
      term: 'Total',
      value: deliveries ? <Money amount={shownSum(deliveries.map((delivery) => delivery.total))} /> : '–',
    },
  ];
  return (
    <Card className={styles.facts}>
      <DefinitionList items={facts} />
      {mayChange ? (
        <Link className={styles.change} to={paths.editVisit(visit._id)}>
          Change outcome or note
        </Link>
      ) : null}
    </Card>
  );
}
