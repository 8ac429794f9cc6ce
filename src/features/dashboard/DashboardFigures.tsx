import { dashboardFigures } from '../../domain/reports';
import { formatInteger } from '../../domain/wholeNumbers';
import { type ReportRequest, useRepProductivityRead } from '../../state/reports/reportReads';
import type { Definition } from '../../ui/DefinitionList';
import { Money } from '../../ui/Money';
import styles from './Dashboard.module.css';

/** The four figures above the charts. A dash while there is no data. */
export function DashboardFigures({ request }: { request: ReportRequest }) {
  const read = useRepProductivityRead(request);
  const sums = read.data ? dashboardFigures(read.data.response) : null;
  const figures: Definition[] = [
    { term: 'Total', value: sums ? <Money amount={sums.total} /> : '–' },
    { term: 'Visits', value: sums ? formatInteger(sums.visits) : '–' },
    { term: 'Deliveries', value: sums ? formatInteger(sums.deliveries) : '–' },
    { term: 'Reps active', value: sums ? formatInteger(sums.repsActive) : '–' },
  ];
  return (
    <dl className={styles.figures} aria-busy={read.refreshing}>
      {figures.map(({ term, value }) => (
        <div key={term} className={styles.figure}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
