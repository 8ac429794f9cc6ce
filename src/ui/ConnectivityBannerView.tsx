import WifiOff from 'lucide-react/icons/wifi-off';
import CircleCheck from 'lucide-react/icons/circle-check';
import { classNames } from './classNames';
import styles from './ConnectivityBannerView.module.css';

/** The line under the header that tells of the connection. It is always there for screen readers, empty or not. */
export function ConnectivityBannerView({ kind, texts }: { kind: 'offline' | 'synced'; texts: readonly string[] }) {
  return (
    <div role="status" className={styles.region}>
      {texts.length > 0 ? (
        <p className={classNames(styles.banner, styles[kind])}>
          {kind === 'offline' ? <WifiOff aria-hidden size={18} /> : <CircleCheck aria-hidden size={18} />}
          <span>{texts.join(' ')}</span>
        </p>
      ) : null}
    </div>
  );
}
