import { memo, type ReactNode, useMemo } from 'react';
import { classNames } from './classNames';
import styles from './DataTable.module.css';
import linesStyles from './DataTableLines.module.css';
import { followRowLink } from './RowLink';
import { ShowMore, useShownRows } from './ShowMore';
import { type Column, phoneColumns } from './tableColumns';
import { useIsAtMost } from './useIsPhone';
import { VisuallyHidden } from './VisuallyHidden';

/** Up to this width the widest table would scroll: on a tablet in portrait, or on a zoomed screen. */
const LINES_MAX_PX = 799;

/** Element, scope and role of a cell. */
const HEADER = ['th', 'row', 'rowheader'] as const;
const CELL = ['td', undefined, 'cell'] as const;

interface DataTableProps<Row> {
  /** The table's caption, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** The key of a highlighted row, such as one that was just created. */
  markedKey?: string | undefined;
  /** Stays a table on phones too: for few narrow columns. */
  compact?: boolean;
}

const classOf = ({ numeric, phone }: Pick<Column<never>, 'numeric' | 'phone'>, isPhone: boolean) =>
  classNames(numeric && styles.numeric, isPhone && phone && linesStyles[phone]);

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  isPhone: boolean;
  isMarked: boolean;
}

/** Rendered again only with another row or other columns: each cell is a function of its row. */
const TableRow = memo(function TableRow<Row>({ row, columns, isPhone, isMarked }: TableRowProps<Row>) {
  return (
    <tr role="row" className={isMarked ? styles.marked : undefined} onClick={followRowLink}>
      {columns.map((column) => {
        const [Cell, scope, role] = column.rowHeader ? HEADER : CELL;
        return (
          <Cell key={column.key} scope={scope} role={role} className={classOf(column, isPhone)}>
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

/**
 * A table with a sticky header row on wide screens, which scrolls when it is too wide, and with two lines per row on
 * narrow ones. A `RowLink` makes the whole row a link. The explicit roles keep it a table for screen readers when its
 * layout is a grid.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, markedKey, compact = false }: DataTableProps<Row>) {
  const isPhone = useIsAtMost(LINES_MAX_PX) && !compact;
  const { shown: shownRows, left, showMore } = useShownRows(rows);
  const shownColumns = useMemo(() => (isPhone ? phoneColumns(columns) : columns), [isPhone, columns]);
  return (
    <div className={compact ? styles.compact : styles.container}>
      {/* A scrolling element must be reachable by keyboard. */}
      <div className={styles.scroll} role="group" aria-label={caption} tabIndex={isPhone ? undefined : 0}>
        <table className={isPhone ? linesStyles.lines : styles.table} role="table">
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              {shownColumns.map((column) => (
                <th key={column.key} scope="col" role="columnheader" className={classOf(column, isPhone)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shownRows.map((row, index) => {
              const key = rowKey(row, index);
              return (
                <TableRow key={key} row={row} columns={shownColumns} isPhone={isPhone} isMarked={key === markedKey} />
              );
            })}
          </tbody>
        </table>
      </div>
      {left > 0 ? (
        <div className={styles.more}>
          <ShowMore what="rows" left={left} onPress={showMore} />
        </div>
      ) : null}
    </div>
  );
}
