import Circle from 'lucide-react/icons/circle';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { useShowAlert } from '../../state/alerts/alerts';
import { useRecorder } from '../../recording/app/recordings';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Checkbox } from '../../ui/Checkbox';
import { ErrorText } from '../../ui/ErrorText';
import { TextField } from '../../ui/TextField';
import styles from './Recordings.module.css';

const WITHOUT_TEXTS = 'Names, notes, emails and addresses are replaced. Passwords are never kept.';
const WITH_TEXTS = 'Names, notes, emails and addresses are kept as they are. Passwords are never kept.';

/** Starts and stops a recording of this tab. */
export function RecorderCard({ onStopped }: { onStopped: () => void }) {
  const { running, start, stop } = useRecorder();
  const showAlert = useShowAlert('record');
  const [title, setTitle] = useState('');
  const [includeTexts, setIncludeTexts] = useState(false);

  const finish = async () => {
    await stop();
    showAlert('The recording is in the list below.', 'success');
    onStopped();
  };

  if (running) {
    return (
      <Card title="Recording this tab">
        <p className={styles.running}>
          <Circle aria-hidden size={14} className={styles.dot} />
          {running.title || 'Everything the app does is being kept'}. {running.hasTexts ? WITH_TEXTS : WITHOUT_TEXTS}
        </p>
        {running.problem ? <ErrorText text={`This device takes no more of it: ${running.problem}`} /> : null}
        <div>
          <Button variant="primary" icon={<Square aria-hidden size={18} />} onClick={() => void finish()}>
            Stop recording
          </Button>
        </div>
      </Card>
    );
  }
  return (
    <Card title="New recording">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          start({ title: title.trim(), includeTexts });
        }}
      >
        <TextField
          label="Title"
          hint="What goes wrong, in a few words."
          maxLength={120}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div>
          <Checkbox
            label="Include texts"
            checked={includeTexts}
            onChange={(event) => setIncludeTexts(event.target.checked)}
          />
          <p className={styles.hint}>{includeTexts ? WITH_TEXTS : WITHOUT_TEXTS}</p>
        </div>
        <div>
          <Button type="submit" variant="primary" icon={<Circle aria-hidden size={18} />}>
            Start recording
          </Button>
          <p className={styles.hint}>The app opens anew, so that the recording has its beginning.</p>
        </div>
      </form>
    </Card>
  );
}
