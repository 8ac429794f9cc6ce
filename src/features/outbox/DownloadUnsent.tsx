import Download from 'lucide-react/icons/download';
import { isoDay } from '../../domain/dates';
import { useShowAlert } from '../../state/alerts/alerts';
import { useOutboxActions } from '../../state/outbox/outbox';
import { Button, type ButtonVariant } from '../../ui/Button';
import { saveFile } from '../../ui/saveFile';

/** Saves all waiting changes of this user on this device as a file. */
export function DownloadUnsent({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  const { unsentWork } = useOutboxActions();
  const showAlert = useShowAlert('download');
  const download = async () => {
    showAlert(null);
    try {
      saveFile(`unsent_${isoDay(new Date())}.json`, await unsentWork(), 'application/json');
    } catch {
      showAlert('The changes on this device could not be read. Try again.');
    }
  };
  return (
    <Button variant={variant} icon={<Download aria-hidden size={18} />} onClick={() => void download()}>
      Download all unsent work
    </Button>
  );
}
