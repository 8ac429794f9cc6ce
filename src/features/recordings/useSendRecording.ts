import { asApiError, errorMessage } from '../../api/client/errors';
import { useSendRecordingMutation } from '../../api/syncApi';
import { RECORDING_CHARS_MAX } from '../../domain/constants';
import { type ListedRecording, recordingFiles } from '../../recording/app/recordings';
import { useShowAlert } from '../../state/alerts/alerts';
import { gzipText } from '../../state/sync/gzipText';
import { ownDeviceId } from '../../state/sync/startSyncReports';

/** Sends a recording of this device to the administrators, who find it on the Sync screen. */
export function useSendRecording(): { send: (recording: ListedRecording) => Promise<void>; isSending: boolean } {
  const showAlert = useShowAlert('send');
  const [sendRecording, { isLoading }] = useSendRecordingMutation();
  const send = async ({ id, title }: ListedRecording) => {
    const files = await recordingFiles(id).catch(() => null);
    const content = files && (await gzipText(files.file).catch(() => null));
    if (!content) return showAlert('The recording could not be read. Try again.');
    if (content.length > RECORDING_CHARS_MAX) {
      return showAlert('The recording is too long to be sent. Download it and pass the file on.');
    }
    const failure = asApiError((await sendRecording({ device: ownDeviceId(), title, content })).error);
    if (failure) showAlert(errorMessage(failure));
    else showAlert('Sent. An administrator can download it at Sync.', 'success');
  };
  return { send, isSending: isLoading };
}
