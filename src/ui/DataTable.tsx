import type { ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './DataTable.module.css';
import { VisuallyHidden } from './VisuallyHidden';

export interface Column<Row> {
  /** Stable name of the column. */
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and money stand at the right edge. */
  numeric?: boolean;
  /** The cell that names its row, shown as the head of the card on narrow screens. At most one column. */
  rowHeader?: boolean;
}

interface DataTableProps<Row> {
  /** What the table holds; read out, and shown only when `captionShown`. */
  caption: string;
  captionShown?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Rows of a tfoot, e.g. a grand total. */
  footer?: ReactNode;
  /** Stays a table on phones too: for few narrow columns. */
  compact?: boolean;
}

/**
 * A table with a sticky head on wide screens, a scrolling wrapper where it does not fit, and one card per row
 * on phones. The explicit roles keep it a table for screen readers when the cards change its display.
 */
export function DataTable<Row>({
  caption,
  captionShown = false,
  columns,
  rows,
  rowKey,
  footer,
  compact = false,
}: DataTableProps<Row>) {
  return (
    <div className={compact ? styles.compact : styles.container}>
      {/* What scrolls must be reachable by keyboard. */}
      <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
        <table className={styles.table} role="table">
          <caption className={captionShown ? styles.caption : undefined}>
            {captionShown ? caption : <VisuallyHidden>{caption}</VisuallyHidden>}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  role="columnheader"
                  className={column.numeric ? styles.numeric : undefined}
                >
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <tr key={rowKey(row, index)} role="row">
                {columns.map((column) => {
                  const className = classNames(column.numeric && styles.numeric);
                  return column.rowHeader ? (
                    <th key={column.key} scope="row" role="rowheader" className={className}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.key} role="cell" className={className} data-label={column.header}>
                      <div>{column.cell(row)}</div>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          {footer ? <tfoot role="rowgroup">{footer}</tfoot> : null}
        </table>
      </div>
    </div>
  );
}
