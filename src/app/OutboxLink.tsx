import Send from 'lucide-react/icons/send';
import { Link } from 'react-router';
import { paths } from '../paths';
import { useRefusedCount, useWaitingCount } from '../state/device/connectivity';
import { classNames } from '../ui/classNames';
import styles from './OutboxLink.module.css';

/** How many changes the server refused, else how many wait on this device, and the way to them; nothing when none do. */
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
