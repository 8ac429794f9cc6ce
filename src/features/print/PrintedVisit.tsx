import { formatInstantFull } from '../../domain/dates';
import { formatAddress } from '../../domain/locationRules';
import { repLabel } from '../../domain/names';
import { boxCount } from '../../domain/refills';
import { sentIdText } from '../../domain/sentIdText';
import { shownSum } from '../../domain/shownPrices';
import type { DeliveryView } from '../../state/pending/pendingDeliveryViews';
import type { VisitView } from '../../state/pending/pendingViews';
import { DefinitionList } from '../../ui/DefinitionList';
import { Money } from '../../ui/Money';
import { OutcomeBadge } from '../../ui/OutcomeBadge';
import { NotYetSent } from './NotYetSent';
import styles from './PrintSummary.module.css';

interface PrintedVisitProps {
  visit: VisitView;
  /** `undefined` while they are not known. */
  deliveries: readonly DeliveryView[] | undefined;
}

function fullInstant(iso: string | null): string {
  return iso ? formatInstantFull(iso) : '–';
}

/** The facts of the visit (spec §2). Times are in full, without "Today". */
export function PrintedVisit({ visit, deliveries }: PrintedVisitProps) {
  const address = formatAddress(visit.location.address);
  return (
    <>
      <NotYetSent pending={visit.pending} what="This visit, or its last change," />
      <div className={styles.facts}>
        <DefinitionList
          items={[
            { term: 'Visit', value: sentIdText(visit._id) },
            { term: 'Location', value: address ? `${visit.location.name}, ${address}` : visit.location.name },
            { term: 'Rep', value: repLabel(visit.repName) },
            { term: 'Started', value: fullInstant(visit.startedAt) },
            { term: 'Submitted', value: fullInstant(visit.submittedAt) },
            { term: 'Outcome', value: <OutcomeBadge outcome={visit.outcome} /> },
            { term: 'Boxes', value: deliveries ? boxCount(deliveries) : '–' },
            {
              term: 'Total',
              value: deliveries ? <Money amount={shownSum(deliveries.map(({ total }) => total))} /> : '–',
            },
            { term: 'Note', value: visit.note || '–' },
          ]}
        />
      </div>
    </>
  );
}
