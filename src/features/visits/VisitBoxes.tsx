import type { RefCallback } from 'react';
import { screenMessages } from '../../domain/screenMessages';
import { Card } from '../../ui/Card';
import { EmptyState } from '../../ui/EmptyState';
import { ProgressBar } from '../../ui/ProgressBar';
import { Skeleton } from '../../ui/Skeleton';
import { progressText, unsentText } from './boxRows';
import type { VisitBoxesRead } from './useVisitBoxes';
import { VisitBoxesErrors } from './VisitBoxesErrors';
import { VisitBoxRow } from './VisitBoxRow';
import styles from './VisitBoxes.module.css';

interface VisitBoxesProps {
  visitId: string;
  open: boolean;
  read: VisitBoxesRead;
  /** For the link of the next box, after one has just been refilled. */
  nextStepRef: RefCallback<HTMLElement> | null;
}

/** The boxes at the visit's location, with the progress as text and as a bar (spec §2). */
export function VisitBoxes({ visitId, open, read, nextStepRef }: VisitBoxesProps) {
  const { boxes, rows, refilledCount } = read;
  const next = rows?.find((row) => row.deliveries.length === 0);
  const isLoading = !rows && !(boxes.data === undefined && boxes.error);
  return (
    <Card title="Boxes" flush>
      <div className={styles.top}>
        {rows && rows.length > 0 ? (
          <ProgressBar
            text={progressText(refilledCount, rows.length)}
            unsent={unsentText(rows)}
            value={refilledCount}
            max={rows.length}
          />
        ) : null}
        <VisitBoxesErrors {...read} />
        {isLoading ? <Skeleton label="Loading boxes…" rows={4} /> : null}
      </div>
      {rows?.length === 0 ? <EmptyState text={screenMessages.noBoxes} /> : null}
      <ul>
        {rows?.map((row) => (
          <VisitBoxRow
            key={row.box._id}
            row={row}
            visitId={visitId}
            open={open}
            linkRef={row === next ? nextStepRef : null}
          />
        ))}
      </ul>
    </Card>
  );
}
