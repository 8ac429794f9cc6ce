import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useGetSentRecordingMutation } from '../../api/syncApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import type { SyncDevice } from '../../contract/sync';
import { isoDay } from '../../domain/dates';
import { gunzipText } from '../../state/sync/gzipText';
import { Button } from '../../ui/Button';
import { DateTime } from '../../ui/DateTime';
import { ErrorText } from '../../ui/ErrorText';
import { saveFile } from '../../ui/saveFile';
import styles from './Sync.module.css';

/** The recording that a device sent last, to be downloaded. */
export function SentRecording({ recording }: { recording: NonNullable<SyncDevice['recording']> }) {
  const { _id, title, sentAt } = recording;
  const [fetchRecording, { isLoading }] = useGetSentRecordingMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const download = async () => {
    const { data, error } = await fetchRecording(_id);
    const failure = asApiError(error);
    setProblem(failure && errorMessage(failure));
    if (data === undefined) return;
    const text = await gunzipText(data).catch(() => null);
    if (text === null) setProblem('The recording could not be read.');
    else saveFile(`recording_${isoDay(new Date(sentAt))}_${_id.slice(-6)}.json`, text, 'application/json');
  };

  return (
    <div className={styles.recording}>
      <p>
        Recording: {title || 'Untitled'}, sent <DateTime iso={sentAt} />
      </p>
      <Button icon={<Download aria-hidden size={18} />} busy={isLoading} onClick={() => void download()}>
        Download recording
      </Button>
      {problem ? <ErrorText text={problem} /> : null}
    </div>
  );
}
