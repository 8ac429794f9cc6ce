import { useState } from 'react';
import { isoDay } from '../../domain/dates';
import { pluralize } from '../../domain/wholeNumbers';
import { paths } from '../../paths';
import { useShowAlert } from '../../state/alerts/alerts';
import { type ListedRecording, type Recordings, recordingFiles, useRecorder } from '../../recording/app/recordings';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { EmptyState } from '../../ui/EmptyState';
import { DateTime } from '../../ui/DateTime';
import { saveFile } from '../../ui/saveFile';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Recordings.module.css';
import { useSendRecording } from './useSendRecording';

const fileName = ({ startedAt, id }: ListedRecording, kind: string) =>
  `${kind}_${isoDay(new Date(startedAt))}_${id.slice(0, 6)}.json`;

/** The recordings on this device. */
export function RecordingList({ list }: { list: Recordings }) {
  const showAlert = useShowAlert('download');
  const { recordings } = list;
  const { running } = useRecorder();
  const { send, isSending } = useSendRecording();
  const [toRemove, setToRemove] = useState<ListedRecording | null>(null);

  const download = async (recording: ListedRecording, kind: 'recording' | 'devtools') => {
    showAlert(null);
    const files = await recordingFiles(recording.id).catch(() => null);
    if (!files) return showAlert('The recording could not be read. Try again.');
    saveFile(fileName(recording, kind), kind === 'recording' ? files.file : files.devTools, 'application/json');
  };

  const columns: readonly Column<ListedRecording>[] = [
    {
      key: 'title',
      header: 'Title',
      rowHeader: true,
      cell: ({ title, hasTexts, stoppedAt }) => (
        <span className={styles.title}>
          {title || 'Untitled'}
          {stoppedAt === null ? <Badge tone="danger">not stopped</Badge> : null}
          {hasTexts ? <Badge tone="warning">with texts</Badge> : null}
        </span>
      ),
    },
    {
      key: 'started',
      header: 'Started',
      cell: (one) => <DateTime iso={new Date(one.startedAt).toISOString()} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      numeric: true,
      cell: (one) => one.actions,
      phoneCell: (one) => pluralize(one.actions, 'action'),
    },
    {
      key: 'runs',
      header: 'App starts',
      numeric: true,
      cell: (one) => one.runs,
      phoneCell: (one) => pluralize(one.runs, 'app start'),
    },
    {
      key: 'open',
      header: 'What to do',
      phone: 'controls',
      cell: (one) => (
        <span className={styles.actions}>
          <ButtonLink to={paths.recordings({ open: one.id })}>Open</ButtonLink>
          <Button onClick={() => void download(one, 'recording')}>Download</Button>
          <Button disabled={isSending} onClick={() => void send(one)}>
            Send to admin
          </Button>
          <Button variant="quiet" onClick={() => void download(one, 'devtools')}>
            For Redux DevTools
          </Button>
          <Button variant="quiet" onClick={() => setToRemove(one)}>
            Remove
          </Button>
        </span>
      ),
    },
  ];

  if (recordings === null) return <Skeleton label="Loading the recordings…" rows={3} />;
  if (recordings.length === 0) {
    return running ? null : <EmptyState text="No recordings on this device. Start one above, or import a file." />;
  }
  return (
    <>
      <Card flush>
        <DataTable caption="Recordings on this device" columns={columns} rows={recordings} rowKey={({ id }) => id} />
      </Card>
      <ConfirmDialog
        open={toRemove !== null}
        title={`Remove ${toRemove?.title || 'this recording'}?`}
        confirmText="Remove"
        danger
        onConfirm={() => {
          if (toRemove) void list.remove(toRemove.id);
          setToRemove(null);
        }}
        onCancel={() => setToRemove(null)}
      >
        <p>It is gone from this device then. A file that was downloaded stays.</p>
      </ConfirmDialog>
    </>
  );
}
