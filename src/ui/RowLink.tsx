import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './DataTable.module.css';

/** Marks the link of a row for `followRowLink`. */
const ROW_LINK = 'data-row-link';

/** The link of a `DataTable` row: a click anywhere in the row follows it. On a phone it covers the row. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.rowLink} {...{ [ROW_LINK]: true }}>
      {children}
    </Link>
  );
}

/** Follows the link of the clicked row, unless the click was on a control or selected text. */
export function followRowLink({ target, currentTarget, nativeEvent }: MouseEvent<HTMLTableRowElement>): void {
  const isOnControl = target instanceof Element && target.closest('a, button, input, select, label');
  if (isOnControl || getSelection()?.type === 'Range') return;
  // With the keys that were held, so that Ctrl or ⌘ opens a new tab.
  currentTarget.querySelector(`[${ROW_LINK}]`)?.dispatchEvent(new MouseEvent('click', nativeEvent));
}
