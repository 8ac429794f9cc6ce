import Send from 'lucide-react/icons/send';
import { Link } from 'react-router';
import { paths } from '../paths';
import { useRefusedCount, useWaitingCount } from '../state/device/connectivity';
import { classNames } from '../ui/classNames';
import styles from './OutboxLink.module.css';

/**
 * The link to the outbox with the number of refused changes, else of waiting ones. Renders nothing when there are none.
 */
export function OutboxLink() {
  const waiting = useWaitingCount();
  const refused = useRefusedCount();
  if (waiting === 0) return null;
  return (
    <Link to={paths.outbox()} className={classNames(styles.state, refused > 0 && styles.refused)}>
      <Send aria-hidden size={16} />
      {refused > 0 ? `${refused} not sent` : `${waiting} waiting`}
    </Link>
  );
}
