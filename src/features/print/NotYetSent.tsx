import type { Pending } from '../../domain/pending';
import styles from './PrintSummary.module.css';

/** Says, in print too, that a change is not sent yet or was refused. */
export function NotYetSent({ pending, what }: { pending: Pending | null; what: string }) {
  if (pending === null) return null;
  return (
    <p className={styles.notSent}>
      {what} is not yet sent{pending.reason ? `: ${pending.reason}` : ''}
    </p>
  );
}
