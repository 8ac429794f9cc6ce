import CloudOff from 'lucide-react/icons/cloud-off';
import { DateTime } from './DateTime';
import styles from './CachedAtNote.module.css';

/**
 * Says that the data shown is a copy on this device, and how old it is. `savedAt`: ms since 1970; `null` renders
 * nothing.
 */
export function CachedAtNote({ savedAt }: { savedAt: number | null }) {
  if (savedAt === null) return null;
  return (
    <p className={styles.note}>
      <CloudOff aria-hidden size={16} />
      <span>
        Saved copy from <DateTime iso={new Date(savedAt).toISOString()} />
      </span>
    </p>
  );
}
