import { Link } from 'react-router';
import { asApiError } from '../../api/client/errors';
import { useListVisitsQuery } from '../../api/visitsApi';
import { dayStartMs, formatInstantShort } from '../../domain/dates';
import { screenMessages } from '../../domain/screenMessages';
import { isSubmitted } from '../../domain/visitRules';
import { paths } from '../../paths';
import type { VisitView } from '../../state/pending/pendingViews';
import { useUser } from '../../state/session/session';
import { useOwnOpenVisits, useOwnVisits } from '../../state/visits/ownVisits';
import { useVisitProgress } from '../../state/visits/visitProgress';
import { Badge } from '../../ui/Badge';
import { Card } from '../../ui/Card';
import { ContinueVisit } from '../../ui/ContinueVisit';
import { DateTime } from '../../ui/DateTime';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { OutcomeBadge } from '../../ui/OutcomeBadge';
import { Skeleton } from '../../ui/Skeleton';
import { PendingBadge } from '../../ui/PendingBadge';
import { useNow } from '../../ui/useNow';
import styles from './RepsDay.module.css';

/** Enough for a rep's day, and for a day of all reps from a server that ignores the filter by rep. */
const NEWEST_VISITS = 200;
/** Further open visits are on the cards of their locations. */
const OPEN_SHOWN = 3;

function OpenVisit({ visit }: { visit: VisitView }) {
  return <ContinueVisit to={paths.visit(visit._id)} at={visit.location.name} progress={useVisitProgress(visit)} />;
}

/** When a visit was submitted or started. A visit that was queued reaches the server later, maybe on another day. */
const doneAt = ({ submittedAt, startedAt, createdAt }: VisitView) => submittedAt ?? startedAt ?? createdAt;

function VisitOfDay({ visit }: { visit: VisitView }) {
  const isOver = isSubmitted(visit);
  return (
    <li>
      <Link to={isOver ? paths.visitDetails(visit._id) : paths.visit(visit._id)} className={styles.visit}>
        <span className={styles.where}>{visit.location.name}</span>
        <span className={styles.facts}>
          <DateTime iso={doneAt(visit)} format={formatInstantShort} />
          {isOver ? <OutcomeBadge outcome={visit.outcome} /> : <Badge tone="info">started</Badge>}
          <PendingBadge pending={visit.pending} />
        </span>
      </Link>
    </li>
  );
}

/** A rep's open visits, and what they have done today. */
export function RepsDay() {
  const { _id, name } = useUser();
  // The responses fill the visits cache, from which this component reads.
  const { isLoading, error, isFetching, refetch } = useListVisitsQuery({ limit: NEWEST_VISITS, ownOf: { _id, name } });
  // Without a connection this is no error: the visits on this device are shown.
  const isRefused = asApiError(error)?.kind === 'http';
  const today = dayStartMs(useNow());
  const open = useOwnOpenVisits().slice(0, OPEN_SHOWN);
  const ofToday = useOwnVisits().filter((visit) => Date.parse(doneAt(visit) ?? '') >= today);
  return (
    <>
      {open.map((visit) => (
        <OpenVisit key={visit._id} visit={visit} />
      ))}
      <Card title="Today" flush>
        {ofToday.length > 0 ? (
          <ul className={styles.visits}>
            {ofToday.map((visit) => (
              <VisitOfDay key={visit._id} visit={visit} />
            ))}
          </ul>
        ) : (
          <div className={styles.none}>
            {isLoading ? <Skeleton label="Loading the visits of today…" rows={2} /> : null}
            {isRefused ? (
              <ErrorText
                text={screenMessages.recentVisitsFailed}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            ) : null}
            {isLoading || isRefused ? null : (
              <EmptyState text={error ? 'No visits of today are on this device.' : 'No visits today.'} />
            )}
          </div>
        )}
      </Card>
    </>
  );
}
