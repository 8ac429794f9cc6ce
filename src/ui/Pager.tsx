import { FIRST_PAGE } from '../domain/constants';
import { Button } from './Button';
import styles from './Pager.module.css';

interface PagerProps {
  page: number;
  hasMore: boolean;
  /** true while another page is awaited. The button that was available keeps the focus meanwhile. */
  busy: boolean;
  /** How many rows of how many are shown. */
  count: string;
  onPage: (page: number) => void;
}

/** The position in a list of pages, and the buttons to the pages before and after. */
export function Pager({ page, hasMore, busy, count, onPage }: PagerProps) {
  const isFirst = page <= FIRST_PAGE;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <p role="status" className={styles.count}>
        {count}
      </p>
      <div className={styles.turn}>
        <Button busy={busy && !isFirst} disabled={isFirst} onClick={() => onPage(page - 1)}>
          Prev
        </Button>
        <span>Page {page}</span>
        <Button busy={busy && hasMore} disabled={!hasMore} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
