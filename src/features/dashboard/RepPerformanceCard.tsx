import { lazy } from 'react';
import type { RepProductivity } from '../../contract/reports';
import { screenMessages } from '../../domain/screenMessages';
import { formatMoney } from '../../domain/money';
import { largest } from '../../domain/reports';
import { type ReportRequest, useRepProductivityRead } from '../../state/reports/reportReads';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { Money } from '../../ui/Money';
import { ChartCard } from './ChartCard';

const BarsChart = lazy(async () => ({ default: (await import('./BarsChart')).BarsChart }));

/** More bars would be too thin for the height of the chart. The table has all reps. */
const BARS_MAX = 10;

const COLUMNS: readonly Column<RepProductivity>[] = [
  { key: 'rep', header: 'Rep', rowHeader: true, cell: (row) => row.repName },
  { key: 'visits', header: 'Visits', numeric: true, cell: (row) => row.visitCount },
  { key: 'deliveries', header: 'Deliveries', numeric: true, cell: (row) => row.deliveries },
  { key: 'total', header: 'Total', numeric: true, cell: (row) => <Money amount={row.total} /> },
];

/** The total of each rep as bars (spec §2). */
export function RepPerformanceCard({ request }: { request: ReportRequest }) {
  const byTotal = (rows: readonly RepProductivity[], count: number) => largest(rows, (row) => row.total, count);
  return (
    <ChartCard
      title="Rep Performance"
      read={useRepProductivityRead(request)}
      failedText={screenMessages.repProductivityFailed}
      isEmpty={(rows) => rows.length === 0}
      chart={(rows) => (
        <BarsChart
          label="Rep Performance: bars of total"
          bars={byTotal(rows, BARS_MAX).map((row) => ({ label: row.repName, value: row.total }))}
          format={formatMoney}
        />
      )}
      table={(rows) => (
        <DataTable
          compact
          caption="Rep Performance"
          columns={COLUMNS}
          rows={byTotal(rows, rows.length)}
          rowKey={(_, index) => String(index)}
        />
      )}
    />
  );
}
