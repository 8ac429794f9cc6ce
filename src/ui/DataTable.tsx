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

/**
 * A table with a sticky header row on wide screens, which scrolls when it is too wide, and with two lines per row on
 * narrow ones. A `RowLink` makes the whole row a link. The explicit roles keep it a table for screen readers when its layout
 * is a grid.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, markedKey, compact = false }: DataTableProps<Row>) {
  const isPhone = useIsAtMost(LINES_MAX_PX) && !compact;
  const { shown: shownRows, left, showMore } = useShownRows(rows);
  const shownColumns: readonly Column<Row>[] = isPhone ? phoneColumns(columns) : columns;
  const classOf = ({ numeric, phone }: Column<Row>) =>
    classNames(numeric && styles.numeric, isPhone && phone && linesStyles[phone]);
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
                <th key={column.key} scope="col" role="columnheader" className={classOf(column)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shownRows.map((row, index) => (
              <tr
                key={rowKey(row, index)}
                role="row"
                className={rowKey(row, index) === markedKey ? styles.marked : undefined}
                onClick={followRowLink}
              >
                {shownColumns.map((column) =>
                  column.rowHeader ? (
                    <th key={column.key} scope="row" role="rowheader" className={classOf(column)}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.key} role="cell" className={classOf(column)}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
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
