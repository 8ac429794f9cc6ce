import { type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react';
import { CHART_HEIGHT_PX } from '../../domain/constants';
import type { CachedReport } from '../../state/slices/reportCaches';
import type { CachedQuery } from '../../state/reads/cachedQuery';
import { Card } from '../../ui/Card';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Skeleton } from '../../ui/Skeleton';
import { useInView } from '../../ui/useInView';
import styles from './Dashboard.module.css';

interface ChartCardProps<T> {
  title: string;
  read: CachedQuery<CachedReport<T>>;
  /** The text of spec §8 for this call. */
  failedText: string;
  isEmpty: (answer: T) => boolean;
  chart: (answer: T) => ReactNode;
  /** The same numbers for those who can't see the chart, or want them exact. */
  table: (answer: T) => ReactNode;
}

/** On a phone the charts lie below each other: the next one is drawn just before it comes into sight. */
const EARLY_PX = 100;

/** One chart in its states. The 300 px of the chart are held in all of them, so that nothing moves. */
export function ChartCard<T>({ title, read, failedText, isEmpty, chart, table }: ChartCardProps<T>) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useInView(place, EARLY_PX);
  // Drawn in small pieces, so that a press is answered in between.
  const answer = useDeferredValue(read.data?.response);
  const [tableOpen, setTableOpen] = useState(false);
  const waiting = <Skeleton label={`Loading ${title}…`} rows={6} />;
  const body = () => {
    if (answer === undefined) {
      return read.error ? <ErrorText text={failedText} onRetry={read.retry} retrying={read.refreshing} /> : waiting;
    }
    if (isEmpty(answer)) return <EmptyState text="Nothing in these days." />;
    return seen ? <Suspense fallback={waiting}>{chart(answer)}</Suspense> : waiting;
  };
  return (
    <Card title={title}>
      <div ref={place} className={styles.chart} style={{ height: CHART_HEIGHT_PX }} aria-busy={read.refreshing}>
        {body()}
      </div>
      {answer !== undefined && !isEmpty(answer) ? (
        <details className={styles.table} onToggle={(event) => setTableOpen(event.currentTarget.open)}>
          <summary>{title} as a table</summary>
          {tableOpen ? table(answer) : null}
        </details>
      ) : null}
    </Card>
  );
}
