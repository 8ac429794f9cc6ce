import { useListSyncQuery } from '../../api/syncApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Sync.module.css';
import { SyncDeviceCard } from './SyncDeviceCard';

/** Sync: the waiting and refused changes on every device, most urgent first. */
export function SyncScreen() {
  const { data, error, isLoading, isFetching, refetch } = useListSyncQuery();
  const failure = asApiError(error);
  return (
    <Page>
      <PageHeader
        title="Sync"
        subtitle="What is still on the devices, the worst first"
        actions={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      />
      {failure ? <ErrorText text={errorMessage(failure)} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {isLoading ? <Skeleton label="Loading the devices…" rows={6} /> : null}
      {data?.length === 0 && !failure ? <EmptyState text="No device has reported yet." /> : null}
      <ul className={styles.rows}>
        {failure
          ? null
          : data?.map((row) => <SyncDeviceCard key={`${row.user._id} ${row.device?._id ?? ''}`} row={row} />)}
      </ul>
    </Page>
  );
}
