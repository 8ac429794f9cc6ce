import { useState } from 'react';
import { formatInstantFull } from '../../domain/dates';
import {
  type ReportRequest,
  useItemsUsageRead,
  useOutcomesRead,
  useRepProductivityRead,
} from '../../state/reports/reportReads';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { ReservedSpace } from '../../ui/ReservedSpace';
import styles from './Dashboard.module.css';

/**
 * Says that figures are a copy on this device, how old the oldest is, and their days if these differ from the filter.
 * When it is over, its space stays empty, so that the figures do not move.
 */
export function SavedReportNote({ request }: { request: ReportRequest }) {
  const reads = [useItemsUsageRead(request), useRepProductivityRead(request), useOutcomesRead(request)];
  const copies = reads.filter((read) => read.savedAt !== null);
  const isOver = copies.length === 0;
  const [wasShown, setWasShown] = useState(false);
  if (!isOver && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  const oldest = Math.min(...copies.map((read) => read.savedAt ?? 0));
  const other = copies.map((read) => read.data?.query).find((query) => query && query.to !== request.query.to);
  return (
    <ReservedSpace isOver={isOver}>
      <div className={styles.saved}>
        <CachedAtNote savedAt={oldest} />
        {other?.from && other.to ? (
          <p>
            Figures of {formatInstantFull(other.from)} to {formatInstantFull(other.to)}.
          </p>
        ) : null}
      </div>
    </ReservedSpace>
  );
}
