import { useState } from 'react';
import { Button } from './Button';

/** Rows rendered at first, and with each press of Show more: a thousand at once would hold up a phone. */
const ROWS_AT_ONCE = 100;

interface ShownRows<Row> {
  shown: readonly Row[];
  /** The number of further rows. */
  left: number;
  showMore: () => void;
}

/** The first rows of a long list; `showMore` adds the next. Another `search` begins again with the first. */
export function useShownRows<Row>(rows: readonly Row[], search = ''): ShownRows<Row> {
  const [requested, setRequested] = useState({ search, count: ROWS_AT_ONCE });
  const count = requested.search === search ? requested.count : ROWS_AT_ONCE;
  return {
    shown: rows.length > count ? rows.slice(0, count) : rows,
    left: Math.max(0, rows.length - count),
    showMore: () => setRequested({ search, count: count + ROWS_AT_ONCE }),
  };
}

/** The button below a list whose rows are not all rendered; `left` 0 shows none. */
export function ShowMore({ what, left, onPress }: { what: string; left: number; onPress: () => void }) {
  if (left === 0) return null;
  return (
    <Button wide onClick={onPress}>
      Show more {what} ({left} left)
    </Button>
  );
}
