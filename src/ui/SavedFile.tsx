import { classNames } from './classNames';
import styles from './SavedFile.module.css';

interface SavedFileProps {
  /** The name of the file saved last, and what it lacks; `null` before. */
  saved: string | null;
  className?: string | undefined;
}

/** Says what an export saved. */
export function SavedFile({ saved, className }: SavedFileProps) {
  return (
    <p role="status" className={classNames(styles.saved, className)}>
      {saved ? `Saved ${saved}` : ''}
    </p>
  );
}
