import { lazy } from 'react';
import type { ItemUsage } from '../../contract/reports';
import { ITEMS_USAGE_LIMIT_DEFAULT } from '../../domain/constants';
import { screenMessages } from '../../domain/screenMessages';
import { formatQuantity } from '../../domain/quantity';
import { largest } from '../../domain/reports';
import { type ReportRequest, useItemsUsageRead } from '../../state/reports/reportReads';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { Money } from '../../ui/Money';
import { ChartCard } from './ChartCard';

const BarsChart = lazy(async () => ({ default: (await import('./BarsChart')).BarsChart }));

const COLUMNS: readonly Column<ItemUsage>[] = [
  { key: 'name', header: 'Item', rowHeader: true, cell: (row) => row.name },
  { key: 'quantity', header: 'Quantity', numeric: true, cell: (row) => formatQuantity(row.quantity) },
  { key: 'amount', header: 'Amount', numeric: true, cell: (row) => <Money amount={row.amount} /> },
];

/** The ten most delivered items, as bars of quantity (spec §2). */
export function TopItemsCard({ request }: { request: ReportRequest }) {
  const top = (rows: readonly ItemUsage[]) => largest(rows, (row) => row.quantity, ITEMS_USAGE_LIMIT_DEFAULT);
  return (
    <ChartCard
      title="Top Items"
      read={useItemsUsageRead(request)}
      failedText={screenMessages.itemsUsageFailed}
      isEmpty={(rows) => rows.length === 0}
      chart={(rows) => (
        <BarsChart
          label="Top Items: bars of quantity"
          bars={top(rows).map((row) => ({ label: row.name, value: row.quantity }))}
          format={formatQuantity}
        />
      )}
      table={(rows) => (
        <DataTable
          compact
          caption="Top Items"
          columns={COLUMNS}
          rows={top(rows)}
          rowKey={(_, index) => String(index)}
        />
      )}
    />
  );
}
