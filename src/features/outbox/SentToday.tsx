import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'react-router';
import { dayStartMs } from '../../domain/dates';
import { describeEntry } from '../../offline/describeEntry';
import type { OutboxNames } from '../../offline/queuedWrites';
import { useSentToday } from '../../state/outbox/sentChanges';
import { Badge } from '../../ui/Badge';
import { DateTime } from '../../ui/DateTime';
import { useNow } from '../../ui/useNow';
import { sentPathOf } from './entryLinks';
import styles from './SentToday.module.css';

/** The changes that this device sent today, as proof for a shop owner. Renders nothing when there are none. */
export function SentToday({ names }: { names: OutboxNames }) {
  const sent = useSentToday(dayStartMs(useNow()));
  if (sent.length === 0) return null;
  return (
    <section className={styles.sent}>
      <h2>Sent today</h2>
      <ol aria-label="Sent today">
        {sent.map((change) => {
          const text = describeEntry(change, names);
          const path = sentPathOf(change);
          return (
            <li key={change.id}>
              <span className={styles.what}>{path ? <Link to={path}>{text}</Link> : text}</span>
              <span className={styles.facts}>
                <Badge tone="success" icon={<CircleCheck aria-hidden />}>
                  sent
                </Badge>
                <DateTime iso={new Date(change.at).toISOString()} />
                {change.serverId ? <span>No. {change.serverId}</span> : null}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
