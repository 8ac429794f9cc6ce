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
  isEmpty: (report: T) => boolean;
  chart: (report: T) => ReactNode;
  /** The same numbers as a table, for screen readers and exact values. */
  table: (report: T) => ReactNode;
}

/** On a phone the charts are one below the other. Each is drawn just before it becomes visible. */
const EARLY_PX = 100;

/** One chart in all its states. Each state has the chart's height of 300 px, so that nothing moves. */
export function ChartCard<T>({ title, read, failedText, isEmpty, chart, table }: ChartCardProps<T>) {
  const chartRef = useRef<HTMLDivElement>(null);
  const seen = useInView(chartRef, EARLY_PX);
  // Rendered with low priority, so that presses are handled in between.
  const report = useDeferredValue(read.data?.response);
  const [tableOpen, setTableOpen] = useState(false);
  const waiting = <Skeleton label={`Loading ${title}…`} rows={6} />;
  const body = () => {
    if (report === undefined) {
      return read.error ? <ErrorText text={failedText} onRetry={read.retry} retrying={read.refreshing} /> : waiting;
    }
    if (isEmpty(report)) return <EmptyState text="Nothing in these days." />;
    return seen ? <Suspense fallback={waiting}>{chart(report)}</Suspense> : waiting;
  };
  return (
    <Card title={title}>
      <div ref={chartRef} className={styles.chart} style={{ height: CHART_HEIGHT_PX }} aria-busy={read.refreshing}>
        {body()}
      </div>
      {report !== undefined && !isEmpty(report) ? (
        <details className={styles.table} onToggle={(event) => setTableOpen(event.currentTarget.open)}>
          <summary>{title} as a table</summary>
          {tableOpen ? table(report) : null}
        </details>
      ) : null}
    </Card>
  );
}
