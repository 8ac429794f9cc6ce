import type { RepProductivity } from '../../contract/reports';
import { dashboardFigures } from '../../domain/reports';
import type { Report } from '../../state/caches/reportCaches';
import type { Read } from '../../state/readState';
import type { Definition } from '../../ui/DefinitionList';
import { Money } from '../../ui/Money';
import styles from './Dashboard.module.css';

const count = new Intl.NumberFormat('en-US');

/** The four figures over the charts. A dash while there is nothing to sum up. */
export function DashboardFigures({ read }: { read: Read<Report<RepProductivity[]>> }) {
  const sums = read.data ? dashboardFigures(read.data.answer) : null;
  const figures: Definition[] = [
    { term: 'Total', value: sums ? <Money amount={sums.total} /> : '–' },
    { term: 'Visits', value: sums ? count.format(sums.visits) : '–' },
    { term: 'Deliveries', value: sums ? count.format(sums.deliveries) : '–' },
    { term: 'Reps active', value: sums ? count.format(sums.repsActive) : '–' },
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
