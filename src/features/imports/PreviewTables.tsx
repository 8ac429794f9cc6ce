import type { PreviewRow, RowEffect } from '../../contract/imports';
import { formatInteger, pluralize } from '../../domain/wholeNumbers';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';

const rowText = (row: PreviewRow) => `Row ${formatInteger(row.line)}`;
const line: Column<PreviewRow> = {
  key: 'line',
  header: 'Row',
  numeric: true,
  cell: (row) => formatInteger(row.line),
  phoneCell: rowText,
};
const name: Column<PreviewRow> = { key: 'name', header: 'Name', rowHeader: true, cell: (row) => row.name };
const detail = (header: string): Column<PreviewRow> => ({ key: 'detail', header, cell: (row) => row.detail });
const refusedLine: Column<PreviewRow> = { ...line, numeric: false, rowHeader: true, cell: rowText };

const TABLES: readonly [effect: RowEffect, title: string, columns: readonly Column<PreviewRow>[]][] = [
  ['refused', 'Refused', [refusedLine, detail('Reason')]],
  ['changed', 'Changed', [name, detail('Change'), line]],
  ['new', 'Added', [name, line]],
];

function Rows({ title, columns, rows }: { title: string; columns: readonly Column<PreviewRow>[]; rows: PreviewRow[] }) {
  return (
    <Card title={`${title}: ${pluralize(rows.length, 'row')}`} flush>
      <DataTable caption={`${title} rows`} columns={columns} rows={rows} rowKey={(row) => String(row.line)} />
    </Card>
  );
}

/** The rows of a file by effect, refused ones first. Rows that change nothing are not listed. */
export function PreviewTables({ rows }: { rows: readonly PreviewRow[] }) {
  return TABLES.map(([effect, title, columns]) => {
    const those = rows.filter((row) => row.effect === effect);
    return those.length > 0 ? <Rows key={effect} title={title} columns={columns} rows={those} /> : null;
  });
}

/** The effect of an import as a sentence. */
export function summaryOf(rows: readonly PreviewRow[]): string {
  const count = (effect: RowEffect) => formatInteger(rows.filter((row) => row.effect === effect).length);
  return `${count('new')} added, ${count('changed')} changed, ${count('same')} unchanged, ${count('refused')} refused.`;
}
