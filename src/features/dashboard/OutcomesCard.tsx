import { lazy } from 'react';
import { screenMessages } from '../../domain/screenMessages';
import type { Outcome } from '../../domain/outcomes';
import { occurringOutcomes } from '../../domain/reports';
import { type ReportRequest, useOutcomesRead } from '../../state/reports/reportReads';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { OutcomeBadge } from '../../ui/OutcomeBadge';
import { ChartCard } from './ChartCard';
import styles from './Dashboard.module.css';

const OutcomesPie = lazy(async () => ({ default: (await import('./OutcomesPie')).OutcomesPie }));

interface OutcomeCount {
  outcome: Outcome;
  count: number;
}

const COLUMNS: readonly Column<OutcomeCount>[] = [
  { key: 'outcome', header: 'Outcome', rowHeader: true, cell: (row) => <OutcomeBadge outcome={row.outcome} /> },
  { key: 'count', header: 'Visits', numeric: true, cell: (row) => row.count },
];

/** The submitted visits by outcome, as a pie in the outcomes' colours (spec §2), each named beside it. */
export function OutcomesCard({ request }: { request: ReportRequest }) {
  return (
    <ChartCard
      title="Visit Outcomes"
      read={useOutcomesRead(request)}
      failedText={screenMessages.outcomesFailed}
      isEmpty={(counts) => occurringOutcomes(counts).length === 0}
      chart={(counts) => (
        <div className={styles.pie}>
          <OutcomesPie slices={occurringOutcomes(counts)} />
          <ul className={styles.legend} aria-hidden>
            {occurringOutcomes(counts).map(({ outcome, count }) => (
              <li key={outcome}>
                <OutcomeBadge outcome={outcome} />
                <span>{count}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      table={(counts) => (
        <DataTable
          compact
          caption="Visit Outcomes"
          columns={COLUMNS}
          rows={occurringOutcomes(counts)}
          rowKey={(row) => row.outcome}
        />
      )}
    />
  );
}
