import { Link } from 'react-router';
import { pluralize } from '../domain/wholeNumbers';
import { paths } from '../paths';
import { useOfflineReadiness, usePrefetchForOffline } from '../state/offlineReadiness/offlineReadiness';
import { useTakenCount } from '../state/deliveries/prefetchLastTaken';
import { useDevice } from '../state/device/device';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { ProgressBar } from '../ui/ProgressBar';
import styles from './OfflineReadinessPanel.module.css';

function persistenceText(isPersisted: boolean | null): string | null {
  if (isPersisted === null) return null;
  return isPersisted
    ? 'The browser keeps this app’s data.'
    : 'The browser may clear this app’s data when it needs room, or after days without a visit.';
}

/** The data for a day without signal, the progress of fetching it, and a button to fetch it again. */
export function OfflineReadinessPanel() {
  const { status, done, total, ready, wentWrong, locations } = useOfflineReadiness();
  const { storagePersisted } = useDevice();
  const prefetch = usePrefetchForOffline();
  const taken = useTakenCount();
  const isFetching = status === 'fetching';
  const persistence = persistenceText(storagePersisted);
  return (
    <div className={styles.panel}>
      <p>
        {ready
          ? 'Items, locations and the boxes of every location are on this device.'
          : 'To work without a connection, this device needs the items, the locations and their boxes.'}
      </p>
      {ready ? (
        <p>
          What was taken last is here for {taken} of {pluralize(locations, 'location')}.
        </p>
      ) : null}
      {isFetching ? <ProgressBar text={`Fetched ${done} of ${total}`} value={done} max={total} /> : null}
      {wentWrong ? <ErrorText text={wentWrong} /> : null}
      <Button wide busy={isFetching} busyText="Fetching…" onClick={prefetch}>
        {ready ? 'Fetch again' : 'Get ready now'}
      </Button>
      {persistence ? <p className={styles.quiet}>{persistence}</p> : null}
      <p>
        Something goes wrong? <Link to={paths.recordings()}>Record what the app does</Link>
      </p>
    </div>
  );
}
