import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { messages } from '../domain/messages';
import { paths, routes } from '../paths';
import { useConnectivity, useRefusedCount, useWaitingCount } from '../state/device/connectivity';
import { classNames } from '../ui/classNames';
import styles from './StatusLine.module.css';
import { useSyncNotice } from './useSyncNotice';

/** The texts about the connection. The Reports screen has its own (spec §2). */
interface Words {
  offline: (queued: number) => string;
  synced: (pushed: number, waiting: number) => string;
}

const USUAL_WORDS: Words = {
  offline: () => messages.offlineBanner,
  synced: (pushed, waiting) =>
    waiting > 0
      ? `${messages.syncedBanner(pushed)} ${messages.remainingBanner(waiting)}`
      : messages.syncedBanner(pushed),
};

const REPORTS_WORDS: Words = {
  offline: messages.reportsOfflineBanner,
  synced: messages.reportsSyncedBanner,
};

const ICONS = { offline: WifiOff, synced: CircleCheck, unfinished: CircleAlert };

function StatusIcon({ kind }: { kind: keyof typeof ICONS }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden size={18} className={styles.icon} />;
}

/**
 * The line below the header (spec §2, connectivity banner): offline, or for some seconds the result of a sync, with the
 * number of refused changes; empty when online without news. Its height is fixed, so that the content below does not
 * move. `beside` is shown in the same line.
 */
export function StatusLine({ beside }: { beside?: ReactNode }) {
  const { pathname } = useLocation();
  const { online } = useConnectivity();
  const report = useSyncNotice();
  const waiting = useWaitingCount();
  const refused = useRefusedCount();
  const words = pathname === routes.reports ? REPORTS_WORDS : USUAL_WORDS;
  const synced = report && (waiting > 0 ? 'unfinished' : 'synced');
  const kind = online ? synced : 'offline';
  const text = online ? report && words.synced(report.pushed, waiting) : words.offline(waiting);
  return (
    <div className={classNames(styles.line, kind && styles[kind], !kind && refused > 0 && styles.refused)}>
      <div className={styles.inner}>
        <p role="status" className={styles.status}>
          {kind ? <StatusIcon kind={kind} /> : null}
          <span>
            {text ? <span>{text}</span> : null}
            {text && refused > 0 ? ' · ' : null}
            {refused > 0 ? (
              <Link to={paths.outbox()} className={styles.link}>
                {messages.notSent(refused)}
              </Link>
            ) : null}
          </span>
        </p>
        <div className={classNames(styles.beside, (kind || refused > 0) && styles.besideText)}>{beside}</div>
      </div>
    </div>
  );
}
