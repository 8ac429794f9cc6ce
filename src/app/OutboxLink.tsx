import Send from 'lucide-react/icons/send';
import { Link } from 'react-router';
import { paths } from '../paths';
import { useWaitingCount } from '../state/device/connectivity';
import styles from './HeaderState.module.css';

/** How many changes wait on this device, and the way to them; nothing when none do. */
export function OutboxLink() {
  const waiting = useWaitingCount();
  if (waiting === 0) return null;
  return (
    <Link to={paths.outbox()} className={styles.state}>
      <Send aria-hidden size={16} />
      {waiting} <span className={styles.word}>waiting</span>
    </Link>
  );
}
