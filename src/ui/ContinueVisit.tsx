import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import styles from './ContinueVisit.module.css';

interface ContinueVisitProps {
  to: string;
  /** The location's name. */
  at: string;
  /** The progress, such as "3 of 5 boxes"; `null` while unknown. */
  progress: string | null;
}

/** The link to a visit that is not submitted yet: "Continue at Campus Corner · 3 of 5 boxes". */
export function ContinueVisit({ to, at, progress }: ContinueVisitProps) {
  return (
    <Link to={to} className={styles.visit}>
      <span>
        Continue at <bdi>{at}</bdi>
        {progress ? (
          <>
            {' · '}
            <span className={styles.progress}>{progress}</span>
          </>
        ) : (
          <span className={styles.room} aria-hidden />
        )}
      </span>
      <ArrowRight aria-hidden size={20} />
    </Link>
  );
}
