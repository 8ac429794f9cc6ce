import CloudOff from 'lucide-react/icons/cloud-off';
import { InstantText } from './InstantText';
import styles from './SavedAgeNote.module.css';

/** Says that what is shown comes from this device, and from when. `savedAt` in ms; `null` shows nothing. */
export function SavedAgeNote({ savedAt }: { savedAt: number | null }) {
  if (savedAt === null) return null;
  return (
    <p className={styles.note}>
      <CloudOff aria-hidden size={16} />
      <span>
        Saved copy from <InstantText iso={new Date(savedAt).toISOString()} />
      </span>
    </p>
  );
}
