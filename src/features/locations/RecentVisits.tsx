import type { ApiError } from '../../api/client/errors';
import { RECENT_VISITS_SHOWN } from '../../domain/constants';
import { formatInstantByDay } from '../../domain/dates';
import { screenMessages } from '../../domain/screenMessages';
import { repLabel } from '../../domain/names';
import type { VisitView } from '../../state/pending/pendingViews';
import { useRecentVisitsRead } from '../../state/visits/visitReads';
import { Badge } from '../../ui/Badge';
import { DateTime } from '../../ui/DateTime';
import { OutcomeBadge } from '../../ui/OutcomeBadge';
import { PendingBadge } from '../../ui/PendingBadge';
import styles from './RecentVisits.module.css';

function VisitLine({ visit }: { visit: VisitView }) {
  return (
    <li className={styles.visit}>
      <div className={styles.facts}>
        <DateTime format={formatInstantByDay} iso={visit.submittedAt ?? visit.startedAt ?? visit.createdAt} />
        <span className={styles.rep} dir="auto">
          {repLabel(visit.repName)}
        </span>
        {visit.outcome || visit.submittedAt ? (
          <OutcomeBadge outcome={visit.outcome} />
        ) : (
          <Badge tone="info">started</Badge>
        )}
        <PendingBadge pending={visit.pending} />
      </div>
      {visit.note ? (
        <p className={styles.note} dir="auto">
          {visit.note}
        </p>
      ) : null}
    </li>
  );
}

/** Why there are no visits to show. Without a connection this is no error: the card was not visible before. */
function NoVisitsKnown({ error }: { error: ApiError }) {
  return error.kind === 'http' ? (
    <p className={styles.failed}>{screenMessages.recentVisitsFailed}</p>
  ) : (
    <p className={styles.none}>Recent visits are not on this device.</p>
  );
}

/** The two latest visits of a location (spec §2) with date, rep, outcome and note. */
export function RecentVisits({ locationId }: { locationId: string }) {
  const { data: visits, error } = useRecentVisitsRead(locationId, RECENT_VISITS_SHOWN);
  return (
    <>
      {visits === undefined && error ? <NoVisitsKnown error={error} /> : null}
      {visits?.length === 0 ? <p className={styles.none}>{screenMessages.noVisits}</p> : null}
      {visits && visits.length > 0 ? (
        <ul>
          {visits.map((visit) => (
            <VisitLine key={visit._id} visit={visit} />
          ))}
        </ul>
      ) : null}
    </>
  );
}
