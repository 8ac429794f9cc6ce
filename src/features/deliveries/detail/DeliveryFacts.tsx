import { boxOptionText } from '../../../domain/boxes';
import { deliveryDate } from '../../../domain/deliveryRules';
import { formatAddress } from '../../../domain/locationRules';
import { repLabel } from '../../../domain/names';
import { isOutcome } from '../../../domain/outcomes';
import type { ShownDelivery } from '../../../state/pending/pendingDeliveryViews';
import { Card } from '../../../ui/Card';
import { type Definition, DefinitionList } from '../../../ui/DefinitionList';
import { DateTime } from '../../../ui/DateTime';
import { Money } from '../../../ui/Money';
import { OutcomeBadge } from '../../../ui/OutcomeBadge';
import styles from '../Delivery.module.css';

/** Where, when, by whom and how much (spec §2, Delivery detail). */
export function DeliveryFacts({ delivery }: { delivery: ShownDelivery }) {
  const { location, box, visit } = delivery;
  const address = formatAddress(location.address);
  const ofVisit: Definition[] = visit
    ? [
        {
          term: 'Visit outcome',
          value: <OutcomeBadge outcome={isOutcome(visit.outcome) ? visit.outcome : null} />,
        },
        ...(visit.note ? [{ term: 'Visit note', value: <span className={styles.note}>{visit.note}</span> }] : []),
      ]
    : [];
  const facts: Definition[] = [
    { term: 'Date', value: <DateTime iso={deliveryDate(delivery)} /> },
    {
      term: 'Location',
      value: (
        <>
          {location.name}
          {address ? <span className={styles.address}>{address}</span> : null}
        </>
      ),
    },
    { term: 'Box', value: boxOptionText(box) },
    { term: 'Rep', value: repLabel(delivery.repName) },
    ...ofVisit,
    { term: 'Total', value: <Money amount={delivery.total} /> },
  ];
  return (
    <Card className={styles.facts}>
      <DefinitionList items={facts} />
    </Card>
  );
}
