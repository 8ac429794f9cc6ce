import type { Visit } from '../../contract/visits';
import { repLabel } from '../../domain/names';
import { Card } from '../../ui/Card';
import { type Definition, DefinitionList } from '../../ui/DefinitionList';
import { DateTime } from '../../ui/DateTime';
import { OutcomeBadge } from '../../ui/OutcomeBadge';
import styles from './VisitFacts.module.css';

/** Who, when and with what outcome (spec §2, Visit screen). */
export function VisitFacts({ visit }: { visit: Visit }) {
  const facts: Definition[] = [
    { term: 'Rep', value: repLabel(visit.repName) },
    { term: 'Started', value: <DateTime iso={visit.startedAt} /> },
    ...(visit.submittedAt ? [{ term: 'Submitted', value: <DateTime iso={visit.submittedAt} /> }] : []),
    { term: 'Outcome', value: <OutcomeBadge outcome={visit.outcome} /> },
    ...(visit.note ? [{ term: 'Note', value: <span className={styles.note}>{visit.note}</span> }] : []),
  ];
  return (
    <Card className={styles.facts}>
      <DefinitionList items={facts} />
    </Card>
  );
}
