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

const endText = (iso: string | undefined) => (iso ? formatInstantFull(iso) : '…');

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
  const { from, to } = request.query;
  const other = copies
    .map((read) => read.data?.query)
    .find((query) => query && (query.from !== from || query.to !== to));
  return (
    <ReservedSpace isOver={isOver}>
      <div className={styles.saved}>
        <CachedAtNote savedAt={oldest} />
        {other ? (
          <p>
            Figures of {endText(other.from)} to {endText(other.to)}.
          </p>
        ) : null}
      </div>
    </ReservedSpace>
  );
}
