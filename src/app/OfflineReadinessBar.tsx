import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { lazy, useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatInstantShort } from '../domain/dates';
import { pluralize } from '../domain/wholeNumbers';
import { useConnectivity } from '../state/device/connectivity';
import { type OfflineReadiness, useOfflineReadiness } from '../state/offlineReadiness/offlineReadiness';
import { useFetchTaken, useTakenCount } from '../state/deliveries/prefetchLastTaken';
import { useSession } from '../state/session/session';
import { useNow } from '../ui/useNow';
import styles from './OfflineReadinessBar.module.css';
import { OptionalBoundary } from './OptionalBoundary';
import { useEscape } from './useEscape';

const OfflineReadinessPanel = lazy(async () => ({
  default: (await import('./OfflineReadinessPanel')).OfflineReadinessPanel,
}));

function joinWithAnd(words: readonly string[]): string {
  return words.join(', ').replace(/, (?=\w+$)/, ' and ');
}

/**
 * "Ready offline · 214 locations · 07:42", or the missing parts that are not being fetched. `taken`: the number of
 * locations whose last deliveries are on the device; while it is not all of them: "history 120/214".
 */
function readinessText(
  { done, total, missing, locations, savedAt }: OfflineReadiness,
  taken: number,
  isFetching: boolean,
  now: Date,
): string {
  if (savedAt !== null) {
    const data = taken < locations ? `history ${taken}/${locations}` : pluralize(locations, 'location');
    return `Ready offline · ${data} · ${formatInstantShort(new Date(savedAt).toISOString(), now)}`;
  }
  if (isFetching) return `Getting ready for offline${total > 0 ? ` · ${done} of ${total}` : ''}`;
  return `Not ready offline · ${joinWithAnd(missing)} missing`;
}

/**
 * The bar below the header: whether this device has the data for a day without signal. Opened, it lists the data and
 * has a button to fetch it again.
 */
export function OfflineReadinessBar() {
  const { status, verified } = useSession();
  const { online } = useConnectivity();
  const { ready } = useOfflineReadiness();
  useFetchTaken();
  const { key } = useLocation();
  // The start fetches the parts that are missing then, not those that are removed later.
  const [wasReady, setWasReady] = useState(ready);
  if (ready && !wasReady) setWasReady(true);
  return status === 'present' ? <ReadinessDetails key={key} mayFetch={verified && online && !wasReady} /> : null;
}

function ReadinessDetails({ mayFetch }: { mayFetch: boolean }) {
  const readiness = useOfflineReadiness();
  const taken = useTakenCount();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  useEscape(
    open,
    useCallback(() => setOpen(false), []),
    summary,
  );
  const Icon = readiness.ready ? CircleCheck : CircleAlert;
  // After the first screen the start fetches the missing parts.
  const willFetch = mayFetch && readiness.status === 'idle' && readiness.total === 0;
  const isFetching = readiness.status === 'fetching' || willFetch;
  const isMissing = !readiness.ready && !isFetching;
  return (
    <details className={styles.line} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary} className={isMissing ? styles.missing : styles.summary}>
        <Icon aria-hidden size={14} />
        <span>{readinessText(readiness, taken, isFetching, now)}</span>
      </summary>
      {open ? (
        <div className={styles.panel}>
          <OptionalBoundary>
            <OfflineReadinessPanel />
          </OptionalBoundary>
        </div>
      ) : null}
    </details>
  );
}
