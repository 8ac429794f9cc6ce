import WifiOff from 'lucide-react/icons/wifi-off';
import { useConnectivity } from '../state/device/connectivity';
import styles from './HeaderState.module.css';

/** The state of the connection in the header, which stays in sight when the banner has scrolled away. */
export function OfflineBadge() {
  const { online } = useConnectivity();
  if (online) return null;
  return (
    <span className={styles.state}>
      <WifiOff aria-hidden size={16} />
      <span className={styles.word}>Offline</span>
    </span>
  );
}
