import type { Pending } from '../../domain/pending';
import styles from './PrintSummary.module.css';

/** Says on paper too that the server does not know of something yet, or has refused it. */
export function NotYetSent({ pending, what }: { pending: Pending | null; what: string }) {
  if (pending === null) return null;
  return (
    <p className={styles.notSent}>
      {what} is not yet sent{pending.reason ? `: ${pending.reason}` : ''}
    </p>
  );
}
